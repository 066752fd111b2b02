// @vitest-environment node
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preferences } from '../app/preferences';
import type { Table, View, You } from '../protocol/messages';
import { HAND, playingView } from '../testing/fakeSession';
import { type Learning, makeLearning } from './learning';
import { ALL, LESSONS, lessonFor } from './lessons';

const at = (table: Partial<Table>, you: Partial<You> = {}, learnt: readonly string[] = []) =>
  lessonFor(playingView(table, { ...HAND, ...you }), learnt);

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
  it('never for onlookers, for those who know it, or out of play', () => {
    expect(lessonFor(playingView({}, null), [])).toBeNull();
    expect(lessonFor(null, [])).toBeNull();
    expect(at({}, { seat: null })).toBeNull();
    expect(at({}, {}, [ALL])).toBeNull();
    expect(at({}, {}, LESSONS)).toBeNull();
    expect(at({ phase: 'starting' })).toBeNull();
    expect(at({ phase: 'hand_over' })).toBeNull();
  });
});

describe('at a table', () => {
  const { moves } = playingView().table;
  const view = signal<View>(playingView());
  const hand = signal('1 1');
  const { learnt } = preferences;
  let learning: Learning;
  beforeEach(() => {
    learnt.value = [];
    hand.value = '1 1';
    view.value = playingView();
    learning = makeLearning(view, hand);
  });
  afterEach(() => learning.dispose());

  it('a lesson counts as seen when the person plays on, not when others do', () => {
    expect(learning.lesson.value?.id).toBe('fits');
    view.value = playingView({ number: 21, moves: [...moves] });
    expect(learnt.value).toEqual([]);
    view.value = playingView({ moves: [...moves, 'S19S'], to_move: 'E' }, { ...HAND, legal: [] });
    expect(learnt.value).toEqual(['fits']);
    expect(learning.lesson.value?.id).toBe('pass');
  });

  it('the last one before a hand ends counts as seen, too', () => {
    view.value = playingView({ phase: 'hand_over', moves: [...moves, 'S19S'] });
    expect(learnt.value).toEqual(['fits']);
  });

  it('keeps the room for lessons to the end of the hand in which the last was learnt', () => {
    expect(learning.teaches.value).toBe(true);
    learnt.value = [ALL];
    expect(learning.teaches.value).toBe(true);
    hand.value = '1 2';
    expect(learning.teaches.value).toBe(false);
  });

  it('needs none for whoever knows the game, or looks on', () => {
    learning.dispose();
    view.value = playingView({}, null);
    expect(makeLearning(view, hand).teaches.value).toBe(false);
    view.value = playingView();
    learnt.value = [ALL];
    expect(makeLearning(view, hand).teaches.value).toBe(false);
  });
});
