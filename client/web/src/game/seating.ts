/** Who sits where on the screen, and who of the room this device plays for. */
import type { Room } from '../protocol/messages';
import type { Seat } from './branches';
import { ruleOf } from './presets';

export type Side = 'bottom' | 'right' | 'top' | 'left';

/**
 * The side of each seat: `own` at the bottom, then on in turn order. Of three or four the next to
 * play sits on the right when play goes to the right, else on the left.
 */
export function seatSides(
  order: readonly Seat[],
  own: Seat,
  rightwards: boolean,
): ReadonlyMap<Seat, Side> {
  const at = Math.max(0, order.indexOf(own));
  const turn = [...order.slice(at), ...order.slice(0, at)];
  const [next, last]: readonly Side[] = rightwards ? ['right', 'left'] : ['left', 'right'];
  const others: readonly (Side | undefined)[] =
    turn.length === 2 ? ['top'] : turn.length === 3 ? [next, last] : [next, 'top', last];
  return new Map(turn.map((seat, place) => [seat, ['bottom', ...others][place] as Side]));
}

/** Whether play goes to the right, from what a room's rules say. */
export function goesRight(rules: Room['rules']): boolean {
  return ruleOf(rules, 'direction') === 'right';
}

/** The seats whose persons play on the device of `person`, in turn order. */
export function seatsOfDevice(room: Room, person: number | null): Seat[] {
  if (person === null) return [];
  const people = new Set(
    room.people.filter((one) => one.device === person).map((one) => one.person),
  );
  const held = room.seats.filter((one) => one.person !== null && people.has(one.person));
  return room.order.filter((seat) => held.some((one) => one.seat === seat));
}

/** Whether this seat is mine alone: a device of several speaks of each by name. */
export function isOnlyMine(room: Room, person: number | null, seat: Seat | null): boolean {
  const mine = seatsOfDevice(room, person);
  return mine.length === 1 && mine[0] === seat;
}

export const personName = (room: Room, person: number | null): string | null =>
  room.people.find((one) => one.person === person)?.name ?? null;

/** The seats in the order in which they come after `seat`, itself last. */
export function seatsAfter(order: readonly Seat[], seat: Seat): Seat[] {
  const at = order.indexOf(seat) + 1;
  return [...order.slice(at), ...order.slice(0, at)];
}
