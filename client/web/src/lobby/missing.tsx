import { personName } from '../game/seating';
import { t } from '../words';
import { Mind } from './mind';
import './missing.css';
import { awayOf, graceEnds } from './powers';
import { useCommand, useRoom } from './useRoom';

/**
 * Who is away before a match: nobody can shuffle for them, so it does not start (`seat_away`)
 * until they are back or a computer minds their seat.
 */
export function Missing() {
  const here = useRoom();
  const { run, wrong } = useCommand();
  if (!here || !['lobby', 'match_over'].includes(here.table.phase)) return null;
  const { room, table, actsAsHost } = here;
  const missing = room.seats.flatMap(({ seat, person }) => {
    const away = awayOf(table, person);
    const isAnothers = table.promised.some((one) => one.seat === seat);
    return away && !table.minded.includes(seat) && !isAnothers ? [{ seat, person, away }] : [];
  });
  if (missing.length === 0) return null;
  return (
    <ul class="missing">
      {missing.map(({ seat, person, away }) => (
        <li class="missing-one" key={seat}>
          <span class="missing-words">
            {t('page.lobby.missing', { name: personName(room, person) ?? '', seat })}
          </span>
          {actsAsHost && (
            <Mind ready={graceEnds(room, away)} onMind={() => void run({ type: 'mind', seat })} />
          )}
        </li>
      ))}
      {wrong && <li role="alert">{wrong}</li>}
    </ul>
  );
}
