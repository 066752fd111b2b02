/** What a person may do with the room. The server decides; this is what is offered. */
import type { Away, Room, Table } from '../protocol/messages';
import type { Me } from '../session/session';

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

/** From when on a computer may mind their seat, and others may act for the host or without them. */
export const graceEnds = (room: Room, away: Away): number => leftAt(away) + room.grace * 1000;

/** The host, or whoever the server says may act for them while they are away. */
export function actsAsHost(room: Room, table: Table, me: Me | null): boolean {
  const person = me?.person ?? null;
  return person !== null && (person === room.host || table.acting.includes(person));
}
