/**
 * Who I am on this device. An address is `…/#CODE`, or somebody's own return link `…/#CODE.TOKEN`
 * (client/longana_client/connection/links.py), or `…/#CODE!CLAIM`, of whoever runs `longana host`
 * and is to be the table's host. A token never stays in the address bar of a table: it goes to the tab, so that
 * each tab keeps its own seat, and to the tables this device knows.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { reachOf } from '../arrive/link';
import { load, store } from './storage';

/** Where the address leads. `token`: this tab has a seat there. */
export interface Arrival {
  readonly code: string;
  readonly token: string | null;
  /** What makes whoever sits down the host: it is their server. */
  readonly claim?: string;
}

/** A seat this device has had: `name` is what they were called there. */
export interface KnownTable {
  readonly code: string;
  readonly token: string;
  readonly name: string;
}

/** What a tab keeps over a reload; without a token it looks on. */
interface TabSeat {
  readonly code: string;
  readonly token: string | null;
}

const TAB = 'longana.seat';
const KNOWN = 'longana.tables';
const MOST_KNOWN = 12;
const LONGEST_CODE = 64;
const TOKEN = /^[\w-]{22,64}$/;

const arriving = signal<Arrival | null>(null);
const known = signal<readonly KnownTable[]>([]);

/** Null at the front page. Follows the address. */
export const arrival: ReadonlySignal<Arrival | null> = arriving;
/** The one visited last stands first. */
export const knownTables: ReadonlySignal<readonly KnownTable[]> = known;

/** The link to hand to friends. */
export const inviteLink = (code: string): string => `${friendsAddress()}#${code}`;

/** Where friends find this page: `localhost` is another place on each device, so the server says. */
function friendsAddress(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="longana-address"]')?.content;
  if (told && reachOf(location.hostname) === 'machine') return told;
  return `${location.origin}${location.pathname.replace(/index\.html$/, '')}`;
}

/** The link that brings one person back on any device, for them alone; null for a watcher. */
export const returnLink = (me: { readonly code: string; readonly token: string | null }) =>
  me.token === null ? null : `${inviteLink(me.code)}.${me.token}`;

/** Whether two spellings are the same room's code (server/longana_server/codes.py). */
export const isSameCode = (one: string, other: string): boolean => plain(one) === plain(other);

/** This tab looks on at `code`, so that a reload looks on again. */
export function isWatching(code: string): boolean {
  const seat = tabSeat();
  return seat !== null && seat.token === null && isSameCode(seat.code, code);
}

/** This tab is at a table: its address leads there, and a reload comes back to the same place. */
export function settle(seat: TabSeat): void {
  store(TAB, seat, 'sessionStorage');
  show(seat.code);
  const now = arriving.peek();
  if (now?.code !== seat.code || now.token !== seat.token) arriving.value = seat;
}

/** The device knows this table from now on, and that it was visited last. */
export function remember(table: KnownTable): void {
  keep([table, ...readKnown().filter((one) => one.token !== table.token)].slice(0, MOST_KNOWN));
}

/** Neither device nor tab knows that seat any more. */
export function forgetTable({ token }: { readonly token: string | null }): void {
  batch(() => {
    if (token !== null) keep(readKnown().filter((one) => one.token !== token));
    if (tabSeat()?.token !== token) return;
    store(TAB, null, 'sessionStorage');
    const here = arriving.peek();
    if (here?.token != null) arriving.value = { code: here.code, token: null };
  });
}

/** To the front page; the seat is kept. */
export function goHome(): void {
  store(TAB, null, 'sessionStorage');
  history.replaceState(history.state, '', location.pathname);
  arriving.value = null;
}

/** Write the address anew: going back in the browser's history brought up an older one. */
export function showPlace(): void {
  const place = arriving.peek();
  if (place) show(place.code);
  else history.replaceState(history.state, '', location.pathname);
}

/** Read the address anew. */
export function arrive(): void {
  const [place = '', claim] = unescaped(location.hash.slice(1)).split('!', 2);
  const [code, token] = split(place);
  if (!code) {
    arriving.value = null;
    return;
  }
  if (token) store(TAB, { code, token }, 'sessionStorage');
  if (token !== null) show(code);
  const seat = tabSeat();
  const own = seat !== null && isSameCode(seat.code, code) ? seat.token : null;
  const claims = claim && TOKEN.test(claim) ? { claim } : {};
  arriving.value = { code, token: own, ...claims };
}

/** Code and token; the token is '' when there is one that cannot be right. */
function split(place: string): readonly [string, string | null] {
  const [code = '', token] = place.split('.', 2);
  const short = code.trim().slice(0, LONGEST_CODE);
  if (token === undefined) return [short, null];
  return [short, TOKEN.test(token.trim()) ? token.trim() : ''];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function show(code: string): void {
  const wanted = `#${encodeURIComponent(code)}`;
  if (location.hash !== wanted) history.replaceState(history.state, '', wanted);
}

const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('BGSUZOQ01IL', (sign, at) => [sign, '865V2DDD777'.charAt(at)]),
);
const plain = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/./g, (sign) => LOOK_ALIKES[sign] ?? sign);

function tabSeat(): TabSeat | null {
  const found = load<Partial<TabSeat> | null>(TAB, null, 'sessionStorage');
  if (typeof found?.code !== 'string') return null;
  return { code: found.code, token: typeof found.token === 'string' ? found.token : null };
}

function readKnown(): readonly KnownTable[] {
  const found = load<readonly Partial<KnownTable>[]>(KNOWN, []);
  if (!Array.isArray(found)) return [];
  return found.filter(
    (one): one is KnownTable =>
      typeof one?.code === 'string' &&
      typeof one.name === 'string' &&
      TOKEN.test(`${one.token ?? ''}`),
  );
}

function keep(tables: readonly KnownTable[]): void {
  store(KNOWN, tables);
  known.value = tables;
}

known.value = readKnown();
arrive();
window.addEventListener('hashchange', arrive);
window.addEventListener('storage', ({ key }) => {
  if (key === KNOWN || key === null) known.value = readKnown();
});
