import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeSession, playingView, ROOM } from '../testing/fakeSession';
import { learn, speak } from '../words';
import { dismissSleepNote, sleepNote, stayAwake } from './awake';
import { noticeTurns } from './notice';
import { keepUpToDate, reloadOnce } from './renew';

const room = { ...ROOM, match: 1 };
const theirs = playingView({ to_move: 'E' });
const mine = playingView({ to_move: 'S' });
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  document.head.innerHTML =
    '<meta name="build" content="one"><link rel="icon" href="./icon.svg"><title>x</title>';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

beforeAll(() => learn('more'));

describe('the turn in the tab', () => {
  const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href');

  test('the title says that I have won, to nobody else', async () => {
    await speak('en');
    const fake = fakeSession({
      room: { ...room, winner: 'S' },
      view: playingView({ phase: 'match_over', to_move: null }),
    });
    noticeTurns(fake.session);
    expect(document.title).toBe('You win the match – Longana');
    fake.set({ room: { ...room, winner: 'E' } });
    expect(document.title).toBe('Longana');
  });

  test('title and icon say it is mine, and go back afterwards', async () => {
    await speak('en');
    const fake = fakeSession({ room, view: theirs });
    noticeTurns(fake.session);
    expect([document.title, icon()]).toEqual(['Longana', './icon.svg']);
    fake.set({ view: mine });
    expect([document.title, icon()]).toEqual(['● Your turn – Longana', './icon-turn.svg']);
    await speak('es');
    expect(document.title).toContain('Te toca');
    fake.set({ view: theirs });
    expect([document.title, icon()]).toEqual(['Longana', './icon.svg']);
    fake.set({ view: mine });
    fake.session.rest();
    expect([document.title, icon()]).toEqual(['Longana', './icon.svg']);
  });
});

describe('a newer page on the server', () => {
  test('is loaded once for each reason, and never without a memory of it', () => {
    const reload = vi.fn();
    expect([1, 2].map(() => reloadOnce('version', reload))).toEqual([true, false]);
    expect(reloadOnce('two', reload)).toBe(true);
    const setItem = () => {
      throw new DOMException('forbidden');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem, removeItem: setItem });
    expect(reloadOnce('three', reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  /** The line breaks and is back; then `ms` pass. */
  async function comeBack(build: string | null, ms = 10_000, view = theirs) {
    vi.useFakeTimers();
    const asked = vi.fn(async () => {
      if (build === null) throw new TypeError('no network');
      return new Response(`${build}\n`);
    });
    vi.stubGlobal('fetch', asked);
    const reload = vi.fn();
    const fake = fakeSession({ room, view });
    keepUpToDate(fake.session, reload);
    fake.set({ line: { state: 'trying', since: 0, tries: 0 } });
    fake.set({ line: { state: 'open' } });
    await vi.advanceTimersByTimeAsync(ms);
    return { reload, fake, asked };
  }

  test('is loaded after a return, once', async () => {
    const { reload, fake } = await comeBack('two');
    expect(reload).toHaveBeenCalledOnce();
    fake.set({ line: { state: 'trying', since: 0, tries: 0 } });
    fake.set({ line: { state: 'open' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is not asked for on the way in, and the same page stays', async () => {
    const { reload, asked } = await comeBack('one');
    expect(reload).not.toHaveBeenCalled();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('waits for the end of what a person is about to do', async () => {
    const { reload, fake } = await comeBack('two', 10_000, mine);
    expect(reload).not.toHaveBeenCalled();
    fake.set({ pending: [{ type: 'pass', id: 'a', turn: 1 }], view: theirs });
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).not.toHaveBeenCalled();
    fake.set({ pending: [] });
    window.dispatchEvent(new Event('pointerdown'));
    await vi.advanceTimersByTimeAsync(1500);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('a server that does not say is no newer', async () => {
    const { reload, asked } = await comeBack(null);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('the screen', () => {
  const sentinel = () => ({ released: false, release: vi.fn(async () => {}) });

  test('stays lit while there is a table, and again when the page is seen again', async () => {
    const locks = [sentinel(), sentinel()];
    const request = vi.fn(async () => locks[request.mock.calls.length - 1]);
    vi.stubGlobal('navigator', { wakeLock: { request } });
    const fake = fakeSession({ room, view: theirs });
    stayAwake(fake.session);
    await settled();
    expect(request).toHaveBeenCalledTimes(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(request).toHaveBeenCalledTimes(1);
    if (locks[0]) locks[0].released = true; // as browsers do when the page is hidden
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(request).toHaveBeenCalledTimes(2);
    fake.session.rest();
    await settled();
    expect(locks[1]?.release).toHaveBeenCalledOnce();
  });

  test('is asked for once, however much happens before the answer', async () => {
    const lock = sentinel();
    const request = vi.fn(() => new Promise((done) => setTimeout(() => done(lock), 20)));
    vi.stubGlobal('navigator', { wakeLock: { request } });
    const fake = fakeSession({ room, view: theirs });
    stayAwake(fake.session);
    for (let turn = 1; turn < 4; turn++) fake.set({ view: playingView({ to_move: 'E', turn }) });
    await new Promise((done) => setTimeout(done, 40));
    expect(request).toHaveBeenCalledOnce();
    fake.session.rest();
    expect(lock.release).toHaveBeenCalledOnce();
  });

  test('a refusal is no fault', async () => {
    const request = vi.fn(() => Promise.reject(new DOMException('battery')));
    vi.stubGlobal('navigator', { wakeLock: { request } });
    stayAwake(fakeSession({ room, view: theirs }).session);
    await settled();
    expect(request).toHaveBeenCalled();
  });

  test('where it may go dark, that is said once on a handheld', () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    stayAwake(fakeSession().session);
    expect(sleepNote.value).toBe(false);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    stayAwake(fakeSession().session);
    expect(sleepNote.value).toBe(true);
    dismissSleepNote();
    stayAwake(fakeSession().session);
    expect(sleepNote.value).toBe(false);
  });
});
