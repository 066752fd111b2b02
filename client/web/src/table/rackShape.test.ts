import { describe, expect, it } from 'vitest';
import { rackShape } from './rackShape';

const WINDOWS = [
  [320, 568],
  [390, 664],
  [390, 844],
  [568, 320],
  [844, 390],
  [1280, 800],
  [2560, 1440],
] as const;

describe.each(WINDOWS)('in a window of %i×%i', (width, height) => {
  it.each([1, 2, 3] as const)('has a place for eight tiles at size %i', (wished) => {
    const { across, rows } = rackShape(width, height, wished);
    expect(across * rows).toBeGreaterThanOrEqual(8);
    expect(across * (rows - 1)).toBeLessThan(8);
  });
});

it('keeps three rows from where they would leave the table no room', () => {
  expect(rackShape(390, 420, 3).rows).toBe(2);
});

it('has two rows of lying tiles where upright ones would be too small or too high', () => {
  const lying = { across: 4, rows: 2, lies: true };
  expect(rackShape(320, 568, 1)).toEqual(lying);
  expect(rackShape(568, 320, 1)).toEqual(lying);
  expect(rackShape(390, 844, 1)).toEqual({ across: 8, rows: 1, lies: false });
});
