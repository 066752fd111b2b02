/**
 * How a hand grows tile by tile: each gets its place once, in units, and keeps it. Among the ways a
 * branch can go on (straight, or a quarter turn either way) the one is taken that leaves the most
 * to come: a large picture, and room for every branch.
 */

import { CLEARANCE, type Exits, Field, isClear } from './field';
import {
  around,
  centreSlot,
  type Heading,
  headingsAfter,
  nextSlot,
  type Rect,
  type Slot,
} from './slots';

/** What a place is judged by; a tile's worth of room counts 1. Found by trial on random hands. */
export interface Weights {
  /** Units² the board shows at first, with four seats: fewer would begin larger. */
  readonly start: number;
  /** Against turns; Infinity allows none. */
  readonly turn: number;
  /** Against a smaller picture than now, and (`tight`) against a larger area of tiles at all. */
  readonly zoom: number;
  readonly tight: number;
  /** For each half-unit beside another tile: this is what makes serpentines. */
  readonly edge: number;
  /** Against pockets with less room than tiles to come, of which the part `alone` is usable. */
  readonly pocket: number;
  readonly alone: number;
  /** Squares of a flood that one tile takes. */
  readonly squares: number;
  /** A branch's part of the tiles to come that it must have room for, and some tiles more. */
  readonly share: number;
  readonly extra: number;
  /** For room beyond that. */
  readonly spare: number;
  /** Against a branch that could not go on. */
  readonly stuck: number;
  /** How far the window follows the tiles, where 0 keeps it around the centre. */
  readonly drawn: number;
}

const WEIGHTS: Weights = {
  start: 74,
  turn: 0.8,
  zoom: 32,
  tight: 13,
  edge: 0.7,
  pocket: 2.2,
  alone: 0.75,
  squares: 11.5,
  share: 1.3,
  extra: 0.6,
  spare: 0.09,
  stuck: 70,
  drawn: 0.38,
};

/** Usual weights, others for a hand in which a branch was shut in; the last lays straight arms. */
export const VARIANTS: readonly Weights[] = [
  WEIGHTS,
  { ...WEIGHTS, pocket: 12 },
  { ...WEIGHTS, squares: 14, edge: 0.9 },
  { ...WEIGHTS, squares: 10, turn: 1.5 },
  { ...WEIGHTS, start: 90, alone: 0.5, pocket: 6 },
  { ...WEIGHTS, turn: 4, alone: 0.4, pocket: 8 },
  { ...WEIGHTS, turn: Infinity },
];

/** Units kept free around everything. */
export const MARGIN = 0.2;

/** The end of a branch. */
interface Tip {
  /** The number of its last tile, 0 for the centre. */
  readonly tile: number;
  readonly slot: Slot;
  readonly options: Options;
}

/** Where the next tile of a branch could lie without a collision. */
interface Options {
  readonly plain: readonly Slot[];
  /** A double; as `plain` where none can come, because two never meet. */
  readonly double: readonly Slot[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
  readonly upright?: boolean;
}

interface Place {
  readonly slot: Slot;
  /** The design zoom that goes with it. */
  readonly design: number;
}

/** Where the next tile of a branch goes. */
export interface Next extends Place {
  /** The place of a double. */
  readonly double: Slot;
}

/** The table with one more tile. */
interface Prospect {
  readonly slot: Slot;
  readonly drawn: Rect;
  readonly exits: readonly Exits[];
  /** What it is worth, its rooms left out. */
  readonly score: number;
}

/** A place for a tile, and what it is worth. */
interface Judged {
  readonly slot: Slot;
  readonly score: number;
  /** Whether every branch has room enough. */
  readonly roomy: boolean;
  /** Whether a larger window would not change that. */
  readonly shut: boolean;
}

/** Tiles on the table, and where the next ones would go. Grows; nothing is ever moved. */
export class Growth {
  readonly slots: Slot[] = [];
  drawn: Rect;
  /** The design zoom, in pixels a unit: rooms are judged by the window it gives. */
  design: number;
  /** The zoom before the first tile. */
  private readonly largest: number;
  /** The zoom so far. */
  unit: number;
  private readonly field = new Field();
  private tips: readonly Tip[];

