/** Seats as these sheets name them. */
import type { Seat } from '../game/branches';
import { computer } from '../game/called';
import { personName } from '../game/seating';
import type { Room } from '../protocol/messages';
import { SeatShape } from '../table/shapes';
import { t } from '../words';
import './seats.css';

/** The seat's shape with an outline, for its tints are pale on light sheets. */
export function SeatMark({ seat }: { readonly seat: Seat }) {
  return (
    <span class="seats-mark">
      <SeatShape seat={seat} />
    </span>
  );
}

/** "Ana", "Chano (computer, hard)" or "free seat". */
export function holder(room: Room, seat: Seat): string {
  const found = room.seats.find((one) => one.seat === seat);
  if (found?.kind === 'computer') return computer(found.name, found.level);
  return personName(room, found?.person ?? null) ?? t('kind.open');
}
