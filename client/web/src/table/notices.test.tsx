import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preferences } from '../app/preferences';
import { fakeSession, HAND, playingView, ROOM } from '../testing/fakeSession';
import { draw, press, settled, stopObserving } from '../testing/screen';
import { Table } from './table';

const CARO = { person: 3, name: 'Caro', device: 3 };
const room = { ...ROOM, match: 1, scores: [0, 0, 0, 0], people: [...ROOM.people, CARO] };
const asking = [{ person: 3, seat: 'N' }] as const;

beforeEach(() => {
  stopObserving();
  preferences.learnt.value = ['all'];
});
afterEach(() => {
  vi.useRealTimers();
});

test('to whoever asks for a seat the host says yes or no', async () => {
  const fake = fakeSession({ room, view: playingView({ asking }) });
  await draw(<Table />, fake);
  await press('Not now');
  await press('Let them sit');
  expect(fake.sent).toEqual([
    { type: 'decline', person: 3 },
    { type: 'seat', seat: 'N', to: { kind: 'person', person: 3 } },
  ]);
});

test('of others only the host is asked', async () => {
  const me = { code: ROOM.code, person: 2, token: null };
  const fake = fakeSession({ room, view: playingView({ asking }), me });
  await draw(<Table />, fake);
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  await settled(() => fake.set({ view: playingView({ asking, acting: [2] }) }));
  expect(screen.getByRole('button', { name: 'Not now' })).toBeTruthy();
});

test('that somebody is away is said once, also while it is their turn', async () => {
  const waiting = { ...HAND, legal: [] };
  const away = (seconds: number) => [{ person: 2, seconds }];
  const fake = fakeSession({ room, view: playingView({ away: away(3), to_move: 'N' }, waiting) });
  await draw(<Table />, fake);
  expect(screen.getByText('Beto is away.')).toBeTruthy();
  await settled(() => fake.set({ view: playingView({ away: away(3), to_move: 'E' }, waiting) }));
  expect(screen.getAllByText(/away\.$/).map((one) => one.textContent?.trim())).toEqual([
    "It is Beto's turn, but they are away.",
  ]);
  expect(document.querySelector('.card')).toBeNull();
  await settled(() => fake.set({ view: playingView({ away: away(20), to_move: 'E' }, waiting) }));
  expect(screen.queryByText('Beto is away.')).toBeNull();
  await press('Let a computer play for Beto');
  expect(fake.sent).toEqual([{ type: 'mind', seat: 'E' }]);
});

test('a computer is offered for somebody away when the server would take it', async () => {
  const away = (seconds: number) => [{ person: 2, seconds }];
  const grace = 30;
  const fake = fakeSession({ room: { ...room, grace }, view: playingView({ away: away(25) }) });
  await draw(<Table />, fake);
  expect(screen.queryByRole('button', { name: 'Let a computer play' })).toBeNull();
  await settled(() => fake.set({ view: playingView({ away: away(35) }) }));
  await press('Let a computer play');
  expect(fake.sent).toEqual([{ type: 'mind', seat: 'E' }]);
});

test.each([
  [1, 'seated', true],
  [3, 'without a seat', false],
])('person %i, %s, may remind whoever lets the table wait', async (person, _, mayRemind) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const me = { code: ROOM.code, person, token: null };
  const you = mayRemind ? { ...HAND, legal: [] } : null;
  const fake = fakeSession({ room, view: playingView({ to_move: 'E' }, you), me });
  await draw(<Table />, fake);
  expect(screen.queryByRole('button', { name: 'Remind them' })).toBeNull();
  await settled(() => vi.advanceTimersByTime(25_000));
  expect(screen.queryByRole('button', { name: 'Remind them' }) !== null).toBe(mayRemind);
});
