import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeSheet, openSheet, sheet } from '../../app/sheets';
import { unhex } from '../../fair/bytes';
import type { RecordMessage, Step } from '../../protocol/messages';
import { fakeSession, playingView, ROOM } from '../../testing/fakeSession';
import { draw } from '../../testing/screen';
import { loadSheet } from '../load';
import { Sheets } from '../sheets';
import { momentOf, replayedHands } from './replayed';

const VECTOR = JSON.parse(readFileSync('../../tests/cases/fair-deals.json', 'utf8'))[2];
const MOVES = ['S 7-7', 'E 4-7>E', 'N pass', 'W 0-7>W'];
const STEPS: Step[] = [
  { to_move: 'S', ends: [], opened: [], left: [8, 8, 8, 8] },
  { to_move: 'E', ends: [7, 7, 7, 7], opened: [], left: [7, 8, 8, 8] },
  { to_move: 'N', ends: [7, 4, 7, 7], opened: [], left: [7, 7, 8, 8] },
  { to_move: 'W', ends: [7, 4, 7, 7], opened: ['N'], left: [7, 7, 8, 8] },
  { to_move: null, ends: [7, 4, 7, 0], opened: ['N'], left: [7, 7, 8, 7] },
];
const RECORD: RecordMessage = {
  type: 'record',
  about: 'id',
  match: 1,
  record: {
    format: 'longana/1',
    rules: { preset: 'cuban', seats: 4, target: 100 },
    players: {
      S: { name: 'Ana', kind: 'human' },
      N: { name: 'Computer', kind: 'computer', level: 'hard' },
    },
    hands: [
      {
        deal: VECTOR.deal,
        moves: MOVES,
        result: { kind: 'block', winner: 'E', points: 60, pips: { S: 40, E: 10, N: 44, W: 45 } },
        secret: VECTOR.secret,
        replayed: true,
      },
    ],
    current: { moves: ['E 5-5'] },
    proof: { commitment: VECTOR.previous, seals: VECTOR.seals, nonces: VECTOR.nonces },
  },
  steps: [STEPS],
};
const HANDS = [
  {
    result: { kind: 'block', winner: 'E', points: 60, pips: [40, 10, 44, 45] },
    secret: null,
    replayed: true,
  },
] as const;

beforeAll(() => Promise.all([loadSheet('records'), loadSheet('score')]), 60_000);
afterEach(async () => {
  await act(closeSheet);
  cleanup();
  localStorage.removeItem('longana.nonces');
  vi.useRealTimers();
});

async function records(record: RecordMessage = RECORD, hand?: number) {
  await drawn(record);
  await act(() => openSheet({ name: 'records', match: 1, ...(hand && { hand }) }));
}

async function drawn(record: RecordMessage) {
  const commitment = unhex(VECTOR.previous);
  const room = { ...ROOM, match: 1, hands: HANDS, commitment };
  const fake = fakeSession({ view: playingView(), room });
  const { send } = fake.session;
  fake.session.send = (command) =>
    command.type === 'record' ? Promise.resolve(record) : send.call(fake.session, command);
  await draw(<Sheets />, fake);
}

it('reads a hand as the table showed it at each step', () => {
  const [hand] = replayedHands(RECORD, ['S', 'E', 'N', 'W']);
  if (!hand) throw new Error('no hand');
  expect(hand.moves).toEqual(['S77', 'E47E', 'N', 'W07W']);
  expect(momentOf(hand, 0)).toMatchObject({ laid: [], move: null, step: STEPS[0] });
  const moment = momentOf(hand, 4);
  expect(moment.laid.map(({ branch, near, far }) => [branch, near, far])).toEqual([
    [null, 7, 7],
    ['E', 7, 4],
    ['W', 7, 0],
  ]);
  expect(moment.step).toBe(STEPS[4]);
  expect([...moment.hands.values()].map((tiles) => tiles.length)).toEqual([7, 7, 8, 7]);
});

it('answers in plain words whether the deal was fair, with the proof below', async () => {
  await records();
  const answer = await screen.findByText('Yes.');
  expect(answer.parentElement?.textContent).toMatch(
    /Nobody chose the tiles: the one finished hand/,
  );
  expect(answer.parentElement?.textContent).not.toMatch(/[0-9a-f]{16}/);
  expect(screen.getByText(VECTOR.previous)).toBeTruthy();
});

