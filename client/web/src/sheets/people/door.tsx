import { useRoom } from '../../lobby/useRoom';
import { Sure, Switch } from '../../ui';
import { t } from '../../words';
import type { Run } from './run';

/** Who may come in: the host's. */
export function Door({ run }: { readonly run: Run }) {
  const here = useRoom();
  if (!here) return null;
  const { locked, watching, code } = here.room;
  return (
    <section class="people-door" aria-label={t('page.people.door')}>
      <h3>{t('page.people.door')}</h3>
      <Switch
        label={t('page.people.lock')}
        hint={t('page.people.lock.what')}
        value={locked}
        onValue={(wanted) => void run({ type: 'lock', locked: wanted })}
      />
      <Switch
        label={t('page.make.watching')}
        hint={t('page.people.watching.what')}
        value={watching}
        onValue={(allowed) => void run({ type: 'watching', allowed })}
      />
      <p class="sheets-soft">{t('page.invite.code', { code })}</p>
      <Sure
        label={t('page.people.code')}
        question={t('page.people.code.question')}
        confirm={t('page.people.code.do')}
        onSure={() => void run({ type: 'lock', locked, new_code: true })}
      />
    </section>
  );
}
