/** A record's hands in the shapes the replay shows. The server gives the table at each step. */
import {
  type Laid,
  laidTiles,
  readMove,
  type Seat,
  sameTile,
  type Tile,
} from '../../game/branches';
import type { RecordMessage, Result, Step } from '../../protocol/messages';

type Json = Readonly<Record<string, unknown>>;

export interface ReplayedHand {
  /** As in a view: "S99", "E37W", "N". */
  readonly moves: readonly string[];
  readonly dealt: ReadonlyMap<Seat, readonly Tile[]>;
  readonly result: Pick<Result, 'kind' | 'winner' | 'points'> & {
    readonly pips: readonly number[];
  };
  /** One before the first move and one after each. */
  readonly steps: readonly Step[];
  readonly again: boolean;
  /** Which of the moves a computer made for a person. */
  readonly byComputer: readonly number[];
}

/** The table after the first `count` moves. */
export interface Moment {
  readonly laid: readonly Laid[];
  readonly step: Step;
  /** The latest move; null at the beginning. */
  readonly move: string | null;
  /** What each seat holds: nobody could see it then. */
  readonly hands: ReadonlyMap<Seat, readonly Tile[]>;
}

/** The finished hands of a record, `seats` being those of its match. */
export function replayedHands(
  { record, steps }: RecordMessage,
  seats: readonly Seat[],
): ReplayedHand[] {
  const hands = (Array.isArray(record.hands) ? record.hands : []) as readonly Json[];
  return steps.flatMap((found, at) => {
    const hand = hands[at];
    const result = hand?.result as
      | (Omit<Result, 'pips'> & { readonly pips: Readonly<Record<string, number>> })
      | undefined;
    if (!hand || !result) return [];
    const deal = hand.deal as Readonly<Record<string, string>>;
    return [
      {
        moves: (hand.moves as readonly string[]).map(shortMove),
        dealt: new Map(seats.map((seat) => [seat, (deal[seat] ?? '').split(' ').map(readTile)])),
        result: { ...result, pips: seats.map((seat) => result.pips[seat] ?? 0) },
        steps: found,
        again: hand.replayed === true,
        byComputer: (hand.by_computer ?? []) as readonly number[],
      },
    ];
  });
}

export function momentOf(hand: ReplayedHand, count: number): Moment {
  const moves = hand.moves.slice(0, count);
  const played = moves.map(readMove);
  const hands = new Map(
    [...hand.dealt].map(([seat, tiles]) => [
      seat,
      tiles.filter((tile) => !played.some((one) => one.seat === seat && sameTile(one.tile, tile))),
    ]),
  );
  const step = hand.steps[count] ?? { to_move: null, ends: [], opened: [], left: [] };
  return { laid: laidTiles(moves), step, move: moves.at(-1) ?? null, hands };
}

/** "E 3-7>W" as "E37W", "N pass" as "N". */
export const shortMove = (move: string): string => move.replace(' pass', '').replace(/[ >-]/g, '');

function readTile(text: string): Tile {
  const [low, high] = text.split('-').map(Number);
  return [low ?? 0, high ?? 0];
}
