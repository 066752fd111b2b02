import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSession } from '../app/context';
import { openSheet } from '../app/sheets';
import { dealsAlone, sitDownInstead } from '../arrive/entering';
import { isBuiltIn } from '../arrive/link';
import { personName } from '../game/seating';
import { Icon } from '../table/shapes';
import { Button } from '../ui';
import { t } from '../words';
import { Cards } from './cards';
import { differences } from './differences';
import { Invite, ReturnLink } from './invite';
import './lobby.css';
import { Missing } from './missing';
import { Ring } from './ring';
import { houseOf } from './rules';
import { SoundQuestion } from './soundQuestion';
import { Starting } from './starting';
import { Evenings } from './tally';
import { useCommand, useRoom } from './useRoom';

/** Before a match: who sits where, who is still to come, and Start. */
export function Lobby() {
  const { view } = useSession();
  const isStarting = view.value?.table.phase === 'starting';
  return isStarting || dealsAlone.value ? <Starting /> : <Gathering />;
}

function Gathering() {
  const here = useRoom();
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    scrollTo(0, 0);
    // What was in focus stood on the page before.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  if (!here) return null;
  const { room } = here;
  return (
    <main class="lobby">
      <header class="lobby-head">
        <h1 class="lobby-title" tabIndex={-1} ref={title}>
          {t('page.lobby.title')}
        </h1>
        <button
          type="button"
          class="lobby-menu"
          aria-label={t('page.sheet.menu')}
          aria-haspopup="dialog"
          onClick={() => openSheet({ name: 'menu' })}
        >
          <Icon name="menu" />
        </button>
      </header>
      <div class="lobby-columns">
        <div class="lobby-column lobby-table">
          <RulesLine />
          <Ring />
          <WhoIsHere />
        </div>
        <div class="lobby-column lobby-side">
          {isBuiltIn(navigator.userAgent) && here.person !== null && <ReturnLink urgent />}
          <Invite code={room.code} kind="plain" />
          <SoundQuestion />
          <Evenings room={room} />
          {!isBuiltIn(navigator.userAgent) && here.person !== null && <ReturnLink />}
        </div>
        <div class="lobby-column lobby-more">
          <Cards />
        </div>
      </div>
      <Foot />
    </main>
  );
}

/** Shown to all before the start, with what this house does otherwise. */
function RulesLine() {
  const here = useRoom();
  if (!here) return null;
  const house = houseOf(here.room.rules);
  const others = differences(house);
  return (
    <section class="lobby-rules">
      <div class="lobby-rules-words">
        <p class="lobby-rules-line">
          {t('page.lobby.rules', { preset: house.preset, target: house.target })}
        </p>
        {others.length > 0 && (
          <ul class="lobby-rules-others">
            {others.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </div>
      <Button onClick={() => openSheet({ name: here.actsAsHost ? 'house' : 'rules' })}>
        {here.actsAsHost ? t('page.lobby.rules.change') : t('page.lobby.rules.read')}
      </Button>
    </section>
  );
}

function WhoIsHere() {
  const here = useRoom();
  if (!here) return null;
  const { room, table } = here;
  const seated = new Set(room.seats.map((one) => one.person));
  const standing = room.people.filter((one) => !seated.has(one.person)).map((one) => one.name);
  const watchers = table.watchers > 0 ? t('count.watcher', { count: table.watchers }) : null;
  const also = standing.length ? t('page.lobby.standing', { names: standing }) : null;
  return (
    <div class="lobby-who">
      <p class="lobby-who-words">{[also, watchers].filter(Boolean).join(' ')}</p>
      <Button kind="quiet" onClick={() => openSheet({ name: 'people' })}>
        {t('page.lobby.who', { count: room.people.length })}
      </Button>
    </div>
  );
}

/** Always in view: the start, or whose business it is. */
function Foot() {
  const here = useRoom();
  const { run, wrong, busy } = useCommand();
  if (!here) return null;
  const { room, session } = here;
  const host = personName(room, room.host);
  const aborted = room.aborted && t('event.start_aborted', { seat: room.aborted });
  return (
    <footer class="lobby-foot">
      <p class="lobby-news" role="status">
        {wrong ?? aborted}
      </p>
      <Missing />
      {here.person === null ? (
        <Button kind="main" wide onClick={() => sitDownInstead(session)}>
          {t('page.lobby.join')}
        </Button>
      ) : here.actsAsHost ? (
        <Button kind="main" wide busy={busy} onClick={() => void run({ type: 'start' })}>
          {t('page.lobby.start')}
        </Button>
      ) : (
        <p class="lobby-wait">
          {host === null ? t('ui.lobby.wait') : t('page.lobby.waits_for', { name: host })}
        </p>
      )}
    </footer>
  );
}
