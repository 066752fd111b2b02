import { beforeEach, describe, expect, test } from 'vitest';
import { hex } from '../fair/bytes';
import { seal } from '../fair/seal';
import type { Nonce, Room, Seal } from '../protocol/messages';
import { lobbyView, PLAYING, ROOM } from '../testing/fakeSession';
import { bytes } from './fakeServer';
import { Nonces } from './nonces';
import { shuffleOf, shuffles } from './shuffles';

const CODES = new Set([ROOM.code]);
const COMMITMENT = bytes(32, 0xaa);
const OTHER = bytes(32, 0xbb);

let nonces: Nonces;
beforeEach(() => {
  localStorage.clear();
  nonces = new Nonces();
});

const roomOf = (commitment: Uint8Array, changed: Partial<Room> = {}): Room => ({
  ...ROOM,
  commitment,
  ...changed,
});
const starting = (turn: number) => lobbyView({ phase: 'starting', turn, waiting: ['S'] }).table;

/** Person 1 seals South for a start; gives their seal. */
function sealed(commitment: Uint8Array, turn: number): Uint8Array {
  const [part] = nonces.due(roomOf(commitment), starting(turn), 1) as Seal[];
  if (!part) throw new Error('no seal is due');
  return part.seal;
}

/** Seals, and shows the nonce when the seals are on the table; gives the nonce. */
function given(commitment: Uint8Array, turn: number): Uint8Array {
  const seals = { S: sealed(commitment, turn) };
  const [part] = nonces.due(roomOf(commitment, { seals }), starting(turn), 1) as Nonce[];
  if (!part) throw new Error('no nonce is due');
  return part.nonce;
}

function dealt(commitment: Uint8Array, turn: number, changed: Partial<Room> = {}): void {
  const room = roomOf(commitment, { match: 1, ...changed });
  nonces.note(room, { ...PLAYING, turn }, new Set([...CODES, room.code]));
}

const kept = (match = 1, room = ROOM.code) => shuffleOf(room, match, hex(bytes(32, 1)));

describe('what is kept of a match', () => {
  test('the commitment and nonces of its start', () => {
    const nonce = given(COMMITMENT, 4);
    dealt(COMMITMENT, 5);
    expect(kept()).toMatchObject({
      commitment: hex(COMMITMENT),
      nonces: { S: hex(nonce) },
      given: 'S',
    });
    expect(kept(2)).toBeUndefined();
    expect(kept(1, 'ANOTHER')).toBeUndefined();
  });

  test('even if the match is said to be dealt from another', () => {
    given(COMMITMENT, 4);
    dealt(OTHER, 5);
    expect(kept()).toMatchObject({ commitment: hex(COMMITMENT), given: 'S' });
  });

  test('and whatever is shown later', () => {
    given(COMMITMENT, 4);
    dealt(COMMITMENT, 5);
    dealt(OTHER, 9);
    expect(kept()?.commitment).toBe(hex(COMMITMENT));
    new Nonces().note(roomOf(OTHER, { match: 1 }), { ...PLAYING, turn: 12 }, CODES);
    expect(kept()?.commitment).toBe(hex(COMMITMENT));
  });

  test('unless it is dealt anew from a start of ours: the server was set back to a backup', () => {
    given(OTHER, 4);
    dealt(OTHER, 5);
    const nonce = given(COMMITMENT, 2);
    dealt(COMMITMENT, 3);
    expect(kept()).toMatchObject({ commitment: hex(COMMITMENT), nonces: { S: hex(nonce) } });
    sealed(OTHER, 8);
    dealt(OTHER, 9);
    expect(kept()?.commitment).toBe(hex(COMMITMENT));
  });

  test('of an aborted start nothing, the one after it counts', () => {
    given(OTHER, 4);
    const nonce = given(COMMITMENT, 6);
    dealt(COMMITMENT, 7);
    expect(kept()).toMatchObject({ commitment: hex(COMMITMENT), nonces: { S: hex(nonce) } });
    expect(shuffles()).toHaveLength(1);
  });

  test('of a start that was aborted while we were away, and then made without us, no part', () => {
    given(OTHER, 4);
    dealt(COMMITMENT, 7);
    expect(kept()).toMatchObject({ commitment: hex(COMMITMENT), nonces: {}, given: '' });
  });

  test('of an aborted rematch nothing is taken for the match before it', () => {
    given(OTHER, 4);
    const hands = [{ result: null, secret: null, replayed: false }] as unknown as Room['hands'];
    nonces.note(
      roomOf(COMMITMENT, { match: 1, hands }),
      { ...PLAYING, phase: 'match_over', turn: 5 },
      CODES,
    );
    expect(kept()).toMatchObject({ commitment: hex(COMMITMENT), given: '' });
  });

  test('no part, if another device of the same person sealed', () => {
    sealed(COMMITMENT, 4);
    const seals = { S: seal('S', bytes(32, 5)) };
    expect(nonces.due(roomOf(COMMITMENT, { seals }), starting(4), 1)).toHaveLength(1);
    dealt(COMMITMENT, 5);
    expect(kept()).toMatchObject({ commitment: hex(COMMITMENT), given: '' });
  });

  test('of two with one commitment each its own: the same nonces would give the same deals', () => {
    const first = given(COMMITMENT, 4);
    dealt(COMMITMENT, 5);
    const second = given(COMMITMENT, 20);
    dealt(COMMITMENT, 21, { match: 2 });
    expect(hex(second)).not.toBe(hex(first));
    expect(kept(1)?.nonces).toEqual({ S: hex(first) });
    expect(kept(2)?.nonces).toEqual({ S: hex(second) });
  });

  test('under the latest code of the room', () => {
    given(COMMITMENT, 4);
    dealt(COMMITMENT, 5);
    dealt(COMMITMENT, 5, { code: 'NEW2-CODE' });
    expect(kept(1, 'NEW2-CODE')).toMatchObject({ given: 'S' });
    given(OTHER, 20);
    dealt(OTHER, 21, { match: 2 });
    expect(kept(2)).toMatchObject({ commitment: hex(OTHER), given: 'S' });
  });
});

describe('storage', () => {
  test('what an older page kept is read, and is that of its match once that is seen', () => {
    const old = [hex(COMMITMENT), { S: hex(bytes(32, 3)) }];
    localStorage.setItem('longana.nonces', JSON.stringify([old]));
    expect(shuffleOf(ROOM.code, 1, hex(COMMITMENT))).toMatchObject({ given: 'S', match: 0 });
    dealt(COMMITMENT, 30);
    expect(kept()).toMatchObject({ nonces: { S: hex(bytes(32, 3)) }, given: 'S', match: 1 });
  });

  test.each(['{', '3', '{"a":1}', '[null,3,["x"],[1,{}],["x",null]]'])('%s is nothing', (text) => {
    localStorage.setItem('longana.nonces', text);
    expect(shuffles()).toEqual([]);
    given(COMMITMENT, 4);
    expect(shuffles()).toHaveLength(1);
  });

  test('is bounded, the oldest goes', () => {
    for (let match = 1; match <= 70; match++) {
      given(bytes(32, match), 2 * match);
      dealt(bytes(32, match), 2 * match + 1, { match });
    }
    expect(shuffles()).toHaveLength(60);
    expect(kept(70)?.given).toBe('S');
    expect(kept(10)).toBeUndefined();
  });
});
