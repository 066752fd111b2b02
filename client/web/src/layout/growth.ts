/**
 * How a hand grows tile by tile: each gets its place once, in units, and keeps it. Among the ways a
 * branch can go on (straight, or a quarter turn either way) the one is taken that leaves the most
 * to come: a large picture, and room for every branch.
 */

import { type Exits, Field } from './field';
import {
  around,
  centreSlot,
  type Heading,
  headingsAfter,
  nextSlot,
  type Rect,
  type Slot,
} from './slots';

/** What a place is judged by. */
export interface Weights {
  /** Units² the board shows at first, with four seats. */
  readonly start: number;
  readonly turn: number;
  readonly zoom: number;
  readonly edge: number;
  readonly pocket: number;
  /** Squares of a flood that one tile takes. */
  readonly squares: number;
  readonly spare: number;
  readonly drawn: number;
}

export const WEIGHTS: Weights = {
  start: 110,
  turn: 1,
  zoom: 20,
  edge: 0.7,
  pocket: 4,
  squares: 10,
  spare: 0.05,
  drawn: 0.7,
};

/** Other weights, for a hand in which a branch was shut in; the last lays straight arms. */
export const VARIANTS: readonly Weights[] = [
  WEIGHTS,
  { ...WEIGHTS, pocket: 12 },
  { ...WEIGHTS, pocket: 8, turn: 3 },
  { ...WEIGHTS, edge: 0.3, pocket: 8 },
  { ...WEIGHTS, turn: Infinity },
];

/** Units kept free around everything. */
export const MARGIN = 0.25;

/** The end of a branch. */
interface Tip {
  /** The number of its last tile, 0 for the centre. */
  readonly tile: number;
  readonly slot: Slot;
  readonly length: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place for a tile, and what it is worth. */
interface Judged {
  readonly slot: Slot;
  readonly score: number;
  readonly roomy: boolean;
}

/** Tiles on the table, and where the next ones would go. Grows; nothing is ever moved. */
export class Growth {
  readonly slots: Slot[] = [];
  drawn: Rect;
  /** The design zoom, in pixels a unit: rooms are judged by the window it gives. */
  design: number;
  /** The zoom before the first tile. */
  private readonly largest: number;
  private readonly field = new Field();
  private readonly tips: Tip[];

  /** `starts`: the way each branch leaves the centre. */
  constructor(
    private readonly size: Size,
    private readonly starts: readonly Heading[],
    private readonly weights: Weights,
  ) {
    this.largest = largestUnit(size, starts.length, weights);
    const centre = centreSlot(size.height >= size.width);
    this.slots.push(centre);
    this.field.put(centre, 0);
    this.drawn = centre;
    this.tips = starts.map(() => ({ tile: 0, slot: centre, length: 0 }));
    this.design = this.largest;
  }

  /** Tiles that may still come. */
  get remaining(): number {
    return 8 * this.starts.length - this.slots.length;
  }

  /** Whether a double could follow: two never meet, nor does one meet the centre. */
  mayDouble(branch: number): boolean {
    return !this.tip(branch).slot.double;
  }

  tip(branch: number): Tip {
    return this.tips[branch] as Tip;
  }

  /** The slots a branch could go on with, those that collide left out. */
  options(branch: number, double: boolean): Slot[] {
    const { slot, tile, length } = this.tip(branch);
    return this.headings(branch)
      .map((heading) => nextSlot(slot, heading, double, length === 0))
      .filter((next) => this.field.isFree(next, tile));
  }

  /** The place for the next tile of a branch, and the design zoom that goes with it. */
  next(branch: number, double: boolean): { slot: Slot; design: number } | undefined {
    const options = this.options(branch, double);
    if (options.length === 0) return undefined;
    let found: { judged: Judged; design: number } | undefined;
    let design = this.design;
    for (let attempt = 0; attempt < 25; attempt++) {
      for (const slot of options) {
        const judged = this.judge(branch, slot, design);
        if (!found || better(judged, found.judged)) found = { judged, design };
      }
      if (found?.judged.roomy) break;
      design *= 0.97;
    }
    return found && { slot: found.judged.slot, design: found.design };
  }

