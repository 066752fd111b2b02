/** Where the numeral plates of the ends stand. They keep their size whatever the zoom is. */

import type { Box, Point } from './types';

/** A plate's side and the side of the area that can be touched, in CSS pixels. */
export const PLATE = 28;
export const TOUCH = 44;

/** How far a plate keeps from the tile it belongs to, in units. */
const GAP = 0.04;

/** How far a plate reaches from the end it belongs to, in units. */
export function plateReach(unit: number, plate = PLATE): number {
  return GAP + plate / unit;
}

export type Step = -1 | 0 | 1;

/** A way out of an end: the middle of the half a tile would touch, and the direction. */
export interface WayOut extends Point {
  readonly dx: Step;
  readonly dy: Step;
}

/**
 * A plate for each end, beside the half the next tile would touch: there it covers nothing, and
 * shows where that tile goes. `ways` are the free ways out of each end, the chosen one first. All
 * plates are looked at together, so that a branch makes way where two ends come near.
 */
export function placePlates(
  ways: readonly (readonly WayOut[])[],
  tiles: readonly Box[],
  view: Box,
  unit: number,
  size = PLATE,
): Point[] {
  const side = size / unit;
  const touch = Math.max(TOUCH, size) / unit;
  const choices = ways.map((end) =>
    end.map(({ x, y, dx, dy }, order) => {
      const out = 0.5 + side / 2 + GAP;
      // Wider than a tile when these are small: at the rim it moves aside, into the clearance.
      const plate = {
        x: within(x + out * dx, view.x + side / 2, view.x + view.width - side / 2),
        y: within(y + out * dy, view.y + side / 2, view.y + view.height - side / 2),
      };
      const box = { x: plate.x - side / 2, y: plate.y - side / 2, width: side, height: side };
      const covered = tiles.reduce((sum, tile) => sum + overlap(box, tile), 0);
      const outside = side * side - overlap(box, view);
      return { plate, cost: 100 * (covered + outside) + 0.1 * order };
    }),
  );
  let best: { plates: Point[]; cost: number } = { plates: [], cost: Infinity };
  const choose = (plates: Point[], cost: number): void => {
    if (cost >= best.cost) return;
    const own = choices[plates.length];
    if (!own) {
      best = { plates, cost };
      return;
    }
    for (const choice of own) {
      const crowded = plates.reduce((sum, other) => {
        const apart = Math.max(
          Math.abs(other.x - choice.plate.x),
          Math.abs(other.y - choice.plate.y),
        );
        return sum + Math.max(0, touch - apart) + 10 * Math.max(0, side - apart);
      }, 0);
      choose([...plates, choice.plate], cost + choice.cost + crowded);
    }
  };
  choose([], 0);
  return best.plates;
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
