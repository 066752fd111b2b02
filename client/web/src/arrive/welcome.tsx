import { Face } from '../table/tile';
import './welcome.css';

type Still = readonly [
  upper: number,
  lower: number,
  x: number,
  y: number,
  turn: 0 | 90 | 180 | 270,
];

/** The first moves of a hand, in units: the double nine, and a branch towards each seat. */
const TILES: readonly Still[] = [
  [9, 9, 0, 0, 0],
  [9, 3, 1.5, 0, 270],
  [3, 3, 3, 0, 0],
  [3, 8, 4.5, 0, 270],
  [9, 6, -1.5, 0, 90],
  [6, 1, -3.5, 0, 90],
  [1, 1, -5, 0, 0],
];
const LEAVING: readonly Still[] = [
  [9, 5, 0, -2, 180],
  [9, 7, 0, 2, 0],
];

/** What the game looks like, before anything is said about it. */
export function Welcome() {
  return (
    <svg
      class="welcome"
      viewBox="-6.5 -1.9 13 3.8"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {[...LEAVING, ...TILES].map(([upper, lower, x, y, turn]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${turn})`}>
          <Face upper={upper} lower={lower} turn={turn} />
        </g>
      ))}
    </svg>
  );
}
