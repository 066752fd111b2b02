// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Table } from '../protocol/messages';
import { takenBack } from './autoPass';

const at = (moves: string[], turn: number, hand = 1) => ({ moves, turn, hand }) as unknown as Table;

describe('whether anything was taken back', () => {
  it('is so when moves are gone or others', () => {
    expect(takenBack(at(['S99', 'E39E', 'N'], 5), at(['S99'], 6))).toBe(true);
    expect(takenBack(at(['S99', 'E39E'], 5), at(['S99', 'E49E'], 7))).toBe(true);
  });

  it('is so when more moves came than turns', () => {
    expect(takenBack(at(['S99'], 6), at(['S99', 'E39E', 'N'], 7))).toBe(true);
  });

  it('is not so while the hand goes on, or another begins', () => {
    expect(takenBack(at(['S99'], 6), at(['S99', 'E39E'], 7))).toBe(false);
    expect(takenBack(at(['S99', 'E39E'], 9), at([], 10, 2))).toBe(false);
  });
});
