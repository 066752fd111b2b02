/** Title and icon of the tab say when it is my turn: for whoever looks elsewhere. Nothing blinks. */
import { effect } from '@preact/signals';
import { seatToMove } from '../game/events';
import type { Session } from '../session/session';
import { t } from '../words';
import { momentOf } from './moments';

const NAME = 'Longana';

export function noticeTurns(session: Session): void {
  effect(() => {
    const now = momentOf(session);
    const isMine = session.line.value.state !== 'idle' && now !== null && seatToMove(now) !== null;
    document.title = isMine ? `● ${t('page.notice.your_turn')} – ${NAME}` : NAME;
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const wanted = isMine ? './icon-turn.svg' : './icon.svg';
    if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
  });
}
