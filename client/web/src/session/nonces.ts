/**
 * This device's part of the shuffle (fair-deal.md, 2 and 3): for each of its seats a nonce, drawn
 * anew for each commitment, sealed first and shown when all seals are on the table. What was drawn is
 * kept: a reload in between draws nothing anew, and a record of the match can be checked later.
 */
import { hex, same, unhex } from '../fair/bytes';
import { seal } from '../fair/seal';
import type { Nonce, Room, Seal, Table } from '../protocol/messages';
import { keepShuffles, type Shuffle, shuffles } from './shuffles';

type Seat = Table['to_move'] & string;
type Part = Omit<Seal, 'id'> | Omit<Nonce, 'id'>;

export class Nonces {
  private readonly sent = new Set<string>();
  private noted = '';

  /** What this device has to send now, each thing once. `person` is the device's owner. */
  due(room: Room, table: Table, person: number): Part[] {
    if (table.phase !== 'starting' || room.commitment === null) return [];
    const here = new Set(
      room.people.filter((one) => one.device === person).map((one) => one.person),
    );
    const { commitment: start } = room;
    const commitment = hex(start);
    const isSealed = Object.keys(room.seals).length > 0;
    return room.seats.flatMap(({ seat, person: owner }) => {
      const key = `${commitment} ${seat} ${isSealed}`;
      if (owner === null || !here.has(owner) || !table.waiting.includes(seat) || this.sent.has(key))
        return [];
      this.sent.add(key);
      const nonce = drawn(room, commitment, table.turn, seat);
      return [
        isSealed
          ? { type: 'nonce', seat, nonce, commitment: start }
          : { type: 'seal', seat, seal: seal(seat, nonce), commitment: start },
      ];
    });
  }

  /**
   * Keep which match was dealt from what, once for each: what is said of it later does not count.
   * `codes` are all that this stay has known the room by.
   */
  note(room: Room, table: Table, codes: ReadonlySet<string>): void {
    if (room.commitment === null) return;
    const commitment = hex(room.commitment);
    const key = `${room.code} ${room.match} ${commitment}`;
    if (key === this.noted) return;
    this.noted = key;
    if (room.match > 0) this.sent.clear(); // what comes next is another start
    const all = shuffles().map((one) => (codes.has(one.room) ? { ...one, room: room.code } : one));
    keepShuffles(room.match > 0 ? dealt(all, room, table, commitment) : all);
  }

  /** The connection broke: what was not received is due again. */
  again(): void {
    this.sent.clear();
  }
}

/** The nonce of a seat in the match that is being started; an aborted start before is forgotten. */
function drawn(room: Room, commitment: string, turn: number, seat: Seat): Uint8Array {
  const all = shuffles();
  // Of a match that was dealt none is taken: the same commitment would give the same deals again.
  const before = all.find((one) => one.match === 0 && one.commitment === commitment);
  const nonce = unhex(before?.nonces[seat]) ?? crypto.getRandomValues(new Uint8Array(32));
  const others = all.filter((one) => one !== before && !isStartIn(room, one));
  const shown = room.seals[seat];
  // Another device of the same person may have sealed: then it isn't our nonce that is waited for.
  const isGiven = shown !== undefined && same(shown, seal(seat, nonce));
  const given = (before?.given ?? '').replace(seat, '') + (isGiven ? seat : '');
  const nonces = { ...before?.nonces, [seat]: hex(nonce) };
  keepShuffles([...others, { commitment, nonces, given, room: room.code, match: 0, turn }]);
  return nonce;
}

/** With the number of the match that lies on the table, if it isn't known yet. */
function dealt(
  all: readonly Shuffle[],
  room: Room,
  table: Table,
  commitment: string,
): readonly Shuffle[] {
  const { code, match } = room;
  const known = all.find((one) => one.room === code && one.match === match);
  const start = all.find((one) => one.match === 0 && one.commitment === commitment);
  // A server that was set back to a backup counts its matches from there: our own start counts.
  if (known && !start?.given) return all;
  // Right after a start that we had a part in comes its own deal: nothing can have aborted it.
  const isFirst = table.phase === 'playing' && room.hands.length === 0;
  const own =
    start ??
    all.find((one) => isStartIn(room, one) && one.given && isFirst && table.turn === one.turn + 1);
  const none = { commitment, nonces: {}, given: '', turn: table.turn };
  const others = all.filter((one) => one !== own && one !== known && !isStartIn(room, one));
  return [...others, { ...(own ?? none), room: code, match }];
}

const isStartIn = (room: Room, one: Shuffle): boolean => one.match === 0 && one.room === room.code;
