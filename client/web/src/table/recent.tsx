import { passesBySeat, readMove, type Seat, tileName } from '../game/branches';
import { naming } from '../game/called';
import { unbroken } from '../ui';
import { t } from '../words';
import { nameOf } from './badge';
import { type Desk, useDesk } from './desk';
import { SeatShape } from './shapes';
import './recent.css';

/** More than fit anywhere: where there is little room, the oldest are out of sight. */
const MOST = 16;

/** The latest moves in words, where the screen has room for them; the newest last. */
export function Recent() {
  const desk = useDesk();
  const { moves, by_computer } = desk.table.value;
  const from = Math.max(0, moves.length - MOST);
  return (
    <ol class="recent" aria-label={t('page.sheet.plays')}>
      {moves.slice(from).map((move, at) => {
        const seat = move[0] as Seat;
        return (
          <li key={`${from + at} ${move}`} class="recent-move">
            <SeatShape seat={seat} />
            <span>
              <b>{nameOf(desk, seat)}</b> {unbroken(moveText(desk, from + at))}
              {by_computer.includes(from + at) && ` ${t('event.by_computer')}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function moveText(desk: Desk, play: number): string {
  const { moves } = desk.table.value;
  const { seat, tile, branch } = readMove(moves[play] ?? '');
  if (!tile) {
    const passes = passesBySeat(moves, desk.seats.value).get(seat);
    const values = passes?.find((pass) => pass.play === play)?.values ?? [];
    return t('page.table.last.pass', { values });
  }
  if (!branch) return t('page.table.last.opens', { tile: tileName(tile) });
  if (branch === seat) return t('page.table.last.own', { tile: tileName(tile) });
  return t('page.table.last.plays', naming(desk.room.value, { tile: tileName(tile), branch }));
}
