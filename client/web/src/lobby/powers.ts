/** What a person may do with the room. The server decides; this is what is offered. */
import type { Seat } from '../game/branches';
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

interface Here {
  readonly room: Room;
  readonly table: Table;
  /** Null for somebody who only watches. */
  readonly person: number | null;
  /** Those this device plays for. */
  readonly seats: readonly Seat[];
  readonly now: number;
}

const isLongAway = ({ room, table, now }: Here, person: number | null): boolean => {
  const away = awayOf(table, person);
  return away !== undefined && now >= graceEnds(room, away);
};

/** Whoever is seated asks for the next hand or match; any person, where nobody seated is here. */
export const mayGoOn = (here: Here): boolean =>
  here.seats.length > 0 ||
  (here.person !== null &&
    here.room.seats.every(({ person }) => person === null || isLongAway(here, person)));

/** Those a newcomer could have: no person's; else those of persons who have been away for long. */
export function freeSeats(here: Here): Seat[] {
  const { room, table } = here;
  const open = room.seats.filter(({ seat }) => !table.promised.some((one) => one.seat === seat));
  const empty = open.filter(({ person }) => person === null);
  const left = open.filter(({ person }) => isLongAway(here, person));
  return (empty.length > 0 ? empty : left).map((one) => one.seat);
}
