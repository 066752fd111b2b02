// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { PLATE, placePlates, TOUCH, type WayOut } from './plates';

const VIEW = { x: -5, y: -5, width: 10, height: 10 };
const UNIT = 28;
const way = (x: number, y: number, dx: -1 | 0 | 1, dy: -1 | 0 | 1): WayOut => ({ x, y, dx, dy });

describe('placePlates', () => {
  it('puts a plate beside the end, where the branch goes on', () => {
    const [plate] = placePlates([[way(0, 0, 0, 1), way(0, 0, 1, 0)]], [], VIEW, UNIT);
    expect(plate?.x).toBe(0);
    expect(plate?.y).toBeGreaterThanOrEqual(0.5 + PLATE / UNIT / 2);
  });

  it('takes another way out rather than cover a tile', () => {
    const tile = { x: -0.5, y: 0.75, width: 1, height: 2 };
    const [plate] = placePlates([[way(0, 0, 0, 1), way(0, 0, 1, 0)]], [tile], VIEW, UNIT);
    expect(plate).toMatchObject({ y: 0 });
  });

  it('makes way for the plate of another end', () => {
    const ends = [[way(0, 0, 0, 1), way(0, 0, -1, 0)], [way(0, 3, 0, -1)]];
    const [a, b] = placePlates(ends, [], VIEW, UNIT);
    expect(a?.x).toBeLessThan(0);
    const apart = Math.max(
      Math.abs((a?.x ?? 0) - (b?.x ?? 0)),
      Math.abs((a?.y ?? 0) - (b?.y ?? 0)),
    );
    expect(apart * UNIT).toBeGreaterThanOrEqual(TOUCH);
  });

  it('moves aside at the rim, when a plate is wider than a tile', () => {
    const [plate] = placePlates([[way(4.5, 0, 0, 1)]], [], VIEW, 20);
    expect(plate?.x).toBe(5 - PLATE / 20 / 2);
  });
});
