import { useSession } from '../app/context';
import { openSheet } from '../app/sheets';
import { goesRight, personName, seatSides } from '../game/seating';
import type { SeatState } from '../protocol/messages';
import { SeatShape } from '../table/shapes';
import { Tile } from '../table/tile';
import { t } from '../words';
import './ring.css';
import { useRoom } from './useRoom';

/** The seats in their places round the table, one's own at the bottom. */
export function Ring() {
  const here = useRoom();
  if (!here) return null;
  const { room, seats, person } = here;
  const own = seats[0] ?? room.order[0] ?? 'S';
  const isRight = goesRight(room.rules);
  const sides = seatSides(room.order, own, isRight);
  return (
    <div class="ring-room">
      <fieldset class={`ring ring-of-${room.seats.length}`}>
        <legend class="unseen">{t('page.lobby.seats')}</legend>
        {room.seats.map((seat) => (
          <RingSeat
            key={seat.seat}
            state={seat}
            side={sides.get(seat.seat) ?? 'bottom'}
            isWatcher={person === null}
          />
        ))}
        <div class="ring-centre">
          <Tile upper={9} lower={9} />
          {room.seats.length > 2 && (
            <span class="ring-way">
              <span class="unseen">{t('setting.direction')} </span>
              {isRight ? t('page.lobby.right') : t('page.lobby.left')}
            </span>
          )}
        </div>
      </fieldset>
    </div>
  );
}

interface Props {
  readonly state: SeatState;
  readonly side: string;
  readonly isWatcher: boolean;
}

function RingSeat({ state, side, isWatcher }: Props) {
  const { seat } = state;
  const name = useHolder(state);
  const marks = useMarks(state);
  const content = (
    <>
      <span class="ring-place">
        <SeatShape seat={seat} />
        {t(`seat.${seat}`)}
      </span>
      <span class="ring-name">{name}</span>
      <span class="ring-marks">{marks.join(', ')}</span>
    </>
  );
  const looks = `ring-seat ring-${side} ring-${state.kind}`;
  if (isWatcher) return <div class={looks}>{content}</div>;
  return (
    <button
      type="button"
      class={looks}
      aria-haspopup="dialog"
      onClick={() => openSheet({ name: 'seat', seat })}
    >
      {content}
    </button>
  );
}

function useHolder({ kind, person, name }: SeatState): string {
  const room = useSession().room.value;
  if (kind === 'open' || !room) return t('kind.open');
  if (kind === 'computer') return name ?? t('computer');
  return personName(room, person) ?? '';
}

/** What there is to know about who sits there, in words. */
function useMarks({ person, level }: SeatState): string[] {
  const here = useRoom();
  if (level !== null) return [t('computer.level', { level })];
  if (!here || person === null) return [];
  const { room, table } = here;
  const device = room.people.find((one) => one.person === person)?.device;
  return [
    person === here.person && t('page.lobby.you'),
    person !== here.person && device === here.person && t('page.lobby.here'),
    person === room.host && t('page.lobby.host'),
    table.away.some((one) => one.person === person) && t('page.lobby.away'),
  ].filter((mark) => mark !== false);
}
