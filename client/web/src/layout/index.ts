/**
 * The places of the tiles on the table: pure, without a browser, the same everywhere.
 *
 * Give `layOut` the whole hand in order of play, the centre first; give it the layout before as
 * well and it only adds what is new. Draw `tiles` in the window `view` (in units; `unit` CSS pixels
 * each, so it fills the board exactly). A ghost is where the next tile of a branch will lie, and a
 * plate, `board.plate` pixels wide, stands where it covers nothing.
 *
 * Tiles and plates are always inside `view`; of a ghost at the rim only the half beside the end is,
 * because room for all eight next tiles would cost every tile 6 % of its size, all the time. While
 * the reader chooses, draw `wide` instead (the same tiles, all ghosts inside, often the same zoom);
 * best from the moment it is the reader's turn, so that nothing moves between two taps.
 *
 * Where this differs from what was first asked for: a ghost has a place, but no values and play
 * number; `view` is what the board shows, `box` the part of it that is needed; `frames` are outlines
 * to be filled by the even-odd rule; `flows` counts the re-flows (a change: move all tiles at once).
 */

export { layOut } from './layout';
export { isOf, meanwhile } from './meanwhile';
export { PLATE, TOUCH } from './plates';
export type {
  Board,
  Box,
  End,
  Ghosts,
  Laid,
  Layout,
  Picture,
  Placed,
  Point,
  Seat,
  Side,
  Spot,
} from './types';
