// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Tile } from '../game/branches';
import { arrange, moved, turnedOver, UNTOUCHED } from './rackOrder';

const HAND: Tile[] = [
  [3, 7],
  [4, 4],
  [0, 9],
  [1, 2],
];
const names = (tiles: readonly Tile[]) => tiles.map((tile) => tile.join('')).join(' ');

describe('my tiles', () => {
  it('stand as dealt, by value, or doubles first', () => {
    expect(names(arrange(HAND, 'dealt', UNTOUCHED))).toBe('37 44 09 12');
    expect(names(arrange(HAND, 'value', UNTOUCHED))).toBe('12 44 09 37');
    expect(names(arrange(HAND, 'doubles', UNTOUCHED))).toBe('44 12 09 37');
  });

  it('stay where I put them when others leave, and come back to their place', () => {
    const mine = moved(HAND, [1, 2], 0, UNTOUCHED);
    expect(names(arrange(HAND, 'own', mine))).toBe('12 37 44 09');
    const fewer = HAND.filter((tile) => tile[0] !== 4);
    expect(names(arrange(fewer, 'own', mine))).toBe('12 37 09');
    expect(names(arrange(HAND, 'own', mine))).toBe('12 37 44 09');
  });

  it('can be turned, and back', () => {
    const mine = turnedOver([0, 9], UNTOUCHED);
    expect(names(arrange(HAND, 'dealt', mine))).toBe('37 44 90 12');
    expect(turnedOver([9, 0], mine)).toEqual(UNTOUCHED);
  });
});
