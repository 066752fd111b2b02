import type { Seat } from '../game/branches';
import { called } from '../game/called';
import { t } from '../words';
import { Bubble } from './bubble';
import { type Desk, useDesk } from './desk';
import { Reveal } from './reveal';
import { Icon, type IconName, SeatShape } from './shapes';
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
  const score = desk.room.value.scores[desk.seats.value.indexOf(seat)] ?? 0;
  const left = table.value.left[desk.seats.value.indexOf(seat)] ?? 0;
  const open = table.value.opened.indexOf(seat);
  const moves = table.value.to_move === seat;
  const knocks = table.value.moves.at(-1) === seat; // a pass just now
  const level = desk.room.value.seats.find((one) => one.seat === seat)?.level;
  return (
    <div
      class={`badge badge-${side}${moves ? ' badge-moves' : ''}${knocks ? ' badge-knocks' : ''}`}
      data-seat={seat}
    >
      <button type="button" class="badge-plate" aria-expanded={pressed} onClick={onPress}>
        <span class="badge-line badge-who">
          <SeatShape seat={seat} />
          <span class="badge-name">{nameOf(desk, seat)}</span>
          {level && <Icon name="computer" />}
          {level && (
            <>
              <span class="unseen">{t('computer.level', { level })}</span>
              <span class="badge-mark badge-level" aria-hidden="true">
                {t(`level.${level}`)}
              </span>
            </>
          )}
        </span>
        <span class="badge-line badge-facts">
          <span class="badge-tiles" aria-hidden="true">
            <span class="badge-backs">
              {left === 0 && <i class="badge-none" />}
              {Array.from({ length: Math.min(left, 8) }, (_, at) => (
                <i key={at} />
              ))}
            </span>
            <span class="badge-count">{left}</span>
          </span>
          <span class="unseen">{t('count.tile', { count: left })}. </span>
          {open >= 0 && (
            <span class="badge-open">
              <span class="unseen">{t('ui.mark.open')} </span>
              {t(`ui.order.${open + 1}`)}
            </span>
          )}
          <span class="badge-score" aria-hidden="true">
            {t('page.table.points', { points: score })}
          </span>
          <span class="badge-marks">
            {level && (
              <span class="badge-sign">
                <Icon name="computer" />
              </span>
            )}
            {marksOf(desk, seat).map(({ text, icon }) => (
              <span key={text} class={`badge-mark badge-dot badge-mark-${icon}`} title={text}>
                <Icon name={icon} />
                <span class="badge-word">{text} </span>
              </span>
            ))}
          </span>
        </span>
      </button>
      <Reveal seat={seat} />
      <Bubble seat={seat} />
    </div>
  );
}

export const nameOf = (desk: Desk, seat: Seat): string => called(desk.room.value, seat);

interface Mark {
  readonly text: string;
  /** Stands for it where there is no room for words. */
  readonly icon: IconName;
}

/** How somebody is, the most important first: where there is no room, the rest is left out. */
function marksOf(desk: Desk, seat: Seat): Mark[] {
  const { away, minded, reading, to_move, moves, phase } = desk.table.value;
  const state = desk.room.value.seats.find((one) => one.seat === seat);
  const is = (some: readonly { readonly person: number }[]) =>
    state?.person != null && some.some(({ person }) => person === state.person);
  const marks: (Mark | false)[] = [
    to_move === seat && { text: t('page.table.mark.moves'), icon: 'moves' },
    state?.kind === 'open' && { text: t('kind.open'), icon: 'free' },
    minded.includes(seat) && { text: t('page.table.mark.minded'), icon: 'computer' },
    !minded.includes(seat) && is(away) && { text: t('page.table.mark.away'), icon: 'away' },
    is(reading) && { text: t('page.table.mark.reads'), icon: 'reads' },
    moves[0]?.[0] === seat &&
      phase !== 'lobby' && { text: t('page.table.mark.began'), icon: 'began' },
  ];
  return marks.filter((mark) => mark !== false);
}
