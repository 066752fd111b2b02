/** Lays out a whole hand, or one more tile of it. */

import { outlines } from './frames';
import { Growth, type Next, padded, VARIANTS, type Weights } from './growth';
import { placePlates, plateReach, type Step, type WayOut } from './plates';
import {
  around,
  DX,
  DY,
  firstCells,
  type Heading,
  type Rect,
  type Slot,
  square,
  turnOf,
} from './slots';
import type { Board, Box, Laid, Layout, Picture, Placed, Point, Seat, Side, Spot } from './types';
import { boxOf, quantise, viewOf } from './view';

const HEADINGS: Readonly<Record<Side, Heading>> = { bottom: 0, right: 1, top: 2, left: 3 };

/** A hand while it is laid out. */
interface Hand {
  readonly growth: Growth;
  readonly variant: number;
  /** The places that come next, in the order of the board's seats. */
  readonly next: readonly Next[];
  readonly unit: number;
  readonly view: Box;
  readonly flows: number;
}

/**
 * Lays out the tiles of a hand, in order of play, the centre double first.
 *
 * Deterministic: a tile's place depends on those before it alone, so the places of a prefix are
 * those of the whole, save for the rare re-flow when a branch is shut in. `before`, the layout of a
 * prefix on the same board, makes it cheap; the result is the same without.
 */
export function layOut(laid: readonly Laid[], board: Board, before?: Layout): Layout {
  if (laid[0]?.branch !== null) throw new Error('a hand begins with its centre');
  const known = before && isPrefix(before, laid, board) ? before : undefined;
  let hand = known ? resumed(known) : begun(board);
  for (let count = known ? known.tiles.length : 1; count < laid.length; count++) {
    hand = withNext(hand, laid.slice(0, count + 1), board);
  }
  return drawn(hand, laid, board);
}

function begun(board: Board): Hand {
  const growth = growthOf(board, 0);
  return seen({ growth, variant: 0, next: nextOf(growth, board) ?? [], flows: 0 }, board);
}

function resumed({ memory, tiles, unit, view, flows }: Layout): Hand {
  const { board, slots, next, design, variant } = memory;
  const growth = growthOf(board, variant);
  tiles.slice(1).forEach(({ branch }, index) => {
    growth.put(board.seats.indexOf(branch as Seat), slots[index + 1] as Slot, design);
  });
  growth.unit = unit;
  return { growth, variant, next, unit, view, flows };
}

/** The hand with the last of its tiles added. */
function withNext(hand: Hand, laid: readonly Laid[], board: Board): Hand {
  const { growth, variant, flows } = hand;
  add(growth, hand.next, laid.at(-1) as Laid, board);
  const next = nextOf(growth, board);
  if (next && !growth.isSmallSince(hand.unit))
    return seen({ growth, variant, next, flows }, board, hand);
  const { fit, ...anew } = reflowed(laid, board, hand.unit);
  if (next && fit < WORTH * growth.unit) return seen({ growth, variant, next, flows }, board, hand);
  return seen({ ...anew, flows: flows + 1 }, board, hand);
}

/** How much larger tiles have to become for all of them to move. */
const WORTH = 1.15;

/**
 * All tiles laid out anew, because a branch was shut in or had to run far out: of some ways the largest picture. As each
 * takes as long as the whole hand, the first that is nearly as large as before will do.
 */
function reflowed(
  laid: readonly Laid[],
  board: Board,
  unit: number,
): Pick<Hand, 'growth' | 'variant' | 'next'> & { readonly fit: number } {
  let best: (Pick<Hand, 'growth' | 'variant' | 'next'> & { fit: number }) | undefined;
  VARIANTS.forEach((_, variant) => {
    // The last one always succeeds, with straight arms, and is wanted only where others fail.
    if (best && (variant === VARIANTS.length - 1 || best.fit > 0.95 * unit)) return;
    const growth = growthOf(board, variant);
    let next = nextOf(growth, board);
    for (const tile of laid.slice(1)) {
      if (!next) return;
      add(growth, next, tile, board);
      next = nextOf(growth, board);
    }
    if (!next) return;
    const fit = growth.fit(needed(growth, next, board));
    if (!best || fit > best.fit) best = { growth, variant, next, fit };
  });
  if (!best) throw new Error('straight arms never collide');
  return best;
}

function growthOf(board: Board, variant: number): Growth {
  const starts = board.seats.map((seat) => HEADINGS[board.arms[seat] ?? 'bottom']);
  return new Growth(board, starts, VARIANTS[variant] as Weights);
}

/** Gives a tile its place, the one its branch was to go on with. */
function add(growth: Growth, next: readonly Next[], tile: Laid, board: Board): void {
  const branch = board.seats.indexOf(tile.branch as Seat);
  const place = next[branch];
  if (!place) throw new Error(`there is no branch ${tile.branch}`);
  growth.put(branch, tile.near === tile.far ? place.double : place.slot, place.design);
}

