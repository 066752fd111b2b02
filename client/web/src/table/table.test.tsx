import { cleanup, fireEvent, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenToKeys } from '../app/keys';
import { preferences } from '../app/preferences';
import { closeSheet, sheet } from '../app/sheets';
import { politeWords, urgentWords } from '../app/speaking';
import { speechKeys } from '../app/speech';
import { ALL } from '../lessons';
import type { Hint, You } from '../protocol/messages';
import { fakeSession, HAND, PLAYING, playingView, ROOM, seated } from '../testing/fakeSession';
import { draw, settled, stopObserving } from '../testing/screen';
import { learn } from '../words';
import { Table } from './table';

beforeEach(() => {
  stopObserving();
  preferences.learnt.value = [ALL];
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  preferences.passForMe.value = false;
  preferences.quickConfirm.value = false;
  preferences.rackOrder.value = 'dealt';
});

const hall = (you: You | null = HAND, changed = {}, room = ROOM) =>
  fakeSession({
    room: { ...room, match: 1, scores: [0, 0, 0, 0] },
    view: playingView(changed, you),
  });

const tile = (name: string) => document.querySelector<HTMLElement>(`[data-tile="${name}"]`);
const confirm = () => document.querySelector<HTMLElement>('[data-confirm]');
const press = async (element: Element | null) => {
  if (!element) throw new Error('nothing to press');
  fireEvent.click(element);
  await Promise.resolve();
};
const prompt = () => document.querySelector('[data-prompt]')?.textContent ?? '';
const WAITING: You = { ...HAND, legal: [] };

