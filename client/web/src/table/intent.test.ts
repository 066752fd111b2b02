// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Seat, Tile } from '../game/branches';
import { NO_CHOICES, readChoices } from '../game/choices';
import { type Happening, type Intent, NOTHING, type Situation, step } from './intent';

const HAND: Tile[] = [
  [3, 7],
  [3, 3],
  [5, 8],
  [0, 1],
];
const ENDS = new Map<Seat, number>([
  ['S', 3],
  ['E', 5],
  ['N', 7],
  ['W', 5],
]);

const at = (legal: string[], more: Partial<Situation> = {}): Situation => ({
  turn: 4,
  playing: true,
  seat: 'S',
  toMove: 'S',
  hand: HAND,
  choices: readChoices({ legal }),
  ends: ENDS,
  opened: ['N'],
  quick: false,
  ...more,
});
const MINE = at(['S37S', 'S37N', 'S33S']);

/** The intent after some happenings, and the last act. */
function run(now: Situation, ...happenings: Happening[]) {
  let intent: Intent = NOTHING;
  let act = null;
  for (const happening of happenings) [intent, act] = step(intent, happening, now);
  return { intent, act };
}
const tile = (of: Tile, again = false): Happening => ({ type: 'tile', tile: of, again });
const place = (branch: Seat | null): Happening => ({ type: 'place', branch });

describe('choosing', () => {
  it('selects a tile with two places, and shows it where it is put', () => {
    expect(run(MINE, tile([3, 7])).intent).toMatchObject({ selected: [3, 7], preview: null });
    const { intent, act } = run(MINE, tile([3, 7]), place('N'));
    expect(intent.preview).toMatchObject({ tile: [3, 7], branch: 'N' });
    expect(act).toBeNull();
  });

  it('shows a tile with one place at once', () => {
    expect(run(MINE, tile([3, 3])).intent.preview).toMatchObject({ branch: 'S' });
  });

  it('lets go of a tile that is tapped again, but not by a double tap', () => {
    expect(run(MINE, tile([3, 7]), tile([3, 7])).intent.selected).toBeNull();
    expect(run(MINE, tile([3, 3]), tile([3, 3], true)).intent.preview).not.toBeNull();
  });

  it('takes a tile beforehand when it is not my turn', () => {
    const now = at([], { choices: NO_CHOICES, toMove: 'E' });
    const { intent, act } = run(now, tile([5, 8]), place('E'));
    expect(intent.selected).toEqual([5, 8]);
    expect(intent.note).toMatchObject({ key: 'refused.not_your_turn' });
    expect(act).toBeNull();
  });

  it('steps back from the ghost, then from the tile', () => {
    const back: Happening = { type: 'escape' };
    expect(run(MINE, tile([3, 3]), back).intent).toMatchObject({
      selected: [3, 3],
      preview: null,
    });
    expect(run(MINE, tile([3, 3]), back, back).intent.selected).toBeNull();
  });

  it('opens with the double that was chosen', () => {
    const now = at(['S33'], { ends: new Map() });
    expect(run(now, tile([3, 3])).intent.preview).toMatchObject({ branch: null });
    expect(run(now, tile([3, 7])).act).toMatchObject({ type: 'why', branch: null });
  });
});

describe('why not', () => {
  it('says itself that no end has the numbers', () => {
    const { intent, act } = run(MINE, tile([0, 1]));
    expect(intent.note).toMatchObject({
      key: 'ui.fits_nowhere',
      facts: { tile: '0-1', ends: [3, 5, 7] },
    });
    expect(act).toBeNull();
  });

  it('asks the server about a branch that has the number', () => {
    expect(run(MINE, tile([5, 8])).act).toEqual({
      type: 'why',
      turn: 4,
      tile: [5, 8],
      branch: 'E',
    });
    const { intent, act } = run(MINE, tile([3, 7]), place('W'));
    expect(act).toMatchObject({ type: 'why', branch: 'W' });
    expect(intent.selected).toEqual([3, 7]);
  });

  it('tells what fits an end that is tapped first', () => {
    expect(run(MINE, place('S')).intent.note).toMatchObject({
      key: 'page.table.fits_here',
      facts: { tiles: ['3-7', '3-3'], end: 3 },
    });
    expect(run(MINE, place('W')).intent.note).toMatchObject({ key: 'page.table.end_closed' });
  });
});

