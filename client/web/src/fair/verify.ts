/**
 * Were the deals of a record made as they had to be (fair-deal.md)? The page's own answer, from the
 * record and what this device has kept; the server has no part in it. That every move was allowed is
 * for `longana verify`: the page knows no rules.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { same, unhex } from './bytes';
import { type BySeat, deal, SEATS, type Seat, seed } from './deal';
import { seal } from './seal';

/** What this device remembers of a match, so that a record forged as a whole is noticed. */
export interface Kept {
  readonly commitment?: Uint8Array | undefined;
  readonly nonces?: BySeat<Uint8Array> | undefined;
}

/** One link of the proof: the hand's secret, what it hashes to, and what the nonces make of it. */
export interface ProvedHand {
  readonly secret: string;
  readonly redeals: number;
}

export type Verdict =
  | { readonly fair: 'yes'; readonly hands: readonly ProvedHand[]; readonly ownPart: boolean }
  /** `no_hands`: nothing is finished yet, so nothing can be checked. */
  | { readonly fair: 'unknown'; readonly why: 'no_hands' | 'no_proof' | 'test_deals' }
  | {
      readonly fair: 'no';
      readonly why:
        | 'wrong_commitment'
        | 'wrong_seal'
        | 'wrong_nonce'
        | 'wrong_secret'
        | 'wrong_deal'
        | 'wrong_tile';
      readonly seat?: Seat;
      /** Counted from 1. */
      readonly hand?: number;
    };

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The seats of the match a record is of. */
export function seatsOf(record: Json): readonly Seat[] {
  const count = object(record.rules).seats ?? 4;
  return count === 2 ? ['S', 'N'] : count === 3 ? ['S', 'E', 'N'] : SEATS;
}

/** In the order of `longana verify`: the first thing that is wrong is the answer. */
export function verify(record: Json, kept: Kept = {}): Verdict {
  const hands = list(record.hands)
    .map(object)
    .filter((hand) => hand.result != null);
  const proof = object(record.proof);
  const commitment = unhex(proof.commitment);
  const seals = bytesOf(record, proof.seals);
  const nonces = bytesOf(record, proof.nonces);
  const secrets = hands.map((hand) => unhex(hand.secret));
  if (!commitment || !seals || !nonces || secrets.includes(null))
    return { fair: 'unknown', why: hands.length > 0 ? 'no_proof' : 'no_hands' };
  if (record.test_deals != null && record.test_deals !== false)
    return { fair: 'unknown', why: 'test_deals' };
  if (kept.commitment && !same(kept.commitment, commitment))
    return { fair: 'no', why: 'wrong_commitment' };
  const seats = seatsOf(record);
  for (const seat of seats) {
    const [nonce, shown] = [nonces[seat], seals[seat]];
    if (!nonce || !shown || !same(seal(seat, nonce), shown))
      return { fair: 'no', why: 'wrong_seal', seat };
  }
  const mine = SEATS.filter((seat) => kept.nonces?.[seat]);
  for (const seat of mine) {
    const shown = nonces[seat];
    if (!shown || !same(kept.nonces?.[seat] as Uint8Array, shown))
      return { fair: 'no', why: 'wrong_nonce', seat };
  }
  if (hands.length === 0) return { fair: 'unknown', why: 'no_hands' };
  return checkHands(hands, secrets as Uint8Array[], commitment, nonces, seats, mine.length > 0);
}

function checkHands(
  hands: readonly Json[],
  secrets: readonly Uint8Array[],
  commitment: Uint8Array,
  nonces: BySeat<Uint8Array>,
  seats: readonly Seat[],
  ownPart: boolean,
): Verdict {
  const proved: ProvedHand[] = [];
  let before = commitment;
  for (const [at, hand] of hands.entries()) {
    const secret = secrets[at] as Uint8Array;
    const number = at + 1;
    if (!same(sha256(secret), before)) return { fair: 'no', why: 'wrong_secret', hand: number };
    const made = deal(seed(secret, nonces), seats);
    for (const seat of seats) {
      const dealt = made.hands[seat] ?? [];
      if (shown(object(hand.deal)[seat]) !== dealt.join(' '))
        return { fair: 'no', why: 'wrong_deal', hand: number, seat };
      if (!played(hand.moves, seat).every((tile) => dealt.includes(tile)))
        return { fair: 'no', why: 'wrong_tile', hand: number, seat };
    }
    proved.push({ secret: `${hand.secret}`, redeals: made.redeals });
    before = secret;
  }
  return { fair: 'yes', hands: proved, ownPart };
}

/** Null if one is missing. */
function bytesOf(record: Json, found: unknown): BySeat<Uint8Array> | null {
  const entries = seatsOf(record).map((seat) => [seat, unhex(object(found)[seat])] as const);
  return entries.every(([, bytes]) => bytes) ? Object.fromEntries(entries) : null;
}

const lowHigh = (tile: string): string => tile.split('-').sort().join('-');
const shown = (tiles: unknown): string => `${tiles}`.split(' ').map(lowHigh).sort().join(' ');

/** The tiles a seat played: "S 9-9", "E 3-7>W". */
const played = (moves: unknown, seat: Seat): string[] =>
  list(moves).flatMap((move) => {
    const found = `${move}`.match(/^([SENW]) (\d-\d)/);
    return found?.[1] === seat && found[2] ? [lowHigh(found[2])] : [];
  });
