import { cleanup } from '@testing-library/preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Table } from '../protocol/messages';
import { mute } from '../sheets/talk/mute';
import { fakeSession, HAND, playingView, ROOM } from '../testing/fakeSession';
import { draw } from '../testing/screen';
import { language, learn, speak } from '../words';
import { Announcer } from './announcer';
import { preferences } from './preferences';
import { tellReaders } from './readers';
import { announce, lastEvents } from './speaking';

const room = { ...ROOM, match: 1 };
const QUIET = { moves: ['S99'], turn: 1, to_move: 'E' } as const;
let fake: ReturnType<typeof fakeSession>;
let added: string[];
let end = () => {};

/** Draws it, and notes every element that comes into a live region from then on. */
async function listen(language: 'en' | 'es' = 'en') {
  fake = fakeSession({ room, view: playingView(QUIET) });
  const { container } = await draw(<Announcer />, fake, language);
  end = tellReaders(fake.session);
  await act(() => {});
  for (const region of container.querySelectorAll('[aria-live]'))
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          added.push(`${region.getAttribute('aria-live')}: ${node.textContent}`);
    }).observe(region, { childList: true });
  return container;
}

const see = (table: Partial<Table>) =>
  act(async () => {
    fake.set({ view: playingView({ ...QUIET, ...table }) });
    await Promise.resolve();
  });

beforeEach(() => {
  added = [];
  localStorage.clear();
  preferences.longSpeech.value = true;
  preferences.talk.value = true;
});
afterEach(async () => {
  end();
  cleanup();
  await speak(language.peek());
  await learn('more');
});

test('every play and pass is said: who, what, where', async () => {
  await listen();
  await see({ moves: ['S99', 'E39E', 'N'], turn: 3, to_move: 'W' });
  expect(added).toEqual([
    "polite: Beto plays 3-9 on their own branch. North passes. North's branch is open now.",
  ]);
});

test('what a computer plays for somebody is not said to be theirs', async () => {
  await listen();
  await see({ moves: ['S99', 'E39E', 'N'], by_computer: [1], turn: 3, to_move: 'W' });
  expect(added).toEqual([
    'polite: Beto plays 3-9 on their own branch. (A computer, in their place.) ' +
      "North passes. North's branch is open now.",
  ]);
  preferences.longSpeech.value = false;
  await see({ moves: ['S99', 'E39E', 'N', 'W'], by_computer: [1, 3], turn: 4, to_move: 'S' });
  expect(added.at(-1)).not.toContain('computer');
});

test('the same sentence twice is said twice', async () => {
  await listen();
  await see({ moves: ['S99', 'E', 'N89N', 'W89N', 'S79S', 'E'], turn: 6, to_move: 'N' });
  const moves = ['S99', 'E', 'N89N', 'W89N', 'S79S', 'E', 'N', 'W', 'S', 'E'];
  await see({ moves, turn: 10, to_move: 'N' });
  await see({ moves: [...moves, 'N'], turn: 11, to_move: 'W' });
  await see({ moves: [...moves, 'N', 'W', 'S', 'E', 'N'], turn: 15, to_move: 'W' });
  await act(() => announce('West waits.'));
  await act(() => announce('West waits.'));
  expect(added.slice(-2)).toEqual(['polite: West waits.', 'polite: West waits.']);
  expect(
    added.filter((said) => said.endsWith("North passes again. North's branch stays open.")),
  ).toHaveLength(2);
});

test('my turn breaks in, with what was played before it', async () => {
  await listen();
  await see({ moves: ['S99', 'E', 'N', 'W'], turn: 4, to_move: 'S' });
  expect(added).toHaveLength(1);
  expect(added[0]).toMatch(/^assertive: Beto passes\..*It is your turn, Ana\.$/);
});

test('a pass that is forced is said with its reason', async () => {
  await listen();
  await act(() =>
    fake.set({
      view: playingView(
        { ...QUIET, moves: ['S99', 'E', 'N', 'W'], turn: 4, to_move: 'S' },
        { ...HAND, legal: ['S'], fits: [3, 7] },
      ),
    }),
  );
  expect(added[0]).toContain('No 3, 7 or double fits, so you have to pass.');
});

