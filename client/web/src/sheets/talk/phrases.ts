/** The table's own phrases: those that fit the moment first. As client/longana_client/talk.py. */
import { readMove } from '../../game/branches';
import { seatsOfDevice } from '../../game/seating';
import type { Room, Table } from '../../protocol/messages';

export const PHRASES = [
  'me_pegue',
  'tranque',
  'a_virarse',
  'paso',
  'dame_agua',
  'botagorda',
  'pollona',
  'good_game',
  'one_moment',
] as const;
export type Phrase = (typeof PHRASES)[number];

/** A tile of so many pips is a heavy one to be rid of. */
const HEAVY = 12;

export interface Fitting {
  readonly fits: readonly Phrase[];
  readonly others: readonly Phrase[];
}

export function phrasesFor(room: Room, table: Table, person: number | null): Fitting {
  const fits = fitting(room, table, person);
  return { fits, others: PHRASES.filter((phrase) => !fits.includes(phrase)) };
}

function fitting(room: Room, table: Table, person: number | null): Phrase[] {
  if (table.result) {
    const { kind, winner } = table.result;
    const isMine = winner !== null && seatsOfDevice(room, person).includes(winner);
    const found: Phrase[] =
      kind === 'block' ? ['tranque', 'a_virarse'] : isMine ? ['me_pegue'] : [];
    if (table.phase !== 'match_over') return [...found, 'dame_agua'];
    return [...found, ...(room.scores.includes(0) ? (['pollona'] as const) : []), 'good_game'];
  }
  const last = table.moves.at(-1);
  if (last === undefined) return table.phase === 'playing' ? ['dame_agua'] : [];
  const { tile } = readMove(last);
  if (!tile) return ['paso'];
  return tile[0] + tile[1] >= HEAVY ? ['botagorda'] : [];
}
