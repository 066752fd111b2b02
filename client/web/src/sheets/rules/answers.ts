/**
 * The worked example of the rules (rules.example in the catalogue), as data: the page knows no
 * rules. tests/engine/test_worked_example.py asks the engine for every answer in answers.json.
 */
import type { Seat } from '../../game/branches';
import type { Preset } from '../../game/presets';
import type { Facts } from '../../words';
import ANSWERS from './answers.json';
import type { Halves, Position } from './sketch';

export type ExampleTile = '2-5' | '5-5';

/** West is to move and holds both tiles. East passed before North. */
export const EXAMPLE: Position = {
  centre: 9,
  branches: {
    S: [
      [9, 3],
      [3, 5],
    ],
    E: [[9, 5]],
    N: [
      [9, 0],
      [0, 5],
    ],
    W: [[9, 8]],
  },
  opened: ['E', 'N'],
};

export const HALVES: Readonly<Record<ExampleTile, Halves>> = { '2-5': [5, 2], '5-5': [5, 5] };

export interface ExampleAnswer {
  readonly may: boolean;
  readonly key: string;
  readonly facts: Facts;
}

/** Why a tile may go on each branch on which some tile may. */
const BECAUSE: Readonly<Partial<Record<Seat, string>>> = {
  E: 'page.example.earliest',
  S: 'page.example.closed',
  N: 'page.example.free',
};

export function answer(preset: Preset, tile: ExampleTile, branch: Seat): ExampleAnswer {
  const refused = ANSWERS[preset][tile][branch];
  if (refused === null) return { may: true, key: BECAUSE[branch] ?? '', facts: {} };
  const end = branch === 'W' ? 8 : 5;
  const facts = { tile, branch, end, seat: 'W', instead: 'E' };
  return { may: false, key: `refused.${refused}`, facts };
}
