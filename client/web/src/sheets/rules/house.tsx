import { useSession } from '../../app/context';
import { DEFAULTS, SETTINGS } from '../../game/presets';
import { valueName } from '../../lobby/differences';
import { houseOf, valueIn } from '../../lobby/rules';
import { t } from '../../words';
import './house.css';

/** "This room: Cuban rules, to 100", and each house rule with what the rule set would say. */
export function InThisRoom() {
  const rules = useSession().room.value?.rules;
  if (!rules) return null;
  const house = houseOf(rules);
  const { preset, seats, target } = house;
  const changed = SETTINGS.filter((setting) => setting in house.differs);
  return (
    <section class="house">
      <p>
        <strong>{t('page.rules.here', { preset, seats, target })}</strong>
      </p>
      {changed.length === 0 ? (
        <p class="sheets-soft">{t('page.rules.no_house')}</p>
      ) : (
        <ul>
          {changed.map((setting) => (
            <li key={setting}>
              {t(`setting.${setting}`)}:{' '}
              <strong>{valueName(setting, valueIn(house, setting))}</strong>{' '}
              <span class="sheets-soft">
                {t('page.rules.instead', {
                  value: valueName(setting, DEFAULTS[preset][setting]),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Both rule sets side by side, and what this room plays. */
export function BothSets() {
  const house = houseOf(useSession().room.value?.rules ?? {});
  return (
    <dl class="house-sets">
      {SETTINGS.map((setting) => (
        <div key={setting} class="house-setting">
          <dt>{t(`setting.${setting}`)}</dt>
          {(['cuban', 'international'] as const).map((preset) => (
            <dd key={preset} class="house-set">
              <span class="sheets-soft">{t(`preset.${preset}`)}</span>
              <span>{valueName(setting, DEFAULTS[preset][setting])}</span>
            </dd>
          ))}
          <dd class="house-set">
            <span class="sheets-soft">{t('page.rules.this_room')}</span>
            <strong>{valueName(setting, valueIn(house, setting))}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