describe('sending', () => {
  it('confirms once', () => {
    const sent = run(MINE, tile([3, 3]), { type: 'confirm' });
    expect(sent.act).toEqual({ type: 'play', turn: 4, tile: [3, 3], branch: 'S' });
    expect(step(sent.intent, { type: 'confirm' }, MINE)[1]).toBeNull();
    expect(step(sent.intent, tile([3, 7]), MINE)[0].selected).toEqual([3, 3]);
  });

  it('confirms with a second tap on the ghost', () => {
    expect(run(MINE, tile([3, 7]), place('N'), place('N')).act).toMatchObject({ type: 'play' });
  });

  it('plays at once where that was wished', () => {
    const quick = { ...MINE, quick: true };
    expect(run(quick, tile([3, 7]), place('N')).act).toMatchObject({ type: 'play' });
    expect(run(quick, tile([3, 3])).act).toMatchObject({ type: 'play', branch: 'S' });
  });

  it('drops a dragged tile as a preview', () => {
    const dropped = run(MINE, { type: 'drop', tile: [3, 7], branch: 'N' });
    expect(dropped.intent.preview).toMatchObject({ branch: 'N' });
    expect(dropped.act).toBeNull();
  });

  it('passes only when that is all there is', () => {
    expect(run(MINE, { type: 'pass' }).act).toBeNull();
    expect(run(at(['S']), { type: 'pass' }).act).toEqual({ type: 'pass', turn: 4 });
  });

  it('gives the tile back with the sentence of a refusal', () => {
    const { intent } = run(MINE, tile([3, 3]), { type: 'confirm' });
    const [back] = step(
      intent,
      { type: 'answered', refused: { text: 'The table moved on.' } },
      MINE,
    );
    expect(back).toMatchObject({
      sending: null,
      selected: [3, 3],
      note: { text: 'The table moved on.' },
    });
    const moved = { ...MINE, turn: 5, choices: NO_CHOICES };
    const [seen] = step(back, { type: 'view' }, moved);
    expect(seen).toMatchObject({ preview: null, note: { text: 'The table moved on.' } });
  });

  it('waits for the view after the answer, whichever comes first', () => {
    const { intent } = run(MINE, tile([3, 3]), { type: 'confirm' });
    const moved = { ...MINE, turn: 5, choices: NO_CHOICES, hand: HAND.slice(2) };
    const answer: Happening = { type: 'answered', refused: null };
    const [done] = step(intent, answer, MINE);
    expect(done.sending?.done).toBe(true);
    expect(step(done, { type: 'view' }, moved)[0]).toBe(NOTHING);
    const [early] = step(intent, { type: 'view' }, moved);
    expect(early.sending).not.toBeNull();
    expect(step(early, answer, moved)[0]).toBe(NOTHING);
  });
});

describe('a view that arrives', () => {
  it('disturbs nothing that is still possible', () => {
    const { intent } = run(MINE, tile([3, 7]), place('N'));
    expect(step(intent, { type: 'view' }, { ...MINE })[0]).toBe(intent);
  });

  it('keeps a tile taken beforehand until my turn has come', () => {
    const before = run(at([], { toMove: 'E' }), tile([3, 7])).intent;
    expect(step(before, { type: 'view' }, { ...MINE, turn: 5 })[0].selected).toEqual([3, 7]);
  });

  it('drops a preview that became impossible, with a sentence', () => {
    const { intent } = run(MINE, tile([3, 7]), place('N'));
    const [dropped] = step(intent, { type: 'view' }, at(['S37S'], { turn: 6 }));
    expect(dropped).toMatchObject({
      selected: [3, 7],
      preview: null,
      note: { key: 'ui.preview_dropped' },
    });
  });

  it('lays a tile back that may go nowhere any more', () => {
    const { intent } = run(MINE, tile([3, 7]), place('N'));
    const [dropped] = step(intent, { type: 'view' }, at([], { turn: 6, toMove: 'E' }));
    expect(dropped).toMatchObject({ selected: null, preview: null });
  });

  it('forgets what was said about another turn', () => {
    const { intent } = run(MINE, tile([0, 1]));
    expect(step(intent, { type: 'view' }, { ...MINE, turn: 5 })[0].note).toBeNull();
  });

  it('shows a hint as a preview with its reason, for its own turn only', () => {
    const note = { text: 'It is your heaviest.' };
    const hint: Happening = {
      type: 'hint',
      turn: 4,
      note,
      preview: { tile: [3, 3], branch: 'S', hint: note },
    };
    expect(step(NOTHING, hint, MINE)[0].preview?.hint).toEqual(note);
    expect(step(NOTHING, hint, { ...MINE, turn: 5 })[0]).toBe(NOTHING);
  });
});
