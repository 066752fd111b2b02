/**
 * What this device remembers of the shuffles it was there for (fair-deal.md): the commitment that was
 * shown and the nonces given, by room and match, so that a record forged as a whole is noticed.
 */
import { load, store } from '../app/storage';

export interface Shuffle {
  /** Hex. */
  readonly commitment: string;
  /** Drawn here, by seat; hex. */
  readonly nonces: Readonly<Record<string, string>>;
  /** Letters of the seats whose nonce was sent under a seal of ours: our part. */
  readonly given: string;
  /** The room's latest code that we know of; '' if a page that did not note it kept this. */
  readonly room: string;
  /** The match's number in that room; 0: it is being started, or never was dealt. */
  readonly match: number;
  /** `table.turn` of the start. */
  readonly turn: number;
}

const KEPT = 'longana.nonces';
const MOST_KEPT = 60;

/** The latest last. */
export function shuffles(): readonly Shuffle[] {
  const found = load<unknown>(KEPT, []);
  return Array.isArray(found) ? found.map(read).filter((one) => one !== null) : [];
}

export function keepShuffles(all: readonly Shuffle[]): void {
  const written = all.map((one) => {
    const { commitment, nonces, given, room, match, turn } = one;
    return [commitment, nonces, given, room, match, turn];
  });
  store(KEPT, written.slice(-MOST_KEPT));
}

/** That of a match, whatever its record says; else what an older page kept of the commitment. */
export function shuffleOf(room: string, match: number, commitment: string): Shuffle | undefined {
  const all = shuffles();
  return (
    all.find((one) => one.match === match && one.room === room) ??
    all.find((one) => one.match === 0 && one.commitment === commitment)
  );
}

/** Of older pages there are the first two fields. */
function read(found: unknown): Shuffle | null {
  if (!Array.isArray(found)) return null;
  const [commitment, nonces, given, room, match, turn] = found;
  if (typeof commitment !== 'string' || typeof nonces !== 'object' || !nonces) return null;
  return {
    commitment,
    nonces,
    given: typeof given === 'string' ? given : Object.keys(nonces).join(''),
    room: typeof room === 'string' ? room : '',
    match: typeof match === 'number' ? match : 0,
    turn: typeof turn === 'number' ? turn : -1,
  };
}