it.each([
  ['No.', { proof: { ...(RECORD.record.proof as object), commitment: '0'.repeat(64) } }],
  ['That cannot be told.', { proof: undefined }],
  ['That cannot be told.', { hands: [] }],
  ['That cannot be told.', { test_deals: true }],
])('says %s', async (said, changed) => {
  await records({ ...RECORD, record: { ...RECORD.record, ...changed } });
  expect(await screen.findByText(said)).toBeTruthy();
});

describe('a record of a match that this device', () => {
  const keep = (commitment: string, nonces: object, given: string) =>
    localStorage.setItem(
      'longana.nonces',
      JSON.stringify([[commitment, nonces, given, ROOM.code, 1, 4]]),
    );
  const answer = async () =>
    (await screen.findByText('Were these deals fair?')).parentElement?.textContent;

  it('had a part in holds that part', async () => {
    keep(VECTOR.previous, { S: VECTOR.nonces.S }, 'S');
    await records();
    expect(await answer()).toContain('Your own part of the shuffle, kept on this device, is in');
  });

  it('had a part in is forged as a whole', async () => {
    keep('aa'.repeat(32), { S: 'bb'.repeat(32) }, 'S');
    await records();
    expect(await answer()).toContain('No. The record rests on another fingerprint');
  });

  it.each(['S', 'E'])('had a part in at %s has another part there', async (seat) => {
    keep(VECTOR.previous, { [seat]: 'bb'.repeat(32) }, seat);
    await records();
    expect(await answer()).toContain('is not what this device sent.');
  });

  it('saw, without a part in its shuffle', async () => {
    keep(VECTOR.previous, {}, '');
    await records();
    expect(await answer()).toContain('Yes.');
    expect(await answer()).toContain('This device had no part in that shuffle');
  });

  it('knows nothing of', async () => {
    await records();
    expect(await answer()).toContain('This device keeps nothing of its own of that match');
  });
});

it('replays step by step, and shows hands only when asked or at the end', async () => {
  await records(RECORD, 1);
  const slider = await screen.findByLabelText('Where you are in the hand');
  const faces = () => document.querySelectorAll('.holder-face').length;
  expect(faces()).toBe(0);
  fireEvent.click(screen.getByLabelText('One move on'));
  fireEvent.keyDown(screen.getByLabelText('One move on'), { key: 'ArrowRight' });
  expect(screen.getByRole('status').textContent).toContain('2/4: East plays 4-7');
  expect(slider.getAttribute('aria-valuetext')).toContain('East plays 4-7');
  expect(screen.getByText('North, Computer, hard').textContent).toContain('North');
  fireEvent.click(screen.getByLabelText('Show all hands'));
  expect(faces()).toBe(30);
  fireEvent.click(screen.getByLabelText('Show all hands'));
  fireEvent.input(slider, { target: { value: '4' } });
  expect(faces()).toBe(29);
  expect(screen.getByRole('status').textContent).toContain('East has the lowest total');
});

it('plays by itself, and pauses', async () => {
  await records(RECORD, 1);
  await screen.findByLabelText('Play');
  vi.useFakeTimers();
  fireEvent.click(screen.getByLabelText('Play'));
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  await pass(1400);
  await pass(1400);
  fireEvent.click(screen.getByLabelText('Pause'));
  await pass(5000);
  expect(screen.getByRole('status').textContent).toContain('2/4');
});

it('gives the record as a file with a name that says what it is', async () => {
  await records();
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.download);
  });
  fireEvent.click(await screen.findByText('Keep the record as a file'));
  await waitFor(() => expect(clicked).toEqual([`longana-${ROOM.code}-1.json`]));
});

it('shows with the score what was left at the end of a hand, and leads to its replay', async () => {
  await drawn(RECORD);
  await act(() => openSheet({ name: 'score', hand: 1 }));
  const hand = (await screen.findByRole('heading', { name: 'Hand 1' })).closest('section');
  await waitFor(() => expect(hand?.querySelectorAll('.holder-face')).toHaveLength(29));
  expect(hand?.textContent).toContain(
    'Beto has the lowest total and wins the hand with 60 points.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'See the hand again' }));
  expect(sheet.value).toEqual({ name: 'records', match: 1, hand: 1, at: 4 });
});
