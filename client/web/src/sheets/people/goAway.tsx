import { useState } from 'preact/hooks';
import { goHome } from '../../app/return';
import { closeSheet } from '../../app/sheets';
import { useRoom } from '../../lobby/useRoom';
import { Button, Sure, Switch } from '../../ui';
import { t } from '../../words';
import type { Run } from './run';

/** To the front page with the seat kept; for good; and, for the host, the end of the room. */
export function GoAway({ run }: { readonly run: Run }) {
  const here = useRoom();
  const [forget, setForget] = useState(false);
  if (!here) return null;
  const { session, isHost, person } = here;
  const rest = () => {
    closeSheet();
    session.rest();
    goHome();
  };
  return (
    <section class="people-door" aria-label={t('page.people.leaving')}>
      <h3>{t('page.people.leaving')}</h3>
      <Button wide onClick={rest}>
        {person === null ? t('page.people.stop_watching') : t('page.people.rest')}
      </Button>
      {person !== null && (
        <Sure
          label={t('page.menu.leave')}
          question={t('page.people.leave.question')}
          confirm={t('page.people.leave.do')}
          onSure={() => void run({ type: 'leave', forget })}
        >
          <Switch
            label={t('page.people.forget')}
            hint={t('page.people.forget.what')}
            value={forget}
            onValue={setForget}
          />
        </Sure>
      )}
      {isHost && (
        <Sure
          label={t('page.people.close')}
          question={t('page.people.close.question')}
          confirm={t('page.people.close.do')}
          onSure={() => void run({ type: 'close' })}
        />
      )}
    </section>
  );
}
