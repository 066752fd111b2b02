// @vitest-environment node
import { expect, it } from 'vitest';
import { layOut } from './index';
import { boardOf, EXTREMES, extremeHand } from './testing/hands';

/** As while a window is dragged small, or beside the column of a big screen on a phone. */
const NO_ROOM = [
  [48, 560],
  [300, 40],
  [20, 20],
  [1, 1],
] as const;

it.each(NO_ROOM)('a board of %i×%i has an end for every branch, wherever it lies', (wide, high) => {
  for (const [seats, lengths] of EXTREMES.filter((_, at) => at % 4 === 2)) {
    const { ends, unit, tiles } = layOut(extremeHand(lengths, 1), boardOf(wide, high, seats));
    expect(unit).toBeGreaterThan(0);
    expect(ends).toHaveLength(seats);
    for (const { x, y } of [...ends.map(({ plate }) => plate), ...tiles])
      expect(Number.isFinite(x + y)).toBe(true);
  }
});
