import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeSheet, openSheet } from '../app/sheets';
import type { Seat } from '../game/branches';
import { called } from '../game/called';
import { endingSaid } from '../game/ending';
import { fakeSession, playingView, ROOM } from '../testing/fakeSession';
import { draw } from '../testing/screen';
import { t } from '../words';
import { loadSheet } from './load';
import { lacks, sentences } from './plays';
import { runningTotals } from './score';
import { Sheets } from './sheets';

const PLAYED = {
  ...ROOM,
  match: 1,
  scores: [0, 36, 0, 0],
  hands: [
    {
      result: { kind: 'out', winner: 'E', points: 36, pips: [12, 0, 20, 4] },
      secret: null,
      replayed: true,
    },
    {
      result: { kind: 'block', winner: null, points: 0, pips: [9, 5, 5, 30] },
      secret: null,
      replayed: false,
    },
  ],
  tally: [
    { person: 2, matches: 0, points: 36 },
    { person: 1, matches: 1, points: 120 },
  ],
} as const;

beforeAll(async () => {
  for (const name of ['menu', 'rules', 'score', 'plays'] as const) await loadSheet(name);
}, 60_000);
afterEach(async () => {
  await act(closeSheet);
  cleanup();
});

const open = async (wanted: Parameters<typeof openSheet>[0]) => {
  await act(() => openSheet(wanted));
};

describe('a sheet', () => {
  it('has a name, takes focus, and goes with Escape', async () => {
    await draw(<Sheets />, fakeSession({ view: playingView() }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await open({ name: 'plays' });
    const dialog = await screen.findByRole('dialog', { name: 'Plays of this hand' });
    expect(document.activeElement?.textContent).toBe('Plays of this hand');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open and keeps its focus while views come and the connection goes', async () => {
    const fake = fakeSession({ view: playingView(), room: PLAYED });
    await draw(<Sheets />, fake);
    await open({ name: 'menu' });
    const score = await screen.findByRole('button', { name: 'Score' });
    score.focus();
    await act(() => fake.set({ view: playingView({ number: 30 }) }));
    await act(() => fake.set({ line: { state: 'trying', since: 0, tries: 1 } }));
    expect(document.activeElement).toBe(score);
  });
});

describe('reading', () => {
  const told = (fake: ReturnType<typeof fakeSession>) =>
    fake.sent.flatMap((one) => (one.type === 'reading' ? [one.what] : []));

  it('is told while the rules are open, and ends with them', async () => {
    const fake = fakeSession({ view: playingView() });
    await draw(<Sheets />, fake);
    await open({ name: 'score' });
    await open({ name: 'rules' });
    await open({ name: 'rules', page: 'priority' });
    await act(closeSheet);
    expect(told(fake)).toEqual(['rules', null]);
  });

  it('is told again after the connection broke', async () => {
    const fake = fakeSession({ view: playingView() });
    await draw(<Sheets />, fake);
    await open({ name: 'rules' });
    await act(() => fake.set({ line: { state: 'trying', since: 0, tries: 1 } }));
    await act(() => fake.set({ line: { state: 'open' } }));
    expect(told(fake)).toEqual(['rules', 'rules']);
  });

  it('is not for onlookers', async () => {
    const me = { code: ROOM.code, person: null, token: null };
    const fake = fakeSession({ me, view: playingView({}, null) });
    await draw(<Sheets />, fake);
    await open({ name: 'rules' });
    expect(told(fake)).toEqual([]);
  });
});

describe('the menu', () => {
  it('asks twice, in two places, before a hand starts again', async () => {
    const fake = fakeSession({ view: playingView() });
    await draw(<Sheets />, fake);
    await open({ name: 'menu' });
    fireEvent.click(await screen.findByRole('button', { name: 'Play this hand again' }));
    expect(fake.sent).toEqual([]);
    const again = screen.getByRole('button', { name: 'Play this hand again' });
    expect(document.activeElement).not.toBe(again);
    fireEvent.click(again);
    expect(fake.sent).toEqual([{ type: 'restart', turn: 6 }]);
  });
});

describe('the score', () => {
  it('adds up, says who won what, and marks what was played again', async () => {
    await draw(<Sheets />, fakeSession({ view: playingView(), room: PLAYED }));
    await open({ name: 'score' });
    await screen.findByText(/Played again after its tiles were seen/);
    expect(runningTotals(PLAYED)).toEqual([
      [0, 36, 0, 0],
      [0, 36, 0, 0],
    ]);
    const [, tally] = screen.getAllByRole('table');
    expect(tally?.textContent).toMatch(/Ana1120.*Beto036/);
  });

  it('has no tally before a match has ended', async () => {
    const tally = PLAYED.tally.map((one) => ({ ...one, matches: 0, points: 0 }));
    await draw(<Sheets />, fakeSession({ view: playingView(), room: { ...PLAYED, tally } }));
    await open({ name: 'score' });
    await screen.findByText(/Played again after its tiles were seen/);
    expect(screen.getAllByRole('table')).toHaveLength(1);
    expect(screen.queryByText('All evenings at this table')).toBeNull();
  });

  it('names those who tie for the lowest', async () => {
    await draw(null, fakeSession());
    const call = (seat: Seat) => (seat === 'E' ? 'Beto' : t(`seat.${seat}`));
    expect(endingSaid(PLAYED.hands[1].result, ['S', 'E', 'N', 'W'], call)).toContain(
      'Beto and North tie',
    );
  });
});

describe('the plays', () => {
  it('are sentences, those since my last move first', async () => {
    await draw(<Sheets />, fakeSession({ view: playingView() }));
    await open({ name: 'plays' });
    const news = (await screen.findByText('Since your last move')).parentElement;
    expect(news?.querySelectorAll('li')).toHaveLength(3);
    expect(sentences(['S99', 'E39E', 'N', 'N'], (seat) => called(ROOM, seat), [1])).toEqual([
      'Ana opens with 9-9.',
      'Beto plays 3-9 on their own branch. (A computer, in their place.)',
      "North passes. North's branch is open now.",
      "North passes again. North's branch stays open.",
    ]);
  });

  it('say what a seat has shown not to hold', async () => {
    await draw(null, fakeSession());
    const passes = [
      { play: 2, values: [9], doubles: [3] },
      { play: 6, values: [3, 9], doubles: [5] },
    ];
    expect(lacks(passes)).toBe('has no 3 or 9, nor 5-5');
    expect(lacks(passes.slice(0, 1))).toBe('has no 9, nor 3-3');
    expect(lacks([{ play: 2, values: [1], doubles: [] }])).toBe('has no 1');
  });
});
