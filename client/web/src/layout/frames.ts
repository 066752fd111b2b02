/** Outlines around tiles, for the tint of a branch's owner. */

import type { Rect } from './slots';
import type { Point } from './types';

/**
 * How far an outline keeps from its tiles, in units: less than half of what lies between tiles, and
 * with its own width within the margin around all of them.
 */
const OFFSET = 0.15;

/** The outlines of some tiles, in units: clockwise around them, the other way around holes. */
export function outlines(tiles: readonly Rect[]): Point[][] {
  const edges = boundary(tiles);
  const loops: Point[][] = [];
  for (let first = edges.values().next().value; first; first = edges.values().next().value) {
    const loop: Edge[] = [];
    let edge: Edge | undefined = first;
    while (edge) {
      edges.delete(key(edge));
      loop.push(edge);
      edge = following(edge, edges);
    }
    loops.push(corners(loop));
  }
  return loops;
}

/** One side of a cell, from x,y along dx,dy, with the covered cell to its right. */
interface Edge extends Point {
  readonly dx: number;
  readonly dy: number;
}

const key = ({ x, y, dx, dy }: Edge): string => `${x},${y},${dx},${dy}`;

function boundary(tiles: readonly Rect[]): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  const add = (edge: Edge): void => {
    // A side that two cells share is walked in both directions, and is no boundary.
    const back = key({ x: edge.x + edge.dx, y: edge.y + edge.dy, dx: -edge.dx, dy: -edge.dy });
    if (!edges.delete(back)) edges.set(key(edge), edge);
  };
  for (const { left, top, right, bottom } of tiles) {
    for (let x = left; x < right; x++) {
      add({ x, y: top, dx: 1, dy: 0 });
      add({ x: x + 1, y: bottom, dx: -1, dy: 0 });
    }
    for (let y = top; y < bottom; y++) {
      add({ x: right, y, dx: 0, dy: 1 });
      add({ x: left, y: y + 1, dx: 0, dy: -1 });
    }
  }
  return edges;
}

/** The edge after another; where two tiles touch with a corner only, each keeps to itself. */
function following({ x, y, dx, dy }: Edge, edges: ReadonlyMap<string, Edge>): Edge | undefined {
  const ways = [
    [-dy, dx],
    [dx, dy],
    [dy, -dx],
  ] as const;
  for (const [toX, toY] of ways) {
    const edge = edges.get(key({ x: x + dx, y: y + dy, dx: toX, dy: toY }));
    if (edge) return edge;
  }
  return undefined;
}

/** The corners of a closed walk, moved outwards. */
function corners(loop: readonly Edge[]): Point[] {
  return loop.flatMap((edge, index) => {
    const before = loop.at(index - 1) as Edge;
    if (before.dx === edge.dx && before.dy === edge.dy) return [];
    return [
      {
        x: edge.x / 2 + OFFSET * (before.dy + edge.dy),
        y: edge.y / 2 - OFFSET * (before.dx + edge.dx),
      },
    ];
  });
}
