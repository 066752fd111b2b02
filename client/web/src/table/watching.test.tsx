import { screen } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { noteLostWish } from '../app/lostWish';
import { preferences } from '../app/preferences';
import { fakeSession, playingView, ROOM, seated } from '../testing/fakeSession';
import { draw, press, settled, stopObserving, type } from '../testing/screen';
import { Table } from './table';

const people = ['Ana', 'Beto', 'Caro', 'Dora', 'Eva'].map((name, at) => ({
  person: at + 1,
  name,
  device: at + 1,
}));
const room = {
  ...ROOM,
  match: 1,
  scores: [0, 0, 0, 0],
  people,
  seats: ROOM.seats.map(({ seat }, at) => seated(seat, at + 1)),
};
const looking = (seconds: number) =>
  playingView({ away: [{ person: 2, seconds }], to_move: 'N' }, null);
const as = (person: number | null) => ({ code: ROOM.code, person, token: null });
const asks = () => screen.queryByRole('button', { name: 'Ask to sit down' }) !== null;

beforeEach(() => {
  stopObserving();
  preferences.learnt.value = ['all'];
});

test('the seat of somebody who has been away for long may be asked for', async () => {
  const fake = fakeSession({ room, view: looking(5), me: as(5) });
  await draw(<Table />, fake);
  expect(asks()).toBe(false);
  await settled(() => fake.set({ view: looking(16) }));
  await press('Ask to sit down');
  expect(fake.sent).toEqual([{ type: 'seat', seat: 'E', to: { kind: 'person', person: 5 } }]);
});

test('a watcher gives a name for it', async () => {
  const fake = fakeSession({ room, view: looking(16), me: as(null) });
  await draw(<Table />, fake);
  await press('Ask to sit down');
  await type('Your name', 'Fefa');
  await press('Ask to sit down');
  expect(fake.sent).toEqual([{ type: 'join', code: ROOM.code, name: 'Fefa' }]);
});

test('a locked room lets no watcher in, but who is in it asks', async () => {
  const locked = { ...room, locked: true };
  await draw(<Table />, fakeSession({ room: locked, view: looking(16), me: as(null) }));
  expect(asks()).toBe(false);
  await draw(<Table />, fakeSession({ room: locked, view: looking(16), me: as(5) }));
  expect(asks()).toBe(true);
});

test('whoever has to ask once more is told so', async () => {
  const wish = [{ person: 5, seat: 'E' }] as const;
  const asked = playingView({ asking: wish, away: [{ person: 2, seconds: 15 }] }, null);
  const fake = fakeSession({ room, view: asked, me: as(5) });
  const end = noteLostWish(fake.session);
  await draw(<Table />, fake);
  expect(asks()).toBe(false);
  await settled(() => fake.set({ view: looking(16) }));
  expect(screen.getByText(/^Your wish to sit at East was lost/)).toBeTruthy();
  expect(asks()).toBe(true);
  end();
});
