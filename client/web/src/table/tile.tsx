/** The face of a tile in units: 1 wide, 2 long, its middle at 0,0. */
import { memo } from './memo';
import './tile.css';

const D = 0.27;
const TOP: readonly (readonly [number, number])[] = [
  [-D, -D],
  [D, D],
];
const BOTTOM: readonly (readonly [number, number])[] = [
  [D, -D],
  [-D, D],
];
const MIDDLE: readonly (readonly [number, number])[] = [[0, 0]];
const SIDES: readonly (readonly [number, number])[] = [
  [-D, 0],
  [D, 0],
];
const CROWN: readonly (readonly [number, number])[] = [
  [0, -D],
  [0, D],
];
/** Seven is six and its middle, eight is 3-2-3, nine is 3-3-3: they differ in outline too. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  MIDDLE,
  TOP,
  [...TOP, ...MIDDLE],
  [...TOP, ...BOTTOM],
  [...TOP, ...BOTTOM, ...MIDDLE],
  [...TOP, ...BOTTOM, ...SIDES],
  [...TOP, ...BOTTOM, ...SIDES, ...MIDDLE],
  [...TOP, ...BOTTOM, ...SIDES, ...CROWN],
  [...TOP, ...BOTTOM, ...SIDES, ...CROWN, ...MIDDLE],
];

interface Props {
  /** Above and below the divider while the tile stands upright. */
  readonly upper: number;
  readonly lower: number;
  /** How the whole is turned, so that numerals stand upright. */
  readonly turn?: number;
  readonly numerals?: boolean;
}

/** Drawn inside an `<svg>`. */
export const Face = memo(function Face({ upper, lower, turn = 0, numerals = false }: Props) {
  return (
    <g class={upper === lower ? 'face face-double' : 'face'}>
      <rect class="face-edge" x="-0.49" y="-0.99" width="0.98" height="1.98" rx="0.12" />
      <rect class="face-ivory" x="-0.475" y="-0.975" width="0.95" height="1.92" rx="0.11" />
      <path class="face-divider" d="M-0.33 0H0.33" />
      <Half value={upper} y={-0.49} turn={turn} numerals={numerals} />
      <Half value={lower} y={0.49} turn={turn} numerals={numerals} />
    </g>
  );
});

interface HalfProps {
  readonly value: number;
  readonly y: number;
  readonly turn: number;
  readonly numerals: boolean;
}

function Half({ value, y, turn, numerals }: HalfProps) {
  return (
    <g transform={`translate(0 ${y})`} class={`face-half face-value-${value}`}>
      {numerals ? (
        <text class="face-numeral" transform={`rotate(${-turn})`} y="0.03">
          {value}
        </text>
      ) : (
        PIPS[value]?.map(([dx, dy]) => (
          <circle
            key={`${dx} ${dy}`}
            class="face-pip"
            cx={dx}
            cy={dy}
            r={value > 6 ? 0.085 : 0.092}
          />
        ))
      )}
    </g>
  );
}

/** The back of a tile, where only its owner knows the face. */
export function Back() {
  return (
    <g class="face face-back">
      <rect class="face-edge" x="-0.49" y="-0.99" width="0.98" height="1.98" rx="0.12" />
      <rect class="face-lattice" x="-0.4" y="-0.9" width="0.8" height="1.8" rx="0.08" />
      <path
        class="face-weave"
        d="M-0.4 -0.5 0.4 0.300M-0.4 -0.100 0.4 0.700M0.4 -0.5 -0.4 0.300M0.4 -0.100-0.4 0.700"
      />
    </g>
  );
}

/** A tile that stands by itself: in the rack, in a list, in a revealed hand. */
export function Tile({ upper, lower, turn = 0, numerals = false }: Props) {
  return (
    <svg class="tile" viewBox="-0.5 -1 1 2" aria-hidden="true">
      <Face upper={upper} lower={lower} turn={turn} numerals={numerals} />
    </svg>
  );
}
