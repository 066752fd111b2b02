/** Carrying a tile from the rack: to an end of the table, or to another place in the rack. */
import { signal } from '@preact/signals';
import type { Seat, Tile } from '../game/branches';
import { isDouble } from '../game/branches';
import { placesOf } from '../game/choices';
import { onBoard, type Point } from './camera';
import type { Desk } from './desk';
import { type Geometry, seen } from './geometry';

/** Less than this is a tap. */
export const TAP = 8;
/** How near to an end a tile is caught, in pixels. */
const CATCH = 56;
/** How far above a finger the tile floats, so that it can be seen. */
const ABOVE = 56;

export interface Dragged {
  readonly tile: Tile;
  /** Where the middle of the tile floats, in the window. */
  readonly x: number;
  readonly y: number;
  /** The place that would take it: a branch, null for the centre, undefined for none. */
  readonly over: Seat | null | undefined;
}

export const dragged = signal<Dragged | null>(null);

/** Where the tile floats for a pointer: above a finger, under a mouse. */
export function floatAt(event: PointerEvent): Point {
  const above = event.pointerType === 'mouse' ? 0 : ABOVE;
  return { x: event.clientX, y: event.clientY - above };
}

/**
 * The place that catches a tile at one of some points of the window, the nearest one. Ends that do
 * not fit catch too, only less easily: they say why.
 */
export function placeUnder(
  desk: Desk,
  geometry: Geometry,
  tile: Tile,
  points: readonly Point[],
): Seat | null | undefined {
  const board = geometry.board.current?.getBoundingClientRect();
  if (!board) return undefined;
  const { layout, picture, spot } = geometry;
  const { unit } = picture.value;
  const { ends } = layout.value;
  const places = placesOf(desk.choices.value, tile);
  const on = (point: Point) => onBoard(point, picture.value, seen(geometry));
  const candidates: { branch: Seat | null; at: Point; bonus: number }[] = [];
  for (const branch of places) {
    candidates.push({ branch, at: on(spot(branch, isDouble(tile))), bonus: 0 });
  }
  for (const { branch, plate } of desk.ends.value.size > 0 ? ends : []) {
    candidates.push({ branch, at: on(plate), bonus: places.includes(branch) ? 0 : 24 });
  }
  let best: { branch: Seat | null; way: number } | undefined;
  for (const point of points) {
    const [x, y] = [point.x - board.left, point.y - board.top];
    for (const { branch, at, bonus } of candidates) {
      const way = Math.hypot(at.x - x, at.y - y) + bonus;
      if (way <= Math.max(CATCH, unit) && (!best || way < best.way)) best = { branch, way };
    }
  }
  return best?.branch;
}
