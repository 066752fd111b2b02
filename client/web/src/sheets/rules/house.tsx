import { useSession } from '../../app/context';
import { t } from '../../words';
import {
  houseRules,
  inRoom,
  PRESETS,
  presetOf,
  SETTINGS,
  type Setting,
  type Value,
} from './differences';
import './house.css';

export function valueText(setting: Setting, value: Value): string {
  if (typeof value === 'boolean') return value ? t('setting.yes') : t('setting.no');
  return t(`setting.${setting}.${value}`);
}

/** "This room: Cuban rules, to 100", and each house rule with what the rule set would say. */
export function InThisRoom() {
  const rules = useSession().room.value?.rules;
  if (!rules) return null;
  const found = houseRules(rules);
  const facts = {
    preset: presetOf(rules),
    target: Number(rules.target ?? 100),
    seats: Number(rules.seats ?? 4),
  };
  return (
    <section class="house">
      <p>
        <strong>{t('page.rules.here', facts)}</strong>
      </p>
      {found.length === 0 ? (
        <p class="sheets-soft">{t('page.rules.no_house')}</p>
      ) : (
        <ul>
          {found.map(({ setting, value, instead }) => (
            <li key={setting}>
              {t(`setting.${setting}`)}: <strong>{valueText(setting, value)}</strong>{' '}
              <span class="sheets-soft">
                {t('page.rules.instead', { value: valueText(setting, instead) })}
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
  const rules = useSession().room.value?.rules ?? {};
  return (
    <dl class="house-sets">
      {SETTINGS.map((setting) => (
        <div key={setting} class="house-setting">
          <dt>{t(`setting.${setting}`)}</dt>
          {(['cuban', 'international'] as const).map((preset) => (
            <dd key={preset} class="house-set">
              <span class="sheets-soft">{t(`preset.${preset}`)}</span>
              <span>{valueText(setting, PRESETS[preset][setting])}</span>
            </dd>
          ))}
          <dd class="house-set">
            <span class="sheets-soft">{t('page.rules.this_room')}</span>
            <strong>{valueText(setting, inRoom(rules, setting))}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
