import { SETTINGS, type Setting, type Value } from '../game/presets';
import { t } from '../words';
import { type House, valueIn } from './rules';

export const valueName = (setting: Setting, value: Value): string =>
  typeof value === 'boolean'
    ? t(value ? 'setting.yes' : 'setting.no')
    : t(`setting.${setting}.${value}`);

/** What this table does otherwise than its preset says, a phrase each. */
export const differences = (house: House): string[] =>
  SETTINGS.filter((setting) => setting in house.differs).map((setting) =>
    t('page.house.differs', {
      what: t(`setting.${setting}`),
      value: valueName(setting, valueIn(house, setting)),
    }),
  );
