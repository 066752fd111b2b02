import { useSession } from '../app/context';
import { called } from '../game/called';
import { endingSaid } from '../game/ending';
import { Evenings } from '../lobby/tally';
import type { Room } from '../protocol/messages';
import { t } from '../words';
import { Ending } from './ending';
import type { SheetProps } from './load';
import { holder, SeatMark } from './seats';
import './score.css';

/** All hands of the match: what each seat was left with, who won, and the points so far. */
export default function Score({ sheet }: SheetProps) {
  const room = useSession().room.value;
  if (!room) return null;
  const number = sheet.name === 'score' ? sheet.hand : undefined;
  return (
    <>
      {number && <Ending room={room} number={number} />}
      <p>{t('ui.score.target', { target: targetOf(room) })}</p>
      <Standings room={room} />
      {room.hands.length > 0 ? <Hands room={room} /> : <p>{t('page.score.none')}</p>}
      <div class="score-evenings">
        <Evenings room={room} />
      </div>
    </>
  );
}

export const targetOf = (room: Room): number => Number(room.rules.target ?? 100);

function Standings({ room }: { readonly room: Room }) {
  const target = targetOf(room);
  return (
    <ul class="score-standings">
      {room.seats.map(({ seat }, at) => {
        const points = room.scores[at] ?? 0;
        return (
          <li key={seat} class="score-standing">
            <SeatMark seat={seat} />
            <span class="score-who">
              {t('page.who', { seat, name: holder(room, seat) })}
              {room.winner === seat && <strong> {t('page.score.won_match')}</strong>}
            </span>
            <strong>{t('count.point', { count: points })}</strong>
            <svg
              class="score-way"
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect class="score-way-whole" width="100" height="4" />
              <rect
                class="score-way-gone"
                width={Math.min(100, (100 * points) / target)}
                height="4"
              />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}

function Hands({ room }: { readonly room: Room }) {
  const totals = runningTotals(room);
  const seats = room.seats.map(({ seat }) => seat);
  return (
    <table class="score-table">
      <caption>{t('page.score.how')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ui.score.hand')}</th>
          {room.seats.map(({ seat }) => (
            <th scope="col" key={seat}>
              <SeatMark seat={seat} /> <span>{called(room, seat)}</span>
            </th>
          ))}
        </tr>
      </thead>
      {room.hands.map((hand, at) => (
        <tbody key={`${room.match} ${at}`}>
          <tr class="score-row">
            <th scope="row">{at + 1}</th>
            {room.seats.map(({ seat }, place) => (
              <Cell
                key={seat}
                won={hand.result.winner === seat ? hand.result.points : null}
                total={totals[at]?.[place] ?? 0}
                pips={hand.result.pips[place] ?? 0}
              />
            ))}
          </tr>
          <tr>
            <td class="score-told" colSpan={room.seats.length + 1}>
              {endingSaid(hand.result, seats, (seat) => called(room, seat))}
              {hand.replayed && <em> {t('page.score.replayed')}</em>}
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

interface CellProps {
  readonly won: number | null;
  readonly total: number;
  readonly pips: number;
}

function Cell({ won, total, pips }: CellProps) {
  return (
    <td class={won === null ? undefined : 'score-won'}>
      <span class="score-total">{total}</span>
      <span class="score-left">
        {won !== null && <span class="score-plus"> +{won} </span>}
        <span class="score-pips">
          <span class="unseen">{t('page.score.pips', { pips })}</span>
          <span aria-hidden="true">{pips}</span>
        </span>
      </span>
    </td>
  );
}

/** The points of each seat after each hand. */
export function runningTotals(room: Pick<Room, 'hands' | 'seats'>): number[][] {
  const sums = room.seats.map(() => 0);
  return room.hands.map(({ result }) => {
    const at = room.seats.findIndex(({ seat }) => seat === result.winner);
    if (at >= 0) sums[at] = (sums[at] ?? 0) + result.points;
    return [...sums];
  });
}
