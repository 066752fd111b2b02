/** What `you.legal` allows, in the shapes the table asks for it. */
import type { You } from '../protocol/messages';
import { readMove, type Seat, sameTile, type Tile, tileName } from './branches';

export interface Choices {
  /** The places of each tile that fits, by its name ("3-7"); null is the centre. */
  readonly places: ReadonlyMap<string, readonly (Seat | null)[]>;
  /** The only thing to do is to pass. */
  readonly mustPass: boolean;
  /** The hand is still to be opened, with one of the tiles in `places`. */
  readonly opening: boolean;
  /** Whether there is anything to do: it is the turn of the hand in sight. */
  readonly any: boolean;
}

export const NO_CHOICES: Choices = {
  places: new Map(),
  mustPass: false,
  opening: false,
  any: false,
};

export function readChoices(you: Pick<You, 'legal'> | null): Choices {
  if (!you || you.legal.length === 0) return NO_CHOICES;
  const places = new Map<string, (Seat | null)[]>();
  for (const { tile, branch } of you.legal.map(readMove)) {
    if (!tile) continue;
    const name = tileName(tile);
    places.set(name, [...(places.get(name) ?? []), branch]);
  }
  const opening = [...places.values()].some((found) => found.includes(null));
  return { places, mustPass: places.size === 0, opening, any: true };
}

export const placesOf = (choices: Choices, tile: Tile | null): readonly (Seat | null)[] =>
  (tile && choices.places.get(tileName(tile))) ?? [];

export const mayPlay = (choices: Choices, tile: Tile, branch: Seat | null): boolean =>
  placesOf(choices, tile).includes(branch);

/** The branches some tile of the hand fits. */
export function branchesThatFit(choices: Choices): Seat[] {
  const found = [...choices.places.values()].flat();
  return [...new Set(found.filter((branch) => branch !== null))];
}

export const holds = (hand: readonly Tile[] | null, tile: Tile): boolean =>
  hand?.some((one) => sameTile(one, tile)) ?? false;
