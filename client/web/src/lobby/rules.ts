/**
 * The rules of a table as people choose them: a preset, and what this house does otherwise
 * (rules.md, "Settings"). What the values mean is the engine's affair.
 */
import type { Room, RulesChoice } from '../protocol/messages';

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

export interface House {
  readonly preset: Preset;
  readonly seats: number;
  /** NaN: what was typed is no number of points. */
  readonly target: number;
  /** What differs from the preset. */
  readonly differs: Readonly<Partial<Record<Setting, Value>>>;
}

/** From what a room says; what it leaves out is as usual. */
export function houseOf(rules: Room['rules']): House {
  const preset: Preset = rules.preset === 'international' ? 'international' : 'cuban';
  const differs = SETTINGS.flatMap((setting) => {
    const value = rules[setting];
    const isOther = value !== undefined && value !== DEFAULTS[preset][setting];
    return isOther ? [[setting, value]] : [];
  });
  return {
    preset,
    seats: Number(rules.seats ?? 4),
    target: Number(rules.target ?? 100),
    differs: Object.fromEntries(differs),
  };
}

/** Points as they are typed; NaN for what cannot be one. */
export function targetIn(text: string): number {
  const points = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return points >= 1 && points <= 1000 ? points : Number.NaN;
}

export const valueIn = (house: House, setting: Setting): Value =>
  house.differs[setting] ?? DEFAULTS[house.preset][setting];

/** With `setting` at `value`; the preset's own value is no difference. */
export function withSetting(house: House, setting: Setting, value: Value): House {
  const { [setting]: _, ...others } = house.differs;
  const isOther = value !== DEFAULTS[house.preset][setting];
  return { ...house, differs: isOther ? { ...others, [setting]: value } : others };
}

export const rulesChoice = ({ preset, seats, target, differs }: House): RulesChoice =>
  ({ preset, seats, target, ...differs }) as RulesChoice;