  put(branch: number, slot: Slot, design: number): void {
    const tile = this.slots.length;
    this.slots.push(slot);
    this.field.put(slot, tile);
    this.drawn = around(this.drawn, slot);
    this.tips[branch] = { tile, slot, length: this.tip(branch).length + 1 };
    this.design = design;
  }

  /** The zoom that shows an area, margin included. */
  fit(area: Rect): number {
    return Math.min(
      this.largest,
      this.size.width / ((area.right - area.left) / 2 + 2 * MARGIN),
      this.size.height / ((area.bottom - area.top) / 2 + 2 * MARGIN),
    );
  }

  /** What is drawn, and the nearest place for each branch's next tile. */
  private withNext(): Rect {
    let area = this.drawn;
    this.tips.forEach((_, branch) => {
      const fits = this.options(branch, false).map((slot) => around(area, slot));
      if (fits.length > 0) area = fits.reduce((a, b) => (this.fit(b) > this.fit(a) ? b : a));
    });
    return area;
  }

  private judge(branch: number, slot: Slot, design: number): Judged {
    const { weights } = this;
    const now = this.fit(this.drawn);
    const tip = this.tip(branch);
    const drawn = this.drawn;
    const edges = this.field.edges(slot, tip.tile);
    this.tips[branch] = { tile: this.slots.length, slot, length: tip.length + 1 };
    this.field.put(slot, this.slots.length);
    this.drawn = around(drawn, slot);
    const then = this.fit(this.withNext());
    const rooms = this.field.rooms(
      this.tips.map((_, each) => this.exits(each)),
      this.window(design),
    );
    this.field.take(slot);
    this.drawn = drawn;
    this.tips[branch] = tip;

    const remaining = this.remaining - 1;
    const enough = Math.min(remaining, (0.8 * remaining) / this.starts.length + 1);
    let roomy = true;
    let score = weights.edge * edges - weights.zoom * (now / then - 1);
    if (slot.corner) score -= weights.turn;
    for (const { share, alone } of rooms) {
      const tiles = share / weights.squares;
      if (tiles < enough) roomy = false;
      score += Math.min(tiles, enough) + weights.spare * Math.min(tiles, remaining);
      score -= weights.pocket * Math.max(0, remaining - (0.75 * alone) / weights.squares);
    }
    return { slot, score, roomy };
  }

  private headings(branch: number): readonly Heading[] {
    const { slot, length } = this.tip(branch);
    if (length === 0) return [this.starts[branch] as Heading];
    return this.weights.turn === Infinity ? [slot.heading] : headingsAfter(slot);
  }

  private exits(branch: number): Exits {
    return this.options(branch, false).map((slot) => {
      const x = slot.heading === 1 ? slot.right - 2 : slot.left;
      const y = slot.heading === 0 ? slot.bottom - 2 : slot.top;
      return [x, y];
    });
  }

  /** The cells that would be seen with a design zoom, not all of them drawn yet. */
  private window(design: number): Rect {
    const { drawn, size, weights } = this;
    const span = (length: number, from: number, to: number): [number, number] => {
      const cells = Math.floor(2 * (length / design - 2 * MARGIN));
      const middle = (weights.drawn * (from + to)) / 2;
      const start = Math.round(middle - cells / 2);
      const low = cells < to - from ? from : Math.min(from, Math.max(start, to - cells));
      return [low, Math.max(to, low + cells)];
    };
    const [left, right] = span(size.width, drawn.left, drawn.right);
    const [top, bottom] = span(size.height, drawn.top, drawn.bottom);
    return { left, top, right, bottom };
  }
}

function better(a: Judged, b: Judged): boolean {
  return a.roomy === b.roomy ? a.score > b.score : a.roomy;
}

/** Tiles larger than this look like toys. */
const LARGEST = 72;

function largestUnit({ width, height }: Size, seats: number, { start }: Weights): number {
  return Math.min(LARGEST, Math.sqrt((5 * width * height) / (start * (seats + 1))));
}
