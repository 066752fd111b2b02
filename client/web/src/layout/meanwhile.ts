/** What can be drawn at once of one more move, until its layout has been worked out. */

import { outlines } from './frames';
import { isSame, isSameBoard, spot } from './layout';
import { plateReach } from './plates';
import { DX, DY, type Slot } from './slots';
import type { Board, End, Laid, Layout, Placed, Seat } from './types';
import { boxOf, holds } from './view';

/** Whether a layout is of exactly these tiles on this board. */
export function isOf({ tiles, memory }: Layout, laid: readonly Laid[], board: Board): boolean {
  return (
    tiles.length === laid.length &&
    tiles.every((tile, at) => isSame(tile, laid[at] as Laid)) &&
    isSameBoard(memory.board, board)
  );
}

/**
 * A layout brought up to date as far as that is known: tiles that were taken back are gone, the next
 * one of each branch lies where its ghost was, with the plate behind it. All else, such as where the
 * branch goes on from there, stays as it was. Undefined when that is another hand.
 */
export function meanwhile(known: Layout, laid: readonly Laid[]): Layout | undefined {
  const differs = known.tiles.findIndex((tile, at) => !laid[at] || !isSame(tile, laid[at]));
  const kept = differs < 0 ? known.tiles.length : differs;
  if (kept === 0) return undefined;
  const { board, slots, next } = known.memory;
  const lying = [...slots.slice(0, kept)];
  const tiles = known.tiles.slice(0, kept);
  const ends = [...known.ends];
  const grown = new Set<Seat>();
  for (const tile of differs < 0 ? laid.slice(kept) : []) {
    const branch = board.seats.indexOf(tile.branch as Seat);
    const place = next[branch];
    if (!place || grown.has(tile.branch as Seat)) break;
    grown.add(tile.branch as Seat);
    const slot = tile.near === tile.far ? place.double : place.slot;
    lying.push(slot);
    tiles.push({ ...tile, ...spot(slot) });
    ends[branch] = endOf(tiles.at(-1) as Placed, slot, plateReach(known.unit, board.plate));
  }
  const inSight = lying.every((slot) => holds(known.view, boxOf(slot)));
  const frames = Object.fromEntries(
    board.seats.map((seat) => [
      seat,
      outlines(lying.filter((_, at) => tiles[at]?.branch === seat)),
    ]),
  );
  return { ...known, ...(inSight ? {} : known.wide), tiles, ends, frames };
}

function endOf(tile: Placed, { heading, across }: Slot, reach: number): End {
  const [dx, dy] = [DX[heading] as End['dx'], DY[heading] as End['dy']];
  const half = across ? 0 : 0.5;
  const [x, y] = [tile.x + half * dx, tile.y + half * dy];
  const out = 0.5 + reach / 2;
  const plate = { x: x + out * dx, y: y + out * dy };
  return { branch: tile.branch as Seat, x, y, dx, dy, plate };
}
