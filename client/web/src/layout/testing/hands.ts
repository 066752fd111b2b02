/// <reference types="node" />
/** Hands to lay out: random ones that the rules' one implementation played, and extreme ones. */

import { execFileSync } from 'node:child_process';
import type { Board, Laid, Seat, Side } from '../index';

const ROOT = new URL('../../../../../', import.meta.url).pathname;

/** The branches of the plays after the centre, and which of them are doubles. */
export type Hand = readonly Laid[];

export function boardOf(width: number, height: number, seats: number): Board {
  const arms: Partial<Record<Seat, Side>>[] = [
    { S: 'bottom', N: 'top' },
    { S: 'bottom', E: 'right', N: 'left' },
    { S: 'bottom', E: 'right', N: 'top', W: 'left' },
  ];
  const own = arms[seats - 2] as Partial<Record<Seat, Side>>;
  return { width, height, seats: Object.keys(own) as Seat[], arms: own };
}

/** Seeded random hands, played by `tests/web/hands.py`. */
export function randomHands(seats: number, count: number, seed: number): Hand[] {
  const python = process.env.LONGANA_PYTHON ?? `${ROOT}.venv/bin/python`;
  const given = { seats, count, seed };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const printed = execFileSync(python, [`${ROOT}tests/web/hands.py`, ...options], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const hands = JSON.parse(printed) as { moves: string[] }[];
  return hands.map(({ moves }) => laidOf(moves));
}

/** The tiles of a hand from its moves as on the wire ("S99", "E37W", "N"). */
export function laidOf(moves: readonly string[]): Hand {
  const ends = new Map<Seat, number>();
  let centre = 0;
  return moves.flatMap((move, play): Laid[] => {
    const [low, high] = [Number(move[1]), Number(move[2])];
    if (move.length === 1) return [];
    if (move.length === 3) {
      centre = low;
      return [{ play, branch: null, near: low, far: high }];
    }
    const branch = move[3] as Seat;
    const near = ends.get(branch) ?? centre;
    const far = low === near ? high : low;
    ends.set(branch, far);
    return [{ play, branch, near, far }];
  });
}

/**
 * A hand of branches of given lengths, with the nine doubles where chance puts them. Values are made
 * up (no real hand needs to have them), because the layout only asks which tiles are doubles.
 */
export function extremeHand(lengths: Partial<Record<Seat, number>>, seed: number): Hand {
  const random = generator(seed);
  const order = Object.entries(lengths).flatMap(([seat, length]) =>
    Array.from({ length }, () => seat as Seat),
  );
  // One branch after the other, all in turn, or mixed.
  const mixed = order.map((seat, index) => ({
    seat,
    key: [0, order.slice(0, index).filter((other) => other === seat).length, random()][seed % 3],
  }));
  mixed.sort((a, b) => (a.key as number) - (b.key as number));
  const ends = new Map<Seat, { value: number; double: boolean }>();
  let doubles = 9;
  const laid: Laid[] = [{ play: 0, branch: null, near: 0, far: 0 }];
  mixed.forEach(({ seat }, index) => {
    const end = ends.get(seat) ?? { value: 0, double: true };
    const double = !end.double && doubles > 0 && random() < 0.3;
    const far = double ? end.value : (end.value + 1) % 10;
    if (double) doubles--;
    ends.set(seat, { value: far, double });
    laid.push({ play: index + 1, branch: seat, near: end.value, far });
  });
  return laid;
}

/** The extremes every board has to take: seats and lengths of branches. */
export const EXTREMES: readonly [seats: number, lengths: Partial<Record<Seat, number>>][] = [
  [4, { S: 28 }],
  [4, { W: 28 }],
  [4, { S: 8, E: 8, N: 8, W: 7 }],
  [4, { S: 7, E: 8, N: 8, W: 8 }],
  [4, { S: 18, E: 5, N: 4, W: 4 }],
  [4, { S: 4, E: 18, N: 5, W: 4 }],
  [4, { S: 14, N: 14 }],
  [4, { E: 14, N: 14 }],
  [3, { S: 20 }],
  [3, { S: 12, E: 11 }],
  [2, { S: 15 }],
  [2, { S: 8, N: 7 }],
];

/** A small seeded generator of numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed * 7919 + 17;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
