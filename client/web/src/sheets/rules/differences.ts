/** What each rule set says about each setting (rules.md, Settings), and what a room has changed. */
import type { Room } from '../../protocol/messages';
import type { Preset } from './answers';

export const SETTINGS = [
  'direction',
  'block_score',
  'tie_opener',
  'doubles_obey_priority',
  'own_branch_in_priority',
  'reopened_order',
] as const;
export type Setting = (typeof SETTINGS)[number];
export type Value = string | number | boolean;

export const PRESETS: Readonly<Record<Preset, Readonly<Record<Setting, Value>>>> = {
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

export interface HouseRule {
  readonly setting: Setting;
  readonly value: Value;
  /** What the room's rule set would have said. */
  readonly instead: Value;
}

export const presetOf = (rules: Room['rules']): Preset =>
  rules.preset === 'international' ? 'international' : 'cuban';

/** What this room plays, rule set and house rules together. */
export const inRoom = (rules: Room['rules'], setting: Setting): Value =>
  rules[setting] ?? PRESETS[presetOf(rules)][setting];

/** The settings in which a room differs from its rule set. */
export function houseRules(rules: Room['rules']): HouseRule[] {
  const usual = PRESETS[presetOf(rules)];
  return SETTINGS.map((setting) => ({
    setting,
    value: inRoom(rules, setting),
    instead: usual[setting],
  })).filter(({ value, instead }) => value !== instead);
}
