import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSession, HAND, playingView, ROOM } from '../testing/fakeSession';
import { learn, speak } from '../words';
import { keyCommands, listenToKeys, registerKeys } from './keys';
import { preferences } from './preferences';
import { closeSheet, openSheet } from './sheets';
import { announce, rememberEvents, urgentWords } from './speaking';
import { speechKeys } from './speech';

const endings: (() => void)[] = [];
const run = vi.fn();

/** Press a key on an element; gives whether the page took it. */
function press(key: string, more: KeyboardEventInit = {}, on: Element = document.body): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...more,
  });
  on.dispatchEvent(event);
  return event.defaultPrevented;
}
const add = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body.querySelector('*') as Element;
};

beforeEach(() => {
  run.mockClear();
  preferences.oneKeys.value = true;
  endings.push(listenToKeys(), registerKeys([{ key: 'h', text: 'ui.hand', run }]));
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  document.body.innerHTML = '';
});

test('one key acts, small or with the capitals locked', () => {
  expect(press('h')).toBe(true);
  expect(press('H')).toBe(true);
  expect(run).toHaveBeenCalledTimes(2);
});

test.each([
  ['Control', { ctrlKey: true }],
  ['Alt', { altKey: true }],
  ['Meta', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['held down', { repeat: true }],
  ['while characters are composed', { isComposing: true }],
])('not with %s', (_, more) => {
  expect(press('h', more)).toBe(false);
  expect(run).not.toHaveBeenCalled();
});

test.each([
  '<input>',
  '<input type="search">',
  '<textarea></textarea>',
  '<select></select>',
  '<div contenteditable="true"></div>',
  '<div role="textbox"></div>',
])('never while typing: %s', (html) => {
  expect(press('h', {}, add(html))).toBe(false);
  expect(run).not.toHaveBeenCalled();
});

test('nor inside an editor’s parts, but on buttons and boxes', () => {
  const inside = add('<div contenteditable="true"><b>x</b></div>').firstElementChild as Element;
  press('h', {}, inside);
  expect(run).not.toHaveBeenCalled();
  press('h', {}, add('<button>x</button>'));
  press('h', {}, add('<input type="checkbox">'));
  expect(run).toHaveBeenCalledTimes(2);
});

test('not when they are switched off, nor when another took the key', () => {
  preferences.oneKeys.value = false;
  press('h');
  preferences.oneKeys.value = true;
  add('<button>x</button>').addEventListener('keydown', (event) => event.preventDefault());
  press('h', {}, document.querySelector('button') as Element);
  expect(run).not.toHaveBeenCalled();
});

test('not under a sheet, unless they only say something', () => {
  const speaks = vi.fn();
  endings.push(registerKeys([{ key: 's', text: 'ui.hand', run: speaks, overSheets: true }]));
  openSheet({ name: 'score' });
  press('h');
  press('s');
  closeSheet();
  expect(run).not.toHaveBeenCalled();
  expect(speaks).toHaveBeenCalledOnce();
});

test('the latest of two for one key acts, and those that are not there do not', () => {
  const other = vi.fn();
  const end = registerKeys([{ key: 'h', text: 'ui.hand', run: other }]);
  press('h');
  expect(other).toHaveBeenCalledOnce();
  end();
  press('h');
  expect(run).toHaveBeenCalledOnce();
  endings.push(registerKeys([{ key: 'z', text: 'ui.hand', run, when: () => false }]));
  expect(press('z')).toBe(false);
  expect(keyCommands.value.map(({ key }) => key)).toEqual(['h']);
});

test('Shift only makes signs', () => {
  endings.push(registerKeys([{ key: '?', text: 'page.keys.list', run }]));
  expect(press('?', { shiftKey: true })).toBe(true);
});

const TABLE = {
  moves: ['S99', 'E39E', 'N', 'W69W'],
  ends: [9, 3, 9, 6],
  opened: ['N'],
  left: [1, 7, 8, 7],
  to_move: 'S',
} as const;

test.each([
  ['t', 'Your tiles: 0-1, 1-9, 2-5, 3-3, 4-8, 7-9, 5-5.'],
  ['e', 'Ana 9. Beto 3. North 9, open, 1st. West 6.'],
  ['f', "You can play 1-9 on Ana's branch or 3-3 on Beto's branch."],
  ['w', 'It is your turn, Ana.'],
  [
    'n',
    'Ana has 1 tile left. Beto has 7 tiles left. North has 8 tiles left. West has 7 tiles left.',
  ],
  ['k', 'North passed on 9.'],
  [
    'c',
    'Ana has 1 point of 100. Beto has 0 points of 100. North has 21 points of 100. West has 5 points of 100.',
  ],
  ['l', 'two three four'],
])('%s answers', async (key, answer) => {
  await speak('en');
  await learn('more');
  const fake = fakeSession({
    room: { ...ROOM, match: 1, scores: [1, 0, 21, 5] },
    view: playingView(TABLE, { ...HAND, legal: ['S19S', 'S33E'] }),
  });
  rememberEvents(['one', 'two', 'three', 'four']);
  endings.push(registerKeys(speechKeys(fake.session)));
  announce('before', { urgent: true });
  press(key);
  expect(urgentWords.value.at(-1)?.text).toBe(answer);
});

test('to somebody who looks on they answer too, and tell no hand', async () => {
  await speak('es');
  const fake = fakeSession({ me: null, view: playingView(TABLE, null) });
  const me = { code: ROOM.code, person: null, token: null };
  fake.set({ me });
  endings.push(registerKeys(speechKeys(fake.session)));
  const said = ['t', 'f', 'w', 'c'].map((key) => {
    press(key);
    return urgentWords.value.at(-1)?.text;
  });
  expect(said).toEqual([
    'Ahora no hay fichas que decir.',
    'No te toca a ti.',
    'Le toca a Ana.',
    said[3],
  ]);
  expect(said[3]).not.toBe('');
});
