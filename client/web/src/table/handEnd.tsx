import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { openSheet } from '../app/sheets';
import type { Seat } from '../game/branches';
import { naming } from '../game/called';
import { endingSaid } from '../game/ending';
import { ruleOf } from '../game/presets';
import { isOnlyMine } from '../game/seating';
import { Missing } from '../lobby/missing';
import { mayGoOn } from '../lobby/powers';
import { useRoom } from '../lobby/useRoom';
import { Button, InlineLink } from '../ui';
import { t } from '../words';
import { nameOf } from './badge';
import { bigScreen } from './bigScreen';
import { type Desk, refusal, useDesk } from './desk';
import { readEnd } from './lastHand';
import { Reveal } from './reveal';
import { textOf } from './sentence';
import { SeatShape } from './shapes';
import { showsMore } from './showsMore';
import { askTakeback, mayAsk } from './takeback';
import './handEnd.css';

/**
 * The end of a hand or a match: who scored how much and why. It stays until somebody goes on.
 * On the big screen the totals stand below it anyway, and nobody is near enough to press more.
 */
export function HandEnd({ big = false }: { readonly big?: boolean }) {
  const desk = useDesk();
  const busy = useSignal(false);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => (said.current ? showsMore(said.current) : undefined), []);
  const { phase, turn } = desk.table.value;
  const over = phase === 'match_over';
  const winner = desk.room.value.winner;
  const send = async (type: 'next' | 'rematch') => {
    busy.value = true;
    readEnd(desk);
    const refused = refusal(await desk.session.send({ type, turn }));
    busy.value = false;
    if (refused && desk.table.value.turn === turn) desk.dispatch({ type: 'note', note: refused });
  };
  const { aborted } = desk.room.value;
  const { note } = desk.intent.value;
  const seated = desk.mine.value.length > 0;
  const here = useRoom();
  return (
    <section
      class="hand-end"
      aria-label={over ? t('page.table.match_over') : t('page.table.hand_over')}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it scrolls, keys must be able to */}
      <div class="hand-end-said" tabIndex={0} ref={said}>
        {over && (
          <h2 class="hand-end-title">
            {winner ? winsMatch(desk, winner) : t('result.match_undecided')}
          </h2>
        )}
        <Result />
        {!big && <Scores />}
        <Why linked={!big} />
        {seated && <Left seat={desk.own.value} />}
        <Missing />
        {!big && (
          <div class="hand-end-ways">
            {mayAsk(desk.session, 'undo') && (
              <Button onClick={() => void askTakeback(desk.session, 'undo')}>
                {t('page.table.undo')}
              </Button>
            )}
            {seated ? (
              <LookBack />
            ) : (
              <Button onClick={() => bigScreen.set(true)}>{t('page.table.big')}</Button>
            )}
            {over && (
              <>
                <Button onClick={() => openSheet({ name: 'score' })}>
                  {t('page.sheet.score')}
                </Button>
                <Button
                  onClick={() => openSheet({ name: 'records', match: desk.room.value.match })}
                >
                  {t('page.table.record')}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      <div class="hand-end-row">
        {aborted && (
          <p class="hand-end-text" role="status">
            {t('event.start_aborted', naming(desk.room.value, { seat: aborted }))}
          </p>
        )}
        {note && (
          <p class="hand-end-text" role="alert">
            {textOf(desk, note)}
          </p>
        )}
        {desk.table.value.proposal ? null : here && mayGoOn(here) ? ( // the card beside it has the word
          <Button
            kind="main"
            busy={busy.value}
            onClick={() => void send(over ? 'rematch' : 'next')}
          >
            {over ? t('page.table.rematch') : t('page.table.next')}
          </Button>
        ) : (
          <p class="hand-end-text">
            {over ? t('page.table.rematch_waits') : t('page.table.next_waits')}
          </p>
        )}
      </div>
    </section>
  );
}

/** What I had left myself, and that it was mine: it stands beside what the winner did. */
function Left({ seat }: { readonly seat: Seat }) {
  const desk = useDesk();
  const tiles = desk.table.value.reveal[desk.seats.value.indexOf(seat)] ?? [];
  if (tiles.length === 0) return null;
  return (
    <figure class="hand-end-left">
      <figcaption>
        {isOnlyMine(desk.room.value, desk.me.value, seat)
          ? t('page.table.left_mine')
          : t('page.table.left_of', { name: nameOf(desk, seat) })}
      </figcaption>
      <Reveal seat={seat} />
    </figure>
  );
}

const winsMatch = (desk: Desk, winner: Seat): string =>
  isOnlyMine(desk.room.value, desk.me.value, winner)
    ? t('page.table.you_win_match')
    : t('page.table.wins_match', { name: nameOf(desk, winner) });

/** To what I chose in this hand, and what it has cost. */
function LookBack() {
  const { room, table } = useDesk();
  const { match } = room.value;
  const { hand } = table.value;
  return (
    <Button onClick={() => openSheet({ name: 'review', match, hand })}>
      {t('page.table.review')}
    </Button>
  );
}

/** What happened, and the sum in one line. */
function Result() {
  const desk = useDesk();
  const result = desk.table.value.result;
  if (!result) return null;
  const { kind, winner, points } = result;
  const what =
    winner && isOnlyMine(desk.room.value, desk.me.value, winner)
      ? t(`page.result.mine.${kind}`, { points })
      : endingSaid(result, desk.seats.value, (seat) => nameOf(desk, seat));
  return (
    <>
      <p class="hand-end-what" role="status">
        {what}
      </p>
      {winner && (
        <p class="hand-end-text">
          <Sum />
        </p>
      )}
    </>
  );
}

/** By which rule it is so many points, and the way to it: the first hand explains itself. */
function Why({ linked }: { readonly linked: boolean }) {
  const desk = useDesk();
  const result = desk.table.value.result;
  if (!result?.winner) return null;
  const page = result.kind === 'out' ? 'scoring' : 'end';
  return (
    <p class="hand-end-text hand-end-why">
      {reason(desk, result.kind)}{' '}
      {linked && (
        <InlineLink onClick={() => openSheet({ name: 'rules', page })}>
          {t('page.table.rule')}
        </InlineLink>
      )}
    </p>
  );
}

function reason(desk: Desk, kind: 'out' | 'block'): string {
  return kind === 'out' ? t('result.why.out') : t(`result.why.block.${blockScore(desk)}`);
}

/** How a block is scored here: all tiles count, or the others' less the winner's own. */
const blockScore = (desk: Desk): 'all' | 'difference' =>
  ruleOf(desk.room.value.rules, 'block_score') === 'difference' ? 'difference' : 'all';

/** "5 + 12 + 20 + 9 = 46", as the preset adds up, each with the sign of who had them. */
function Sum() {
  const desk = useDesk();
  const result = desk.table.value.result;
  if (!result?.winner) return null;
  const all = desk.seats.value.map((seat, at) => ({ seat, pips: result.pips[at] ?? 0 }));
  const own = all.filter(({ seat }) => seat === result.winner);
  const others = all.filter(({ seat }) => seat !== result.winner);
  const counts = result.kind === 'block' && blockScore(desk) === 'all' ? all : others;
  const less = result.kind === 'block' && blockScore(desk) === 'difference' ? own : [];
  return (
    <span class="hand-end-sum">
      {counts.map(({ seat, pips }, at) => (
        <Fragment key={seat}>
          {at > 0 && ' + '}
          <Pips seat={seat} pips={pips} />
        </Fragment>
      ))}
      {less.map(({ seat, pips }) => (
        <Fragment key={seat}>
          {' − '}
          <Pips seat={seat} pips={pips} />
        </Fragment>
      ))}
      {` = ${result.points}`}
    </span>
  );
}

function Pips({ seat, pips }: { readonly seat: Seat; readonly pips: number }) {
  const desk = useDesk();
  return (
    <span class="hand-end-pips">
      <SeatShape seat={seat} />
      <span class="unseen">{nameOf(desk, seat)} </span>
      {pips}
    </span>
  );
}

function Scores() {
  const desk = useDesk();
  const { seats, scores, rules } = desk.room.value;
  const result = desk.table.value.result;
  return (
    <ul class="hand-end-scores">
      {seats.map(({ seat }, at) => (
        <li key={seat} class={result?.winner === seat ? 'hand-end-winner' : undefined}>
          <SeatShape seat={seat} />
          <span class="hand-end-name">{nameOf(desk, seat)}</span>
          <span class="hand-end-points">
            {result?.winner === seat && <span class="hand-end-more">+{result.points}</span>}
            {scores[at] ?? 0}
            <span class="unseen">/{rules.target}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
