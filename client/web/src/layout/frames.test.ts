// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { outlines } from './frames';

const rect = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
});

/** Twice the area inside a walk; positive if it is walked clockwise (y runs down). */
const area = (walk: readonly { x: number; y: number }[]): number =>
  walk.reduce((sum, { x, y }, index) => {
    const before = walk.at(index - 1) as { x: number; y: number };
    return sum + before.x * y - x * before.y;
  }, 0);

describe('outlines', () => {
  it('goes around a tile a little outside of it', () => {
    const [walk = [], ...others] = outlines([rect(0, 0, 2, 4)]);
    expect(others).toEqual([]);
    expect(walk).toHaveLength(4);
    expect(Math.min(...walk.map(({ x }) => x))).toBeCloseTo(-0.15);
    expect(Math.max(...walk.map(({ y }) => y))).toBeCloseTo(2.15);
  });

  it('goes around tiles that touch as around one', () => {
    const walks = outlines([rect(0, 0, 2, 4), rect(2, 2, 6, 4)]);
    expect(walks).toHaveLength(1);
    expect(walks[0]).toHaveLength(6);
  });

  it('goes the other way around a hole, and closer', () => {
    const ring = [rect(0, 0, 4, 2), rect(4, 0, 6, 4), rect(2, 4, 6, 6), rect(0, 2, 2, 6)];
    const walks = outlines(ring);
    const areas = walks.map((walk) => area(walk) / 2).sort((a, b) => a - b);
    expect(areas).toHaveLength(2);
    expect(areas[0]).toBeCloseTo(-((1 - 0.3) ** 2));
    expect(areas[1]).toBeCloseTo((3 + 0.3) ** 2);
  });

  it('keeps tiles apart that touch with a corner only', () => {
    expect(outlines([rect(0, 0, 2, 2), rect(2, 2, 4, 4)])).toHaveLength(2);
  });

  it('is nothing for an empty branch', () => {
    expect(outlines([])).toEqual([]);
  });
});
