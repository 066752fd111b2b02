import { screen } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { preferences } from '../app/preferences';
import type { Table as TableState } from '../protocol/messages';
import { fakeSession, playingView, ROOM, seated } from '../testing/fakeSession';
import { draw, press, settled, stopObserving } from '../testing/screen';
import { Table } from './table';

const CARO = { person: 3, name: 'Caro', device: 3 };
const ROOM_OF_THREE = { ...ROOM, match: 1, scores: [46, 0, 0, 0], people: [...ROOM.people, CARO] };
const COMPUTERS = {
  ...ROOM_OF_THREE,
  seats: ROOM.seats.map(({ seat }) => seated(seat, 'normal')),
};

const over = (phase: 'hand_over' | 'match_over', changed: Partial<TableState> = {}) =>
  playingView(
    {
      phase,
      to_move: null,
      result: { kind: 'out', points: 46, pips: [0, 12, 20, 14], winner: 'S' },
      reveal: [[], [], [], []],
      ...changed,
    },
    null,
  );
const as = (person: number | null) => ({ code: ROOM.code, person, token: null });
const goesOn = () => screen.queryByRole('button', { name: /^(Next hand|Rematch)$/ }) !== null;

beforeEach(() => {
  stopObserving();
  preferences.learnt.value = ['all'];
});

test.each(['hand_over', 'match_over'] as const)('%s: who may go on', async (phase) => {
  const mayGoOn = async (person: number | null, room = ROOM_OF_THREE) => {
    await draw(<Table />, fakeSession({ room, view: over(phase), me: as(person) }));
    return goesOn();
  };
  expect(await mayGoOn(2)).toBe(true);
  expect(await mayGoOn(3)).toBe(false);
  expect(await mayGoOn(null)).toBe(false);
  expect(await mayGoOn(3, COMPUTERS)).toBe(true);
  expect(await mayGoOn(null, COMPUTERS)).toBe(false);
});

test('who was promised a seat goes on where all at the table have been away for long', async () => {
  const away = (ana: number, beto: number) => [
    { person: 1, seconds: ana },
    { person: 2, seconds: beto },
  ];
  const promised = [{ person: 3, seat: 'N' }] as const;
  const fake = fakeSession({
    room: ROOM_OF_THREE,
    view: over('hand_over', { promised, away: away(20, 3) }),
    me: as(3),
  });
  await draw(<Table />, fake);
  expect(goesOn()).toBe(false);
  await settled(() => fake.set({ view: over('hand_over', { promised, away: away(32, 15) }) }));
  await press('Next hand');
  expect(fake.sent).toEqual([{ type: 'next', turn: 6 }]);
});

test.each([
  [{ preset: 'cuban' }, '5 + 12 + 20 + 14 = 51'],
  [{ preset: 'international' }, '12 + 20 + 14 − 5 = 41'],
  [{ preset: 'international', block_score: 'all' }, '5 + 12 + 20 + 14 = 51'],
  [{ preset: 'cuban', block_score: 'difference' }, '12 + 20 + 14 − 5 = 41'],
])('%o: a block counts %s', async (rules, sum) => {
  const points = Number(sum.split('= ')[1]);
  const result = { kind: 'block', points, pips: [5, 12, 20, 14], winner: 'S' } as const;
  const room = { ...ROOM_OF_THREE, rules: { seats: 4, target: 100, ...rules } };
  await draw(<Table />, fakeSession({ room, view: over('hand_over', { result }) }));
  const told = document.querySelector('.hand-end-sum')?.cloneNode(true) as HTMLElement;
  for (const one of told.querySelectorAll('.unseen, svg')) one.remove();
  expect(told.textContent).toBe(sum);
});
