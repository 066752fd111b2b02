/** How tiles and places are called aloud. */
import { isDouble, type Seat, type Tile, tileName } from '../game/branches';
import { type Choices, placesOf } from '../game/choices';
import { t } from '../words';

/** The names of the tiles that may go on a branch. */
export const tilesFor = (choices: Choices, branch: Seat): string[] =>
  [...choices.places].filter(([, places]) => places.includes(branch)).map(([name]) => name);

/** "3-7, fits West and North". */
export function tileLabel(tile: Tile, choices: Choices): string {
  const name = tileName(tile);
  const called = isDouble(tile) ? t('page.table.double', { tile: name }) : name;
  if (!choices.any) return called;
  const places = placesOf(choices, tile);
  if (places.includes(null)) return `${called}, ${t('page.table.fits.opening')}`;
  if (places.length === 0) return `${called}, ${t('page.table.fits.nowhere')}`;
  return `${called}, ${t('page.table.fits.branches', { branches: places.map(String) })}`;
}

export const placeLabel = (branch: Seat | null): string =>
  branch === null ? t('ui.centre') : t(`seat.${branch}`);
