/** In which order I hold my tiles. Kept on this device for each hand, never sent. */
import { isDouble, sameTile, type Tile, tileName } from '../game/branches';

export type Order = 'dealt' | 'value' | 'doubles' | 'own';

/** What a person has done to one hand: an order of names, gone tiles included, and turned tiles. */
export interface Arrangement {
  readonly order: readonly string[];
  readonly turned: readonly string[];
}

export const UNTOUCHED: Arrangement = { order: [], turned: [] };

const sum = (tile: Tile): number => tile[0] + tile[1];

/** The hand as it shall be shown; a turned tile has its halves exchanged. */
export function arrange(hand: readonly Tile[], order: Order, mine: Arrangement): Tile[] {
  const sorted = [...hand];
  if (order === 'value') sorted.sort((one, other) => sum(one) - sum(other) || one[0] - other[0]);
  if (order === 'doubles') {
    sorted.sort(
      (one, other) => Number(isDouble(other)) - Number(isDouble(one)) || sum(one) - sum(other),
    );
  }
  if (order === 'own') {
    const place = (tile: Tile) => {
      const at = mine.order.indexOf(tileName(tile));
      return at < 0 ? mine.order.length : at;
    };
    sorted.sort((one, other) => place(one) - place(other));
  }
  return sorted.map((tile) =>
    mine.turned.includes(tileName(tile)) ? ([tile[1], tile[0]] as const) : tile,
  );
}

/**
 * The arrangement after `tile` was put to place `to` of what is shown now. Tiles that have been
 * played keep their place, for an undo may bring them back.
 */
export function moved(
  shown: readonly Tile[],
  tile: Tile,
  to: number,
  mine: Arrangement,
): Arrangement {
  const names = shown.filter((one) => !sameTile(one, tile)).map(tileName);
  names.splice(Math.max(0, Math.min(to, names.length)), 0, tileName(tile));
  const gone = mine.order.filter((name) => !names.includes(name));
  return { ...mine, order: [...names, ...gone] };
}

export function turnedOver(tile: Tile, mine: Arrangement): Arrangement {
  const name = tileName(tile);
  const was = mine.turned.includes(name);
  return {
    ...mine,
    turned: was ? mine.turned.filter((one) => one !== name) : [...mine.turned, name],
  };
}
