import { Button } from '../ui';
import { t } from '../words';
import { dismissSleepNote, sleepNote } from './awake';
import { useSession } from './context';
import './sleepNote.css';

/** Said in the lobby, where it covers nothing. */
export function SleepNote() {
  const isLobby = useSession().view.value?.table.phase === 'lobby';
  if (!isLobby || !sleepNote.value) return null;
  return (
    <aside class="sleep-note">
      <p>{t('page.awake.missing')}</p>
      <Button onClick={dismissSleepNote}>{t('page.awake.ok')}</Button>
    </aside>
  );
}
