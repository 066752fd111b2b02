/** The rules of a table as people choose them: a preset, and what this house does otherwise. */
import {
  DEFAULTS,
  type Preset,
  presetOf,
  ruleOf,
  SETTINGS,
  type Setting,
  type Value,
} from '../game/presets';
import type { Room, RulesChoice } from '../protocol/messages';

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
  const preset = presetOf(rules);
  const differs = SETTINGS.flatMap((setting) => {
    const value = ruleOf(rules, setting);
    return value === DEFAULTS[preset][setting] ? [] : [[setting, value]];
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
