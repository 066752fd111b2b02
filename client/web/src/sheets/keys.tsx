import { keyCommands } from '../app/keys';
import { preferences } from '../app/preferences';
import { Switch } from '../ui';
import { t } from '../words';
import './keys.css';

/** The one-key commands there are now, and what goes without them. */
export default function Keys() {
  const { oneKeys } = preferences;
  return (
    <>
      <Switch
        label={t('page.settings.keys')}
        hint={t('page.keys.typing')}
        value={oneKeys.value}
        onValue={(value) => {
          oneKeys.value = value;
        }}
      />
      <dl class={oneKeys.value ? 'keys' : 'keys sheets-soft'}>
        {keyCommands.value.map(({ key, text }) => (
          <div key={`${key} ${text}`} class="keys-one">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('page.keys.others')}</p>
    </>
  );
}
