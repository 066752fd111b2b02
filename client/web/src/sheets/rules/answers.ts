/**
 * The worked example of the rules (rules.example in the catalogue), as data: the page knows no
 * rules. What the engine says about it is compared in tests/engine/test_worked_example.py.
 */
import type { Seat } from '../../game/branches';
import type { Preset } from '../../lobby/rules';
import type { Facts } from '../../words';
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

const yes = (key: string): ExampleAnswer => ({ may: true, key, facts: {} });
const no = (key: string, facts: Facts): ExampleAnswer => ({ may: false, key, facts });

export function answer(preset: Preset, tile: ExampleTile, branch: Seat): ExampleAnswer {
  const isDouble = tile === '5-5';
  switch (branch) {
    case 'W':
      return no('refused.no_match', { tile, branch, end: 8 });
    case 'E':
      return yes('page.example.earliest');
    case 'S':
      if (isDouble) return yes('page.example.closed');
      return no('refused.branch_closed', { branch, seat: 'W' });
    case 'N':
      if (isDouble && preset === 'international') return yes('page.example.free');
      return no('refused.earlier_open_branch', { tile, branch, instead: 'E', end: 5 });
  }
}
