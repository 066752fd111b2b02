/**
 * Where tiles can lie: a grid of half-units (a tile is 2 × 4 cells), the middle of the centre
 * double at the corner 0,0, x to the right, y down.
 */

/** The four ways a branch can run: 0 down, 1 right, 2 up, 3 left. */
export type Heading = 0 | 1 | 2 | 3;

export const DX = [0, 1, 0, -1] as const;
export const DY = [1, 0, -1, 0] as const;
const TURN = [0, 270, 180, 90] as const;

/** A rectangle of cells; `right` and `bottom` lie just outside. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A tile's place. */
export interface Slot extends Rect {
  /** From its near half to its far half; for a double lying across, the way of its branch. */
  readonly heading: Heading;
  readonly double: boolean;
  /** Whether it lies across its branch, as doubles do unless they are a corner. */
  readonly across: boolean;
  /** Whether its branch changed its way here. */
  readonly corner: boolean;
}

/** The centre double, its long side down or sideways. */
export function centreSlot(upright: boolean): Slot {
  const [x, y] = upright ? [1, 2] : [2, 1];
  const heading = upright ? 1 : 0;
  return {
    left: -x,
    top: -y,
    right: x,
    bottom: y,
    heading,
    double: true,
    across: true,
    corner: false,
  };
}

/** The headings a branch may take after a slot. */
export function headingsAfter(slot: Slot): readonly Heading[] {
  const { heading } = slot;
  return [heading, ((heading + 1) % 4) as Heading, ((heading + 3) % 4) as Heading];
}

/**
 * The slot of a tile that follows another with a heading. A turn leaves from the side of the far
 * half, or from the short end of a double that lies across; a double that is a corner itself lies
 * lengthwise, because across it would touch with half a half.
 */
export function nextSlot(after: Slot, heading: Heading, double: boolean, first = false): Slot {
  const corner = !first && heading !== after.heading;
  const across = double && !corner;
  const [x, y] = square(after, heading);
  const dx = DX[heading];
  const dy = DY[heading];
  if (across) {
    const left = x + 2 * dx - Math.abs(dy);
    const top = y + 2 * dy - Math.abs(dx);
    const right = left + 2 + 2 * Math.abs(dy);
    const bottom = top + 2 + 2 * Math.abs(dx);
    return { left, top, right, bottom, heading, double, across, corner };
  }
  const left = x + (dx < 0 ? -4 : 2 * dx);
  const top = y + (dy < 0 ? -4 : 2 * dy);
  const right = left + 2 + 2 * Math.abs(dx);
  const bottom = top + 2 + 2 * Math.abs(dy);
  return { left, top, right, bottom, heading, double, across, corner };
}

/** The square (its left and top) of a slot that a tile following with a heading touches. */
export function square(slot: Slot, heading: Heading): readonly [x: number, y: number] {
  const along = slot.across && (heading - slot.heading) % 2 === 0;
  if (along) return [(slot.left + slot.right) / 2 - 1, (slot.top + slot.bottom) / 2 - 1];
  const way = slot.across ? heading : slot.heading;
  return [way === 1 ? slot.right - 2 : slot.left, way === 0 ? slot.bottom - 2 : slot.top];
}

/** The first cells of a slot, from the tile it follows on; they may be fractions. */
export function firstCells({ left, top, right, bottom, heading }: Slot, cells: number): Rect {
  return {
    left: heading === 3 ? right - cells : left,
    top: heading === 2 ? bottom - cells : top,
    right: heading === 1 ? left + cells : right,
    bottom: heading === 0 ? top + cells : bottom,
  };
}

/** How a tile in a slot is turned, see `Placed.turn`. */
export function turnOf(slot: Slot): 0 | 90 | 180 | 270 {
  if (slot.across) return slot.heading % 2 === 0 ? 90 : 0;
  return TURN[slot.heading];
}

/** The smallest rectangle around two. */
export function around(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