  /** `starts`: the way each branch leaves the centre. */
  constructor(
    private readonly size: Size,
    private readonly starts: readonly Heading[],
    private readonly weights: Weights,
  ) {
    this.largest = largestUnit(size, starts.length, weights);
    const centre = centreSlot(size.upright ?? size.height >= size.width);
    this.slots.push(centre);
    this.field.put(centre, 0);
    this.drawn = centre;
    this.tips = starts.map((heading) => this.tipAt(0, centre, [heading]));
    this.design = this.largest;
    this.unit = this.largest;
  }

  /** Tiles that may still come. */
  get remaining(): number {
    return 8 * this.starts.length - this.slots.length;
  }

  tip(branch: number): Tip {
    return this.tips[branch] as Tip;
  }

  /** The places of a branch's next tile, ordinary or double; undefined if it is shut in. */
  next(branch: number): Next | undefined {
    const { slot, options } = this.tip(branch);
    const plain = this.best(branch, options.plain);
    if (!plain || slot.double) return plain && { ...plain, double: plain.slot };
    // The double goes the same way where it can: one plate, one place to look at.
    const same = options.double.find(({ heading }) => heading === plain.slot.heading);
    const double = same ?? this.best(branch, options.double)?.slot;
    return double && { ...plain, double };
  }

  private best(branch: number, slots: readonly Slot[]): Place | undefined {
    const [only] = slots;
    if (only && slots.length === 1) return { slot: only, design: this.design };
    const prospects = slots.map((slot) => this.prospect(branch, slot));
    let found: { judged: Judged; design: number } | undefined;
    let design = this.design;
    for (let attempt = 0; attempt < 12; attempt++) {
      let hopeless = true;
      for (const prospect of prospects) {
        const judged = this.judge(prospect, design);
        if (!found || better(judged, found.judged)) found = { judged, design };
        if (!judged.shut) hopeless = false;
      }
      if (found?.judged.roomy || hopeless) break;
      design *= 0.94;
    }
    return found && { slot: found.judged.slot, design: found.design };
  }

  put(branch: number, slot: Slot, design: number): void {
    const tile = this.slots.length;
    this.slots.push(slot);
    this.field.put(slot, tile);
    this.drawn = around(this.drawn, slot);
    this.design = design;
    this.tips = this.tips.map((tip, each) => {
      if (each === branch) return this.tipAt(tile, slot, headingsAfter(slot));
      const options = clearOf(tip.options, slot);
      if (options.plain.length > 0 && options.double.length > 0) return { ...tip, options };
      // Shut in, unless it may come nearer to others than it should.
      return this.tipAt(tip.tile, tip.slot, headingsAfter(tip.slot));
    });
  }

  /** The zoom that shows an area. */
  fit(area: Rect): number {
    return Math.min(
      this.largest,
      (2 * this.size.width) / (area.right - area.left),
      (2 * this.size.height) / (area.bottom - area.top),
    );
  }

  /** Whether tiles have just become smaller than nearly all hands ever need. */
  isSmallSince(before: number): boolean {
    const small = SMALL * this.largest;
    return this.unit < small && before >= small;
  }

  /** The table with one more tile, as far as it does not depend on the window. */
  private prospect(branch: number, slot: Slot): Prospect {
    const { field, weights } = this;
    const tile = this.slots.length;
    field.put(slot, tile);
    const options = this.tips.map((tip, each) => {
      if (each !== branch) return clearOf(tip.options, slot);
      return this.optionsAfter(tile, slot, headingsAfter(slot), CLEARANCE);
    });
    field.take(slot);
    const drawn = around(this.drawn, slot);
    let area = padded(drawn);
    for (const { plain } of options) {
      const areas = plain.map((option) => around(area, option));
      if (areas.length > 0) area = areas.reduce((a, b) => (this.fit(b) > this.fit(a) ? b : a));
    }
    const then = this.fit(area);
    let score = weights.edge * field.edges(slot, this.tip(branch).tile);
    score -= weights.zoom * Math.max(0, this.unit / then - 1);
    score -= weights.tight * (this.fit(padded(this.drawn)) / then - 1);
    if (slot.corner) score -= weights.turn;
    for (const { plain, double } of options) {
      if (plain.length === 0) score -= weights.stuck;
      if (double.length === 0) score -= weights.stuck;
    }
    return { slot, drawn, exits: options.map(({ plain }) => plain.map(exit)), score };
  }

