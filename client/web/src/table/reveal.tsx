import { preferences } from '../app/preferences';
import type { Seat } from '../game/branches';
import { tileName } from '../game/branches';
import { t } from '../words';
import { useDesk } from './desk';
import { Tile } from './tile';
import './reveal.css';

/** What a seat had left, shown where it sits once the hand is over. */
export function Reveal({ seat }: { readonly seat: Seat }) {
  const desk = useDesk();
  const at = desk.seats.value.indexOf(seat);
  const tiles = desk.table.value.reveal[at];
  if (!tiles) return null;
  const label = tiles.length > 0 ? tiles.map(tileName).join(', ') : t('ui.no_tiles');
  return (
    <div class="reveal" role="img" aria-label={label}>
      {tiles.map((tile, place) => (
        <span
          key={tileName(tile)}
          class="reveal-tile"
          style={{ '--reveal-delay': `${60 * (place + 8 * at)}ms` }}
        >
          <Tile upper={tile[0]} lower={tile[1]} numerals={preferences.numerals.value} />
        </span>
      ))}
    </div>
  );
}
