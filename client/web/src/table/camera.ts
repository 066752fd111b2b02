/** What part of the board is seen: the layout's view, and a person's own zoom and pan over it. */

import type { Picture } from '../layout';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `zoom` over the whole table, and where the board's top left corner is moved, in pixels. */
export interface Camera extends Point {
  readonly zoom: number;
}

export const WHOLE: Camera = { zoom: 1, x: 0, y: 0 };
const MOST = 4;

/** Zooms by a factor while the table stays where it is under a point of the board. */
export function zoomed(camera: Camera, by: number, at: Point, board: Size): Camera {
  const zoom = Math.min(MOST, Math.max(1, camera.zoom * by));
  const factor = zoom / camera.zoom;
  const x = at.x - (at.x - camera.x) * factor;
  const y = at.y - (at.y - camera.y) * factor;
  return kept({ zoom, x, y }, board);
}

export function panned(camera: Camera, dx: number, dy: number, board: Size): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, board);
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** No further than the edges of the table. */
function kept({ zoom, x, y }: Camera, { width, height }: Size): Camera {
  if (zoom === 1) return WHOLE;
  const within = (at: number, length: number) => Math.min(0, Math.max(length * (1 - zoom), at));
  return { zoom, x: within(x, width), y: within(y, height) };
}

/** Where a point of the layout, in units, lies on the board, in pixels. */
export function onBoard(point: Point, { view, unit }: Picture, camera: Camera): Point {
  return {
    x: camera.x + (point.x - view.x) * unit * camera.zoom,
    y: camera.y + (point.y - view.y) * unit * camera.zoom,
  };
}
