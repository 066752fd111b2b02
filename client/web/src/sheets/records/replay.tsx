import { useEffect, useRef, useState } from 'preact/hooks';
import { useSession } from '../../app/context';
import { preferences } from '../../app/preferences';
import type { Seat } from '../../game/branches';
import { endingSaid } from '../../game/ending';
import { goesRight, seatSides, seatsOfDevice } from '../../game/seating';
import { Button, Switch, unbroken } from '../../ui';
import { t } from '../../words';
import { Judged, LookBack } from '../advice/judged';
import { Cloth } from '../cloth';
import { Line } from '../icons';
import { sentences } from '../plays';
import { Holders, playerCalled } from './holders';
import { type Moment, momentOf, type ReplayedHand } from './replayed';
import './replay.css';

interface Props {
  readonly hand: ReplayedHand;
  readonly match: number;
  readonly number: number;
  /** After how many moves to begin. */
  readonly from?: number | undefined;
  readonly seats: readonly Seat[];
  /** From the record: who sat there then. */
  readonly players: unknown;
  readonly onBack: () => void;
  readonly onNext?: (() => void) | undefined;
}

const STEP_MS = { slow: 2200, normal: 1300, quick: 600 } as const;

/** A finished hand, move by move: what everybody saw then and, if wished, what nobody did. */
export function Replay({ hand, match, number, from, seats, players, onBack, onNext }: Props) {
  const last = hand.moves.length;
  const [at, setAt] = useState(Math.min(from ?? 0, last));
  const [plays, setPlays] = useState(false);
  const [open, setOpen] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const pace = STEP_MS[preferences.pace.value];
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setTimeout(() => (at < last ? setAt(at + 1) : setPlays(false)), pace);
    return () => clearTimeout(timer);
  }, [plays, at, last, pace]);
  const go = (to: number) => {
    setPlays(false);
    setAt(Math.min(last, Math.max(0, to)));
  };
  const whole = useRef<HTMLElement>(null);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => step(event, at, last, go);
    const element = whole.current;
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  });
  const moment = momentOf(hand, at);
  const isOver = at === last;
  const call = (seat: Seat) => playerCalled(players, seat);
  const sentence =
    at === 0
      ? t('page.replay.begins')
      : `${at}/${last}: ${sentences(hand.moves, call, hand.byComputer)[at - 1]}`;
  return (
    <section class="replay" ref={whole}>
      <h3 tabIndex={-1} ref={title}>
        {t('page.records.hand', { number })}
      </h3>
      <Picture moment={moment} seats={seats} />
      <Controls at={at} last={last} plays={plays} go={go} onPlay={() => playOn()} told={sentence} />
      <p class="replay-told" role="status">
        {unbroken(sentence)} {isOver && endingSaid(hand.result, seats, call)}
      </p>
      <Judged match={match} hand={number} at={at - 1} />
      <Holders moment={moment} seats={seats} players={players} open={open || isOver} />
      <Switch
        label={t('page.replay.open')}
        hint={t('page.replay.open.hint')}
        value={open}
        onValue={setOpen}
      />
      <div class="replay-ways">
        <LookBack match={match} hand={number} />
        <Button onClick={onBack}>{t('page.replay.back')}</Button>
        {onNext && <Button onClick={onNext}>{t('page.replay.next')}</Button>}
      </div>
    </section>
  );

  function playOn(): void {
    if (!plays && at === last) setAt(0);
    setPlays(!plays);
  }
}

/** Arrows step, wherever the focus is in the replay; the slider has its own. */
function step(event: KeyboardEvent, at: number, last: number, go: (to: number) => void): void {
  if (event.target instanceof HTMLInputElement) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  go(to);
}

interface PictureProps {
  readonly moment: Moment;
  readonly seats: readonly Seat[];
}

/** As I sat then, if I sit here now. */
function Picture({ moment, seats }: PictureProps) {
  const { room, me } = useSession();
  const order = room.value?.order.filter((seat) => seats.includes(seat)) ?? seats;
  const mine = room.value ? seatsOfDevice(room.value, me.value?.person ?? null)[0] : undefined;
  const own = mine && seats.includes(mine) ? mine : (seats[0] ?? 'S');
  const arms = Object.fromEntries(seatSides(order, own, goesRight(room.value?.rules ?? {})));
  return (
    <Cloth
      laid={moment.laid}
      seats={seats}
      arms={arms}
      opened={moment.step.opened}
      width={340}
      height={340}
      newest={moment.laid.at(-1)?.play}
    />
  );
}

interface ControlsProps {
  readonly at: number;
  readonly last: number;
  readonly plays: boolean;
  readonly told: string;
  readonly go: (to: number) => void;
  readonly onPlay: () => void;
}

function Controls({ at, last, plays, told: sentence, go, onPlay }: ControlsProps) {
  return (
    <div class="replay-controls">
      <input
        type="range"
        class="replay-slider"
        aria-label={t('page.replay.at')}
        aria-valuetext={sentence}
        min="0"
        max={last}
        value={at}
        onInput={({ currentTarget }) => go(Number(currentTarget.value))}
      />
      <Button aria-label={t('page.replay.first')} onClick={() => go(0)}>
        <Line d="M18 6l-7 6 7 6M7 6v12" />
      </Button>
      <Button aria-label={t('page.replay.before')} onClick={() => go(at - 1)}>
        <Line d="M15 6l-7 6 7 6" />
      </Button>
      <Button aria-label={plays ? t('page.replay.pause') : t('page.replay.play')} onClick={onPlay}>
        <Line d={plays ? 'M8 5v14M16 5v14' : 'M8 5l11 7-11 7z'} />
      </Button>
      <Button aria-label={t('page.replay.after')} onClick={() => go(at + 1)}>
        <Line d="M9 6l7 6-7 6" />
      </Button>
      <Button aria-label={t('page.replay.last')} onClick={() => go(last)}>
        <Line d="M6 6l7 6-7 6M17 6v12" />
      </Button>
    </div>
  );
}
