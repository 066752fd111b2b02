/** A wish for a seat that a new server knows nothing of: it is shown until I have asked again. */
import { effect, signal } from '@preact/signals';
import type { Seat } from '../game/branches';
import type { Moment } from '../game/events';
import { lacksAnswer, lostWish as lostBetween } from '../game/peopleEvents';
import type { Session } from '../session/session';
import { momentOf } from './moments';

/** The seat that was asked for. */
export const lostWish = signal<Seat | null>(null);

/** Until what it returns is called. */
export function noteLostWish(session: Session): () => void {
  let before: Moment | null = null;
  return effect(() => {
    const now = momentOf(session);
    const lost = before && now && lostBetween(before, now);
    before = now;
    if (lost) lostWish.value = lost;
    else if (!now || !lacksAnswer(now)) lostWish.value = null;
  });
}
