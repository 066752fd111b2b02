import { useSession } from '../app/context';
import { closeSheet } from '../app/sheets';
import { askTakeback, mayAsk } from '../table/takeback';
import { Button, Sure } from '../ui';
import { t } from '../words';
import { Drawing } from './icons';
import './again.css';

/** Redo and restart: seldom wanted, and with others at the table only with their consent. */
export function Again() {
  const session = useSession();
  const mayRedo = mayAsk(session, 'redo');
  const mayRestart = mayAsk(session, 'restart');
  if (!mayRedo && !mayRestart) return null;
  const ask = (what: 'redo' | 'restart') => {
    closeSheet(); // the table says what comes of it
    void askTakeback(session, what);
  };
  return (
    <section class="again" aria-label={t('page.menu.again')}>
      {mayRedo && (
        <Button onClick={() => ask('redo')}>
          <Drawing name="redo" />
          {t('page.menu.redo')}
        </Button>
      )}
      {mayRestart && (
        <Sure
          label={t('page.menu.restart')}
          question={t('page.menu.restart.question')}
          confirm={t('page.menu.restart')}
          onSure={() => ask('restart')}
        />
      )}
    </section>
  );
}
