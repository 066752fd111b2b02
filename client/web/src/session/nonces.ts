/**
 * This device's part of the shuffle (fair-deal.md, 2 and 3): for each of its seats a nonce, drawn
 * anew for each commitment, sealed first and shown when all seals are on the table. Nonces are kept
 * with their commitment: a reload in between draws nothing anew, and a deal can be checked later.
 */
import { load, store } from '../app/storage';
import { hex, unhex } from '../fair/bytes';
import { seal } from '../fair/seal';
import type { Nonce, Room, Seal, Table } from '../protocol/messages';

type Seat = Table['to_move'] & string;
type Part = Omit<Seal, 'id'> | Omit<Nonce, 'id'>;
/** Commitment and nonces by seat, hex; the latest last. */
type Kept = readonly (readonly [string, Readonly<Record<string, string>>])[];

const KEPT = 'longana.nonces';
const MOST_KEPT = 30;

export class Nonces {
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
      const nonce = nonceOf(commitment, seat);
      return [
        isSealed ? { type: 'nonce', seat, nonce } : { type: 'seal', seat, seal: seal(seat, nonce) },
      ];
    });
  }

  /** The connection broke: what was not received is due again. */
  again(): void {
    this.sent.clear();
  }
}

/** The nonces this device gave to the match of a commitment (hex), by seat; also hex. */
export const ownNonces = (commitment: string): Readonly<Record<string, string>> =>
  kept().find(([one]) => one === commitment)?.[1] ?? {};

function nonceOf(commitment: string, seat: Seat): Uint8Array {
  const before = ownNonces(commitment);
  const known = unhex(before[seat]);
  if (known) return known;
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const others = kept().filter(([one]) => one !== commitment);
  const now: Kept = [...others, [commitment, { ...before, [seat]: hex(nonce) }]];
  store(KEPT, now.slice(-MOST_KEPT));
  return nonce;
}

function kept(): Kept {
  const found = load<Kept>(KEPT, []);
  const isPair = (one: unknown) => Array.isArray(one) && typeof one[1] === 'object' && one[1];
  return Array.isArray(found) ? found.filter(isPair) : [];
}
