import { act, cleanup, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { closeSheet, openSheet, sheet } from '../../app/sheets';
import type { HandState, Hint, Review, Room } from '../../protocol/messages';
import { fakeSession, playingView, ROOM, seated } from '../../testing/fakeSession';
import { choose, draw, press, settled } from '../../testing/screen';
import { loadSheet } from '../load';
import { Sheets } from '../sheets';
import { Judged } from './judged';

const HINT: Hint = {
  type: 'hint',
  about: 'id',
  turn: 6,
  move: 'S19E',
  reason: 'keeps_chain',
  facts: { tile: '1-9', count: 3, tiles: ['1-2', '2-3', '3-4'] },
  text: 'as the server says it',
  others: [
    { move: 'S19S', cost: 0, worse: null, drawback: 'as_good', facts: {}, text: 'About as good.' },
    {
      move: 'S79S',
      cost: 4,
      worse: 'clear',
      drawback: 'uses_open_branch',
      facts: { branch: 'E' },
      text: "Clearly worse. East's open branch stays unused.",
    },
    {
      move: 'S33N',
      cost: 19,
      worse: 'great',
      drawback: 'of_a_newer_server',
      facts: {},
      text: 'Too bold.',
    },
  ],
};
const JUDGED = /Judged by playing the hand on many times/;
const REVIEW: Review = {
  type: 'review',
  about: 'id',
  match: 1,
  hand: 2,
  seat: 'S',
  moves: [
    {
      at: 0,
      move: 'S99',
      cost: 0,
      worse: null,
      costly: false,
      better: 'S99',
      reason: 'best',
      facts: {},
      text: '',
    },
    {
      at: 4,
      move: 'S19E',
      cost: 2,
      worse: 'slight',
      costly: false,
      better: 'S19S',
      reason: 'best',
      facts: {},
      text: '',
    },
    {
      at: 8,
      move: 'S79S',
      cost: 7,
      worse: 'clear',
      costly: true,
      better: 'S33E',
      reason: 'hurries',
      facts: { tile: '3-3', seat: 'E', left: 2, count: 6 },
      text: '',
    },
  ],
};

beforeAll(() => Promise.all([loadSheet('others'), loadSheet('review')]), 60_000);
afterEach(async () => {
  await act(closeSheet);
  cleanup();
});

const rows = () =>
  [...document.querySelectorAll('.advice-moves li')].map((row) =>
    [...row.querySelectorAll('.advice-move > *')].map((part) => part.textContent),
  );

it('lists the other moves with what they cost and lack, in the names of this table', async () => {
  await draw(<Sheets />, fakeSession({ view: playingView() }));
  await act(() => openSheet({ name: 'others', hint: HINT, onMove: () => {} }));
  expect(rows()).toEqual([
    ["1-9 on Beto's branch", 'Best', 'You keep a line of 3 tiles for your own branch.'],
    ['1-9 on your own branch', 'About as good.'],
    ['7-9 on your own branch', 'Clearly worse.', "Beto's open branch stays unused."],
    ["3-3 on North's branch", 'Much worse.', 'Too bold.'],
  ]);
  expect(screen.getByText(JUDGED)).toBeTruthy();
});

it('shows the move that is tapped on the table and gives way to it', async () => {
  const onMove = vi.fn();
  await draw(<Sheets />, fakeSession({ view: playingView() }));
  await act(() => openSheet({ name: 'others', hint: HINT, onMove }));
  await press(/^7-9 on your own branch/);
  expect(onMove).toHaveBeenCalledWith('S79S');
  expect(sheet.value).toBeNull();
});

const ended = (points: number): HandState => ({
  result: { kind: 'out', points, pips: [0, 9, 9, 9], winner: 'S' },
  secret: null,
  replayed: false,
});
const OVER = { ...ROOM, match: 1, hands: [ended(27), ended(30), ended(21)] };

async function review(room: Room = OVER, answer: Review = REVIEW) {
  const fake = fakeSession({ room, view: playingView() });
  fake.answer('review', () => answer);
  await draw(<Sheets />, fake);
  await settled(() => openSheet({ name: 'review', match: 1, hand: 2 }));
  await settled(() => {}); // what was asked then is answered
  return fake;
}

it('marks the choices that cost most, with what was better and why', async () => {
  const fake = await review();
  expect(fake.sent).toContainEqual({ type: 'review', match: 1, hand: 2, seat: null });
  expect(rows()).toEqual([
    ['9-9 in the centre', 'Good'],
    ["1-9 on Beto's branch", 'Nearly the best'],
    [
      '7-9 on your own branch',
      'Clearly worse.',
      "Better: 3-3 on Beto's branch. Beto has 2 tiles left, so this gets rid of 6 pips.",
    ],
  ]);
  expect(document.querySelectorAll('.advice-costly')).toHaveLength(1);
  expect(screen.getByText('Hand 2: you had 3 choices.')).toBeTruthy();
  expect(screen.getByText(JUDGED)).toBeTruthy();
});

it('leads to the replay at that move', async () => {
  await review();
  await press(/^7-9 on your own branch/);
  expect(sheet.value).toEqual({ name: 'records', match: 1, hand: 2, at: 9 });
});

it('praises a hand without mistakes, and says when there was nothing to choose', async () => {
  await review(OVER, { ...REVIEW, moves: REVIEW.moves.slice(0, 2) });
  expect(screen.getByText(/None of them cost much: well played\./)).toBeTruthy();
  expect(screen.queryByText(JUDGED)).toBeNull();
  await review(OVER, { ...REVIEW, moves: [] });
  expect(screen.getByText('In hand 2 there was nothing for you to choose.')).toBeTruthy();
});

it('looks at each seat of a device of several', async () => {
  const room = {
    ...OVER,
    seats: [seated('S', 1), seated('E', 2), seated('N', 'normal'), seated('W', 'normal')],
    people: [
      { person: 1, name: 'Ana', device: 1 },
      { person: 2, name: 'Beto', device: 1 },
    ],
  };
  const fake = await review(room);
  await choose('radio', 'Beto');
  const asked = fake.sent.filter(({ type }) => type === 'review');
  expect(asked.map((command) => 'seat' in command && command.seat)).toEqual(['S', 'E']);
});

it('says why there is none, and asks again on request', async () => {
  const fake = fakeSession({ view: playingView() });
  fake.refuse('review', 'not_seated', 'This one is not yours.');
  await draw(<Sheets />, fake);
  await settled(() => openSheet({ name: 'review', match: 1, hand: 3 }));
  expect((await screen.findByRole('alert')).textContent).toContain('This one is not yours.');
  fake.answer('review', () => ({ ...REVIEW, hand: 3 }));
  await press('Try again');
  await waitFor(() => expect(rows()).toHaveLength(3));
});

it('stands beside the move in a replay once it has come in', async () => {
  const fake = await review();
  cleanup();
  await draw(<Judged match={1} hand={2} at={8} />, fake);
  expect(document.querySelector('.advice-judged')?.textContent).toContain('Clearly worse.');
  await draw(<Judged match={1} hand={2} at={7} />, fake);
  expect(document.querySelector('.advice-judged')).toBeNull();
});

it('is of a hand as it ended: one that is taken back is asked about anew', async () => {
  const fake = await review();
  const asked = () => fake.sent.filter(({ type }) => type === 'review').length;
  expect(asked()).toBe(1);
  fake.refuse('review', 'hand_not_over', 'That hand goes on.');
  await settled(() => fake.set({ room: { ...OVER, hands: OVER.hands.slice(0, 1) } }));
  expect(asked()).toBe(2);
  expect((await screen.findByRole('alert')).textContent).toContain('That hand goes on.');
  cleanup();
  await draw(<Judged match={1} hand={2} at={8} />, fake);
  await settled(() => fake.set({ room: OVER }));
  expect(document.querySelector('.advice-judged')).toBeNull();
});

it('is not kept when it comes in after the hand was taken back', async () => {
  const fake = await review({ ...OVER, hands: [] });
  cleanup();
  await draw(<Judged match={1} hand={2} at={8} />, fake);
  expect(document.querySelector('.advice-judged')).toBeNull();
});

it('outlasts the match', async () => {
  const fake = await review();
  cleanup();
  await settled(() => fake.set({ room: { ...OVER, match: 2, hands: [] } }));
  await draw(<Judged match={1} hand={2} at={8} />, fake);
  expect(document.querySelector('.advice-judged')).not.toBeNull();
});
