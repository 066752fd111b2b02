import { screen } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { preferences } from '../app/preferences';
import { closeSheet, sheet } from '../app/sheets';
import type { Table as Seen } from '../protocol/messages';
import { fakeSession, HAND, PLAYING, playingView, ROOM } from '../testing/fakeSession';
import { draw, press, settled, stopObserving } from '../testing/screen';
import { Table } from './table';

const ENDED = {
  result: { kind: 'out', winner: 'E', points: 36, pips: [12, 0, 20, 4] },
  secret: null,
  replayed: false,
} as const;
let match = 0;

beforeEach(() => {
  stopObserving();
  preferences.learnt.value = ['all'];
  match += 1; // what was read in another test is read there
});

const begun = (changed: Partial<Seen> = {}, you: Parameters<typeof playingView>[1] = HAND) =>
  playingView({ moves: ['E99', 'N', 'W69W'], opened: ['N'], ...changed }, you);

function dealt(view = begun(), hands: readonly (typeof ENDED)[] = [ENDED]) {
  const room = { ...ROOM, match, scores: [0, 36, 0, 0], hands };
  return fakeSession({ room, view });
}

const notice = () => screen.queryByRole('region', { name: 'Hand 1: Beto won 36 points.' });

test('whoever was still reading finds how the hand ended, until they play', async () => {
  const fake = dealt();
  await draw(<Table />, fake);
  expect(notice()).not.toBeNull();
  await press('See the result');
  expect(sheet.value).toEqual({ name: 'score', hand: 1 });
  closeSheet();
  await settled(() => fake.set({ view: begun({ turn: 7, moves: ['E99', 'N', 'W69W', 'S19S'] }) }));
  expect(notice()).toBeNull();
  await settled(() => fake.set({ view: begun({ turn: 8 }) })); // taken back
  expect(notice()).toBeNull();
});

test('what a computer plays for them takes nothing away', async () => {
  const moves = ['E99', 'N', 'W69W', 'S19S', 'E'];
  await draw(<Table />, dealt(begun({ moves, by_computer: [3], to_move: 'N' })));
  expect(notice()).not.toBeNull();
});

test('it can be put away', async () => {
  await draw(<Table />, dealt());
  await press('Close');
  expect(notice()).toBeNull();
});

test('who deals the next hand has seen it', async () => {
  const over = { phase: 'hand_over', to_move: null, result: ENDED.result, hand: 1 } as const;
  const fake = dealt(playingView({ ...over, reveal: [[], [], [], []] }, { ...HAND, legal: [] }));
  await draw(<Table />, fake);
  await press('Next hand');
  await settled(() => fake.set({ view: begun({ turn: 7 }) }));
  expect(notice()).toBeNull();
});

test('there is nothing to tell in the first hand, or once this one is over', async () => {
  await draw(<Table />, dealt(begun({ hand: 1 }), []));
  expect(document.querySelector('.card')).toBeNull();
  await draw(<Table />, dealt(begun({ phase: 'hand_over', result: ENDED.result }), [ENDED, ENDED]));
  expect(notice()).toBeNull();
});

test('an onlooker has it until everybody has had a turn', async () => {
  const fake = dealt(begun({}, null));
  fake.set({ me: { code: ROOM.code, person: null, token: null } });
  await draw(<Table />, fake);
  expect(notice()).not.toBeNull();
  await settled(() => fake.set({ view: begun({ moves: PLAYING.moves, turn: 8 }, null) }));
  expect(notice()).toBeNull();
});
