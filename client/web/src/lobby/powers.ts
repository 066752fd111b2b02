/** What a person may do with the room. The server decides; this is what is offered. */
import type { Away, Room, Table } from '../protocol/messages';
import type { Me } from '../session/session';

/** From then on a computer may mind a seat, and others may act for the host (protocol/README.md). */
export const GRACE_S = 15;

export const awayOf = (table: Table, person: number | null): Away | undefined =>
  table.away.find((one) => one.person === person);

const seen = new WeakMap<Away, number>();

/** When somebody left, by this device's clock: reckoned once, when the server's word came. */
export function leftAt(away: Away): number {
  const before = seen.get(away);
  const left = before ?? Date.now() - away.seconds * 1000;
  if (before === undefined) seen.set(away, left);
  return left;
}

/** The host, or whoever the server says may act for them while they are away. */
export function actsAsHost(room: Room, table: Table, me: Me | null): boolean {
  const person = me?.person ?? null;
  return person !== null && (person === room.host || table.acting.includes(person));
}
