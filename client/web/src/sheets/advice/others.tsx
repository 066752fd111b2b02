import { useSession } from '../../app/context';
import { closeSheet } from '../../app/sheets';
import { unbroken } from '../../ui';
import { t } from '../../words';
import type { SheetProps } from '../load';
import { moveSaid, reasonSaid } from './said';
import './advice.css';

/** The moves besides the one of a hint, the best first; a tap shows one on the table. */
export default function Others({ sheet }: SheetProps) {
  const room = useSession().room.value;
  if (sheet.name !== 'others' || !room) return null;
  const { hint, onMove } = sheet;
  const look = (move: string) => {
    closeSheet();
    onMove(move);
  };
  return (
    <>
      <p class="sheets-soft">{t('page.advice.tap')}</p>
      <ol class="advice-moves">
        <li>
          <button type="button" class="advice-move" onClick={() => look(hint.move)}>
            <strong>{unbroken(moveSaid(room, hint.move))}</strong>
            <span class="advice-good">{t('page.advice.best')}</span>
            <span class="advice-why">
              {unbroken(reasonSaid(room, `hint.${hint.reason}`, hint))}
            </span>
          </button>
        </li>
        {hint.others.map((other) => (
          <li key={other.move}>
            <button type="button" class="advice-move" onClick={() => look(other.move)}>
              <strong>{unbroken(moveSaid(room, other.move))}</strong>
              {other.worse && <span class="advice-cost">{t(`hint.worse.${other.worse}`)}</span>}
              <span class="advice-why">
                {unbroken(reasonSaid(room, `drawback.${other.drawback}`, other))}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p class="sheets-soft">{t('hint.judged')}</p>
    </>
  );
}
