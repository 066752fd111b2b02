/** Who came, went, sat down, reads: the part of events.ts that is about people. */

import type { Room } from '../protocol/messages';
import type { Seat } from './branches';
import type { Happening, Moment } from './events';
import { personName } from './seating';

export const nameOf = (room: Room, person: number): string => personName(room, person) ?? '';

export function peopleEvents(before: Moment, now: Moment): Happening[] {
  return [
    ...comingAndGoing(before, now),
    ...absence(before, now),
    ...door(before, now),
    ...seats(before, now),
    ...wishes(before, now),
    ...readers(before, now),
  ];
}

function comingAndGoing(before: Moment, now: Moment): Happening[] {
  const was = before.room.people.map((one) => one.person);
  const here = now.room.people.map((one) => one.person);
  const host = now.room.host;
  const events: Happening[] = [];
  for (const person of here)
    if (!was.includes(person) && person !== now.person)
      events.push({ kind: 'joined', person, name: nameOf(now.room, person) });
  for (const person of was)
    if (!here.includes(person))
      events.push({ kind: 'left', person, name: nameOf(before.room, person) });
  if (host !== null && host !== before.room.host)
    events.push({ kind: 'host', person: host, name: nameOf(now.room, host) });
  return events;
}

function absence(before: Moment, now: Moment): Happening[] {
  const was = before.view.table.away.map((one) => one.person);
  const away = now.view.table.away.map((one) => one.person);
  const events: Happening[] = [];
  for (const person of away)
    if (!was.includes(person) && person !== now.person)
      events.push({ kind: 'away', person, name: nameOf(now.room, person) });
  for (const { seat, person } of now.room.seats)
    if (person !== null && isNewIn(now, before, seat))
      events.push({ kind: 'minded', person, name: nameOf(now.room, person), seat });
  for (const person of was)
    if (!away.includes(person) && now.room.people.some((one) => one.person === person))
      events.push({ kind: 'back', person, name: nameOf(now.room, person) });
  return events;
}

const isNewIn = (now: Moment, before: Moment, seat: Moment['view']['table']['minded'][number]) =>
  now.view.table.minded.includes(seat) && !before.view.table.minded.includes(seat);

function door(before: Moment, now: Moment): Happening[] {
  const events: Happening[] = [];
  if (before.room.code !== now.room.code) events.push({ kind: 'new_code' });
  if (before.room.locked !== now.room.locked)
    events.push({ kind: now.room.locked ? 'locked' : 'unlocked' });
  if (before.room.watching !== now.room.watching)
    events.push({ kind: now.room.watching ? 'watching' : 'no_watching' });
  return events;
}

/** Who has sat down where. A computer on a seat that was nobody's is no event. */
function seats(before: Moment, now: Moment): Happening[] {
  return now.room.seats.flatMap(({ seat, kind, person }): Happening[] => {
    const former = before.room.seats.find((one) => one.seat === seat);
    if (!former || (former.kind === kind && former.person === person)) return [];
    if (person !== null) return [{ kind: 'sits', person, name: nameOf(now.room, person), seat }];
    return kind === 'computer' && former.kind === 'person' ? [{ kind: 'computer_sits', seat }] : [];
  });
}

function wishes(before: Moment, now: Moment): Happening[] {
  const [was, table] = [before.view.table, now.view.table];
  const isNew = (old: typeof was.asking, { person, seat }: (typeof old)[number]): boolean =>
    !old.some((one) => one.person === person && one.seat === seat);
  const lost = lostWish(before, now);
  const told = (
    kind: 'asks_for_seat' | 'promised' | 'declined',
    { person, seat }: (typeof was.asking)[number],
  ) => ({ kind, person, name: nameOf(now.room, person), seat }) as const;
  return [
    ...table.asking
      .filter((wish) => isNew(was.asking, wish))
      .map((one) => told('asks_for_seat', one)),
    ...table.promised
      .filter((wish) => isNew(was.promised, wish))
      .map((one) => told('promised', one)),
    ...table.declined
      .filter((wish) => isNew(was.declined, wish))
      .map((one) => told('declined', one)),
    ...(lost ? [{ kind: 'wish_lost', seat: lost } as const] : []),
  ];
}

/**
 * The seat I had asked for, or was promised, where nothing has become of that: a server that was
 * started anew knows of no wishes.
 */
export function lostWish(before: Moment, now: Moment): Seat | null {
  const { asking, promised } = before.view.table;
  const wish = [...asking, ...promised].find(({ person }) => person === now.person);
  return wish && lacksAnswer(now) ? wish.seat : null;
}

/** Whether I am without a seat while a match is played, and without a wish or what became of it. */
export function lacksAnswer({ room, view, person }: Moment): boolean {
  const { phase, asking, promised, declined } = view.table;
  const known = [...room.seats, ...asking, ...promised, ...declined];
  if (phase === 'lobby' || phase === 'match_over') return false;
  return person !== null && !known.some((one) => one.person === person);
}

function readers(before: Moment, now: Moment): Happening[] {
  const [was, reading] = [before.view.table.reading, now.view.table.reading];
  const events: Happening[] = [];
  for (const { person, what, waits } of reading) {
    const former = was.find((one) => one.person === person);
    const who = { person, name: nameOf(now.room, person) };
    if (person === now.person) continue;
    if (former?.what !== what) events.push({ kind: 'reading', ...who, what });
    else if (former.waits && !waits) events.push({ kind: 'carried_on', ...who });
  }
  for (const { person } of was) {
    const isHere = now.room.people.some((one) => one.person === person);
    if (person !== now.person && isHere && !reading.some((one) => one.person === person))
      events.push({ kind: 'read', person, name: nameOf(now.room, person) });
  }
  return events;
}
