// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { onBoard, panned, WHOLE, zoomed } from './camera';

const BOARD = { width: 300, height: 400 };

describe('the camera', () => {
  it('keeps the point under the fingers where it is', () => {
    const at = { x: 120, y: 90 };
    const near = zoomed(WHOLE, 2, at, BOARD);
    // The point that was at 120,90 with zoom 1 lies at 12,9 in units of 10 px.
    const view = { x: 0, y: 0, width: 30, height: 40 };
    expect(onBoard({ x: 12, y: 9 }, { unit: 10, view }, near)).toEqual(at);
  });

  it('never shows more than the table, nor beside it', () => {
    expect(zoomed(WHOLE, 0.5, { x: 10, y: 10 }, BOARD)).toEqual(WHOLE);
    const near = zoomed(WHOLE, 2, { x: 0, y: 0 }, BOARD);
    expect(panned(near, 500, 500, BOARD)).toEqual({ zoom: 2, x: 0, y: 0 });
    expect(panned(near, -5000, -5000, BOARD)).toEqual({ zoom: 2, x: -300, y: -400 });
    expect(zoomed(near, 100, { x: 0, y: 0 }, BOARD).zoom).toBe(4);
  });
});
