import { useRef } from 'preact/hooks';
import { goesRight, type Side } from '../game/seating';
import { useDesk } from './desk';
import { useGeometry } from './geometry';
import './arrow.css';

/** Clockwise from the right, as the screen counts. */
const ANGLE: Readonly<Record<Side, number>> = { right: 0, bottom: 90, left: 180, top: 270 };

/**
 * On the rim, before whoever is to move; it slides on in the direction of play. Where a tile lies
 * at the rim, it lies on the arrow: who is to move is said beside the board, too.
 */
export function Arrow() {
  const desk = useDesk();
  const { width, height } = useGeometry().size.value;
  const angle = useRef<number | null>(null);
  const toMove = desk.table.value.to_move;
  const side = toMove && desk.sides.value.get(toMove);
  if (!side) return null;
  const wanted = ANGLE[side];
  const onward = goesRight(desk.room.value.rules) ? -1 : 1;
  const before = angle.current ?? wanted;
  const step = ((((wanted - before) * onward) % 360) + 360) % 360;
  angle.current = before + step * onward;
  return (
    <svg
      class={`arrow${desk.choices.value.any ? ' arrow-mine' : ''}`}
      viewBox="-12 -12 24 24"
      aria-hidden="true"
      style={{
        '--angle': `${angle.current}deg`,
        '--reach-x': `${width / 2 - 6}px`,
        '--reach-y': `${height / 2 - 6}px`,
      }}
    >
      <path d="M-5-11 5 0-5 11Z" />
    </svg>
  );
}
