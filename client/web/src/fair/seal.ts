import { sha256 } from '@noble/hashes/sha2.js';

/** What a seat shows of its nonce before all seals are in (fair-deal.md, 2). */
export const seal = (seat: string, nonce: Uint8Array): Uint8Array =>
  sha256(new Uint8Array([seat.charCodeAt(0), ...nonce]));
