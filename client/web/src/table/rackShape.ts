/** How a hand stands on a screen: so that its tiles are large, and the table still has room. */
import { signal } from '@preact/signals';

export interface RackShape {
  /** Tiles in a row, and rows a whole hand takes. */
  readonly across: number;
  readonly rows: number;
  /** Each tile lies on its side: two rows then take less height than one of upright tiles. */
  readonly lies: boolean;
}

/** Narrower than this, eight upright tiles in a row are smaller than a finger needs. */
const NARROW = 352;
/** Lower than this, a column beside the table has no room for two rows of upright tiles. */
const LOW = 388;
/** Lower than this, it has none for two rows of larger ones. */
const NOT_HIGH = 576;
/** Lower than this, three rows under the table would leave it none. */
const SHORT = 480;

/** For a window in CSS pixels, and the size that was wished for (`preferences.tileSize`). */
export function rackShape(width: number, height: number, wished: 1 | 2 | 3): RackShape {
  if (beside(width, height)) {
    if (height < LOW) return { across: 4, rows: 2, lies: true };
    if (wished > 1 && height < NOT_HIGH) return { across: 3, rows: 3, lies: true };
    return { across: 4, rows: 2, lies: false };
  }
  if (width <= NARROW) return wished === 1 || height < SHORT ? lying(4) : lying(3);
  if (wished === 1) return { across: 8, rows: 1, lies: false };
  return wished === 2 || height < SHORT ? lying(4) : lying(3);
}

const lying = (across: 3 | 4): RackShape => ({ across, rows: across === 4 ? 2 : 3, lies: true });

/** Whether the hand stands beside the table, as in table.css, and not under it. */
const beside = (width: number, height: number): boolean => width / height >= 6 / 5;

const size = signal({ width: innerWidth, height: innerHeight });
addEventListener('resize', () => {
  size.value = { width: innerWidth, height: innerHeight };
});

/** For this window as it is now. */
export const rackShapeNow = (wished: 1 | 2 | 3): RackShape =>
  rackShape(size.value.width, size.value.height, wished);
