/** What was said since, of all that was said lately. */
import type { Said } from '../protocol/messages';

/**
 * The new ones among `now`, of which the others were known `before`. Lines have no numbers. While a
 * connection lasts, those that were known are the same objects; whoever comes back is told the
 * latest anew, also such as were said before `before` begins: there the longest agreement decides,
 * and of two that are as long the one that leaves more to be read.
 */
export function saidSince(before: readonly Said[], now: readonly Said[]): readonly Said[] {
  const last = before.at(-1);
  const same = last ? now.lastIndexOf(last) : -1;
  if (same >= 0) return now.slice(same + 1);
  let [known, longest] = [0, 0];
  for (let count = 1; count <= now.length; count++) {
    const length = Math.min(count, before.length);
    if (length > longest && agree(before, now.slice(0, count), length))
      [known, longest] = [count, length];
  }
  return now.slice(known);
}

/** Whether the last `length` lines of both say the same. */
function agree(before: readonly Said[], now: readonly Said[], length: number): boolean {
  return now.slice(-length).every((line, at) => isSame(line, before[before.length - length + at]));
}

const isSame = (one: Said, other: Said | undefined): boolean =>
  one.person === other?.person &&
  one.text === other.text &&
  one.phrase === other.phrase &&
  one.nudge === other.nudge;
