import type { Seat } from '../game/branches';
import { personName } from '../game/seating';
import { t } from '../words';
import { type Desk, useDesk } from './desk';
import { Reveal } from './reveal';
import { Icon, SeatShape } from './shapes';
import './badge.css';

interface Props {
  readonly seat: Seat;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** Who sits there, how many tiles they have and how they are; a tap shows their passes. */
export function Badge({ seat, pressed, onPress }: Props) {
  const desk = useDesk();
  const { table } = desk;
  const side = desk.sides.value.get(seat) ?? 'top';
  const left = table.value.left[desk.seats.value.indexOf(seat)] ?? 0;
  const open = table.value.opened.indexOf(seat);
  const moves = table.value.to_move === seat;
  const marks = marksOf(desk, seat);
  return (
    <div class={`badge badge-${side}${moves ? ' badge-moves' : ''}`} data-seat={seat}>
      <button type="button" class="badge-plate" aria-expanded={pressed} onClick={onPress}>
        <span class="badge-who">
          <SeatShape seat={seat} />
          <span class="badge-name">{nameOf(desk, seat)}</span>
        </span>
        <span class="badge-how">
          <span class="badge-backs" aria-hidden="true">
            {Array.from({ length: Math.min(left, 8) }, (_, at) => (
              <i key={at} />
            ))}
          </span>
          <span class="badge-left" aria-hidden="true">
            {left}
          </span>
          <span class="unseen">{t('count.tile', { count: left })}. </span>
          {open >= 0 && (
            <span class="badge-open">{t('ui.open', { order: t(`ui.order.${open + 1}`) })}</span>
          )}
        </span>
        {marks.length > 0 && (
          <span class="badge-marks">
            {marks.map(({ text, computer }) => (
              <span key={text} class="badge-mark">
                {computer && <Icon name="computer" />}
                {text}
              </span>
            ))}
          </span>
        )}
      </button>
      <Reveal seat={seat} />
    </div>
  );
}

/** The name of whoever sits there; of a computer the name of its seat. */
export function nameOf(desk: Desk, seat: Seat): string {
  const state = desk.room.value.seats.find((one) => one.seat === seat);
  return personName(desk.room.value, state?.person ?? null) ?? t(`seat.${seat}`);
}

interface SeatMark {
  readonly text: string;
  readonly computer?: boolean;
}

function marksOf(desk: Desk, seat: Seat): SeatMark[] {
  const { away, minded, reading, to_move, moves, phase } = desk.table.value;
  const state = desk.room.value.seats.find((one) => one.seat === seat);
  const marks: SeatMark[] = [];
  if (state?.kind === 'computer') {
    marks.push({ text: t(`level.${state.level ?? 'normal'}`), computer: true });
  }
  if (state?.kind === 'open') marks.push({ text: t('kind.open') });
  if (minded.includes(seat)) marks.push({ text: t('page.table.mark.minded'), computer: true });
  else if (away.some(({ person }) => person === state?.person)) {
    marks.push({ text: t('page.table.mark.away') });
  }
  if (state?.person != null && reading.some(({ person }) => person === state.person)) {
    marks.push({ text: t('page.table.mark.reads') });
  }
  if (moves[0]?.[0] === seat && phase !== 'lobby')
    marks.push({ text: t('page.table.mark.opened') });
  if (to_move === seat) marks.push({ text: t('page.table.mark.moves') });
  return marks;
}
