import { expect, test } from 'vitest';
import type { Table } from '../protocol/messages';
import { fakeSession, playingView, ROOM, seated } from '../testing/fakeSession';
import { lostWish, noteLostWish } from './lostWish';

const room = { ...ROOM, people: [...ROOM.people, { person: 3, name: 'Caro', device: 3 }] };
const me = { code: ROOM.code, person: 3, token: null };
const wish = [{ person: 3, seat: 'N' }] as const;
const view = (table: Partial<Table> = {}) => playingView(table, null);

test('a new server knows of no wish, which is shown until there is another', () => {
  const fake = fakeSession({ room, me, view: view({ asking: wish }) });
  const end = noteLostWish(fake.session);
  fake.set({ line: { state: 'open' }, view: view() });
  expect(lostWish.value).toBe('N');
  fake.set({ view: view({ turn: 7 }) });
  expect(lostWish.value).toBe('N');
  fake.set({ view: view({ asking: wish }) });
  expect(lostWish.value).toBeNull();
  fake.set({ view: view() });
  fake.session.rest();
  expect(lostWish.value).toBeNull();
  end();
});

test.each([
  ['promised', { view: view({ promised: wish }) }],
  ['declined', { view: view({ declined: wish }) }],
  ['over', { view: view({ phase: 'match_over' }) }],
  ['seated', { view: view(), room: { ...room, seats: [seated('S', 1), seated('N', 3)] } }],
])('no wish is lost that something has become of: %s', (_, after) => {
  const fake = fakeSession({ room, me, view: view({ asking: wish }) });
  const end = noteLostWish(fake.session);
  fake.set(after);
  expect(lostWish.value).toBeNull();
  end();
});

test('others and whoever only looks on have lost nothing', () => {
  for (const person of [2, null]) {
    const fake = fakeSession({ room, me: { ...me, person }, view: view({ asking: wish }) });
    const end = noteLostWish(fake.session);
    fake.set({ view: view() });
    expect(lostWish.value).toBeNull();
    end();
  }
});
