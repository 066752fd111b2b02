/** The cells that tiles cover, and how much room is left between them. */

import type { Rect } from './slots';

/** Cells a side; the centre double lies in the middle. */
const SIDE = 256;
const MIDDLE = SIDE / 2;

/** Cells kept free between tiles that do not follow each other. */
const CLEARANCE = 1;

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
  isFree(slot: Rect, follows: number, clearance = CLEARANCE): boolean {
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
   * A flood from all ends at once through the window; each square goes to the end that reaches it
   * first.
   */
  rooms(ends: readonly Exits[], window: Rect): Room[] {
    const { near } = this;
    // Squares of this flood are marked from `base` + 1 on: one mark for each end.
    const base = lastMark;
    lastMark += ends.length;
    const share = ends.map(() => 0);
    const leaves = ends.map(() => false);
    const joined = ends.map((_, end) => end);
    const root = (end: number): number => {
      let top = end;
      while (joined[top] !== top) top = joined[top] as number;
      return top;
    };
    let tail = 0;
    const reach = (x: number, y: number, end: number): void => {
      if (x < window.left || y < window.top || x > window.right - 2 || y > window.bottom - 2) {
        if (near[at(x, y)] === 0) leaves[end] = true;
        return;
      }
      const cell = at(x, y);
      if ((near[cell] as number) > 0) return;
      const mark = (seen[cell] as number) - base;
      if (mark <= 0) {
        seen[cell] = base + 1 + end;
        queue[tail++] = cell;
        share[end] = (share[end] as number) + 1;
      } else if (mark !== end + 1) joined[root(mark - 1)] = root(end);
    };
    ends.forEach((exits, end) => {
      for (const [x, y] of exits) reach(x, y, end);
    });
    for (let head = 0; head < tail; head++) {
      const cell = queue[head] as number;
      const x = (cell % SIDE) - MIDDLE;
      const y = Math.floor(cell / SIDE) - MIDDLE;
      const end = (seen[cell] as number) - base - 1;
      reach(x + 1, y, end);
      reach(x - 1, y, end);
      reach(x, y + 1, end);
      reach(x, y - 1, end);
    }
    return ends.map((_, end) => {
      const pocket = root(end);
      let alone = 0;
      share.forEach((squares, other) => {
        if (root(other) === pocket) alone += leaves[other] ? Infinity : squares;
      });
      return { share: share[end] as number, alone };
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

function at(x: number, y: number): number {
  return (y + MIDDLE) * SIDE + x + MIDDLE;
}
