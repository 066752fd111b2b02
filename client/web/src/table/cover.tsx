import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../ui';
import { t } from '../words';
import { nameOf } from './badge';
import { refusal, useDesk } from './desk';
import { othersText, textOf } from './sentence';
import { askTakeback, mayAsk } from './takeback';
import './cover.css';

/**
 * A device of several, or one that was when this hand was dealt: in place of the hands, none of
 * which has been sent. Whoever is to move takes the screen and has theirs shown; the server covers
 * it again after their move.
 */
export function Cover() {
  const desk = useDesk();
  const { note } = desk.intent.value;
  const busy = useSignal(false);
  const button = useRef<HTMLDivElement>(null);
  const seat = desk.table.value.to_move;
  const mine = seat !== null && desk.mine.value.includes(seat);
  useEffect(() => {
    // Whoever plays by keyboard is led on; the hand of the one before shall stay covered, so the
    // button is no target of the keys that were just pressed.
    if (mine) button.current?.focus();
  }, [mine, seat]);
  const show = async () => {
    if (!seat) return;
    busy.value = true;
    const { turn } = desk.table.value;
    const refused = refusal(await desk.session.send({ type: 'uncover', turn, seat }));
    busy.value = false;
    if (refused) desk.dispatch({ type: 'note', note: refused });
  };
  return (
    <section class="cover" ref={button} tabIndex={-1} aria-label={t('page.table.covered')}>
      {mine && seat ? (
        <>
          <p class="cover-text">{t('ui.cover', { name: nameOf(desk, seat) })}</p>
          <Button kind="main" busy={busy.value} onClick={() => void show()}>
            {t('page.table.uncover', { name: nameOf(desk, seat) })}
          </Button>
        </>
      ) : (
        <p class="cover-text">{othersText(desk)}</p>
      )}
      {mayAsk(desk.session, 'undo') && (
        <Button onClick={() => void askTakeback(desk.session, 'undo')}>
          {t('page.table.undo')}
        </Button>
      )}
      {note && (
        <p class="cover-note" role="alert">
          {textOf(desk, note)}
        </p>
      )}
    </section>
  );
}
