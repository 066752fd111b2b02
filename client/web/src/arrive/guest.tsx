import { useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { preferences } from '../app/preferences';
import { arrival, isSameCode, knownTables } from '../app/return';
import { Button } from '../ui';
import { t } from '../words';
import { attempt, enter } from './entering';
import { NameField, refusedName } from './nameField';
import { Page } from './page';
import { visible } from './visible';

/** Somebody opened an invitation. Nothing happens at the table before they say who they are. */
export function Guest({ code }: { readonly code: string }) {
  const session = useSession();
  const { name } = preferences;
  const isKnown = knownTables.value.some((one) => isSameCode(one.code, code));
  const [asks, setAsks] = useState(name.peek().trim() === '' && !isKnown);
  const [missing, setMissing] = useState(false);
  const isAsking = asks || missing || refusedName() !== undefined;
  const sitDown = (event: Event) => {
    event.preventDefault();
    if (attempt.value !== null) return;
    if (name.value.trim() === '') setMissing(true);
    else void enter(session, { type: 'join', code, name: name.value, ...claims() });
  };
  return (
    <Page
      title={t(claims().claim ? 'page.arrive.own' : 'page.arrive.invited')}
      lead={t('page.arrive.what')}
    >
      <Seats code={code} />
      {isKnown && !isAsking ? (
        <Button wide onClick={() => setAsks(true)}>
          {t('page.arrive.another')}
        </Button>
      ) : (
        <form class="page-stack guest-form" onSubmit={sitDown}>
          {isAsking && (
            <NameField
              label={t('page.arrive.name')}
              isMissing={missing}
              onTyped={() => {
                setAsks(true);
                setMissing(false);
              }}
            />
          )}
          <Button kind={isKnown ? 'plain' : 'main'} wide submits busy={attempt.value !== null}>
            {isAsking
              ? t('page.arrive.sit')
              : t('page.arrive.sit_as', { name: visible(name.value) })}
          </Button>
        </form>
      )}
      <div class="guest-small">
        {!isAsking && !isKnown && (
          <Button kind="quiet" onClick={() => setAsks(true)}>
            {t('page.arrive.other_name')}
          </Button>
        )}
        <Button
          kind="quiet"
          busy={attempt.value !== null}
          onClick={() => void enter(session, { type: 'watch', code })}
        >
          {t('page.arrive.watch')}
        </Button>
      </div>
    </Page>
  );
}

/** Whoever runs the server is to be the host. */
function claims(): { readonly claim?: string } {
  const claim = arrival.peek()?.claim;
  return claim === undefined ? {} : { claim };
}

/** The device has had a seat at this very table. */
function Seats({ code }: { readonly code: string }) {
  const seats = knownTables.value.filter((one) => isSameCode(one.code, code));
  if (seats.length === 0) return null;
  return (
    <ul class="home-known">
      {seats.map(({ token, name }) => (
        <li key={token}>
          <a class="button button-main button-wide" href={`#${code}.${token}`}>
            {t('page.arrive.back_as', { name })}
          </a>
        </li>
      ))}
    </ul>
  );
}
