import { useEffect } from 'preact/hooks';
import { openSheet } from '../app/sheets';
import { announce } from '../app/speaking';
import { lastMoveOf, type Seat } from '../game/branches';
import { placesOf } from '../game/choices';
import type { Side } from '../game/seating';
import { type LessonId, learn } from '../lessons';
import { InlineLink, unbroken } from '../ui';
import { t } from '../words';
import { useDesk } from './desk';
import { placeLabel } from './names';
import { replay } from './replaying';
import { said } from './sentence';
import { Icon, SeatShape } from './shapes';
import './prompt.css';

/** One sentence, and while a tile is selected the branches it may go to. */
export function Prompt() {
  const desk = useDesk();
  const { lead, text, page, lesson, answer, mine } = said(desk);
  const plain = answer || lead !== undefined;
  const { note, preview } = desk.intent.value;
  // What was just chosen or asked is an answer, also when it is the same as before.
  useEffect(() => {
    if (answer && !note?.spoken) announce([lead, text].filter(Boolean).join(' '));
  }, [note, preview, answer]);
  useEffect(() => {
    if (lesson) announce(text);
  }, [lesson]);
  return (
    <div
      class={`prompt${mine ? ' prompt-mine' : ''}${plain ? ' prompt-plain' : ''}${lesson ? ' prompt-lesson' : ''}`}
    >
      <p class="prompt-text" data-prompt>
        <span>
          {mine && <span class="prompt-turn" aria-hidden="true" />}
          {lead && <b class="prompt-lead">{unbroken(lead)} </b>}
          {unbroken(text)}{' '}
          {page && (
            <InlineLink onClick={() => openSheet({ name: 'rules', page })}>
              {lesson ? t('page.lesson.more') : t('page.table.rule')}
            </InlineLink>
          )}
        </span>
      </p>
      {lesson ? (
        <GotIt lesson={lesson} />
      ) : (
        <Beside plain={plain} reasoned={lead !== undefined && text !== ''} />
      )}
    </div>
  );
}

function GotIt({ lesson }: { readonly lesson: LessonId }) {
  const gotIt = () => {
    document.querySelector<HTMLElement>('[data-tile][tabindex="0"]')?.focus();
    learn(lesson);
  };
  return <Small icon="close" label={t('page.lesson.got_it')} class="prompt-got" onClick={gotIt} />;
}

/** While I choose, what was played since my last move may be seen once more. */
function Again() {
  const { choices, since, table, own } = useDesk();
  const { moves } = table.value;
  const last = lastMoveOf(table.value, own.value);
  if (!choices.value.any || last < 0 || since.value.size === 0) return null;
  const again = () => replay(last, moves.length);
  return <Small icon="again" label={t('page.table.again')} onClick={again} />;
}

interface SmallProps {
  readonly icon: 'close' | 'again';
  readonly label: string;
  readonly class?: string;
  readonly onClick: () => void;
}

/** A picture to press, beside the sentence. */
function Small({ icon, label, class: more = '', onClick }: SmallProps) {
  return (
    <button
      type="button"
      class={`prompt-again ${more}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** My own points where the head of the table has no room for them; a tap opens the score sheet. */
function OwnScore() {
  const { room, own, seats } = useDesk();
  const score = room.value.scores[seats.value.indexOf(own.value)] ?? 0;
  return (
    <button type="button" class="prompt-score" onClick={() => openSheet({ name: 'score' })}>
      <span class="unseen">{t('page.table.score')}: </span>
      <SeatShape seat={own.value} />
      <span>{score}</span>
      <span class="prompt-target">/{room.value.rules.target ?? 100}</span>
    </button>
  );
}

const TURN: Readonly<Record<Side, number>> = { top: 0, right: 90, bottom: 180, left: 270 };

interface BesideProps {
  readonly plain: boolean;
  readonly reasoned: boolean;
}

/** Branches to choose from, else my points; an answer and a hint with its reason need the room. */
function Beside({ plain, reasoned }: BesideProps) {
  const desk = useDesk();
  const { selected, note } = desk.intent.value;
  const places = placesOf(desk.choices.value, selected);
  if (places.length > 1 && !reasoned && !note) return <Chips places={places} />;
  if (plain) return null;
  return (
    <>
      <Again />
      <OwnScore />
    </>
  );
}

/** Ends that can be chosen from the hand, with the thumb or the keyboard. */
function Chips({ places }: { readonly places: readonly (Seat | null)[] }) {
  const desk = useDesk();
  const { preview } = desk.intent.value;
  return (
    <fieldset class="chips" aria-label={t('page.table.branches')}>
      {places.map((branch) => (
        <button
          type="button"
          key={branch ?? 'centre'}
          class="chip"
          data-chip={branch ?? 'centre'}
          aria-pressed={preview !== null && preview.branch === branch}
          aria-label={placeName(branch, desk.ends.value)}
          onClick={() => desk.dispatch({ type: 'place', branch })}
        >
          {branch && (
            <>
              <span style={{ rotate: `${TURN[desk.sides.value.get(branch) ?? 'top']}deg` }}>
                <Icon name="up" />
              </span>
              <SeatShape seat={branch} />
            </>
          )}
        </button>
      ))}
    </fieldset>
  );
}

function placeName(branch: Seat | null, ends: ReadonlyMap<Seat, number>): string {
  if (branch === null) return placeLabel(null);
  return t('page.table.end', { branch, end: ends.get(branch) ?? 0 });
}
