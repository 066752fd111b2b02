import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { preferences } from '../app/preferences';
import { knownTables } from '../app/return';
import { Button, Field } from '../ui';
import { t } from '../words';
import { attempt, playAlone } from './entering';
import { codeIn } from './link';
import { Make } from './make';
import { NameField } from './nameField';
import { Page } from './page';

/** The front page: play at once, make a table, or go to one. */
export function Home() {
  const session = useSession();
  const [makes, setMakes] = useState(false);
  useEffect(() => {
    if (!makes) return;
    history.pushState({ make: true }, '');
    const back = () => setMakes(false);
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [makes]);
  const { name } = preferences;
  if (makes) return <Make onBack={() => history.back()} />;
  const playNow = () => void playAlone(session, name.value.trim() || t('page.arrive.nobody'));
  return (
    <Page title={t('page.arrive.title')} lead={t('page.arrive.what')}>
      <KnownTables />
      <NameField label={t('page.arrive.name_if')} />
      <div class="page-stack">
        <Button
          kind={knownTables.value.length === 0 ? 'main' : 'plain'}
          wide
          busy={attempt.value !== null}
          onClick={playNow}
        >
          {t('page.arrive.play_now')}
        </Button>
        <p class="page-note">{t('page.arrive.play_now.what')}</p>
        <Button wide onClick={() => setMakes(true)}>
          {t('page.arrive.make')}
        </Button>
        <p class="page-note">{t('page.arrive.make.what')}</p>
      </div>
      <hr class="page-rule" />
      <GoTo />
    </Page>
  );
}

/** Tables this device has sat at, the latest first: it most likely waits. */
function KnownTables() {
  const tables = knownTables.value.slice(0, 3);
  if (tables.length === 0) return null;
  return (
    <ul class="home-known">
      {tables.map(({ code, token, name }, at) => (
        <li key={token}>
          <a
            class={`button button-${at === 0 ? 'main' : 'plain'} button-wide`}
            href={`#${code}.${token}`}
          >
            <span>
              {at === 0
                ? t('page.arrive.back_as', { name })
                : t('page.arrive.known', { name, code })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** By a link or a code from somebody else. */
function GoTo() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const go = (event: Event) => {
    event.preventDefault();
    const code = codeIn(text);
    if (code === null) setWrong(t('page.arrive.no_code'));
    else location.hash = code;
  };
  return (
    <form class="page-stack" onSubmit={go}>
      <Field
        label={t('page.arrive.code')}
        kind="code"
        value={text}
        wrong={wrong}
        onValue={(value) => {
          setText(value);
          setWrong(undefined);
        }}
      />
      <Button submits>{t('page.arrive.go')}</Button>
    </form>
  );
}
