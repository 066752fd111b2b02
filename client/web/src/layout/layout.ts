/** Lays out a whole hand, or one more tile of it. */

import { outlines } from './frames';
import { Growth, VARIANTS, type Weights } from './growth';
import { placePlates, type WayOut } from './plates';
import { around, DX, DY, type Heading, type Rect, type Slot, square, turnOf } from './slots';
import type { Board, Box, Laid, Layout, Placed, Point, Seat, Side, Spot } from './types';
import { boxOf, quantise, viewOf } from './view';

const HEADINGS: Readonly<Record<Side, Heading>> = { bottom: 0, right: 1, top: 2, left: 3 };

/** The next slots of every branch, in the order of the board's seats. */
type Next = readonly (readonly [plain: Slot, double: Slot])[];

/** A hand while it is laid out. */
interface Hand {
  readonly growth: Growth;
  readonly variant: number;
  readonly next: Next;
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
  const next = nextOf(growth, board) as Next;
  return seen({ growth, variant: 0, next, flows: 0 }, board);
}

function resumed(before: Layout): Hand {
  const { board, slots, design, variant, next } = before.memory;
  const growth = growthOf(board, variant);
  const { tiles, unit, view, flows } = before;
  slots.slice(1).forEach((slot, index) => {
    growth.put(board.seats.indexOf(tiles[index + 1]?.branch as Seat), slot, design);
  });
  return { growth, variant, next, unit, view, flows };
}

/** The hand with the last of its tiles added. */
function withNext(hand: Hand, laid: readonly Laid[], board: Board): Hand {
  const { growth, variant, flows } = hand;
  const next = add(growth, laid.at(-1) as Laid, board) && nextOf(growth, board);
  if (next) return seen({ growth, variant, next, flows }, board, hand);
  return seen({ ...reflowed(laid, board), flows: flows + 1 }, board, hand);
}

/** All tiles laid out anew, because a branch was shut in: of some ways the largest picture. */
function reflowed(laid: readonly Laid[], board: Board): Pick<Hand, 'growth' | 'variant' | 'next'> {
  let best: (Pick<Hand, 'growth' | 'variant' | 'next'> & { fit: number }) | undefined;
  VARIANTS.forEach((_, variant) => {
    // The last one always succeeds, with straight arms, and is wanted only where others fail.
    if (best && variant === VARIANTS.length - 1) return;
    const growth = growthOf(board, variant);
    const next = laid.slice(1).every((tile) => add(growth, tile, board)) && nextOf(growth, board);
    if (!next) return;
    const fit = growth.fit(needed(growth, next));
    if (!best || fit > best.fit) best = { growth, variant, next, fit };
  });
  if (!best) throw new Error('straight arms never collide');
  return best;
}

function growthOf(board: Board, variant: number): Growth {
  const starts = board.seats.map((seat) => HEADINGS[board.arms[seat] ?? 'bottom']);
  return new Growth(board, starts, VARIANTS[variant] as Weights);
}

/** Gives a tile its place; false if its branch is shut in. */
function add(growth: Growth, tile: Laid, board: Board): boolean {
  const branch = board.seats.indexOf(tile.branch as Seat);
  const place = growth.next(branch, tile.near === tile.far);
  if (place) growth.put(branch, place.slot, place.design);
  return place !== undefined;
}

/** Undefined if a branch is shut in. */
function nextOf(growth: Growth, board: Board): Next | undefined {
  const next = board.seats.flatMap((_, branch): [Slot, Slot][] => {
    const plain = growth.next(branch, false)?.slot;
    const double = growth.mayDouble(branch) ? growth.next(branch, true)?.slot : plain;
    return plain && double ? [[plain, double]] : [];
  });
  return next.length === board.seats.length ? next : undefined;
}

/** Everything that has to be seen. */
function needed(growth: Growth, next: Next): Rect {
  return next.flat().reduce<Rect>(around, growth.drawn);
}

function seen(hand: Omit<Hand, 'unit' | 'view'>, board: Board, before?: Hand): Hand {
  const area = needed(hand.growth, hand.next);
  const unit = Math.min(before?.unit ?? Infinity, quantise(hand.growth.fit(area)));
  return { ...hand, unit, view: viewOf(board, unit, boxOf(area), before?.view) };
}

function drawn(hand: Hand, laid: readonly Laid[], board: Board): Layout {
  const { growth, next, unit, view, variant, flows } = hand;
  const { slots } = growth;
  const tiles = laid.map((tile, index): Placed => ({ ...tile, ...spot(slots[index] as Slot) }));
  const ways = board.seats.map((_, branch) => waysOut(growth, branch, next[branch]?.[0] as Slot));
  const boxes = slots.map((slot) => boxOf(slot, 0));
  const plates = placePlates(ways, boxes, view, unit);
  const ghosts: Partial<Record<Seat, readonly [Spot, Spot]>> = {};
  const frames: Partial<Record<Seat, Point[][]>> = {};
  board.seats.forEach((seat, branch) => {
    const [plain, double] = next[branch] as [Slot, Slot];
    ghosts[seat] = [spot(plain), spot(double)];
    frames[seat] = outlines(slots.filter((_, tile) => laid[tile]?.branch === seat));
  });
  return {
    tiles,
    ends: board.seats.map((branch, index) => {
      const way = ways[index]?.[0] as WayOut;
      return { branch, ...way, plate: plates[index] as Point };
    }),
    ghosts,
    box: boxOf(needed(growth, next)),
    view,
    unit,
    frames,
    flows,
    memory: { board, slots, next, design: growth.design, variant },
  };
}

function spot(slot: Slot): Spot {
  return {
    x: (slot.left + slot.right) / 4,
    y: (slot.top + slot.bottom) / 4,
    turn: turnOf(slot),
    double: slot.double,
  };
}

/** The free ways on from the end of a branch, the one of its ghost first. */
function waysOut(growth: Growth, branch: number, ghost: Slot): WayOut[] {
  const { slot } = growth.tip(branch);
  const others = growth.options(branch, false).filter(({ heading }) => heading !== ghost.heading);
  return [ghost, ...others].map(({ heading }) => {
    const [x, y] = square(slot, heading);
    return { x: (x + 1) / 2, y: (y + 1) / 2, dx: DX[heading], dy: DY[heading] };
  });
}

/** Whether a layout is of the first of these tiles, on the same board. */
function isPrefix(before: Layout, laid: readonly Laid[], board: Board): boolean {
  const { memory, tiles } = before;
  return (
    tiles.length <= laid.length &&
    tiles.every((tile, index) => isSame(tile, laid[index] as Laid)) &&
    memory.board.width === board.width &&
    memory.board.height === board.height &&
    memory.board.seats.join() === board.seats.join() &&
    board.seats.every((seat) => memory.board.arms[seat] === board.arms[seat])
  );
}

function isSame(a: Laid, b: Laid): boolean {
  return a.play === b.play && a.branch === b.branch && a.near === b.near && a.far === b.far;
}