describe('an arriving view', () => {
  it('keeps the selected tile, the ghost and the focus', async () => {
    const fake = hall();
    await draw(<Table />, fake);
    tile('1-9')?.focus();
    await press(tile('1-9'));
    await waitFor(() => expect(document.querySelectorAll('[data-chip]')).toHaveLength(2));
    await press(document.querySelector('[data-chip="N"]'));
    await waitFor(() => expect(confirm()?.getAttribute('aria-disabled')).toBe('false'));
    const before = tile('1-9');
    before?.focus();
    const placed = [...document.querySelectorAll('.board-tile')];
    fake.set({ view: playingView({ number: 21, watchers: 1 }) });
    await waitFor(() => expect(document.body.textContent).toContain('1 person watching'));
    expect(document.activeElement).toBe(before);
    expect(before?.getAttribute('aria-pressed')).toBe('true');
    expect(confirm()?.getAttribute('aria-disabled')).toBe('false');
    expect([...document.querySelectorAll('.board-tile')]).toEqual(placed);
  });

  it('adds a tile without touching those that lie', async () => {
    const fake = hall(WAITING, { to_move: 'E' });
    await draw(<Table />, fake);
    const [first] = document.querySelectorAll('.board-tile');
    const moves = [...PLAYING.moves, 'E34E'];
    fake.set({ view: playingView({ moves, ends: [9, 4, 9, 6], turn: 7, to_move: 'N' }, WAITING) });
    await waitFor(() => expect(document.querySelectorAll('.board-tile')).toHaveLength(4));
    expect(document.querySelectorAll('.board-tile')[0]).toBe(first);
    expect(document.querySelectorAll('.board-tile-new')).toHaveLength(1);
  });

  it('drops what became impossible, with a sentence', async () => {
    const fake = hall();
    await draw(<Table />, fake);
    await press(tile('3-3'));
    await waitFor(() => expect(confirm()?.getAttribute('aria-disabled')).toBe('false'));
    fake.set({ view: playingView({ turn: 8 }, { ...HAND, legal: ['S19S'] }) });
    await waitFor(() => expect(document.body.textContent).toContain('The table has moved on'));
    expect(confirm()?.getAttribute('aria-disabled')).toBe('true');
  });

  it('goes on by arrows from the tile that r leads to', async () => {
    const end = listenToKeys();
    await draw(<Table />, hall());
    const names = [...document.querySelectorAll<HTMLElement>('[data-tile]')];
    const fitting = names.findIndex((one) => one.classList.contains('rack-fits'));
    expect(fitting).toBeGreaterThan(0);
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(document.activeElement).toBe(names[fitting]);
    await waitFor(() => expect(names[fitting]?.tabIndex).toBe(0));
    fireEvent.keyDown(names[fitting] as HTMLElement, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(names[fitting + 1]);
    end();
  });

  it('writes down who passed on what for whoever asks by k', async () => {
    const fake = hall(WAITING, { moves: [...PLAYING.moves, 'E'], to_move: 'N' });
    await draw(<Table />, fake);
    await learn('more');
    const [passes] = speechKeys(fake.session).filter(({ key }) => key === 'k');
    passes?.run();
    await waitFor(() => expect(prompt()).toContain('passed on'));
    expect(urgentWords.value.at(-1)?.text).toBe(prompt().trim());
    expect(politeWords.value.map(({ text }) => text)).not.toContain(prompt().trim());
  });

  it('leads the focus to a neighbour when its tile is played', async () => {
    const fake = hall();
    await draw(<Table />, fake);
    tile('3-3')?.focus();
    const hand = HAND.hand?.filter(([low, high]) => low !== 3 || high !== 3) ?? [];
    fake.set({ view: playingView({ turn: 7, to_move: 'E' }, { ...HAND, legal: [], hand }) });
    await waitFor(() => expect(tile('3-3')).toBeNull());
    expect(document.activeElement).toBe(tile('4-8'));
  });
});

describe('a lesson', () => {
  const got = () => document.querySelector('.prompt-got');

  it('stands where it is said what to do, and a chosen tile has the word before it', async () => {
    preferences.learnt.value = [];
    await draw(<Table />, hall());
    expect(prompt()).toContain('Your turn: 3 tiles fit. What fits is raised.');
    await press(tile('1-9'));
    await waitFor(() => expect(prompt()).not.toContain('raised'));
    fireEvent.keyDown(document, { key: 'Escape' });
    await waitFor(() => expect(prompt()).toContain('raised'));
  });

  it('goes with "got it", does not come back, and leads to the hand', async () => {
    preferences.learnt.value = ['double', 'pass'];
    await draw(<Table />, hall());
    await press(got());
    expect(preferences.learnt.value).toEqual(['double', 'pass', 'fits']);
    await waitFor(() => expect(prompt()).toBe('Your turn: 3 tiles fit. '));
    expect(document.activeElement?.getAttribute('data-tile')).toBeTruthy();
  });

  it('leads to the page of the rules that says more', async () => {
    preferences.learnt.value = [];
    await draw(<Table />, hall());
    await press(document.querySelector('.prompt .inline-link'));
    expect(sheet.value).toEqual({ name: 'rules', page: 'play' });
    closeSheet();
  });
});

describe('confirming', () => {
  it('sends once, and gives the tile back when it is refused', async () => {
    const fake = hall();
    fake.refuse('play', 'stale', 'Look again.');
    await draw(<Table />, fake);
    await press(tile('3-3'));
    await waitFor(() => expect(confirm()?.getAttribute('aria-disabled')).toBe('false'));
    confirm()?.click();
    confirm()?.click();
    expect(fake.sent).toEqual([{ type: 'play', turn: 6, tile: [3, 3], branch: 'E' }]);
    await waitFor(() => expect(document.body.textContent).toContain('Look again.'));
    expect(tile('3-3')?.getAttribute('aria-pressed')).toBe('true');
  });

  it('asks the server why a tile may not lie somewhere, and points at the rule', async () => {
    const fake = hall();
    fake.refuse('play', 'branch_closed', 'That branch is closed.');
    await draw(<Table />, fake);
    await press(tile('1-9'));
    await press(document.querySelector('[data-branch="W"]'));
    await waitFor(() => expect(document.body.textContent).toContain('That branch is closed.'));
    expect(document.querySelector('.prompt .inline-link')).not.toBeNull();
    expect(fake.sent).toEqual([{ type: 'play', turn: 6, tile: [1, 9], branch: 'W' }]);
  });

  it('passes in one tap, and says why one must', async () => {
    const fake = hall({ ...HAND, legal: ['S'], fits: [2, 4] });
    await draw(<Table />, fake);
    expect(document.body.textContent).toContain('You have no 2 or 4, and no double that fits');
    await press(confirm());
    expect(fake.sent).toEqual([{ type: 'pass', turn: 6 }]);
  });

  it('passes by itself for whoever wishes it, but not after an undo', async () => {
    preferences.passForMe.value = true;
    const must: You = { ...HAND, legal: ['S'], fits: [2] };
    const fake = hall(WAITING, {
      to_move: 'E',
      turn: 5,
      moves: ['S99', 'E39E', 'N', 'W69W', 'S19S'],
    });
    await draw(<Table />, fake);
    fake.set({ view: playingView({ turn: 6, moves: ['S99', 'E39E', 'N', 'W69W'] }, must) });
    await new Promise((done) => setTimeout(done, 20));
    expect(fake.sent).toEqual([]);
    cleanup();
    const fresh = hall(WAITING, { to_move: 'W', turn: 5, moves: ['S99', 'E39E', 'N'] });
    await draw(<Table />, fresh);
    fresh.set({ view: playingView({}, must) });
    await waitFor(() => expect(fresh.sent).toEqual([{ type: 'pass', turn: 6 }]));
  });
});

describe('to a screen reader', () => {
  it('the points are told by the names of those who have them', async () => {
    const seats = ROOM.seats.map((one) =>
      one.kind === 'computer' ? { ...one, name: 'Pipo' } : one,
    );
    await draw(<Table />, hall(HAND, {}, { ...ROOM, seats }));
    const points = document.querySelector('.header-scores')?.textContent;
    expect(points).toBe('Score: Ana 0Beto 0Pipo 0Pipo 0/100');
  });

  it('branches do not fit only once a tile is chosen that does not', async () => {
    await draw(<Table />, hall());
    const branches = () =>
      [...document.querySelectorAll('.selectors select:last-child option')]
        .map((one) => one.textContent)
        .filter((text) => text?.includes('branch'));
    expect(branches()[1]).toBe("East's branch, end 3");
    expect(branches().join()).not.toContain('does not fit');
    await press(tile('1-9'));
    await waitFor(() => expect(branches()[1]).toBe("East's branch, end 3, does not fit"));
  });
});

describe('company', () => {
  it('holds no face of a covered hand', async () => {
    const people = [...ROOM.people, { person: 5, name: 'Caro', device: 1 }];
    const seats = [seated('S', 1), seated('E', 5), seated('N', 'normal'), seated('W', 'normal')];
    const covered: You = { ...HAND, seat: null, hand: null, legal: [] };
    const fake = hall(covered, { to_move: 'E' }, { ...ROOM, people, seats });
    await draw(<Table />, fake);
    expect(document.body.textContent).toContain('Give the screen to Caro.');
    expect(document.querySelectorAll('[data-tile]')).toHaveLength(0);
    await press(document.querySelector('.cover button'));
    expect(fake.sent).toEqual([{ type: 'uncover', turn: 6, seat: 'E' }]);
  });

  it('covers the hand that remains where another of the device has been given up', async () => {
    const covered: You = { ...HAND, seat: null, hand: null, legal: [] };
    const fake = hall(covered, { to_move: 'E' });
    await draw(<Table />, fake);
    expect(document.querySelector('.cover')?.textContent).not.toContain('Give the screen');
    expect(document.querySelector('.cover button.button-main')).toBeNull();
    await settled(() => fake.set({ view: playingView({ to_move: 'S' }, covered) }));
    expect(document.querySelector('.cover')?.textContent).toContain('Give the screen to Ana.');
    expect(document.querySelectorAll('[data-tile]')).toHaveLength(0);
    await press(document.querySelector('.cover button.button-main'));
    expect(fake.sent).toEqual([{ type: 'uncover', turn: 6, seat: 'S' }]);
    await settled(() => fake.set({ view: playingView({ to_move: 'S' }) }));
    expect(document.querySelector('.cover')).toBeNull();
    expect(document.querySelectorAll('[data-tile]').length).toBeGreaterThan(0);
  });

  it('says whose play is to be taken back', async () => {
    const proposal = { number: 4, what: 'undo', by: 2, waiting: [1], to: 0 } as const;
    await draw(<Table />, hall(HAND, { moves: ['S99', 'E29E'], proposal }));
    expect(document.querySelector('.card')?.textContent).toContain('Ana and their 2-9');
  });

  it('says of a play in somebody’s place that it was a computer’s', async () => {
    const proposal = { number: 4, what: 'undo', by: 2, waiting: [1], to: 0 } as const;
    await draw(<Table />, hall(HAND, { moves: ['S99', 'E29E'], by_computer: [1], proposal }));
    expect(document.querySelector('.card')?.textContent).toContain('2-9 by a computer for Beto');
    const latest = document.querySelector('.recent-move:last-child')?.textContent;
    expect(latest).toContain('(A computer, in their place.)');
  });

  it('asks for consent beside the table', async () => {
    const proposal = { number: 4, what: 'undo', by: 2, waiting: [1] } as const;
    const fake = hall(HAND, { proposal });
    await draw(<Table />, fake);
    expect(document.body.textContent).toContain('Beto would like to take back');
    const yes = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Yes');
    await press(yes ?? null);
    expect(fake.sent).toEqual([{ type: 'answer', proposal: 4, yes: true }]);
  });

  it('explains the points of a hand and waits for somebody to go on', async () => {
    const result = { kind: 'block', points: 46, pips: [5, 12, 20, 9], winner: 'S' } as const;
    const reveal = [
      [[0, 5]],
      [[3, 9]],
      [
        [5, 6],
        [0, 9],
      ],
      [[4, 5]],
    ] as const;
    const fake = hall(WAITING, { phase: 'hand_over', to_move: null, result, reveal });
    await draw(<Table />, fake, 'es');
    expect(document.body.textContent).toContain('Ana 5 + Beto 12 + Norte 20 + Oeste 9 = 46');
    expect(document.querySelectorAll('.reveal-tile').length).toBeGreaterThanOrEqual(5);
    await press(document.querySelector('.hand-end-why .inline-link'));
    expect(sheet.value).toEqual({ name: 'rules', page: 'end' });
    closeSheet();
    const next = [...document.querySelectorAll('button')].find((one) =>
      one.textContent?.includes('Siguiente mano'),
    );
    await press(next ?? null);
    expect(fake.sent).toEqual([{ type: 'next', turn: 6 }]);
  });
});

it('shows who is to move below the tiles, which may lie at the rim', async () => {
  await draw(<Table />, hall());
  const arrow = document.querySelector('.arrow') as Element;
  const tiles = document.querySelector('.board-picture') as Element;
  expect(arrow.compareDocumentPosition(tiles) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

describe('a hint', () => {
  const hint = (others: Hint['others']): Hint => ({
    type: 'hint',
    about: 'id',
    turn: PLAYING.turn,
    move: 'S19N',
    reason: 'best',
    facts: {},
    text: 'as the server says it',
    others,
  });
  const button = (name: string) =>
    [...document.querySelectorAll('.actions-small')].find((one) => one.textContent === name);

  it('is a preview, and asked again brings the other moves, one of which may be looked at', async () => {
    const fake = hall();
    const other = {
      move: 'S79S',
      cost: 4,
      worse: 'clear' as const,
      drawback: 'worse',
      facts: {},
      text: 'worse',
    };
    fake.answer('hint', (command) =>
      hint('alternatives' in command && command.alternatives ? [other] : []),
    );
    await draw(<Table />, fake);
    await press(button('Hint') ?? null);
    await waitFor(() => expect(prompt()).toContain('All in all, it promises the most.'));
    expect(sheet.value).toBeNull();
    await press(button('Others') ?? null);
    await waitFor(() => expect(sheet.value?.name).toBe('others'));
    if (sheet.value?.name === 'others') sheet.value.onMove('S79S');
    await waitFor(() => expect(prompt()).toContain('7-9 to your own branch. Clearly worse.'));
    expect(fake.sent).toEqual([
      { type: 'hint', turn: PLAYING.turn, alternatives: false },
      { type: 'hint', turn: PLAYING.turn, alternatives: true },
    ]);
    closeSheet();
  });

  it('asked by key leads on to Confirm, and leaves the focus where it went meanwhile', async () => {
    const end = listenToKeys();
    const fake = hall();
    fake.answer('hint', () => hint([]));
    await draw(<Table />, fake);
    fireEvent.keyDown(document.body, { key: 'h' });
    await waitFor(() => expect(document.activeElement).toBe(confirm()));
    expect(confirm()?.getAttribute('aria-disabled')).toBe('false');
    await draw(<Table />, fake);
    fireEvent.keyDown(document.body, { key: 'h' });
    tile('3-3')?.focus();
    await waitFor(() => expect(prompt()).toContain('All in all'));
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(tile('3-3'));
    end();
  });

  it('asked by tap leaves the focus', async () => {
    const fake = hall();
    fake.answer('hint', () => hint([]));
    await draw(<Table />, fake);
    await press(button('Hint') ?? null);
    await waitFor(() => expect(prompt()).toContain('All in all'));
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(document.body);
  });

  it('has no others where there is one move', async () => {
    const fake = hall({ ...HAND, legal: ['S19N'] });
    fake.answer('hint', () => hint([]));
    await draw(<Table />, fake);
    await press(button('Hint') ?? null);
    await waitFor(() => expect(prompt()).toContain('All in all'));
    expect(button('Others')).toBeUndefined();
  });
});
