/**
 * Everything the table screen reads, in one place: the room and view of the session in the shapes
 * the parts need, and the intent of whoever acts. Made when the table appears, disposed with it.
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { preferences } from '../app/preferences';
import {
  endsBySeat,
  type Laid,
  laidTiles,
  newestPlay,
  playsSince,
  type Seat,
} from '../game/branches';
import { type Choices, readChoices } from '../game/choices';
import { goesRight, type Side, seatSides, seatsOfDevice } from '../game/seating';
import { type Learning, makeLearning } from '../lessons';
import type { Room, Table, You } from '../protocol/messages';
import type { Answer, Session } from '../session/session';
import { type Facts, has } from '../words';
import {
  type Act,
  type Happening,
  type Intent,
  NOTHING,
  rulesPage,
  type Sentence,
  type Situation,
  step,
} from './intent';

export interface Desk {
  readonly session: Session;
  readonly room: ReadonlySignal<Room>;
  readonly table: ReadonlySignal<Table>;
  readonly you: ReadonlySignal<You | null>;
  /** My number in this room; null for a watcher. */
  readonly me: ReadonlySignal<number | null>;
  readonly seats: ReadonlySignal<readonly Seat[]>;
  /** The seats this device plays for, in turn order. */
  readonly mine: ReadonlySignal<readonly Seat[]>;
  /** The seat at the bottom of the screen. */
  readonly own: ReadonlySignal<Seat>;
  /** The seat a watcher has chosen to sit behind. */
  readonly behind: { value: Seat | null };
  readonly sides: ReadonlySignal<ReadonlyMap<Seat, Side>>;
  readonly ends: ReadonlySignal<ReadonlyMap<Seat, number>>;
  readonly laid: ReadonlySignal<readonly Laid[]>;
  readonly newest: ReadonlySignal<number>;
  /** Plays since my own latest move; none for a watcher. */
  readonly since: ReadonlySignal<ReadonlySet<number>>;
  readonly choices: ReadonlySignal<Choices>;
  /**
   * The hands of this device are covered: none is sent. So it is of one, too, where somebody who
   * held another of this deal has given up their seat.
   */
  readonly covered: ReadonlySignal<boolean>;
  readonly lessons: Learning;
  readonly intent: ReadonlySignal<Intent>;
  readonly dispatch: (happening: Happening) => void;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('no table');
  return desk;
}

/** The session's room and view, which are there as long as the table is. */
export function makeDesk(session: Session): Desk & { readonly dispose: () => void } {
  const room = lasting(session.room);
  const view = lasting(session.view);
  const table = computed(() => view.value.table);
  const you = computed(() => view.value.you);
  const me = computed(() => session.me.value?.person ?? null);
  const seats = computed(() => room.value.seats.map(({ seat }) => seat));
  const mine = computed(() => seatsOfDevice(room.value, me.value));
  const behind = signal<Seat | null>(null);
  let shown: Seat | null = null; // on a device of several the table turns with the screen
  const own = computed(() => {
    shown = you.value?.seat ?? (shown && mine.value.includes(shown) ? shown : null);
    const watched = behind.value && seats.value.includes(behind.value) ? behind.value : null;
    return shown ?? mine.value[0] ?? watched ?? seats.value[0] ?? 'S';
  });
  const moves = computed(() => table.value.moves);
  const ends = computed(() => endsBySeat(seats.value, table.value.ends));
  const choices = computed(() => readChoices(you.value));
  const covered = computed(
    () =>
      mine.value.length > 0 &&
      table.value.phase === 'playing' &&
      (you.value?.seat ?? null) === null,
  );
  const lessons = makeLearning(
    view,
    computed(() => `${room.value.match} ${table.value.hand}`),
  );
  const situation = computed<Situation>(() => ({
    turn: table.value.turn,
    playing: table.value.phase === 'playing',
    seat: you.value?.seat ?? mine.value[0] ?? null,
    toMove: table.value.to_move,
    hand: you.value?.hand ?? null,
    choices: choices.value,
    ends: ends.value,
    opened: table.value.opened,
    quick: preferences.quickConfirm.value,
  }));
  const intent = signal<Intent>(NOTHING);
  const dispatch = (happening: Happening): void => {
    const [next, act] = step(intent.peek(), happening, situation.peek());
    intent.value = next;
    if (act) void perform(session, act).then((answer) => tell(dispatch, act, answer));
  };
  const stop = effect(() => {
    void situation.value;
    untracked(() => dispatch({ type: 'view' }));
  });
  return {
    session,
    room,
    table,
    you,
    me,
    seats,
    mine,
    own,
    behind,
    sides: computed(() => seatSides(room.value.order, own.value, goesRight(room.value.rules))),
    ends,
    laid: computed(() => laidTiles(moves.value)),
    newest: computed(() => newestPlay(moves.value)),
    since: computed(
      () => new Set(playsSince(table.value, mine.value.length > 0 ? own.value : null)),
    ),
    choices,
    covered,
    lessons,
    intent,
    dispatch,
    dispose: () => {
      stop();
      lessons.dispose();
    },
  };
}

/** A signal's latest value that was not null: a screen is drawn once more while it is taken away. */
function lasting<T>(source: ReadonlySignal<T | null>): ReadonlySignal<T> {
  let last = source.peek();
  return computed(() => {
    last = source.value ?? last;
    if (last === null) throw new Error('no table');
    return last;
  });
}

function perform(session: Session, act: Act): Promise<Answer> {
  if (act.type === 'pass') return session.send({ type: 'pass', turn: act.turn });
  const { turn, tile, branch } = act;
  return session.send({ type: 'play', turn, tile, ...(branch && { branch }) });
}

function tell(dispatch: Desk['dispatch'], act: Act, answer: Answer): void {
  const refused = refusal(answer);
  if (act.type !== 'why') dispatch({ type: 'answered', refused });
  else if (refused) dispatch({ type: 'note', note: refused });
}

/** What the server says to a command it did not carry out. */
export function refusal(answer: Answer): Sentence | null {
  if (answer.type !== 'refused') return null;
  const page = rulesPage(answer.code);
  // As the server says it, but shorter where that is long, and with names in place of seats.
  const keys = [`page.table.refused.${answer.code}`, `refused.${answer.code}`];
  const key = keys.find(has);
  const { text, facts } = answer;
  return key && hasFacts(facts) ? { key, facts, page } : { text, page };
}

const hasFacts = (facts: object): facts is Facts => Object.keys(facts).length > 0;
