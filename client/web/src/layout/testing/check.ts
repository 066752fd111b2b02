/**
 * What must hold of a layout, found from its geometry alone: this knows nothing of how tiles get
 * their places.
 */

import {
  type Board,
  type Box,
  type Laid,
  type Layout,
  PLATE,
  type Point,
  type Spot,
} from '../index';

const TINY = 1e-6;

/** Everything that is wrong with a layout, in words; empty if nothing is. */
export function faults(laid: readonly Laid[], board: Board, layout: Layout): string[] {
  return [
    ...tilesAsPlayed(laid, layout),
    ...overlaps(layout),
    ...joints(laid, layout),
    ...outside(board, layout),
    ...ghosts(layout),
    ...ends(laid, board, layout),
  ];
}

/** Pairs of tiles that do not follow each other and are nearer than half a unit. */
export function tooNear(layout: Layout): number {
  return pairs(layout.tiles).filter(
    ([a, b]) => !follow(layout, a, b) && gap(rect(a), rect(b)) < 0.5,
  ).length;
}

export function rect({ x, y, turn }: Spot): Box {
  const [width, height] = turn % 180 === 0 ? [1, 2] : [2, 1];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

export function plateRect({ x, y }: Point, unit: number, plate = PLATE): Box {
  const side = plate / unit;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

/** How much two rectangles cover of each other, in square units. */
export function common(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > TINY && height > TINY ? width * height : 0;
}

function tilesAsPlayed(laid: readonly Laid[], { tiles }: Layout): string[] {
  const same =
    laid.length === tiles.length &&
    laid.every((tile, index) => {
      const placed = tiles[index];
      return (
        placed?.play === tile.play &&
        placed.branch === tile.branch &&
        placed.near === tile.near &&
        placed.far === tile.far &&
        placed.double === (tile.near === tile.far)
      );
    });
  return same ? [] : ['the tiles are not those that were played'];
}

function overlaps({ tiles }: Layout): string[] {
  return pairs(tiles)
    .filter(([a, b]) => common(rect(a), rect(b)) > 0)
    .map(([a, b]) => `tiles ${a.play} and ${b.play} overlap`);
}

/** Each tile touches the one before it in its branch, half to half. */
function joints(laid: readonly Laid[], { tiles }: Layout): string[] {
  return laid.slice(1).flatMap((tile, index) => {
    const placed = tiles[index + 1] as Spot;
    const before = previous(laid, index + 1);
    return joint(tiles[before] as Spot, laid.slice(0, before + 1), placed)
      .map((fault) => `tile ${tile.play} ${fault}`)
      .concat(laid[before]?.far === tile.near ? [] : [`tile ${tile.play} does not match`]);
  });
}

/** What is wrong with where a tile (or ghost) touches the one before it. */
function joint(before: Spot, laid: readonly Laid[], tile: Spot): string[] {
  const touched = before.double ? before : half(before, 1);
  const long = axis(before);
  if (tile.double) {
    // Across: the middle of its long side at the end half.
    const way = step(touched, tile, 1);
    if (way && !before.double && isAlong(way, long) && !isAlong(way, axis(tile))) return [];
  }
  const near = half(tile, -1);
  const ways = before.double
    ? [step(touched, near, 1), step(touched, near, 1.5)]
    : [step(touched, near, 1)];
  const straight = ways[0];
  const aside = ways[1];
  // It runs on in the way in which it touches.
  const runs = (way: Point): boolean =>
    Math.abs(tile.x - near.x - way.x / 2) < TINY && Math.abs(tile.y - near.y - way.y / 2) < TINY;
  if (!before.double) {
    if (!straight || !runs(straight)) return ['does not touch the end half'];
    if (tile.double && isAlong(straight, long)) return ['is a double and lies along its branch'];
    return [];
  }
  if (straight && !isAlong(straight, long) && runs(straight)) return [];
  if (aside && isAlong(aside, long) && runs(aside)) return [];
  // A double that lies lengthwise, as a corner, goes on from its second half like any tile.
  const end = step(half(before, 1), near, 1);
  if (laid.length > 1 && end && runs(end)) return [];
  return ['does not touch the double'];
}

/** Half of the stroke of a frame (board.css). */
const LINE = 0.025;

function outside(board: Board, layout: Layout): string[] {
  const { tiles, ghosts, ends, frames, view, box, unit, wide } = layout;
  const faults: string[] = [];
  const inside = (what: string, area: Box, where = view): void => {
    const within =
      area.x > where.x - TINY &&
      area.y > where.y - TINY &&
      area.x + area.width < where.x + where.width + TINY &&
      area.y + area.height < where.y + where.height + TINY;
    if (!within) faults.push(`${what} is outside`);
  };
  for (const tile of tiles) {
    inside(`tile ${tile.play}`, rect(tile));
    inside(`tile ${tile.play}, further away,`, rect(tile), wide.view);
  }
  for (const [seat, both] of Object.entries(ghosts)) {
    for (const ghost of both) inside(`a ghost of ${seat}`, rect(ghost), wide.view);
  }
  for (const end of ends)
    inside(`the plate of ${end.branch}`, plateRect(end.plate, unit, board.plate));
  for (const [seat, walks] of Object.entries(frames)) {
    for (const { x, y } of walks.flat())
      inside(`the frame of ${seat}`, {
        x: x - LINE,
        y: y - LINE,
        width: 2 * LINE,
        height: 2 * LINE,
      });
  }
  inside('the box', box);
  for (const { view, unit } of [layout, wide]) {
    if (Math.abs(view.width * unit - board.width) > TINY) faults.push('the view is not as wide');
    if (Math.abs(view.height * unit - board.height) > TINY) faults.push('the view is not as high');
  }
  return faults;
}

function ghosts(layout: Layout): string[] {
  return Object.entries(layout.ghosts).flatMap(([seat, both]) => {
    const branch = layout.tiles.map((tile, index) => ({ tile, index }));
    const last = branch.findLast(({ tile }) => tile.branch === seat)?.index ?? 0;
    return both.flatMap((ghost) => [
      ...joint(layout.tiles[last] as Spot, layout.tiles.slice(0, last + 1), ghost).map(
        (fault) => `a ghost of ${seat} ${fault}`,
      ),
      ...layout.tiles
        .filter((tile) => common(rect(tile), rect(ghost)) > 0)
        .map((tile) => `a ghost of ${seat} covers tile ${tile.play}`),
    ]);
  });
}

function ends(
  laid: readonly Laid[],
  board: Board,
  { tiles, ends, unit, ghosts }: Layout,
): string[] {
  if (ends.map(({ branch }) => branch).join() !== board.seats.join()) return ['an end is missing'];
  return ends.flatMap((end) => {
    const own = laid.findLastIndex(({ branch }) => branch === end.branch);
    const last = tiles[Math.max(own, 0)] as Spot;
    const middles = [half(last, 1), half(last, -1), last];
    const at = (own > 0 && !last.double ? middles.slice(0, 1) : middles).some(
      ({ x, y }) => Math.abs(x - end.x) < TINY && Math.abs(y - end.y) < TINY,
    );
    const plate = plateRect(end.plate, unit, board.plate);
    // Where a branch had to come nearer to others than it should, a plate has less room too.
    const narrow = (ghosts[end.branch] ?? []).some((ghost) =>
      tiles.some((tile, index) => index !== Math.max(own, 0) && gap(rect(ghost), rect(tile)) < 0.5),
    );
    const covered = tiles.filter((tile) => !narrow && common(rect(tile), plate) > 0);
    return [
      ...(at ? [] : [`the end of ${end.branch} is not at its last half`]),
      ...(Math.abs(end.dx) + Math.abs(end.dy) === 1 ? [] : [`the end of ${end.branch} has no way`]),
      ...(ghosts[end.branch] ? [] : [`there is no ghost of ${end.branch}`]),
      ...covered.map((tile) => `the plate of ${end.branch} covers tile ${tile.play}`),
    ];
  });
}

/** The number of the tile a tile follows. */
function previous(laid: readonly Laid[], index: number): number {
  const branch = laid[index]?.branch;
  return Math.max(
    laid.slice(0, index).findLastIndex((tile) => tile.branch === branch),
    0,
  );
}

function follow({ tiles }: Layout, a: Laid, b: Laid): boolean {
  const index = (tile: Laid): number => tiles.findIndex(({ play }) => play === tile.play);
  return previous(tiles, index(b)) === index(a);
}

/** The middle of a half: -1 the near one, 1 the far one. */
function half({ x, y, turn }: Spot, which: -1 | 1): Point {
  const [dx, dy] = { 0: [0, 1], 90: [-1, 0], 180: [0, -1], 270: [1, 0] }[turn] as [number, number];
  return { x: x + (which * dx) / 2, y: y + (which * dy) / 2 };
}

function axis({ turn }: Spot): 'x' | 'y' {
  return turn % 180 === 0 ? 'y' : 'x';
}

function isAlong(way: Point, along: 'x' | 'y'): boolean {
  return way[along] !== 0;
}

/** The way from one point to another that lies exactly this far along one axis. */
function step(from: Point, to: Point, far: number): Point | undefined {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(Math.abs(x) - far) < TINY && Math.abs(y) < TINY) return { x: Math.sign(x), y: 0 };
  if (Math.abs(Math.abs(y) - far) < TINY && Math.abs(x) < TINY) return { x: 0, y: Math.sign(y) };
  return undefined;
}

function gap(a: Box, b: Box): number {
  const x = Math.max(a.x - b.x - b.width, b.x - a.x - a.width);
  const y = Math.max(a.y - b.y - b.height, b.y - a.y - a.height);
  return Math.max(x, y) + TINY;
}

function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((item, index) =>
    items.slice(index + 1).map((other): [Item, Item] => [item, other]),
  );
}
