/**
 * What `table.moves` says about the table: which tile lies where, and what was done since.
 * Nothing here decides what may be played; that is `you.legal`.
 */
import type { SeatState, Table } from '../protocol/messages';

export type Seat = SeatState['seat'];
export type Tile = readonly [number, number];

/** One entry of `table.moves`: without a tile a pass, without a branch the opening. */
export interface Move {
  readonly seat: Seat;
  readonly tile: Tile | null;
  readonly branch: Seat | null;
}

/**
 * A tile on the table. `play` is its place in `table.moves`; `near` is the half towards the centre,
 * `far` the new end. The centre has no branch.
 */
export interface Laid {
  readonly play: number;
  readonly seat: Seat;
  readonly branch: Seat | null;
  readonly near: number;
  readonly far: number;
}

/** A pass: the values its seat could not serve, and those of which not even a double was there. */
export interface Pass {
  readonly play: number;
  /** Ends of its own branch and of those open then. */
  readonly values: readonly number[];
  /** Ends of the closed branches, where only a double could go. */
  readonly doubles: readonly number[];
}

/** "S99", "E37W" or "N". */
export function readMove(text: string): Move {
  const tile: Tile | null = text.length > 1 ? [Number(text[1]), Number(text[2])] : null;
  return { seat: text[0] as Seat, tile, branch: (text[3] as Seat | undefined) ?? null };
}

/** The same name for either order of the halves: "3-7". */
export const tileName = (tile: Tile): string =>
  `${Math.min(tile[0], tile[1])}-${Math.max(tile[0], tile[1])}`;

export const sameTile = (one: Tile | null, other: Tile | null): boolean =>
  one === other || (one !== null && other !== null && tileName(one) === tileName(other));

export const isDouble = (tile: Tile): boolean => tile[0] === tile[1];

/** Every tile on the table in the order of plays. Each touches the end before it with one half. */
export function laidTiles(moves: readonly string[]): Laid[] {
  const laid: Laid[] = [];
  const ends = new Map<Seat, number>();
  let centre = 0;
  moves.map(readMove).forEach(({ seat, tile, branch }, play) => {
    if (!tile) return;
    if (!branch) {
      centre = tile[0];
      laid.push({ play, seat, branch, near: centre, far: centre });
      return;
    }
    const near = ends.get(branch) ?? centre;
    const far = farHalf(tile, near);
    ends.set(branch, far);
    laid.push({ play, seat, branch, near, far });
  });
  return laid;
}

/** The half that becomes the end when the tile is put to `near`. */
export const farHalf = (tile: Tile, near: number): number => (tile[0] === near ? tile[1] : tile[0]);

/** The end of each branch, by seat; of none before the opening. */
export function endsBySeat(seats: readonly Seat[], ends: readonly number[]): Map<Seat, number> {
  const found = new Map<Seat, number>();
  ends.forEach((end, at) => {
    const seat = seats[at];
    if (seat) found.set(seat, end);
  });
  return found;
}

export type Moved = Pick<Table, 'moves' | 'by_computer'>;

/** Where my latest own move stands in the moves, not one made for me; -1 when there is none. */
export const lastMoveOf = ({ moves, by_computer }: Moved, seat: Seat | null): number =>
  seat === null
    ? -1
    : moves.findLastIndex((move, play) => move[0] === seat && !by_computer.includes(play));

/** The plays since my latest move, oldest first; all of the hand while I had none. */
export function playsSince(table: Moved, seat: Seat | null): number[] {
  if (seat === null) return [];
  const { moves } = table;
  const last = lastMoveOf(table, seat);
  return moves.flatMap((move, play) => (play > last && move.length > 1 ? [play] : []));
}

/** The newest tile on the table; -1 before the opening. */
export const newestPlay = (moves: readonly string[]): number =>
  moves.findLastIndex((move) => move.length > 1);

/** Every pass of the hand by seat, with what the table showed at that time. */
export function passesBySeat(
  moves: readonly string[],
  seats: readonly Seat[],
): ReadonlyMap<Seat, readonly Pass[]> {
  const passes = new Map<Seat, Pass[]>(seats.map((seat) => [seat, []]));
  const ends = new Map<Seat, number>();
  const open = new Set<Seat>();
  moves.map(readMove).forEach(({ seat, tile, branch }, play) => {
    if (!tile) {
      const served = (one: Seat) => one === seat || open.has(one);
      const values = distinct(seats.filter(served).map((one) => ends.get(one) ?? 0));
      const rest = distinct(seats.filter((one) => !served(one)).map((one) => ends.get(one) ?? 0));
      const doubles = rest.filter((value) => !values.includes(value));
      passes.get(seat)?.push({ play, values, doubles });
      open.add(seat);
      return;
    }
    open.delete(seat);
    if (branch) ends.set(branch, farHalf(tile, ends.get(branch) ?? 0));
    else for (const one of seats) ends.set(one, tile[0]);
  });
  return passes;
}

const distinct = (values: readonly number[]): number[] =>
  [...new Set(values)].sort((one, other) => one - other);

/** Whether `after` continues the hand of `before`, with nothing taken back in between. */
export function goesOn(before: Table, after: Table): boolean {
  if (before.hand !== after.hand || after.moves.length < before.moves.length) return false;
  return before.moves.every((move, at) => move === after.moves[at]);
}
