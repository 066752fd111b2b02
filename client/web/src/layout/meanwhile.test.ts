// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { isOf, type Layout, layOut, meanwhile } from './index';
import { common, rect } from './testing/check';
import { boardOf, type Hand, randomHands } from './testing/hands';

const BOARD = boardOf(390, 430, 4);
const [HAND] = randomHands(4, 1, 8) as [Hand];

describe('what is drawn at once', () => {
  it('has every tile where it will lie, its plate beside it, and its outline around it', () => {
    let known = layOut(HAND.slice(0, 1), BOARD);
    for (let count = 2; count <= HAND.length; count++) {
      const laid = HAND.slice(0, count);
      const now = meanwhile(known, laid) as Layout;
      expect(isOf(now, laid, BOARD)).toBe(true);
      const exact = layOut(laid, BOARD, known);
      if (exact.flows === known.flows) expect(now.tiles).toEqual(exact.tiles);
      const tile = now.tiles.at(-1);
      const end = now.ends.find(({ branch }) => branch === tile?.branch);
      if (!tile || !end) throw new Error('no end');
      const at = { x: end.x - 0.25, y: end.y - 0.25, width: 0.5, height: 0.5 };
      expect(common(at, rect(tile))).toBeCloseTo(0.25);
      const { x, y, width, height } = now.view;
      const seen = common(rect(tile), { x, y, width, height });
      expect(seen).toBeCloseTo(2);
      known = exact;
    }
  });

  it('has nothing of what was taken back, and nothing of another hand', () => {
    const known = layOut(HAND.slice(0, 9), BOARD);
    expect(meanwhile(known, HAND.slice(0, 6))?.tiles).toEqual(known.tiles.slice(0, 6));
    const other = [{ play: 0, branch: null, near: 7, far: 7 }];
    const first = HAND[0] as Hand[number];
    expect(first.near === 7 ? undefined : meanwhile(known, other)).toBeUndefined();
  });
});
