/** What goes into a layout and what comes out; see `index.ts`. */

import type { Next } from './growth';
import type { Slot } from './slots';

export type Seat = 'S' | 'E' | 'N' | 'W';
export type Side = 'bottom' | 'right' | 'top' | 'left';

/** One tile as the table has it: `near` touches what lies before it, `far` is the new end. */
export interface Laid {
  readonly play: number;
  /** Null for the centre double, which is the first of a hand. */
  readonly branch: Seat | null;
  readonly near: number;
  readonly far: number;
}

/**
 * Where a tile lies, in units (a tile is 1 × 2), the centre double's middle at 0,0, x to the right,
 * y down.
 */
export interface Placed extends Laid {
  /** The tile's middle. */
  readonly x: number;
  readonly y: number;
  /** Drawn upright, the near half on top, and turned clockwise by this. */
  readonly turn: 0 | 90 | 180 | 270;
  readonly double: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where a branch goes on: the middle of its last half, the way from there, and its plate. */
export interface End extends Point {
  readonly branch: Seat;
  readonly dx: -1 | 0 | 1;
  readonly dy: -1 | 0 | 1;
  /** The middle of a numeral plate that covers no tile. */
  readonly plate: Point;
}

/** Where the next tile of a branch would lie: an ordinary tile, a double. */
export type Ghosts = readonly [plain: Spot, double: Spot];
/** A tile's place without the tile. */
export type Spot = Pick<Placed, 'x' | 'y' | 'turn' | 'double'>;

/** The board in CSS pixels, its seats, and the side of the centre each branch starts from. */
export interface Board {
  readonly width: number;
  readonly height: number;
  readonly seats: readonly Seat[];
  readonly arms: Readonly<Partial<Record<Seat, Side>>>;
  /** The diameter of a plate in CSS pixels; PLATE unless it is given. */
  readonly plate?: number;
  /** Whether the centre double stands upright; along the board's long side unless it is given. */
  readonly upright?: boolean;
}

/** What the board shows: `view`, in units, is `board.width / unit` by `board.height / unit`. */
export interface Picture {
  /** CSS pixels of a unit. */
  readonly unit: number;
  readonly view: Box;
}

/**
 * The picture's unit never grows in a hand, and its view stands still while all tiles and plates
 * fit; of a ghost at the rim it shows at least the half beside the end.
 */
export interface Layout extends Picture {
  /** In order of play, the centre first. */
  readonly tiles: readonly Placed[];
  readonly ends: readonly End[];
  readonly ghosts: Readonly<Partial<Record<Seat, Ghosts>>>;
  /** What has to be seen, in units: tiles with a margin, and plates. */
  readonly box: Box;
  /** The picture to choose by: all ghosts are inside, so it may be a step further away. */
  readonly wide: Picture;
  /** Outlines of each branch's tiles, a little larger than these; holes by the even-odd rule. */
  readonly frames: Readonly<Partial<Record<Seat, readonly (readonly Point[])[]>>>;
  /** How often the tiles so far had to be laid out anew because a branch was shut in. */
  readonly flows: number;
  /** What a layout of one more tile starts from; plain data, so it survives a worker's border. */
  readonly memory: Memory;
}

export interface Memory {
  readonly board: Board;
  readonly slots: readonly Slot[];
  readonly next: readonly Next[];
  readonly design: number;
  readonly variant: number;
}
