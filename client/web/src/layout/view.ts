/** Zoom and pan: what the board shows. */

import type { Size } from './growth';
import type { Rect } from './slots';
import type { Box } from './types';

/** How much the centre double draws the view towards itself. */
const PULL = 0.3;

/** The zoom to use where `fit` pixels a unit would do: whole quarters of a pixel, and one at least. */
export function quantise(fit: number): number {
  return Math.max(1, Math.floor(4 * fit + 1e-6)) / 4;
}

/** An area of cells in units. */
export function boxOf({ left, top, right, bottom }: Rect): Box {
  return { x: left / 2, y: top / 2, width: (right - left) / 2, height: (bottom - top) / 2 };
}

/** What the board shows at a zoom: the view before while it will do, else around the box. */
export function viewOf(board: Size, unit: number, box: Box, before: Box | undefined): Box {
  const width = board.width / unit;
  const height = board.height / unit;
  if (before && before.width === width && holds(before, box)) return before;
  return {
    x: start(width, box.x, box.width),
    y: start(height, box.y, box.height),
    width,
    height,
  };
}

function start(length: number, from: number, needed: number): number {
  const middle = (1 - PULL) * (from + needed / 2);
  return Math.min(from, Math.max(middle - length / 2, from + needed - length));
}

export function holds(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
