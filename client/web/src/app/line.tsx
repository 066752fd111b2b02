import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session';
import { Button } from '../ui';
import { t } from '../words';
import { useSession } from './context';
import { announce } from './speaking';
import './line.css';

/** A way back this short is not worth a word. */
const UNSAID_MS = 700;
const LONG_MS = 10_000;

/**
 * "Reconnecting…" with the time it has taken: text, and no spinner. It lies over the head of the
 * screen, but for the menu.
 */
export function LineBanner() {
  const session = useSession();
  const line = session.line.value;
  const since = line.state === 'trying' && session.room.value ? line.since : null;
  const now = useClock(since !== null);
  const isSaid = since !== null && now - since >= UNSAID_MS;
  useEffect(() => {
    if (!isSaid) return;
    announce(t('event.reconnecting'), { urgent: true });
    return () => {
      if (session.line.peek().state === 'open') announce(t('event.reconnected'), { urgent: true });
    };
  }, [isSaid, session]);
  if (since === null || !isSaid || line.state !== 'trying') return null;
  const seconds = Math.floor((now - since) / 1000);
  const more = line.restarting ? t('page.line.restarting') : now - since >= LONG_MS && why(session);
  return (
    <div class="line" data-line={line.state}>
      <p class="line-words">
        {t('page.line.trying', { seconds })}
        {more && <span class="line-more"> {more}</span>}
      </p>
      <Button onClick={() => session.wake()}>{t('page.line.try_now')}</Button>
    </div>
  );
}

/** What there is to say about it after a while. */
function why(session: Session): string | null {
  if (navigator.onLine === false) return t('page.line.offline');
  return session.me.peek()?.token ? t('page.line.long') : null; // who looks on has no seat
}

/** performance.now(), drawn again each second while it `runs`. */
function useClock(runs: boolean): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (!runs) return;
    const tick = () => setNow(performance.now());
    tick();
    const soon = setTimeout(tick, UNSAID_MS);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [runs]);
  return runs ? Math.max(now, 0) : 0;
}
