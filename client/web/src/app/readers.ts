/** Says everything that happens to screen readers. */
import type { Happening } from '../game/events';
import type { Said } from '../protocol/messages';
import type { Session } from '../session/session';
import { isMuted } from '../sheets/talk/mute';
import { follow } from './moments';
import { preferences } from './preferences';
import { announce, forgetEvents, rememberEvents } from './speaking';
import { told } from './telling';

/** Until what it returns is called. */
export function tellReaders(session: Session): () => void {
  let code: string | undefined;
  const endFollowing = follow(session, (events, now) => {
    if (code !== now.room.code && !events.some(({ kind }) => kind === 'new_code')) forgetEvents();
    code = now.room.code;
    const hears = ({ person, name }: Said) =>
      person !== now.person && preferences.talk.value && !isMuted(now.room.code, name);
    const manner = { long: preferences.longSpeech.value, hears };
    const sentences = (wanted: readonly Happening[]) =>
      wanted.flatMap((event) => told(event, now, manner));
    rememberEvents(sentences(events.filter(isOfTheTable)));
    const isUrgent = events.some(({ kind }) => kind === 'your_turn');
    announce(sentences(events).join(' '), { urgent: isUrgent });
  });
  const endNotices = session.notice.subscribe((notice) => {
    if (notice) announce(notice.text, { urgent: true });
  });
  return () => {
    endFollowing();
    endNotices();
  };
}

/** What the key for the last events gives again. */
const isOfTheTable = ({ kind }: Happening): boolean =>
  !['under_way', 'your_turn', 'said'].includes(kind);
