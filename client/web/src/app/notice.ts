/** Title and icon of the tab say when it is my turn, the title that I have won: for whoever looks elsewhere. Nothing blinks. */
import { effect } from '@preact/signals';
import { seatToMove } from '../game/events';
import { isOnlyMine } from '../game/seating';
import type { Session } from '../session/session';
import { t } from '../words';
import { momentOf } from './moments';

const NAME = 'Longana';

export function noticeTurns(session: Session): void {
  effect(() => {
    const now = momentOf(session);
    const winner = now?.view.table.phase === 'match_over' ? now.room.winner : null;
    const won = now !== null && isOnlyMine(now.room, now.person, winner);
    const isMine = session.line.value.state !== 'idle' && now !== null && seatToMove(now) !== null;
    const turn = isMine && `● ${t('page.notice.your_turn')}`;
    const news = turn || (won && t('page.table.you_win_match'));
    document.title = news ? `${news} – ${NAME}` : NAME;
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const wanted = isMine ? './icon-turn.svg' : './icon.svg';
    if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
  });
}
