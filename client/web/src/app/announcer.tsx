import { useEffect } from 'preact/hooks';
import type { Happening } from '../game/events';
import { mutedIn } from '../sheets/talk/mute';
import { useSession } from './context';
import { follow } from './moments';
import { preferences } from './preferences';
import { announce, forgetEvents, politeWords, rememberEvents, urgentWords } from './speaking';
import { told } from './telling';

/** Says everything that happens to screen readers. Stands for as long as the page does. */
export function Announcer() {
  const session = useSession();
  useEffect(() => {
    let code: string | undefined;
    return follow(session, (events, now) => {
      if (code !== now.room.code && !events.some(({ kind }) => kind === 'new_code')) forgetEvents();
      code = now.room.code;
      const manner = {
        long: preferences.longSpeech.value,
        hears: ({ person }: { readonly person: number }) =>
          person !== now.person &&
          preferences.talk.value &&
          !mutedIn(now.room.code).includes(person),
      };
      const sentences = events.flatMap((event) => told(event, now, manner));
      rememberEvents(events.filter(isOfTheTable).flatMap((event) => told(event, now, manner)));
      announce(sentences.join(' '), { urgent: events.some(({ kind }) => kind === 'your_turn') });
    });
  }, [session]);
  useEffect(
    () => session.notice.subscribe((notice) => notice && announce(notice.text, { urgent: true })),
    [session],
  );
  return (
    <>
      <div class="unseen" aria-live="polite" aria-relevant="additions">
        {politeWords.value.map(({ number, text }) => (
          <p key={number}>{text}</p>
        ))}
      </div>
      <div class="unseen" aria-live="assertive" aria-relevant="additions">
        {urgentWords.value.map(({ number, text }) => (
          <p key={number}>{text}</p>
        ))}
      </div>
    </>
  );
}

/** What the key for the last events gives again. */
const isOfTheTable = ({ kind }: Happening): boolean => kind !== 'your_turn' && kind !== 'said';
