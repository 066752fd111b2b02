/** How a hand ended, in words. */
import type { Result } from '../protocol/messages';
import { t } from '../words';
import type { Seat } from './branches';
import { namingBy } from './called';

/** What views and records have alike. */
export type Ending = Pick<Result, 'kind' | 'winner' | 'points' | 'pips'>;

/** In a sentence, with whoever sat there called so; `pips` in the order of `seats`. */
export function endingSaid(
  { kind, winner, points, pips }: Ending,
  seats: readonly Seat[],
  call: (seat: Seat) => string,
): string {
  if (winner !== null)
    return t(kind === 'out' ? 'result.out' : 'result.block', namingBy(call, { winner, points }));
  const least = Math.min(...pips);
  const tied = seats.filter((_, at) => pips[at] === least);
  return t('result.tied', namingBy(call, { seats: tied }));
}
