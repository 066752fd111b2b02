/**
 * What a person is about to do: which tile is selected, where it would lie, what waits for the
 * server. A view replaces the table and never this; `step` only drops what has become impossible,
 * and says so. Pure: what has to be sent comes out as an act.
 */
import type { Seat, Tile } from '../game/branches';
import { sameTile } from '../game/branches';
import { type Choices, holds, mayPlay, placesOf } from '../game/choices';
import type { Facts } from '../words';

/** A text of the catalogue, or one that came from the server, and the page of the rules for it. */
export type Sentence = (
  | { readonly key: string; readonly facts: Facts }
  | { readonly text: string }
) & {
  readonly page?: string | undefined;
  /** It has been read out already. */
  readonly spoken?: boolean;
};

/** A move that is shown and not sent. `hint`: why it was proposed. */
export interface Preview {
  readonly tile: Tile;
  readonly branch: Seat | null;
  readonly hint: Sentence | null;
}

export interface Sending {
  readonly turn: number;
  readonly tile: Tile | null;
  readonly branch: Seat | null;
  /** The server has carried it out; its view is still on the way. */
  readonly done: boolean;
}

export interface Intent {
  readonly selected: Tile | null;
  readonly preview: Preview | null;
  readonly sending: Sending | null;
  readonly note: Sentence | null;
  /** The turn the note is about; one that shall outlive the next view has none. */
  readonly noteTurn: number | null;
}

export const NOTHING: Intent = {
  selected: null,
  preview: null,
  sending: null,
  note: null,
  noteTurn: null,
};

/** What the table shows to whoever acts. */
export interface Situation {
  readonly turn: number;
  readonly playing: boolean;
  readonly seat: Seat | null;
  readonly toMove: Seat | null;
  readonly hand: readonly Tile[] | null;
  readonly choices: Choices;
  readonly ends: ReadonlyMap<Seat, number>;
  readonly opened: readonly Seat[];
  /** A tap on a place, or on a tile that has only one, plays at once. */
  readonly quick: boolean;
}

export type Happening =
  /** `again`: the second of two quick taps, which shall not undo the first. */
  | { readonly type: 'tile'; readonly tile: Tile; readonly again?: boolean }
  | { readonly type: 'place'; readonly branch: Seat | null }
  | { readonly type: 'drop'; readonly tile: Tile; readonly branch: Seat | null }
  | { readonly type: 'confirm' }
  | { readonly type: 'pass' }
  | { readonly type: 'escape' }
  | {
      readonly type: 'hint';
      readonly turn: number;
      readonly preview: Preview | null;
      readonly note: Sentence;
    }
  | { readonly type: 'note'; readonly note: Sentence | null }
  | { readonly type: 'answered'; readonly refused: Sentence | null }
  | { readonly type: 'view' };

export type Act =
  | {
      readonly type: 'play';
      readonly turn: number;
      readonly tile: Tile;
      readonly branch: Seat | null;
    }
  | { readonly type: 'pass'; readonly turn: number }
  /** Ask the server why not: a move that is not legal is refused with its reason. */
  | {
      readonly type: 'why';
      readonly turn: number;
      readonly tile: Tile;
      readonly branch: Seat | null;
    };

export type Stepped = readonly [Intent, Act | null];

export function step(intent: Intent, happening: Happening, now: Situation): Stepped {
  switch (happening.type) {
    case 'tile':
      return tapTile(intent, happening.tile, happening.again ?? false, now);
    case 'place':
      return tapPlace(intent, happening.branch, now);
    case 'drop':
      return drop(intent, happening.tile, happening.branch, now);
    case 'confirm':
      return intent.preview ? play(intent, intent.preview, now) : [intent, null];
    case 'pass':
      return pass(intent, now);
    case 'escape':
      return [stepBack(intent), null];
    case 'hint':
      return [hinted(intent, happening, now), null];
    case 'note':
      return [{ ...intent, note: happening.note, noteTurn: now.turn }, null];
    case 'answered':
      return [answered(intent, happening.refused, now), null];
    case 'view':
      return [viewed(intent, now), null];
  }
}

const select = (intent: Intent, tile: Tile | null, preview: Preview | null = null): Intent => ({
  ...intent,
  selected: tile,
  preview,
  note: null,
  noteTurn: null,
});

const noted = (intent: Intent, note: Sentence, turn: number | null): Intent => ({
  ...intent,
  note,
  noteTurn: turn,
});

const preview = (tile: Tile, branch: Seat | null): Preview => ({ tile, branch, hint: null });

function tapTile(intent: Intent, tile: Tile, again: boolean, now: Situation): Stepped {
  if (intent.sending) return [intent, null];
  const same = sameTile(intent.selected, tile);
  if (same) return [again ? intent : select(intent, null), null];
  if (!now.choices.any) return [select(intent, tile), null];
  const places = placesOf(now.choices, tile);
  if (places.length === 0) return whyNotTile(select(intent, tile), tile, now);
  const only = places.length === 1 ? preview(tile, places[0] ?? null) : null;
  if (only && now.quick) return play(intent, only, now);
  return [select(intent, tile, only), null];
}

