/** Seats by the names of whoever sits there. */
import type { Room } from '../protocol/messages';
import type { Fact, Facts } from '../words';
import { t } from '../words';
import type { Seat } from './branches';
import { personName } from './seating';

/** The name of whoever sits there; of a computer the name of its seat. */
export function called(room: Room, seat: Seat): string {
  const state = room.seats.find((one) => one.seat === seat);
  return personName(room, state?.person ?? null) ?? t(`seat.${seat}`);
}

/**
 * The facts of a text with names in place of seats: where a text asks for a seat's name ("{x:seat}")
 * it says a person's as it is.
 */
export function naming(room: Room, facts: Facts): Facts {
  const named = (fact: string | number) => (isSeat(room, fact) ? asName(room, fact) : fact);
  const all = (fact: Fact): Fact => (typeof fact === 'object' ? fact.map(named) : named(fact));
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, all(fact)]));
}

const isSeat = (room: Room, fact: string | number): fact is Seat =>
  room.seats.some(({ seat }) => seat === fact);

/** Somebody may be called "E": what follows, which is not seen, keeps that from being a seat. */
function asName(room: Room, seat: Seat): string {
  const name = called(room, seat);
  return name.length === 1 ? `${name}\u2060` : name;
}
