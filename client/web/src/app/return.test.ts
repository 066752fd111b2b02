import { beforeEach, expect, test, vi } from 'vitest';

const TOKEN = 'abcDEF_-0123456789abcdefghijklmn';
const OTHER = 'zyxDEF_-0123456789abcdefghijklmn';

/** The module as a page that is opened at `hash` has it. */
async function open(hash: string) {
  history.replaceState(null, '', `/longana/${hash}`);
  vi.resetModules();
  return import('./return');
}

beforeEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

test('an address without a code is the front page', async () => {
  expect((await open('')).arrival.value).toBeNull();
});

test('an invitation has no seat', async () => {
  const page = await open('#K7MP4RWX');
  expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: null });
  expect(location.hash).toBe('#K7MP4RWX');
});

test('the token of a return link leaves the address bar at once and outlives a reload', async () => {
  const page = await open(`#K7MP4RWX.${TOKEN}`);
  expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: TOKEN });
  expect(location.href).not.toContain(TOKEN);
  expect((await open(location.hash)).arrival.value?.token).toBe(TOKEN);
});

test('the code may be spelled in any way when the tab comes back', async () => {
  await open(`#K7MP4RWX.${TOKEN}`);
  expect((await open('#k7mp-4rwx')).arrival.value?.token).toBe(TOKEN);
  expect((await open('#ZZZZ2222')).arrival.value?.token).toBeNull();
});

test.each(['short', 'x'.repeat(65), '<script>alert(1)</script>', ''])(
  'a token that can be none is no seat: %s',
  async (token) => {
    const page = await open(`#K7MP4RWX.${encodeURIComponent(token)}`);
    expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: null });
    expect(location.hash).toBe('#K7MP4RWX');
  },
);

test('an address nobody could have meant harms nothing', async () => {
  expect((await open('#%E0%A4%A')).arrival.value?.token).toBeNull();
  expect((await open(`#${'A'.repeat(500)}`)).arrival.value?.code).toHaveLength(64);
});

test('a link pasted into the open page is followed', async () => {
  const page = await open('');
  location.hash = `#K7MP4RWX.${TOKEN}`;
  window.dispatchEvent(new Event('hashchange'));
  expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: TOKEN });
  expect(location.hash).toBe('#K7MP4RWX');
});

test('links are those the terminal understands', async () => {
  const { inviteLink, returnLink } = await open('#K7MP4RWX');
  expect(inviteLink('K7MP4RWX')).toBe(`${location.origin}/longana/#K7MP4RWX`);
  expect(returnLink({ code: 'K7MP4RWX', token: TOKEN })).toBe(
    `${location.origin}/longana/#K7MP4RWX.${TOKEN}`,
  );
  expect(returnLink({ code: 'K7MP4RWX', token: null })).toBeNull();
});

test('a page that only this device can open invites to where the server says', async () => {
  const told = document.createElement('meta');
  told.name = 'longana-address';
  told.content = 'http://192.168.1.20:8765/';
  document.head.append(told);
  const { inviteLink, returnLink } = await open('#K7MP4RWX');
  expect(inviteLink('K7MP4RWX')).toBe('http://192.168.1.20:8765/#K7MP4RWX');
  expect(returnLink({ code: 'K7MP4RWX', token: TOKEN })).toBe(
    `http://192.168.1.20:8765/#K7MP4RWX.${TOKEN}`,
  );
  told.remove();
  expect(inviteLink('K7MP4RWX')).toBe(`${location.origin}/longana/#K7MP4RWX`);
});

test('sitting down settles address and tab, and looking on does too', async () => {
  const page = await open('');
  page.settle({ code: 'K7MP4RWX', token: TOKEN });
  expect(location.hash).toBe('#K7MP4RWX');
  expect((await open('#K7MP4RWX')).arrival.value?.token).toBe(TOKEN);
  const watching = await open('#K7MP4RWX');
  watching.settle({ code: 'K7MP4RWX', token: null });
  expect((await open('#K7MP4RWX')).isWatching('K7MP4RWX')).toBe(true);
});

test('known tables: last visited first, bounded, each seat once, forgettable', async () => {
  const page = await open('');
  for (let at = 0; at < 20; at++) {
    page.remember({ code: 'K7MP4RWX', token: `${TOKEN}${at}`, name: `Ana ${at}` });
  }
  page.remember({ code: 'K7MP4RWX', token: `${TOKEN}15`, name: 'Eva' });
  expect(page.knownTables.value).toHaveLength(12);
  expect(page.knownTables.value.filter((one) => one.token === `${TOKEN}15`)).toHaveLength(1);
  expect(page.knownTables.value[0]?.name).toBe('Eva');
  expect((await open('')).knownTables.value[0]?.name).toBe('Eva');
  page.forgetTable({ token: `${TOKEN}15` });
  expect((await open('')).knownTables.value[0]?.name).toBe('Ana 19');
});

test('two seats of one device in two tabs do not disturb each other', async () => {
  const first = await open('');
  first.remember({ code: 'K7MP4RWX', token: TOKEN, name: 'Ana' });
  const second = await open('');
  second.remember({ code: 'K7MP4RWX', token: OTHER, name: 'Eva' });
  first.remember({ code: 'K7MP4RWX', token: TOKEN, name: 'Ana' });
  expect(first.knownTables.value.map((one) => one.name)).toEqual(['Ana', 'Eva']);
});

test('a seat that is worth nothing is forgotten by the tab as well', async () => {
  const page = await open(`#K7MP4RWX.${TOKEN}`);
  page.forgetTable({ token: TOKEN });
  expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: null });
  expect((await open('#K7MP4RWX')).arrival.value?.token).toBeNull();
});

test('what another program wrote into the storage is not believed', async () => {
  localStorage.setItem('longana.tables', '[1, null, {"code": 4}, "x"]');
  sessionStorage.setItem('longana.seat', '{"code": 7}');
  const page = await open('#K7MP4RWX');
  expect(page.knownTables.value).toEqual([]);
  expect(page.arrival.value?.token).toBeNull();
});

test('with storage forbidden all of it lasts as long as the page', async () => {
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  const storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  const page = await open(`#K7MP4RWX.${TOKEN}`);
  expect(page.arrival.value?.token).toBe(TOKEN);
  page.remember({ code: 'K7MP4RWX', token: TOKEN, name: 'Ana' });
  window.dispatchEvent(new Event('hashchange'));
  expect(page.arrival.value?.token).toBe(TOKEN);
  expect(page.knownTables.value).toHaveLength(1);
});

test('whoever runs the server brings what makes them the host', async () => {
  const page = await open(`#K7MP4RWX!${TOKEN}`);
  expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: null, claim: TOKEN });
  page.settle({ code: 'K7MP4RWX', token: TOKEN });
  expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: TOKEN });
  expect(location.href).not.toContain(TOKEN);
});

test.each(['', 'short', '<b>'])('a claim that can be none is left out: %s', async (token) => {
  const page = await open(`#K7MP4RWX!${encodeURIComponent(token)}`);
  expect(page.arrival.value).toEqual({ code: 'K7MP4RWX', token: null });
});
