import { useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { closeSheet } from '../app/sheets';
import { Button, Sure } from '../ui';
import { t } from '../words';
import { Drawing } from './icons';
import './again.css';

/** Redo and restart: seldom wanted, and with others at the table only with their consent. */
export function Again() {
  const session = useSession();
  const [refused, setRefused] = useState('');
  const view = session.view.value;
  if (!view?.you || !(view.you.redo || view.you.restart)) return null;
  const ask = async (type: 'redo' | 'restart') => {
    const answer = await session.send({ type, turn: view.table.turn });
    if (answer.type === 'refused') setRefused(answer.text);
    else closeSheet();
  };
  return (
    <section class="again" aria-label={t('page.menu.again')}>
      {view.you.redo && (
        <Button onClick={() => void ask('redo')}>
          <Drawing name="redo" />
          {t('page.menu.redo')}
        </Button>
      )}
      {view.you.restart && (
        <Sure
          label={t('page.menu.restart')}
          question={t('page.menu.restart.question')}
          confirm={t('page.menu.restart')}
          onSure={() => void ask('restart')}
        />
      )}
      {refused && <p role="alert">{refused}</p>}
    </section>
  );
}
