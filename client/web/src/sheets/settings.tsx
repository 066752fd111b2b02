import { useSession } from '../app/context';
import { hasKeyboard } from '../app/keys';
import { preferences } from '../app/preferences';
import { ALL, knowsAll } from '../lessons';
import { Segmented, Sure, Switch } from '../ui';
import { t } from '../words';
import { forgetDevice } from './forget';
import './settings.css';

/** What a person sets for themselves. It takes effect at once and stays on this device. */
export default function Settings() {
  return (
    <>
      <p class="sheets-soft">{t('page.settings.kept')}</p>
      <Look />
      <Playing />
      <Sounds />
      <Speech />
      <Device />
    </>
  );
}

function Look() {
  const { chrome, tileSize, numerals, colours, mirrored } = preferences;
  return (
    <section class="settings">
      <h3>{t('page.settings.look')}</h3>
      <Language />
      <Segmented
        label={t('page.settings.chrome')}
        options={[
          { value: 'auto', label: t('page.settings.chrome.auto') },
          { value: 'light', label: t('page.settings.chrome.light') },
          { value: 'dark', label: t('page.settings.chrome.dark') },
        ]}
        value={chrome.value}
        onValue={(value) => {
          chrome.value = value;
        }}
      />
      <Segmented
        label={t('page.settings.size')}
        options={[
          { value: 1, label: t('page.settings.size.1') },
          { value: 2, label: t('page.settings.size.2') },
          { value: 3, label: t('page.settings.size.3') },
        ]}
        value={tileSize.value}
        onValue={(value) => {
          tileSize.value = value;
        }}
        hint={t('page.settings.size.text')}
      />
      <On label={t('page.settings.numerals')} setting={numerals} />
      <On label={t('page.settings.colours')} setting={colours} />
      <On
        label={t('page.settings.mirrored')}
        hint={t('page.settings.mirrored.hint')}
        setting={mirrored}
      />
    </section>
  );
}

function Language() {
  const { language } = preferences;
  return (
    <Segmented
      label={t('page.settings.language')}
      options={[
        { value: 'auto', label: t('page.settings.language.auto') },
        { value: 'en', label: 'English' },
        { value: 'es', label: 'Español' },
      ]}
      value={language.value ?? 'auto'}
      onValue={(value) => {
        language.value = value === 'auto' ? null : value;
      }}
    />
  );
}

function Playing() {
  const { quickConfirm, passForMe, pace } = preferences;
  return (
    <section class="settings">
      <h3>{t('page.settings.playing')}</h3>
      <On
        label={t('page.settings.quick')}
        hint={t('page.settings.quick.hint')}
        setting={quickConfirm}
      />
      <On label={t('page.settings.pass')} hint={t('page.settings.pass.hint')} setting={passForMe} />
      <Segmented
        label={t('page.settings.pace')}
        options={[
          { value: 'slow', label: t('page.settings.pace.slow') },
          { value: 'normal', label: t('page.settings.pace.normal') },
          { value: 'quick', label: t('page.settings.pace.quick') },
        ]}
        value={pace.value}
        onValue={(value) => {
          pace.value = value;
        }}
        hint={t('page.settings.pace.hint')}
      />
    </section>
  );
}

function Sounds() {
  const { sound, volume, vibration } = preferences;
  return (
    <section class="settings">
      <h3>{t('page.settings.sounds')}</h3>
      <Switch
        label={t('page.settings.sound')}
        hint={t('page.settings.sound.hint')}
        value={sound.value === true}
        onValue={(value) => {
          sound.value = value;
        }}
      />
      {sound.value === true && (
        <label class="settings-range">
          <span>{t('page.settings.volume')}</span>
          <input
            type="range"
            min="10"
            max="100"
            step="10"
            value={Math.round(volume.value * 100)}
            onInput={({ currentTarget }) => {
              volume.value = Number(currentTarget.value) / 100;
            }}
          />
        </label>
      )}
      {'vibrate' in navigator && <On label={t('page.settings.vibration')} setting={vibration} />}
    </section>
  );
}

function Speech() {
  const { talk, nicknames, longSpeech, oneKeys } = preferences;
  return (
    <section class="settings">
      <h3>{t('page.settings.words')}</h3>
      <On label={t('page.settings.talk')} hint={t('page.settings.talk.hint')} setting={talk} />
      <On
        label={t('page.settings.nicknames')}
        hint={t('page.settings.nicknames.hint')}
        setting={nicknames}
      />
      <On
        label={t('page.settings.speech')}
        hint={t('page.settings.speech.hint')}
        setting={longSpeech}
      />
      <On
        label={t('page.settings.keys')}
        hint={hasKeyboard() ? t('page.settings.keys.hint') : t('page.keys.typing')}
        setting={oneKeys}
      />
    </section>
  );
}

function Device() {
  const session = useSession();
  const { learnt } = preferences;
  return (
    <section class="settings">
      <h3>{t('page.settings.device')}</h3>
      <Switch
        label={t('page.settings.lessons')}
        hint={t('page.settings.lessons.hint')}
        value={!knowsAll(learnt.value)}
        onValue={(again) => {
          learnt.value = again ? [] : [ALL];
        }}
      />
      <Sure
        label={t('page.settings.forget')}
        question={t('page.settings.forget.question')}
        confirm={t('page.settings.forget.do')}
        onSure={() => forgetDevice(session)}
      />
    </section>
  );
}

interface OnProps {
  readonly label: string;
  readonly hint?: string;
  readonly setting: { value: boolean };
}

function On({ label, hint, setting }: OnProps) {
  return (
    <Switch
      label={label}
      hint={hint}
      value={setting.value}
      onValue={(value) => {
        setting.value = value;
      }}
    />
  );
}
