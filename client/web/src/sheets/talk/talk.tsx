import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSession } from '../../app/context';
import { preferences } from '../../app/preferences';
import type { Said } from '../../protocol/messages';
import type { Command } from '../../session/session';
import { Button, Fold, Segmented, Switch } from '../../ui';
import { t } from '../../words';
import { heardOf } from './heard';
import { words } from './line';
import { isMuted, mute } from './mute';
import { phrasesFor } from './phrases';
import './talk.css';

const MOST_SIGNS = 400;

/** What is said at the table; the newest stands last, in view. */
export default function Talk() {
  const { lines } = heardOf(useSession());
  const end = useRef<HTMLDivElement>(null);
  const shown = lines.value;
  useLayoutEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  if (!preferences.talk.value)
    return (
      <>
        <p>{t('page.talk.off')}</p>
        <OnOff />
      </>
    );
  return (
    <>
      <OnOff />
      <Mute />
      {shown.length === 0 ? (
        <p class="sheets-soft">{t('page.talk.none')}</p>
      ) : (
        <ol class="talk-lines">
          {shown.map((said, at) => (
            <Line key={`${at} ${said.person}`} said={said} />
          ))}
        </ol>
      )}
      <p class="sheets-soft">{t('page.talk.kept')}</p>
      <div ref={end} />
    </>
  );
}

function Line({ said }: { readonly said: Said }) {
  const { me, room } = useSession();
  const device = room.value?.people.find(({ person }) => person === said.person)?.device;
  const isMine = me.value !== null && (device ?? said.person) === me.value.person;
  if (said.nudge !== null)
    return <li class="talk-nudge">{t('event.nudge', { name: said.name, seat: said.nudge })}</li>;
  return (
    <li class={isMine ? 'talk-line talk-mine' : 'talk-line'}>
      <span class="talk-name">{said.name}</span>
      <span class="unseen">: </span>
      <span class="talk-text">{words(said)}</span>
    </li>
  );
}

function OnOff() {
  return (
    <Switch
      label={t('page.settings.talk')}
      value={preferences.talk.value}
      onValue={(value) => {
        preferences.talk.value = value;
      }}
    />
  );
}

/** Whom I hear; nobody learns of it. */
function Mute() {
  const { room, me } = useSession();
  const others = room.value?.people.filter(({ person }) => person !== me.value?.person) ?? [];
  const code = room.value?.code ?? '';
  if (others.length === 0) return null;
  const silent = others.map(({ name }) => name).filter((name) => isMuted(code, name));
  return (
    <Fold
      label={t('page.talk.heard')}
      summary={silent.length > 0 ? t('page.talk.muted', { names: silent }) : undefined}
    >
      {others.map(({ person, name }) => (
        <Switch
          key={person}
          label={name}
          value={!isMuted(code, name)}
          onValue={(isHeard) => mute(code, name, !isHeard)}
        />
      ))}
    </Fold>
  );
}

/** Stays in view: phrases that fit the moment, and a line of one's own. */
export function Foot() {
  const session = useSession();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const room = session.room.value;
  const table = session.view.value?.table;
  const person = session.me.value?.person ?? null;
  if (!preferences.talk.value || !room || !table) return null;
  if (person === null) return <p class="talk-onlooker">{t('page.talk.onlooker')}</p>;
  const here = room.people.filter((one) => one.device === person);
  const speaker = here.find((one) => one.person === chosen)?.person ?? person;
  const say = async (line: Extract<Command, { type: 'say' }>) => {
    const answer = await session.send(speaker === person ? line : { ...line, person: speaker });
    setWrong(answer.type === 'refused' ? answer.text : '');
    return answer.type !== 'refused';
  };
  const { fits, others } = phrasesFor(room, table, person);
  const phrase = (key: string) => (
    <Button key={key} onClick={() => void say({ type: 'say', phrase: key })}>
      {t(`phrase.${key}`)}
    </Button>
  );
  return (
    <div class="talk-foot">
      {here.length > 1 && (
        <Segmented
          label={t('page.talk.who')}
          options={here.map(({ person, name }) => ({ value: person, label: name }))}
          value={speaker}
          onValue={setChosen}
        />
      )}
      {fits.length > 0 && <div class="talk-phrases">{fits.map(phrase)}</div>}
      <details class="talk-more">
        <summary>{t('page.talk.phrases')}</summary>
        <div class="talk-phrases">{others.map(phrase)}</div>
      </details>
      <form
        class="talk-own"
        onSubmit={async (event) => {
          event.preventDefault();
          const line = text.trim();
          if (line === '') return;
          setText('');
          if (!(await say({ type: 'say', text: line }))) setText((now) => now || line);
        }}
      >
        <label class="talk-field">
          <span>{t('page.talk.own')}</span>
          <input
            class="field-input"
            autocomplete="off"
            maxLength={MOST_SIGNS}
            enterKeyHint="send"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <Button submits>{t('page.talk.send')}</Button>
        <p class="talk-wrong" role="alert">
          {wrong}
        </p>
      </form>
    </div>
  );
}