/** A tile that fits nowhere: no end has its numbers, or the branches that do are not for it. */
function whyNotTile(intent: Intent, tile: Tile, now: Situation): Stepped {
  if (now.choices.opening) return [intent, { type: 'why', turn: now.turn, tile, branch: null }];
  const matching = [...now.ends].filter(([, end]) => tile.includes(end)).map(([seat]) => seat);
  if (matching.length === 0) {
    const ends = [...new Set(now.ends.values())].sort((one, other) => one - other);
    const facts = { tile: `${tile[0]}-${tile[1]}`, ends };
    return [noted(intent, { key: 'ui.fits_nowhere', facts, page: 'play' }, now.turn), null];
  }
  const branch = matching.find((seat) => now.opened.includes(seat)) ?? matching[0] ?? null;
  return [intent, { type: 'why', turn: now.turn, tile, branch }];
}

function tapPlace(intent: Intent, branch: Seat | null, now: Situation): Stepped {
  if (intent.sending) return [intent, null];
  const tile = intent.selected;
  if (!tile) return [aboutPlace(intent, branch, now), null];
  if (!now.choices.any) {
    if (!now.playing || now.seat === null || now.toMove === null) return [intent, null];
    const facts = { seat: now.seat, to_move: now.toMove };
    return [noted(intent, { key: 'refused.not_your_turn', facts }, now.turn), null];
  }
  return toPlace(intent, tile, branch, now);
}

function toPlace(intent: Intent, tile: Tile, branch: Seat | null, now: Situation): Stepped {
  if (!mayPlay(now.choices, tile, branch)) {
    return [
      { ...intent, selected: tile },
      { type: 'why', turn: now.turn, tile, branch },
    ];
  }
  const wanted = preview(tile, branch);
  const shown = intent.preview;
  const twice = sameTile(shown?.tile ?? null, tile) && shown?.branch === branch;
  if (twice || now.quick) return play(intent, twice && shown ? shown : wanted, now);
  return [select(intent, tile, wanted), null];
}

/** An end that was tapped with nothing selected tells which tiles go there. */
function aboutPlace(intent: Intent, branch: Seat | null, now: Situation): Intent {
  const end = branch === null ? undefined : now.ends.get(branch);
  if (branch === null || end === undefined) return intent;
  const tiles = [...now.choices.places].filter(([, places]) => places.includes(branch));
  const facts = { branch, end, tiles: tiles.map(([name]) => name) };
  const state = now.opened.includes(branch) ? 'page.table.end_open' : 'page.table.end_closed';
  const key = tiles.length > 0 ? 'page.table.fits_here' : state;
  return noted(intent, { key, facts, page: 'open' }, now.turn);
}

function drop(intent: Intent, tile: Tile, branch: Seat | null, now: Situation): Stepped {
  if (intent.sending) return [intent, null];
  if (!now.choices.any) return tapPlace({ ...intent, selected: tile }, branch, now);
  return toPlace({ ...intent, preview: null }, tile, branch, now);
}

function play(intent: Intent, shown: Preview, now: Situation): Stepped {
  const { tile, branch } = shown;
  if (intent.sending || !mayPlay(now.choices, tile, branch)) return [intent, null];
  const sending = { turn: now.turn, tile, branch, done: false };
  return [
    { ...select(intent, tile, shown), sending },
    { type: 'play', turn: now.turn, tile, branch },
  ];
}

function pass(intent: Intent, now: Situation): Stepped {
  if (intent.sending || !now.choices.mustPass) return [intent, null];
  const sending = { turn: now.turn, tile: null, branch: null, done: false };
  return [
    { ...select(intent, null), sending },
    { type: 'pass', turn: now.turn },
  ];
}

/** One step back: the ghost, then the tile, then what was said. */
function stepBack(intent: Intent): Intent {
  if (intent.sending) return intent;
  if (intent.preview) return select(intent, intent.selected);
  return select(intent, null);
}

function hinted(
  intent: Intent,
  hint: Extract<Happening, { type: 'hint' }>,
  now: Situation,
): Intent {
  if (intent.sending || hint.turn !== now.turn) return intent;
  if (!hint.preview) return noted(select(intent, null), hint.note, now.turn);
  return select(intent, hint.preview.tile, hint.preview);
}

function answered(intent: Intent, refused: Sentence | null, now: Situation): Intent {
  const { sending } = intent;
  if (refused) return noted({ ...intent, sending: null }, refused, null);
  if (!sending || sending.turn !== now.turn) return NOTHING;
  return { ...intent, sending: { ...sending, done: true } };
}

function viewed(intent: Intent, now: Situation): Intent {
  const { sending, noteTurn } = intent;
  if (sending) return sending.done && sending.turn !== now.turn ? NOTHING : intent;
  const stale = noteTurn !== null && noteTurn !== now.turn;
  const kept = stale ? { ...intent, note: null, noteTurn: null } : intent;
  const selected = intent.selected && holds(now.hand, intent.selected) ? intent.selected : null;
  const shown = intent.preview;
  if (shown && !mayPlay(now.choices, shown.tile, shown.branch)) {
    // It is back in the hand, as is said; only what may go elsewhere stays chosen.
    const elsewhere = placesOf(now.choices, shown.tile).length > 0;
    const dropped = { ...kept, selected: elsewhere ? selected : null, preview: null };
    return kept.note ? dropped : noted(dropped, { key: 'ui.preview_dropped', facts: {} }, now.turn);
  }
  return selected === intent.selected && kept === intent ? intent : { ...kept, selected };
}

/** The page of the rules that explains a refusal. */
export function rulesPage(code: string): string | undefined {
  return PAGES[code];
}

const PAGES: Readonly<Record<string, string>> = {
  no_match: 'play',
  branch_closed: 'open',
  earlier_open_branch: 'priority',
  must_open: 'opening',
  must_play: 'play',
};
