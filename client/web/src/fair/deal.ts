/** How a secret and the nonces of all seats become a deal (fair-deal.md, 2 to 4). */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

export const SEATS = ['S', 'E', 'N', 'W'] as const;
export type Seat = (typeof SEATS)[number];
export type BySeat<T> = { readonly [seat in Seat]?: T };

const TILES_A_SEAT = 8;
const TILES = Array.from({ length: 10 }, (_, low) =>
  Array.from({ length: 10 - low }, (_, more) => `${low}-${low + more}`),
).flat();

/** The seed of one hand, from its secret and the nonces of all seats of the match. */
export function seed(secret: Uint8Array, nonces: BySeat<Uint8Array>): Uint8Array {
  const message = SEATS.flatMap((seat) => {
    const nonce = nonces[seat];
    return nonce ? [seat.charCodeAt(0), ...nonce] : [];
  });
  return hmac(sha256, secret, new Uint8Array(message));
}

/** The tiles of each seat in the order of the set ("0-0" first), shuffled until somebody has a double. */
export function deal(
  handSeed: Uint8Array,
  seats: readonly Seat[],
): { readonly hands: BySeat<readonly string[]>; readonly redeals: number } {
  const table = SEATS.filter((seat) => seats.includes(seat));
  const bytes = stream(handSeed);
  for (let redeals = 0; ; redeals++) {
    const tiles = shuffled(bytes);
    const hands = Object.fromEntries(
      table.map((seat, place) => [
        seat,
        tiles.slice(TILES_A_SEAT * place, TILES_A_SEAT * (place + 1)).sort(),
      ]),
    );
    if (Object.values(hands).flat().some(isDouble)) return { hands, redeals };
  }
}

const isDouble = (tile: string): boolean => tile[0] === tile[2];

function* stream(handSeed: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const counted = new Uint8Array(handSeed.length + 4);
    counted.set(handSeed);
    new DataView(counted.buffer).setUint32(handSeed.length, block);
    yield* sha256(counted);
  }
}

function shuffled(bytes: Generator<number, never>): string[] {
  const tiles = [...TILES];
  for (let place = tiles.length - 1; place > 0; place--) {
    const choices = place + 1;
    const fairBelow = 256 - (256 % choices); // bytes from here on would favour the low places
    let byte = bytes.next().value;
    while (byte >= fairBelow) byte = bytes.next().value;
    const other = byte % choices;
    [tiles[place], tiles[other]] = [tiles[other] as string, tiles[place] as string];
  }
  return tiles;
}
