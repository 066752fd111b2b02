/**
 * This device's part of the shuffle (fair-deal.md, 2 and 3): for each of its seats a nonce, drawn
 * anew for each commitment, sealed first and shown when all seals are on the table.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import type { Nonce, Room, Seal, Table } from '../protocol/messages';

type Seat = Table['to_move'] & string;
type Part = Omit<Seal, 'id'> | Omit<Nonce, 'id'>;

export class Nonces {
  private readonly drawn = new Map<string, Uint8Array>();
  private readonly sent = new Set<string>();

  /** What this device has to send now, each thing once. `person` is the device's owner. */
  due(room: Room, table: Table, person: number): Part[] {
    if (table.phase !== 'starting' || room.commitment === null) return [];
    const here = new Set(
      room.people.filter((one) => one.device === person).map((one) => one.person),
    );
    const commitment = hex(room.commitment);
    const isSealed = Object.keys(room.seals).length > 0;
    return room.seats.flatMap(({ seat, person: owner }) => {
      const key = `${commitment} ${seat} ${isSealed}`;
      if (owner === null || !here.has(owner) || !table.waiting.includes(seat) || this.sent.has(key))
        return [];
      this.sent.add(key);
      const nonce = this.nonce(commitment, seat);
      return [
        isSealed ? { type: 'nonce', seat, nonce } : { type: 'seal', seat, seal: seal(seat, nonce) },
      ];
    });
  }

  private nonce(commitment: string, seat: Seat): Uint8Array {
    const key = `${commitment} ${seat}`;
    const nonce = this.drawn.get(key) ?? crypto.getRandomValues(new Uint8Array(32));
    this.drawn.set(key, nonce);
    return nonce;
  }
}

/** SHA-256 of the seat's letter and the nonce. */
export function seal(seat: string, nonce: Uint8Array): Uint8Array {
  return sha256(new Uint8Array([seat.charCodeAt(0), ...nonce]));
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
