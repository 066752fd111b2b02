import { useRef } from 'preact/hooks';
import { useSession } from '../app/context';
import { momentOf } from '../app/moments';
import { closeSheet } from '../app/sheets';
import { type Moment, seatToMove } from '../game/events';
import { personName, seatsOfDevice } from '../game/seating';
import { Button } from '../ui';
import { t } from '../words';
import './news.css';

/**
 * At the top of whatever is open over the table: what has happened there since it was opened, and
 * the way back.
 * Screen readers are told by the announcer, once.
 */
export function News() {
  const now = momentOf(useSession());
  const opened = useRef(now);
  if (!now) return null;
  const news = newsOf(opened.current, now);
  if (news.length === 0) return null;
  return (
    <div class="news">
      <p class="news-words">{news.join(' ')}</p>
      <Button onClick={closeSheet}>{t('page.news.to_table')}</Button>
    </div>
  );
}

function newsOf(before: Moment | null, now: Moment): string[] {
  return [...question(before, now), ...changes(before, now), ...turn(before, now)];
}

/** What somebody asks of this device. */
function question(before: Moment | null, { room, view, person }: Moment): string[] {
  const { proposal } = view.table;
  if (!proposal || person === null || !proposal.waiting.includes(person)) return [];
  if (before?.view.table.proposal?.number === proposal.number) return [];
  const name = personName(room, proposal.by) ?? '';
  return [t(`event.proposal.${proposal.what}`, { name })];
}

function turn(before: Moment | null, now: Moment): string[] {
  const mine = seatToMove(now);
  const isOld = before && seatToMove(before) && before.view.table.turn === now.view.table.turn;
  if (!mine || isOld) return [];
  if (seatsOfDevice(now.room, now.person).length === 1) return [t('page.news.turn')];
  const player = now.room.seats.find(({ seat }) => seat === mine)?.person ?? null;
  return [t('page.news.turn_of', { name: personName(now.room, player) ?? '' })];
}

/** What is another thing now than when the sheet was opened. */
function changes(before: Moment | null, now: Moment): string[] {
  const [was, phase] = [before?.view.table.phase, now.view.table.phase];
  if (!was || was === phase) return [];
  if (phase === 'playing' && was !== 'hand_over') return [t('page.news.begun')];
  if (phase === 'hand_over' || phase === 'match_over') return [t(`page.news.${phase}`)];
  return [];
}
