import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { arrival, goHome, isWatching } from '../app/return';
import { closeSheet } from '../app/sheets';
import type { Line } from '../session/session';
import { Button } from '../ui';
import { t } from '../words';
import './arrive.css';
import { DeadEnd } from './deadEnd';
import { attempt, enter, failure, giveUp } from './entering';
import { Guest } from './guest';
import { Home } from './home';
import { Page } from './page';

/** Answered where they arose: beside the field that was wrong. */
const BESIDE_A_FIELD = ['bad_name', 'bad_key'];

/** Everything before the table: which page follows from the address and from what happened. */
export function Arrive() {
  const session = useSession();
  const gone = session.gone.value;
  const place = arrival.value;
  const table = session.me.value?.code ?? place?.code ?? '';
  const failed = failure.value;
  useComingBack();
  useEffect(closeSheet, []); // it was about a table that is left
  if (gone) return <DeadEnd code={gone.why} text={gone.text} table={table} />;
  if (failed && !BESIDE_A_FIELD.includes(failed.code))
    return <DeadEnd code={failed.code} text={failed.text} table={table} />;
  const isComing = place?.token || (place && isWatching(place.code));
  if (isComing || isSlow(session.line.value)) return <OnTheWay />;
  return place ? <Guest key={place.code} code={place.code} /> : <Home />;
}

/** A tab that had a place at this table goes back to it without a question. */
function useComingBack(): void {
  const session = useSession();
  const place = arrival.value;
  const isNew = session.me.value === null && attempt.value === null && failure.value === null;
  useEffect(() => {
    if (!place || !isNew || session.gone.peek()) return;
    const { code, token } = place;
    if (token) void enter(session, { type: 'resume', code, token });
    else if (isWatching(code)) void enter(session, { type: 'watch', code });
  }, [session, place, isNew]);
}

/** One try went wrong; the next are made without being asked. */
const isSlow = (line: Line): boolean => line.state === 'trying' && line.tries > 0;

/** The server has not answered yet. It is said after a moment only, so that nothing flickers. */
function OnTheWay() {
  const session = useSession();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 400);
    return () => clearTimeout(timer);
  }, []);
  if (isSlow(session.line.value))
    return (
      <Page title={t('page.end.unreachable')} lead={t('page.end.unreachable.text')}>
        <Button kind="main" wide onClick={() => session.wake()}>
          {t('page.end.again')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            giveUp(session);
            goHome();
          }}
        >
          {t('page.end.home')}
        </Button>
      </Page>
    );
  return isLate ? <Page title={t('page.arrive.coming')} /> : <main class="page" />;
}
