/**
 * A session that talks to nobody, for tests of screens: set what the server would have sent, read
 * what was asked of it. And some rooms and views to begin with.
 */
import { batch, signal } from '@preact/signals';
import type { Refused, Room, Said, SeatState, Table, View, You } from '../protocol/messages';
import type {
  Answer,
  Command,
  Entering,
  Gone,
  Line,
  Me,
  Outgoing,
  Session,
} from '../session/session';

const TOKEN = 'T0KEN-T0KEN-T0KEN-T0KEN';

export type Seat = SeatState['seat'];

/** Sits at a seat: a person's number, a computer's level, or nobody. */
export const seated = (seat: Seat, who: number | 'easy' | 'normal' | 'hard' | null): SeatState => ({
  seat,
  kind: who === null ? 'open' : typeof who === 'number' ? 'person' : 'computer',
  person: typeof who === 'number' ? who : null,
  level: typeof who === 'string' ? who : null,
  name: null,
});

/** Ana's new room: she is its host at South, Beto has come to East, two computers. */
export const ROOM: Room = {
  type: 'room',
  number: 3,
  code: '7K2M-QX4D',
  host: 1,
  locked: false,
  watching: true,
  rules: { preset: 'cuban', seats: 4, target: 100 },
  seats: [seated('S', 1), seated('E', 2), seated('N', 'normal'), seated('W', 'normal')],
  order: ['S', 'E', 'N', 'W'],
  people: [
    { person: 1, name: 'Ana', device: 1 },
    { person: 2, name: 'Beto', device: 2 },
  ],
  match: 0,
  scores: [],
  hands: [],
  winner: null,
  commitment: new Uint8Array(32),
  seals: {},
  nonces: {},
  test_deals: false,
  tally: [],
  aborted: null,
  grace: 15,
  replayed_secret: null,
};

const LOBBY: Table = {
  number: 3,
  turn: 0,
  phase: 'lobby',
  hand: 0,
  to_move: null,
  moves: [],
  by_computer: [],
  ends: [],
  opened: [],
  left: [],
  result: null,
  reveal: [],
  waiting: [],
  away: [],
  minded: [],
  reading: [],
  asking: [],
  promised: [],
  declined: [],
  acting: [],
  proposal: null,
  watchers: 0,
  redeals: 0,
};

const NOTHING: You = {
  seat: 'S',
  hand: null,
  legal: [],
  barred: {},
  fits: [],
  undo: false,
  redo: false,
  restart: false,
};

/** South is to move in the middle of a hand: North's branch is open, 9-3 and 9-9 lie. */
export const PLAYING: Table = {
  ...LOBBY,
  number: 20,
  turn: 6,
  phase: 'playing',
  hand: 2,
  to_move: 'S',
  moves: ['S99', 'E39E', 'N', 'W69W'],
  ends: [9, 3, 9, 6],
  opened: ['N'],
  left: [7, 7, 8, 7],
};

export const HAND: You = {
  ...NOTHING,
  hand: [
    [0, 1],
    [1, 9],
    [2, 5],
    [3, 3],
    [4, 8],
    [7, 9],
    [5, 5],
  ],
  legal: ['S19S', 'S19N', 'S33E', 'S79S', 'S79N'],
  undo: true,
  restart: true,
};

/** A view of the lobby, or of another table with `you` seeing a hand of their own. */
export const lobbyView = (changed: Partial<Table> = {}): View => ({
  type: 'view',
  table: { ...LOBBY, ...changed },
  you: NOTHING,
});

export const playingView = (changed: Partial<Table> = {}, you: You | null = HAND): View => ({
  type: 'view',
  table: { ...PLAYING, ...changed },
  you,
});

interface Start {
  readonly me?: Me | null;
  readonly room?: Room | null;
  readonly view?: View | null;
  readonly gone?: Gone | null;
  readonly line?: Line;
  readonly lines?: readonly Said[];
  readonly notice?: Refused | null;
  readonly pending?: readonly Outgoing[];
}

/** @param start What is there from the beginning: by default Ana in the lobby of ROOM. */
export function fakeSession(start: Start = {}) {
  const ana: Me = { code: ROOM.code, person: 1, token: TOKEN };
  const me = signal<Me | null>(start.me === undefined ? ana : start.me);
  const room = signal<Room | null>(start.room === undefined ? ROOM : start.room);
  const view = signal<View | null>(start.view === undefined ? lobbyView() : start.view);
  const gone = signal<Gone | null>(start.gone ?? null);
  const line = signal<Line>(start.line ?? { state: 'open' });
  const lines = signal<readonly Said[]>(start.lines ?? []);
  const notice = signal<Refused | null>(null);
  const pending = signal<readonly Outgoing[]>(start.pending ?? []);
  const sent: Command[] = [];
  let woken = 0;
  const answers: ((command: Command) => Answer | undefined)[] = [];
  const done = (): Answer => ({ type: 'done', about: 'id', turn: view.value?.table.turn ?? 0 });
  const ask = (command: Command): Promise<Answer> => {
    sent.push(command);
    for (const answer of answers) {
      const found = answer(command);
      if (found) return Promise.resolve(found);
    }
    return Promise.resolve(done());
  };
  const session = {
    me,
    room,
    view,
    gone,
    line,
    lines,
    notice,
    pending,
    send: ask,
    enter: (how: Entering) => ask(how),
    again: () => ask({ type: 'resume', code: ROOM.code, token: TOKEN }),
    renew: () => {},
    wake: () => {
      woken += 1;
    },
    rest: () => {
      me.value = null;
      room.value = null;
      view.value = null;
      gone.value = null;
      line.value = { state: 'idle' };
    },
  } as unknown as Session;
  return {
    session,
    /** Every command, in order; those of entering, too. */
    sent,
    /** How often it was told to find out whether the line holds. */
    woken: () => woken,
    /** Refuse commands of one type from now on. */
    refuse(type: Command['type'], code: string, text: string): void {
      answers.unshift((command) =>
        command.type === type ? { type: 'refused', about: 'id', code, text, facts: {} } : undefined,
      );
    },
    /** Answer commands of one type like that from now on. */
    answer(type: Command['type'], answer: (command: Command) => Answer): void {
      answers.unshift((command) => (command.type === type ? answer(command) : undefined));
    },
    /** What the server sends next. */
    set(next: Start): void {
      batch(() => change(next));
    },
  };

  function change(next: Start): void {
    if (next.me !== undefined) me.value = next.me;
    if (next.room !== undefined) room.value = next.room;
    if (next.view !== undefined) view.value = next.view;
    if (next.gone !== undefined) gone.value = next.gone;
    if (next.line !== undefined) line.value = next.line;
    if (next.lines !== undefined) lines.value = next.lines;
    if (next.notice !== undefined) notice.value = next.notice;
    if (next.pending !== undefined) pending.value = next.pending;
  }
}
