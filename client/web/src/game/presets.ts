/**
 * The settings of the rules and what each preset makes of them (rules.md, "Settings"). What the
 * values mean is the engine's affair.
 */
import type { Room } from '../protocol/messages';

export type Preset = 'cuban' | 'international';
export type Setting =
  | 'direction'
  | 'block_score'
  | 'tie_opener'
  | 'doubles_obey_priority'
  | 'own_branch_in_priority'
  | 'reopened_order';
export type Value = string | boolean;

export const DEFAULTS: Readonly<Record<Preset, Readonly<Record<Setting, Value>>>> = {
  cuban: {
    direction: 'right',
    block_score: 'all',
    tie_opener: 'next_after_opener',
    doubles_obey_priority: true,
    own_branch_in_priority: false,
    reopened_order: 'last',
  },
  international: {
    direction: 'left',
    block_score: 'difference',
    tie_opener: 'highest_double',
    doubles_obey_priority: false,
    own_branch_in_priority: true,
    reopened_order: 'last',
  },
};
export const SETTINGS = Object.keys(DEFAULTS.cuban) as readonly Setting[];

export const presetOf = (rules: Room['rules']): Preset =>
  rules.preset === 'international' ? 'international' : 'cuban';

/** How a room plays: as its rules say, or where they say nothing, as their preset does. */
export const ruleOf = (rules: Room['rules'], setting: Setting): Value => {
  const said = rules[setting];
  return typeof said === 'string' || typeof said === 'boolean'
    ? said
    : DEFAULTS[presetOf(rules)][setting];
};
