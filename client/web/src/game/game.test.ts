// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Room, Table } from '../protocol/messages';
import {
  goesOn,
  laidTiles,
  lastMoveOf,
  newestPlay,
  passesBySeat,
  playsSince,
  readMove,
} from './branches';
import { branchesThatFit, mayPlay, placesOf, readChoices } from './choices';
import { goesRight, seatSides, seatsOfDevice } from './seating';

const MOVES = ['S99', 'E79E', 'N', 'W19N', 'S', 'E67E', 'N11N', 'W'];

describe('branches', () => {
  it('reads the three kinds of move', () => {
    expect(readMove('S99')).toEqual({ seat: 'S', tile: [9, 9], branch: null });
    expect(readMove('E37W')).toEqual({ seat: 'E', tile: [3, 7], branch: 'W' });
    expect(readMove('N')).toEqual({ seat: 'N', tile: null, branch: null });
  });

  it('turns each tile to the end before it', () => {
    expect(
      laidTiles(MOVES).map(({ play, branch, near, far }) => [play, branch, near, far]),
    ).toEqual([
      [0, null, 9, 9],
      [1, 'E', 9, 7],
      [3, 'N', 9, 1],
      [5, 'E', 7, 6],
      [6, 'N', 1, 1],
    ]);
  });

  it('tells what each pass could not serve', () => {
    const passes = passesBySeat(MOVES, ['S', 'E', 'N', 'W']);
    expect(passes.get('N')).toEqual([{ play: 2, values: [9], doubles: [7] }]);
    // North's branch was open when South passed, and had become a 1.
    expect(passes.get('S')).toEqual([{ play: 4, values: [1, 9], doubles: [7] }]);
    // North closed its branch by playing; South's is open.
    expect(passes.get('W')).toEqual([{ play: 7, values: [9], doubles: [1, 6] }]);
    expect(passes.get('E')).toEqual([]);
  });

  it('finds the newest play and those since mine', () => {
    expect(newestPlay(MOVES)).toBe(6);
    const played = (by_computer: number[] = []) => ({ moves: MOVES, by_computer });
    expect(playsSince(played(), 'S')).toEqual([5, 6]);
    expect(playsSince(played(), null)).toEqual([]);
    // What a computer did in my place is news to me.
    expect(lastMoveOf(played([4]), 'S')).toBe(0);
    expect(lastMoveOf(played([0, 4]), 'S')).toBe(-1);
  });

  it('knows a hand that goes on from one taken back', () => {
    const at = (moves: string[], hand = 1) => ({ moves, hand }) as unknown as Table;
    expect(goesOn(at(MOVES.slice(0, 3)), at(MOVES))).toBe(true);
    expect(goesOn(at(MOVES), at(MOVES.slice(0, 3)))).toBe(false);
    expect(goesOn(at(['S99']), at(['S99', 'E'], 2))).toBe(false);
  });
});

describe('choices', () => {
  it('gives the places of each tile', () => {
    const choices = readChoices({ legal: ['S37S', 'S37W', 'S33E'] });
    expect(placesOf(choices, [7, 3])).toEqual(['S', 'W']);
    expect(mayPlay(choices, [3, 3], 'E')).toBe(true);
    expect(mayPlay(choices, [3, 3], 'S')).toBe(false);
    expect(branchesThatFit(choices)).toEqual(['S', 'W', 'E']);
    expect(choices).toMatchObject({ any: true, mustPass: false, opening: false });
  });

  it('knows the opening, the forced pass, and nothing to do', () => {
    expect(readChoices({ legal: ['S99', 'S44'] })).toMatchObject({
      opening: true,
      mustPass: false,
    });
    expect(readChoices({ legal: ['S'] })).toMatchObject({ any: true, mustPass: true });
    expect(readChoices({ legal: [] }).any).toBe(false);
    expect(readChoices(null).any).toBe(false);
  });
});

describe('seating', () => {
  it('puts the next to play on the right, or on the left', () => {
    expect([...seatSides(['S', 'E', 'N', 'W'], 'E', true)]).toEqual([
      ['E', 'bottom'],
      ['N', 'right'],
      ['W', 'top'],
      ['S', 'left'],
    ]);
    expect([...seatSides(['S', 'W', 'N', 'E'], 'S', false)].map(([, side]) => side)).toEqual([
      'bottom',
      'left',
      'top',
      'right',
    ]);
    expect(seatSides(['S', 'E', 'N'], 'S', true).get('N')).toBe('left');
    expect([...seatSides(['S', 'N'], 'N', true)]).toEqual([
      ['N', 'bottom'],
      ['S', 'top'],
    ]);
  });

  it('reads the direction from preset and house rule', () => {
    expect(goesRight({ preset: 'cuban' })).toBe(true);
    expect(goesRight({ preset: 'international' })).toBe(false);
    expect(goesRight({ preset: 'international', direction: 'right' })).toBe(true);
  });

  it('finds the seats of a device', () => {
    const room = {
      order: ['S', 'E', 'N'],
      people: [
        { person: 1, name: 'Ana', device: 1 },
        { person: 2, name: 'Beto', device: 1 },
        { person: 3, name: 'Caro', device: 3 },
      ],
      seats: [
        { seat: 'S', person: 2 },
        { seat: 'E', person: 3 },
        { seat: 'N', person: 1 },
      ],
    } as unknown as Room;
    expect(seatsOfDevice(room, 1)).toEqual(['S', 'N']);
    expect(seatsOfDevice(room, null)).toEqual([]);
  });
});
