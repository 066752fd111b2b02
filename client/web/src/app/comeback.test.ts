import { beforeEach, expect, test, vi } from 'vitest';
import { fakeSession, ROOM } from '../testing/fakeSession';

const TOKEN = 'T0KEN-T0KEN-T0KEN-T0KEN';
const me = { code: ROOM.code, person: 1, token: TOKEN };
const nowhere = { me: null, room: null, view: null };

/** A page opened at `hash`, with a session that is nowhere yet. */
async function open(hash = '') {
  history.replaceState(null, '', `/${hash}`);
  vi.resetModules();
  const page = await import('./return');
  const { keepPlace } = await import('./comeback');
  const fake = fakeSession(nowhere);
  const rest = vi.spyOn(fake.session, 'rest');
  keepPlace(fake.session);
  return { page, fake, rest };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('a seat taken stands in the address, in the tab and on the device', async () => {
  const { page, fake } = await open();
  fake.set({ me, room: ROOM });
  expect(location.hash).toBe(`#${ROOM.code}`);
  expect(page.arrival.value).toEqual({ code: ROOM.code, token: TOKEN });
  expect(page.knownTables.value).toEqual([{ code: ROOM.code, token: TOKEN, name: 'Ana' }]);
  const again = await open(location.hash);
  expect(again.page.arrival.value?.token).toBe(TOKEN);
});

test('a room with a new code is at a new address', async () => {
  const { page, fake } = await open();
  fake.set({ me, room: ROOM });
  fake.set({ me: { ...me, code: 'AAAA2222' }, room: { ...ROOM, code: 'AAAA2222' } });
  expect(location.hash).toBe('#AAAA2222');
  expect(page.knownTables.value).toHaveLength(1);
  expect(page.knownTables.value[0]?.code).toBe('AAAA2222');
});

test.each(['bad_token', 'removed', 'left', 'closed', 'no_room'])(
  '%s: the seat is forgotten, and the page that says so stays',
  async (why) => {
    const { page, fake, rest } = await open();
    fake.set({ me, room: ROOM });
    fake.set({ gone: { why, text: 'so' } });
    expect(page.knownTables.value).toEqual([]);
    expect(page.arrival.value).toEqual({ code: ROOM.code, token: null });
    expect(rest).not.toHaveBeenCalled();
  },
);

test('a tab that rests keeps its seat', async () => {
  const { page, fake } = await open();
  fake.set({ me, room: ROOM });
  fake.set({ gone: { why: 'replaced', text: 'so' } });
  expect(page.knownTables.value).toHaveLength(1);
  expect(page.arrival.value?.token).toBe(TOKEN);
});

test('a token that brings nobody back is forgotten on the way in', async () => {
  const { page, fake } = await open(`#${ROOM.code}.${TOKEN}`);
  fake.set({ gone: { why: 'bad_token', text: 'so' } });
  expect(page.arrival.value).toEqual({ code: ROOM.code, token: null });
});

test('another link in the address bar leads away; the same one does not', async () => {
  const { page, fake, rest } = await open();
  fake.set({ me, room: ROOM });
  page.arrive();
  expect(rest).not.toHaveBeenCalled();
  history.replaceState(null, '', '/#AAAA2222');
  page.arrive();
  expect(rest).toHaveBeenCalledOnce();
  expect(page.arrival.value).toEqual({ code: 'AAAA2222', token: null });
});

test('somebody else’s return link for the same room leads to their seat', async () => {
  const { page, fake, rest } = await open();
  fake.set({ me, room: ROOM });
  history.replaceState(null, '', `/#${ROOM.code}.${TOKEN}2`);
  page.arrive();
  expect(rest).toHaveBeenCalledOnce();
  expect(page.arrival.value?.token).toBe(`${TOKEN}2`);
});

test('home leads out of the room, and the seat is kept', async () => {
  const { page, fake, rest } = await open();
  fake.set({ me, room: ROOM });
  page.goHome();
  expect(rest).toHaveBeenCalledOnce();
  expect(location.hash).toBe('');
  expect(page.knownTables.value).toHaveLength(1);
});
