/** The cells that tiles cover, and how much room is left between them. */

import type { Rect } from './slots';

/** Cells a side; the centre double lies in the middle. */
const SIDE = 256;
const MIDDLE = SIDE / 2;

/** Cells kept free between tiles that do not follow each other. */
export const CLEARANCE = 1;

/** What is left for one branch. */
export interface Room {
  /** Squares its next tiles can pass, shared with the other branches by nearness. */
  readonly share: number;
  /** Squares it could pass if it were alone; Infinity if it can leave the window. */
  readonly alone: number;
}

/** Where a branch can go on: squares (left and top) its next tile would end on. */
export type Exits = readonly (readonly [x: number, y: number])[];

// Shared by all floods: clearing them each time would take longer than the flood.
const seen = new Int32Array(SIDE * SIDE);
const queue = new Int32Array(SIDE * SIDE);
let lastMark = 0;

const SIDES = [1, -1, SIDE, -SIDE] as const;

/** Whether two slots keep clear of each other. */
export function isClear(a: Rect, b: Rect): boolean {
  return (
    a.left >= b.right + CLEARANCE ||
    b.left >= a.right + CLEARANCE ||
    a.top >= b.bottom + CLEARANCE ||
    b.top >= a.bottom + CLEARANCE
  );
}

export class Field {
  private readonly owners = new Uint8Array(SIDE * SIDE);
  /** For the left top corner of a square of 2 × 2 cells: how many tiles are too near for it. */
  private readonly near = new Uint8Array(SIDE * SIDE);

  /** Put a tile down; tiles are numbered in order of play from 0. */
  put(slot: Rect, tile: number): void {
    this.own(slot, tile + 1);
    this.crowd(slot, 1);
  }

  /** Take a tile up again. */
  take(slot: Rect): void {
    this.own(slot, 0);
    this.crowd(slot, -1);
  }

  /** Whether a slot keeps clear of all tiles but the one it follows. */
  isFree(slot: Rect, follows: number, clearance: number): boolean {
    const left = slot.left - clearance;
    const right = slot.right + clearance;
    const bottom = slot.bottom + clearance;
    if (Math.min(left, slot.top) < 8 - MIDDLE || Math.max(right, bottom) > MIDDLE - 8) return false;
    for (let y = slot.top - clearance; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const owner = this.owners[at(x, y)] as number;
        // What a tile follows it touches, but does not cover.
        if (owner === 0) continue;
        if (owner !== follows + 1) return false;
        if (x >= slot.left && x < slot.right && y >= slot.top && y < slot.bottom) return false;
      }
    }
    return true;
  }

  /** Half-units of a slot's edges that run along another tile within one unit. */
  edges(slot: Rect, follows: number): number {
    let count = 0;
    for (let x = slot.left; x < slot.right; x++) {
      if (this.faces(x, slot.top, 0, -1, follows)) count++;
      if (this.faces(x, slot.bottom - 1, 0, 1, follows)) count++;
    }
    for (let y = slot.top; y < slot.bottom; y++) {
      if (this.faces(slot.left, y, -1, 0, follows)) count++;
      if (this.faces(slot.right - 1, y, 1, 0, follows)) count++;
    }
    return count;
  }

  /**
   * A flood from all ends at once through the window; each square goes to the exit that reaches it
   * first. A branch can take one way only, so regions that do not meet are not added up.
   */
  rooms(ends: readonly Exits[], window: Rect): Room[] {
    const { near } = this;
    const exits = ends.flat();
    // Squares of this flood are marked from `base` + 1 on, one mark for each exit, then one for the
    // squares around the window.
    const base = lastMark;
    const outside = base + 1 + exits.length;
    lastMark = outside;
    surround(window, outside);
    const reached = new Array<number>(exits.length).fill(0);
    const leaves = new Array<boolean>(exits.length).fill(false);
    const joined = exits.map((_, exit) => exit);
    const root = (exit: number): number => {
      let top = exit;
      while (joined[top] !== top) top = joined[top] as number;
      return top;
    };
    let tail = 0;
    exits.forEach(([x, y], exit) => {
      const inside =
        x >= window.left && y >= window.top && x <= window.right - 2 && y <= window.bottom - 2;
      const cell = at(x, y);
      const mark = seen[cell] as number;
      if (!inside) leaves[exit] = true;
      else if (mark > base) joined[root(exit)] = root(mark - base - 1);
      else if (near[cell] === 0) {
        seen[cell] = base + 1 + exit;
        queue[tail++] = cell;
      }
    });
    for (let head = 0; head < tail; head++) {
      const cell = queue[head] as number;
      const own = seen[cell] as number;
      const exit = own - base - 1;
      reached[exit] = (reached[exit] as number) + 1;
      for (let side = 0; side < 4; side++) {
        const next = cell + (SIDES[side] as number);
        if (near[next] !== 0) continue;
        const mark = seen[next] as number;
        if (mark <= base) {
          seen[next] = own;
          queue[tail++] = next;
        } else if (mark === outside) leaves[exit] = true;
        else if (mark !== own) joined[root(mark - base - 1)] = root(exit);
      }
    }
    const regions = exits.map((_, exit) => root(exit));
    const whole = new Array<number>(exits.length).fill(0);
    regions.forEach((region, exit) => {
      whole[region] =
        (whole[region] as number) + (leaves[exit] ? Infinity : (reached[exit] as number));
    });
    let first = 0;
    return ends.map(({ length }) => {
      const own = new Array<number>(exits.length).fill(0);
      let alone = 0;
      for (let exit = first; exit < first + length; exit++) {
        const region = regions[exit] as number;
        own[region] = (own[region] as number) + (reached[exit] as number);
        alone = Math.max(alone, whole[region] as number);
      }
      first += length;
      return { share: Math.max(...own, 0), alone };
    });
  }

  private own(slot: Rect, owner: number): void {
    for (let y = slot.top; y < slot.bottom; y++) {
      this.owners.fill(owner, at(slot.left, y), at(slot.right, y));
    }
  }

  private crowd(slot: Rect, by: 1 | -1): void {
    const reach = CLEARANCE + 1;
    for (let y = slot.top - reach; y < slot.bottom + CLEARANCE; y++) {
      const end = at(slot.right + CLEARANCE, y);
      for (let cell = at(slot.left - reach, y); cell < end; cell++) {
        this.near[cell] = (this.near[cell] as number) + by;
      }
    }
  }

  private faces(x: number, y: number, dx: number, dy: number, follows: number): boolean {
    for (let step = 2; step <= 3; step++) {
      const owner = this.owners[at(x + step * dx, y + step * dy)] as number;
      if (owner > 0) return owner !== follows + 1;
    }
    return false;
  }
}

/** Marks the squares just outside a window, so that a flood need not compare coordinates. */
function surround({ left, top, right, bottom }: Rect, mark: number): void {
  seen.fill(mark, at(left - 1, top - 1), at(right, top - 1));
  seen.fill(mark, at(left - 1, bottom - 1), at(right, bottom - 1));
  for (let y = top; y < bottom - 1; y++) {
    seen[at(left - 1, y)] = mark;
    seen[at(right - 1, y)] = mark;
  }
}

function at(x: number, y: number): number {
  return (y + MIDDLE) * SIDE + x + MIDDLE;
}