  private judge({ slot, drawn, exits, score }: Prospect, design: number): Judged {
    const { weights } = this;
    this.field.put(slot, this.slots.length);
    const rooms = this.field.rooms(exits, this.window(drawn, design));
    this.field.take(slot);
    const remaining = this.remaining;
    const enough = Math.min(
      remaining,
      (weights.share * remaining) / this.starts.length + weights.extra,
    );
    const judged = { slot, score, roomy: true, shut: false };
    for (const { share, alone } of rooms) {
      const tiles = share / weights.squares;
      if (tiles < enough) judged.roomy = false;
      if (alone / weights.squares < enough) judged.shut = true;
      judged.score += Math.min(tiles, enough) + weights.spare * Math.min(tiles, remaining);
      judged.score -=
        weights.pocket * Math.max(0, remaining - (weights.alone * alone) / weights.squares);
    }
    return judged;
  }

  private tipAt(tile: number, slot: Slot, headings: readonly Heading[]): Tip {
    const clear = this.optionsAfter(tile, slot, headings, CLEARANCE);
    if (clear.plain.length > 0 && clear.double.length > 0) return { tile, slot, options: clear };
    const near = this.optionsAfter(tile, slot, headings, 0);
    const plain = clear.plain.length > 0 ? clear.plain : near.plain;
    const double = clear.double.length > 0 ? clear.double : near.double;
    return { tile, slot, options: { plain, double } };
  }

  private optionsAfter(
    tile: number,
    slot: Slot,
    headings: readonly Heading[],
    clearance: number,
  ): Options {
    const ways = this.weights.turn === Infinity ? headings.slice(0, 1) : headings;
    const slots = (double: boolean): Slot[] =>
      ways
        .map((heading) => nextSlot(slot, heading, double, tile === 0))
        .filter((next) => this.field.isFree(next, tile, clearance));
    const plain = slots(false);
    return { plain, double: slot.double ? plain : slots(true) };
  }

  /** The cells that would be seen with a design zoom, not all of them drawn yet. */
  private window(drawn: Rect, design: number): Rect {
    const { size, weights } = this;
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

function clearOf({ plain, double }: Options, slot: Slot): Options {
  const isLeft = (option: Slot): boolean => isClear(option, slot);
  return { plain: plain.filter(isLeft), double: double.filter(isLeft) };
}

/** Tiles with the margin around them. Next tiles have none: only a preview ever lies there. */
export function padded({ left, top, right, bottom }: Rect): Rect {
  const cells = 2 * MARGIN;
  return { left: left - cells, top: top - cells, right: right + cells, bottom: bottom + cells };
}

/** The last square of a slot. */
function exit(slot: Slot): readonly [x: number, y: number] {
  return [
    slot.heading === 1 ? slot.right - 2 : slot.left,
    slot.heading === 0 ? slot.bottom - 2 : slot.top,
  ];
}

function better(a: Judged, b: Judged): boolean {
  return a.roomy === b.roomy ? a.score > b.score : a.roomy;
}

/** The part of the first zoom under which it is worth to lay out all tiles anew. */
const SMALL = 0.48;

/** Tiles larger than this look like toys. */
const LARGEST = 72;

function largestUnit({ width, height }: Size, seats: number, { start }: Weights): number {
  return Math.min(LARGEST, Math.sqrt((5 * width * height) / (start * (seats + 1))));
}