/** Undefined if a branch is shut in. */
function nextOf(growth: Growth, board: Board): readonly Next[] | undefined {
  const next = board.seats.flatMap((_, branch) => growth.next(branch) ?? []);
  if (next.length < board.seats.length) return undefined;
  // Plates keep their size, so they need the more units the fewer pixels a unit has.
  for (let unit = Infinity; unit > growth.unit; ) {
    unit = growth.unit;
    growth.unit = Math.min(unit, quantise(growth.fit(needed(growth, next, board, unit))));
  }
  return next;
}

/** What is always seen: the tiles with a margin, and where the plates of the ends stand. */
function needed(growth: Growth, next: readonly Next[], { plate }: Board, unit = growth.unit): Rect {
  const cells = 2 * Math.max(1, plateReach(unit, plate));
  return next.map(({ slot }) => firstCells(slot, cells)).reduce(around, padded(growth.drawn));
}

function seen(hand: Omit<Hand, 'unit' | 'view'>, board: Board, before?: Hand): Hand {
  const { growth, next } = hand;
  const unit = Math.min(before?.unit ?? Infinity, growth.unit);
  growth.unit = unit;
  return {
    ...hand,
    unit,
    view: viewOf(board, unit, boxOf(needed(growth, next, board)), before?.view),
  };
}

/** The picture a step further away, with all next tiles in it. */
function wideOf({ growth, next, unit, view }: Hand, board: Board): Picture {
  const area = next
    .flatMap(({ slot, double }) => [slot, double])
    .reduce(around, needed(growth, next, board));
  const wide = Math.min(unit, quantise(growth.fit(area)));
  return { unit: wide, view: viewOf(board, wide, boxOf(area), view) };
}

function drawn(hand: Hand, laid: readonly Laid[], board: Board): Layout {
  const { growth, next, unit, view, variant, flows } = hand;
  const { slots } = growth;
  const tiles = laid.map((tile, index): Placed => ({ ...tile, ...spot(slots[index] as Slot) }));
  const ways = board.seats.map((_, branch) => waysOut(growth, branch, next[branch] as Next));
  const boxes = slots.map(boxOf);
  const plates = placePlates(ways, boxes, view, unit, board.plate);
  const ghosts: Partial<Record<Seat, readonly [Spot, Spot]>> = {};
  const frames: Partial<Record<Seat, Point[][]>> = {};
  board.seats.forEach((seat, branch) => {
    const { slot, double } = next[branch] as Next;
    ghosts[seat] = [spot(slot), spot(double)];
    frames[seat] = outlines(slots.filter((_, tile) => laid[tile]?.branch === seat));
  });
  return {
    tiles,
    ends: board.seats.map((branch, index) => {
      const way = ways[index]?.[0] as WayOut;
      return { branch, ...way, plate: plates[index] as Point };
    }),
    ghosts,
    box: boxOf(needed(growth, next, board)),
    view,
    unit,
    frames,
    wide: wideOf(hand, board),
    flows,
    memory: { board, slots, next, design: growth.design, variant },
  };
}

export function spot(slot: Slot): Spot {
  return {
    x: (slot.left + slot.right) / 4,
    y: (slot.top + slot.bottom) / 4,
    turn: turnOf(slot),
    double: slot.double,
  };
}

/** The free ways on from the end of a branch, the one of its next tile first. */
function waysOut(growth: Growth, branch: number, next: Next): WayOut[] {
  const { slot, options } = growth.tip(branch);
  const others = options.plain.filter(({ heading }) => heading !== next.slot.heading);
  return [next.slot, ...others].map(({ heading }) => {
    const [x, y] = square(slot, heading);
    return { x: (x + 1) / 2, y: (y + 1) / 2, dx: DX[heading] as Step, dy: DY[heading] as Step };
  });
}

/** Whether a layout is of the first of these tiles, on the same board. */
function isPrefix(before: Layout, laid: readonly Laid[], board: Board): boolean {
  const { memory, tiles } = before;
  return (
    tiles.length <= laid.length &&
    tiles.every((tile, index) => isSame(tile, laid[index] as Laid)) &&
    isSameBoard(memory.board, board)
  );
}

export function isSameBoard(a: Board, b: Board): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.plate === b.plate &&
    a.upright === b.upright &&
    a.seats.join() === b.seats.join() &&
    b.seats.every((seat) => a.arms[seat] === b.arms[seat])
  );
}

export function isSame(a: Laid, b: Laid): boolean {
  return a.play === b.play && a.branch === b.branch && a.near === b.near && a.far === b.far;
}
