// @vitest-environment node
import { readFileSync } from 'node:fs';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { hex, unhex } from './bytes';
import { type BySeat, deal, type Seat, seed } from './deal';
import { seal } from './seal';
import { type Verdict, verify } from './verify';

interface Vector {
  secret: string;
  previous: string;
  nonces: Record<string, string>;
  seals: Record<string, string>;
  seed: string;
  redeals: number;
  deal: Record<string, string>;
}
// Vitest runs in client/web.
const VECTORS: Vector[] = JSON.parse(readFileSync('../../tests/cases/fair-deals.json', 'utf8'));

const bytes = (text: string): Uint8Array => unhex(text) as Uint8Array;
const bySeat = (texts: Record<string, string>): BySeat<Uint8Array> =>
  Object.fromEntries(Object.entries(texts).map(([seat, text]) => [seat, bytes(text)]));

describe.each(VECTORS.map((vector, at) => ({ at, ...vector })))('vector $at', (vector) => {
  it('gives the same bytes and tiles', () => {
    expect(hex(sha256(bytes(vector.secret)))).toBe(vector.previous);
    for (const [seat, nonce] of Object.entries(vector.nonces))
      expect(hex(seal(seat as Seat, bytes(nonce)))).toBe(vector.seals[seat]);
    const made = seed(bytes(vector.secret), bySeat(vector.nonces));
    expect(hex(made)).toBe(vector.seed);
    const dealt = deal(made, Object.keys(vector.nonces) as Seat[]);
    expect(dealt.redeals).toBe(vector.redeals);
    expect(
      Object.fromEntries(
        Object.entries(dealt.hands).map(([seat, tiles]) => [seat, tiles.join(' ')]),
      ),
    ).toEqual(vector.deal);
  });

  it('is found fair as a record', () => {
    const verdict = verify(recordOf(vector));
    expect(verdict).toMatchObject({ fair: 'yes', ownPart: false });
    if (verdict.fair === 'yes')
      expect(verdict.hands).toEqual([{ secret: vector.secret, redeals: vector.redeals }]);
  });
});

it('has vectors, one of which deals again', () => {
  expect(VECTORS.some((vector) => vector.redeals > 0)).toBe(true);
});

const SEATS_OF = Object.fromEntries(
  VECTORS.map((vector) => [Object.keys(vector.nonces).length, vector]),
);
const four = SEATS_OF[4] as Vector;

function recordOf(vector: Vector) {
  return {
    format: 'longana/1',
    rules: { seats: Object.keys(vector.nonces).length },
    proof: { commitment: vector.previous, seals: vector.seals, nonces: vector.nonces },
    hands: [
      {
        deal: vector.deal,
        moves: [`S ${vector.deal.S?.split(' ').find((tile) => tile[0] === tile[2]) ?? 'pass'}`],
        result: { kind: 'block', winner: null, points: 0, pips: {} },
        secret: vector.secret,
      },
    ],
  };
}

type Change = (record: ReturnType<typeof recordOf>) => Record<string, unknown>;
const inHand =
  (fields: Record<string, unknown>): Change =>
  (record) => ({ ...record, hands: [{ ...record.hands[0], ...fields }] });
const zeros = '0'.repeat(64);

const FORGED: [string, Change, Verdict][] = [
  ['no proof', ({ proof, ...rest }) => rest, { fair: 'unknown', why: 'no_proof' }],
  ['a hand without secret', inHand({ secret: null }), { fair: 'unknown', why: 'no_proof' }],
  [
    'a nonce that is no hex',
    (record) => ({ ...record, proof: { ...record.proof, nonces: { ...four.nonces, S: 'x' } } }),
    { fair: 'unknown', why: 'no_proof' },
  ],
  ['a test', (record) => ({ ...record, test_deals: true }), { fair: 'unknown', why: 'test_deals' }],
  ['no finished hand', inHand({ result: null }), { fair: 'unknown', why: 'no_hands' }],
  [
    'another nonce',
    (record) => ({ ...record, proof: { ...record.proof, nonces: { ...four.nonces, W: zeros } } }),
    { fair: 'no', why: 'wrong_seal', seat: 'W' },
  ],
  ['another secret', inHand({ secret: zeros }), { fair: 'no', why: 'wrong_secret', hand: 1 }],
  [
    'other tiles',
    inHand({ deal: { ...four.deal, E: four.deal.N, N: four.deal.E } }),
    { fair: 'no', why: 'wrong_deal', hand: 1, seat: 'E' },
  ],
  [
    'a tile from nowhere',
    inHand({ moves: [`S ${four.deal.W?.slice(0, 3)}`] }),
    { fair: 'no', why: 'wrong_tile', hand: 1, seat: 'S' },
  ],
];

describe('what is wrong is named', () => {
  it.each(FORGED)('%s', (_, change, expected) => {
    expect(verify(change(recordOf(four)))).toEqual(expected);
  });

  it('what this device kept', () => {
    const record = recordOf(four);
    const nonces = bySeat({ S: four.nonces.S as string });
    expect(verify(record, { commitment: bytes(four.previous), nonces })).toMatchObject({
      fair: 'yes',
      ownPart: true,
    });
    expect(verify(record, { commitment: bytes(zeros) })).toEqual({
      fair: 'no',
      why: 'wrong_commitment',
    });
    expect(verify(record, { nonces: bySeat({ S: zeros }) })).toEqual({
      fair: 'no',
      why: 'wrong_nonce',
      seat: 'S',
    });
  });

  it('a seat of this device that the record has not', () => {
    const two = recordOf(SEATS_OF[2] as Vector);
    const nonces = bySeat({ E: zeros });
    expect(verify(two, { nonces })).toEqual({ fair: 'no', why: 'wrong_nonce', seat: 'E' });
  });

  it('reads tiles however they are written', () => {
    const turned = Object.fromEntries(
      Object.entries(four.deal).map(([seat, tiles]) => [
        seat,
        tiles
          .split(' ')
          .reverse()
          .map((tile) => `${tile[2]}-${tile[0]}`)
          .join(' '),
      ]),
    );
    expect(verify(inHand({ deal: turned })(recordOf(four)))).toMatchObject({ fair: 'yes' });
  });
});

it('never throws for what is no record', () => {
  for (const nonsense of [{}, { hands: 3 }, { hands: [null, 'x'], proof: [] }, { rules: null }])
    expect(verify(nonsense).fair).toBe('unknown');
});
