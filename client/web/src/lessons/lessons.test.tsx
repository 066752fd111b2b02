import { act, cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preferences } from '../app/preferences';
import type { Table, You } from '../protocol/messages';
import { fakeSession, HAND, playingView } from '../testing/fakeSession';
import { draw } from '../testing/screen';
import { Lesson } from '.';
import { ALL, LESSONS, lessonFor } from './lessons';

const at = (table: Partial<Table>, you: Partial<You> = {}, learnt: readonly string[] = []) =>
  lessonFor(playingView(table, { ...HAND, ...you }), learnt);

const OUT = { kind: 'out', winner: 'E', points: 20, pips: [20, 0, 0, 0] } as const;

describe('each sentence comes when its situation arises', () => {
  it('a tile that fits', () => {
    expect(at({})?.id).toBe('fits');
    expect(at({ moves: [], ends: [], opened: [] }, { legal: ['S33'] })).toBeNull();
  });
  it('a double on a closed branch', () => {
    const found = at({}, { legal: ['S33E'] }, ['fits']);
    expect(found).toMatchObject({ id: 'double', facts: { tile: '3-3', branch: 'E' } });
    expect(at({ opened: ['E'] }, { legal: ['S33E'] }, ['fits', 'pass'])).toBeNull();
    expect(at({ opened: [] }, { legal: ['S33S'] }, ['fits'])).toBeNull();
  });
  it('a pass that opens, of others and of my own', () => {
    expect(at({ to_move: 'E' }, { legal: [] })).toMatchObject({ id: 'pass', facts: { seat: 'N' } });
    expect(at({ opened: [] }, { legal: ['S'] })?.key).toBe('page.lesson.pass.own');
    expect(at({ to_move: 'E', opened: ['S'] }, { legal: [] })).toBeNull();
  });
  it('equal-end priority', () => {
    const found = at({}, { barred: { W: 'N' } }, ['fits']);
    expect(found).toMatchObject({ id: 'priority', facts: { branch: 'W', instead: 'N' } });
  });
  it('a block, and how hands are scored', () => {
    const block = { ...OUT, kind: 'block' } as const;
    expect(at({ phase: 'hand_over', result: block })?.id).toBe('block');
    expect(at({ phase: 'hand_over', result: block }, {}, ['block'])).toBeNull();
    expect(at({ phase: 'match_over', result: OUT })?.id).toBe('scoring');
  });
  it('never for onlookers, for those who know it, or out of play', () => {
    expect(lessonFor(playingView({}, null), [])).toBeNull();
    expect(lessonFor(null, [])).toBeNull();
    expect(at({}, { seat: null })).toBeNull();
    expect(at({}, {}, [ALL])).toBeNull();
    expect(at({}, {}, LESSONS)).toBeNull();
    expect(at({ phase: 'starting' })).toBeNull();
  });
});

describe('on the screen', () => {
  beforeEach(() => {
    preferences.learnt.value = [];
  });
  afterEach(cleanup);

  it('goes with "got it", and does not come back', async () => {
    const fake = fakeSession({ view: playingView({ opened: [] }, { ...HAND, legal: ['S19S'] }) });
    await draw(<Lesson />, fake);
    fireEvent.click(screen.getByText('Got it'));
    expect(preferences.learnt.value).toEqual(['fits']);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('counts as seen when the person plays on, not when others do', async () => {
    const fake = fakeSession({ view: playingView() });
    await draw(<Lesson />, fake);
    const { moves } = playingView().table;
    await act(() => fake.set({ view: playingView({ number: 21, moves: [...moves] }) }));
    expect(preferences.learnt.value).toEqual([]);
    const next = playingView({ moves: [...moves, 'S19S'], to_move: 'E' }, { ...HAND, legal: [] });
    await act(() => fake.set({ view: next }));
    expect(preferences.learnt.value).toEqual(['fits']);
    expect(screen.getByRole('status').textContent).toContain('North has passed');
  });

  it('leaves alone whoever knows the game', async () => {
    await draw(<Lesson />, fakeSession({ view: playingView() }), 'es');
    fireEvent.click(screen.getByText('Ya conozco el juego'));
    expect(preferences.learnt.value).toEqual([ALL]);
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
