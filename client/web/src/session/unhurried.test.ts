// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Room, View } from '../protocol/messages';
import { playingView, ROOM } from '../testing/fakeSession';
import { Unhurried } from './unhurried';

const MOVES = ['S99', 'N39N', 'W69W', 'N13N', 'W67W', 'N14N', 'W57W', 'N24N', 'W58W'];

let shown: number[];
let rooms: (Room | null)[];
let between: number;
let unhurried: Unhurried;

beforeEach(() => {
  vi.useFakeTimers();
  [shown, rooms, between] = [[], [], 1000];
  unhurried = new Unhurried(
    (room, view) => {
      shown.push(view.table.turn);
      rooms.push(room);
    },
    () => between,
  );
  unhurried.roomCame(ROOM); // computers have North and West
  came(1);
});
afterEach(() => vi.useRealTimers());

/** The view after so many moves. */
function came(count: number, changed: Partial<View['table']> = {}): void {
  const table = { turn: count, moves: MOVES.slice(0, count), minded: [], ...changed };
  unhurried.viewCame(playingView(table));
}

test('each move of a computer waits until the one before has been looked at', () => {
  for (const count of [2, 3, 4]) came(count);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(999);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([1, 2, 3, 4]);
});

test('a move that comes late enough is shown at once', () => {
  vi.advanceTimersByTime(1000);
  came(2);
  expect(shown).toEqual([1, 2]);
});

test('who does anything sees all that waits, in its order', () => {
  for (const count of [2, 3, 4]) came(count);
  unhurried.hurry();
  expect(shown).toEqual([1, 2, 3, 4]);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([1, 2, 3, 4]);
});

test('at other paces moves are shown as they come', () => {
  between = 0;
  for (const count of [2, 3, 4]) came(count);
  expect(shown).toEqual([1, 2, 3, 4]);
});

test('what is no move of a computer is shown at once, and with it all that waited', () => {
  came(2);
  came(3);
  came(1, { turn: 4 }); // taken back
  expect(shown).toEqual([1, 2, 3, 4]);
  unhurried.viewCame(playingView({ turn: 5, moves: ['S99', 'E39E'], minded: [] }));
  expect(shown.at(-1)).toBe(5);
});

test("the move of a computer that minds a person's seat waits too", () => {
  unhurried.viewCame(playingView({ turn: 2, moves: ['S99', 'E39E'], minded: ['E'] }));
  expect(shown).toEqual([1]);
});

test('what happens without a move is shown at once, and with it all that waited', () => {
  const kinds: Partial<View['table']>[] = [
    { proposal: { number: 1, what: 'undo', by: 2, waiting: [1], to: null } },
    { asking: [{ person: 3, seat: 'N' }] },
  ];
  for (const news of kinds) {
    unhurried.clear();
    came(1);
    shown = [];
    for (const count of [2, 3]) came(count);
    came(3, news);
    expect(shown).toEqual([2, 3, 3]);
  }
});

test('who comes or goes meanwhile is seen at once, after the moves before', () => {
  came(2);
  const later = { ...ROOM, number: 9 };
  unhurried.roomCame(later);
  came(2, { watchers: 1 });
  expect(shown).toEqual([1, 2, 2]);
  expect(rooms).toEqual([ROOM, null, later]);
});

test('that others come and go does not hold moves up', () => {
  vi.advanceTimersByTime(900);
  came(1, { watchers: 1 });
  came(2);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([1, 1, 2]);
});

test('a table that is quicker for long does not run away', () => {
  for (const count of [2, 3, 4, 5, 6]) came(count);
  expect(shown).toEqual([1, 2]);
  came(7);
  expect(shown).toEqual([1, 2, 3]);
});

test('with another room nothing waits any more', () => {
  came(2);
  unhurried.clear();
  came(8);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([1, 8]);
});
