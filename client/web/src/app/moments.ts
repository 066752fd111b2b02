/** What happens at the table, to whoever wants to know. */
import { effect, untracked } from '@preact/signals';
import { type Happening, happenings, type Moment } from '../game/events';
import type { Session } from '../session/session';

/** Null in no room. */
export function momentOf({ room, view, lines, me }: Session): Moment | null {
  if (!room.value || !view.value || !me.value) return null;
  return { room: room.value, view: view.value, lines: lines.value, person: me.value.person };
}

/** Tells each time something has happened, until what it returns is called. */
export function follow(
  session: Session,
  tell: (events: readonly Happening[], now: Moment) => void,
): () => void {
  let before: Moment | null = null;
  return effect(() => {
    const now = momentOf(session);
    const events = now ? happenings(before, now) : [];
    before = now;
    if (now && events.length > 0) untracked(() => tell(events, now));
  });
}
