/** Seats by the names of whoever sits there. */
import type { Room } from '../protocol/messages';
import type { Fact, Facts } from '../words';
import { t } from '../words';
import type { Seat } from './branches';
import { personName } from './seating';

/** The name of whoever sits there, be it a computer; of a free seat its own. */
export function called(room: Room, seat: Seat): string {
  const state = room.seats.find((one) => one.seat === seat);
  return personName(room, state?.person ?? null) ?? state?.name ?? t(`seat.${seat}`);
}

/** A computer with its level: "Chano (computer, hard)". Records of old and older servers name none. */
export function computer(
  name: string | null | undefined,
  level: string | null | undefined,
): string {
  const facts = { level: level ?? 'normal' };
  if (!name || name === 'Computer') return t('computer.level', facts);
  return t('computer.named', { ...facts, name });
}

/** The facts of a text with names in place of seats, see `namingBy`. */
export const naming = (room: Room, facts: Facts): Facts =>
  namingBy((seat) => called(room, seat), facts);

/**
 * The facts of a text with names in place of seats: where a text asks for a seat's name ("{x:seat}")
 * it says a person's as it is, and so it does in moves.
 */
export function namingBy(call: (seat: Seat) => string, facts: Facts): Facts {
  const name = (fact: string | number) => (isSeat(fact) ? asName(call(fact)) : fact);
  const move = (fact: string | number) => moveWith(call, `${fact}`);
  const all = (key: string, fact: Fact): Fact => {
    const change = SEATS.includes(key) ? name : MOVES.includes(key) ? move : null;
    if (!change) return fact;
    return typeof fact === 'object' ? fact.map(change) : change(fact);
  };
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, all(key, fact)]));
}

/** Where facts hold seats; somebody's name may look like one. */
const SEATS = ['seat', 'seats', 'branch', 'branches', 'winner', 'to_move', 'instead'];

const MOVES = ['move', 'moves'];

const isSeat = (fact: string | number): fact is Seat => /^[SENW]$/.test(`${fact}`);

/** Somebody may be called "E": what follows, which is not seen, keeps that from being a seat. */
const asName = (name: string): string => (name.length === 1 ? `${name}\u2060` : name);

/** "E37W" or "E 3-7>W" in words; anything else as it is. */
function moveWith(call: (seat: Seat) => string, move: string): string {
  const [, low, high, branch] = move.match(/^[SENW] ?(\d)-?(\d)>?([SENW])$/) ?? [];
  if (!branch) return move;
  return t('move.play', { tile: `${low}-${high}`, branch: asName(call(branch as Seat)) });
}
