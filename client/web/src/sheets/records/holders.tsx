import type { Seat } from '../../game/branches';
import { computer } from '../../game/called';
import { Tile } from '../../table/tile';
import { t } from '../../words';
import { SeatMark } from '../seats';
import type { Moment } from './replayed';
import './holders.css';

interface Props {
  readonly moment: Moment;
  readonly seats: readonly Seat[];
  /** From the record: who sat there then. */
  readonly players: unknown;
  readonly open: boolean;
}

/** Who sat where, whose turn it was, and the tiles in each hand: their number, or their faces. */
export function Holders({ moment: { step: table, hands }, seats, players, open }: Props) {
  return (
    <ul class="holders">
      {seats.map((seat, at) => (
        <li key={seat} class="holder">
          <span>
            <SeatMark seat={seat} /> {t('page.who', { seat, name: playerName(players, seat) })}
            {table.to_move === seat && <strong> {t('page.replay.to_move')}</strong>}
          </span>
          {open ? (
            <Faces tiles={hands.get(seat) ?? []} />
          ) : (
            <span class="sheets-soft">{t('count.tile', { count: table.left[at] ?? 0 })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Faces({ tiles }: { readonly tiles: readonly (readonly [number, number])[] }) {
  if (tiles.length === 0) return <span class="sheets-soft">{t('ui.no_tiles')}</span>;
  return (
    <span class="holder-faces">
      <span class="unseen">{tiles.map(([low, high]) => `${low}-${high}`).join(', ')}</span>
      {tiles.map(([low, high]) => (
        <span class="holder-face" key={`${low} ${high}`}>
          <Tile upper={low} lower={high} />
        </span>
      ))}
    </span>
  );
}

type Players = Readonly<Record<string, { name?: string; kind?: string; level?: string }>>;

function playerName(players: unknown, seat: Seat): string {
  const found = (players as Players)?.[seat];
  if (found?.kind === 'computer') return computer(found.name, found.level);
  return found?.name ?? t('ui.player');
}

/** In sentences, as at the table. */
export function playerCalled(players: unknown, seat: Seat): string {
  return (players as Players)?.[seat]?.name ?? t(`seat.${seat}`);
}
