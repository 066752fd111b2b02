import { useState } from 'preact/hooks';
import { type Preset, SETTINGS, type Setting, type Value } from '../game/presets';
import { Field, Fold, Segmented } from '../ui';
import { t } from '../words';
import { differences, valueName } from './differences';
import { type House, targetIn, valueIn, withSetting } from './rules';

export { type House, houseOf, rulesChoice } from './rules';

const VALUES: Readonly<Record<Setting, readonly Value[]>> = {
  direction: ['right', 'left'],
  block_score: ['all', 'difference'],
  tie_opener: ['next_after_opener', 'highest_double'],
  doubles_obey_priority: [true, false],
  own_branch_in_priority: [true, false],
  reopened_order: ['last', 'kept'],
};
interface Props {
  readonly house: House;
  readonly onHouse: (house: House) => void;
}

/** Seats, preset and target; what houses do otherwise is folded away. */
export function RulesEditor({ house, onHouse }: Props) {
  const [target, setTarget] = useState(`${house.target}`);
  const count = Object.keys(house.differs).length;
  return (
    <>
      <Segmented
        label={t('page.make.seats')}
        options={[2, 3, 4].map((value) => ({ value, label: `${value}` }))}
        value={house.seats}
        onValue={(seats) => onHouse({ ...house, seats })}
      />
      <Segmented<Preset>
        label={t('setting.preset')}
        options={[
          { value: 'cuban', label: t('preset.cuban') },
          { value: 'international', label: t('preset.international') },
        ]}
        value={house.preset}
        onValue={(preset) => onHouse({ ...house, preset, differs: {} })}
        hint={
          house.seats === 2 ? t(`page.house.${house.preset}.two`) : t(`page.house.${house.preset}`)
        }
      />
      <Field
        label={t('page.house.target')}
        numeric
        value={target}
        wrong={Number.isNaN(house.target) ? t('page.house.target.wrong') : undefined}
        onValue={(text) => {
          setTarget(text);
          onHouse({ ...house, target: targetIn(text) });
        }}
      />
      <Fold
        label={t('page.house.title')}
        summary={count === 0 ? t('page.house.none') : differences(house).join('; ')}
      >
        {SETTINGS.map((setting) => (
          <Segmented<string>
            key={setting}
            label={t(`setting.${setting}`)}
            options={VALUES[setting].map((value) => ({
              value: `${value}`,
              label: valueName(setting, value),
            }))}
            value={`${valueIn(house, setting)}`}
            onValue={(text) => {
              const value = VALUES[setting].find((one) => `${one}` === text);
              if (value !== undefined) onHouse(withSetting(house, setting, value));
            }}
            hint={
              setting in house.differs
                ? `${t(`page.house.${setting}`)} ${t('page.house.changed')}`
                : t(`page.house.${setting}`)
            }
          />
        ))}
      </Fold>
    </>
  );
}