test('who comes to a hand hears where it is', async () => {
  await listen();
  end();
  await act(() => {
    end = tellReaders(fake.session);
  });
  expect(added).toEqual(['polite: Hand 2 is under way. Beto is to move.']);
});

const OUT = { kind: 'out', points: 12, pips: [0, 4, 4, 4], winner: 'S' } as const;
const OVER = { moves: ['S99', 'E39E'], turn: 2, to_move: null, result: OUT } as const;

test.each([
  ['mine', 1, 'You play your last tile and win the hand with 12 points.', 'You win the match'],
  ['for others', 2, 'Ana plays their last tile and wins the hand with 12 points.', 'Ana wins the'],
])('a match that is won is told: %s', async (_, person, hand, match) => {
  await listen();
  await act(() => fake.set({ me: { person } as never }));
  added = [];
  await act(() =>
    fake.set({
      room: { ...room, scores: [104, 0, 0, 0], winner: 'S' },
      view: playingView({ ...QUIET, ...OVER, phase: 'match_over' }),
    }),
  );
  expect(added.join()).toContain(hand);
  expect(added.join()).toContain(match);
});

test('so is one that nobody wins', async () => {
  await listen();
  await see({ ...OVER, phase: 'match_over' });
  expect(added.join()).toContain('so it ends here, and nobody wins it.');
});

test('nothing is said of a view that changes nothing', async () => {
  await listen();
  await see({ number: 90 });
  expect(added).toEqual([]);
});

test('short words for whoever wants them, in Spanish too', async () => {
  preferences.longSpeech.value = false;
  await listen('es');
  await see({ moves: ['S99', 'E39E', 'N', 'W'], turn: 4, to_move: 'S' });
  expect(added[0]).toBe('assertive: Beto 3-9, propia. Norte pasa. Oeste pasa. Te toca.');
});

test('lines of others are read, not those of muted people, nor my own', async () => {
  await listen();
  const line = (person: number, text: string) =>
    ({
      type: 'said',
      person,
      name: person === 3 ? 'Caro' : 'Beto',
      text,
      phrase: null,
      nudge: null,
    }) as const;
  mute(ROOM.code, 'Caro', true);
  await act(() => fake.set({ lines: [line(2, 'hi'), line(3, 'boo'), line(1, 'me')] }));
  expect(added).toEqual(['polite: Beto: hi']);
  preferences.talk.value = false;
  await act(() =>
    fake.set({ lines: [line(2, 'hi'), line(3, 'boo'), line(1, 'me'), line(2, 'x')] }),
  );
  expect(added).toHaveLength(1);
});

test('the page keeps no more than the latest few', async () => {
  const container = await listen();
  for (let at = 0; at < 40; at++) await act(() => announce(`sentence ${at}`));
  expect(container.querySelectorAll('[aria-live] > p').length).toBeLessThanOrEqual(12);
  expect(container.textContent).toContain('sentence 39');
});

test('what the server tells everybody is said', async () => {
  await listen();
  await act(() =>
    fake.set({
      notice: { type: 'refused', about: null, code: 'try_again', text: 'Not now.', facts: {} },
    }),
  );
  expect(added).toEqual(['assertive: Not now.']);
});

test('names are text and nothing else', async () => {
  const container = await listen();
  const name = '<img src=x onerror=document.title=1>';
  await act(() =>
    fake.set({ room: { ...room, people: [...room.people, { person: 9, name, device: 9 }] } }),
  );
  expect(added).toEqual([`polite: ${name} is here.`]);
  expect(container.querySelector('img')).toBeNull();
});

test('the last events can be asked for', async () => {
  await listen();
  await see({ moves: ['S99', 'E39E', 'N'], turn: 3, to_move: 'W' });
  expect(lastEvents.value.at(-1)).toContain('North passes.');
});
