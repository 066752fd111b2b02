// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Room, Said, Table } from '../protocol/messages';
import { HAND, lobbyView, playingView, ROOM, seated } from '../testing/fakeSession';
import { type Happening, happenings, type Moment } from './events';

const said = (person: number, text: string): Said => ({
  type: 'said',
  person,
  name: `P${person}`,
  text,
  phrase: null,
  nudge: null,
});

const at = (table: Partial<Table>, more: Partial<Moment> = {}): Moment => ({
  room: { ...ROOM, match: 1 },
  view: playingView(table),
  lines: [],
  person: 1,
  ...more,
});
const changed = (moment: Moment, room: Partial<Room>): Moment => ({
  ...moment,
  room: { ...moment.room, ...room },
});
const kinds = (events: readonly Happening[]) => events.map((event) => event.kind);
const between = (before: Partial<Table>, now: Partial<Table>) => happenings(at(before), at(now));

const OPENED = { moves: ['S99'], turn: 1, to_move: 'E' } as const;

describe('the moves', () => {
  test('nothing happens between a view and itself', () => {
    expect(happenings(at(OPENED), at({ ...OPENED, number: 99 }))).toEqual([]);
  });

  test('all that a reader has missed, in order', () => {
    const moves = ['S99', 'E39E', 'N', 'W69W', 'S59E', 'E', 'N56E', 'W', 'S19S'];
    const turn = moves.length;
    expect(between(OPENED, { moves, turn, to_move: 'E' })).toEqual([
      { kind: 'play', seat: 'E', byComputer: false, tile: [3, 9], branch: 'E', closes: false },
      { kind: 'pass', seat: 'N', byComputer: false, again: false },
      { kind: 'play', seat: 'W', byComputer: false, tile: [6, 9], branch: 'W', closes: false },
      { kind: 'play', seat: 'S', byComputer: false, tile: [5, 9], branch: 'E', closes: false },
      { kind: 'pass', seat: 'E', byComputer: false, again: false },
      { kind: 'play', seat: 'N', byComputer: false, tile: [5, 6], branch: 'E', closes: true },
      { kind: 'pass', seat: 'W', byComputer: false, again: false },
      { kind: 'play', seat: 'S', byComputer: false, tile: [1, 9], branch: 'S', closes: false },
    ]);
  });

  test('whose seat a computer minds did not make that move', () => {
    const now = { moves: ['S99', 'E39E', 'N', 'W69W'], by_computer: [1, 2], turn: 4 };
    const made = between(OPENED, { ...now, to_move: 'S' });
    expect(made.map((event) => 'byComputer' in event && event.byComputer)).toEqual([
      true,
      true,
      false,
      false, // my turn
    ]);
  });

  test('two passes in a row are two happenings', () => {
    const before = { moves: ['S99', 'E'], turn: 2, to_move: 'N' } as const;
    const now = { moves: ['S99', 'E', 'N', 'W', 'S89S', 'E'], turn: 6, to_move: 'N' } as const;
    const passes = between(before, now).filter((event) => event.kind === 'pass');
    expect(passes.map((event) => 'again' in event && event.again)).toEqual([false, false, true]);
  });

  test('taking back, giving back, beginning again', () => {
    const long = { moves: ['S99', 'E39E', 'N', 'W69W'], turn: 4, to_move: 'E' } as const;
    expect(kinds(between(long, { moves: ['S99'], turn: 5, to_move: 'E' }))).toEqual(['undone']);
    expect(kinds(between({ ...OPENED, turn: 5 }, { ...long, turn: 6 }))).toEqual([
      'redone',
      'play',
      'pass',
      'play',
    ]);
    expect(kinds(between(long, { moves: [], turn: 5, to_move: 'E' }))).toEqual(['restarted']);
    const other = { moves: ['S99', 'E29E'], turn: 6, to_move: 'N' } as const;
    expect(kinds(between(long, other))).toEqual(['undone', 'play']);
  });
});

describe('hands and matches', () => {
  const result = { kind: 'out', points: 12, pips: [0, 4, 4, 4], winner: 'S' } as const;
  const over = { phase: 'hand_over', result, to_move: null, hand: 1 } as const;

  test('the end comes after its last move, and is told once', () => {
    const last = { ...over, moves: ['S99', 'E39E'], turn: 2 } as const;
    const before = at({ ...OPENED, hand: 1 });
    const hands = [{ result, secret: null, replayed: false }];
    const now = changed(at(last), { hands });
    expect(kinds(happenings(before, now))).toEqual(['play', 'hand_over']);
    expect(happenings(now, changed(at({ ...last, number: 50 }), { hands }))).toEqual([]);
    const next = changed(at({ hand: 2, moves: [], turn: 3, to_move: 'E' }), { hands });
    expect(kinds(happenings(now, next))).toEqual(['dealt']);
    expect(kinds(happenings(before, next))).toEqual(['hand_over', 'dealt']);
  });

  test('the match', () => {
    const before = at({ ...OPENED, hand: 1 });
    const now = changed(at({ ...over, phase: 'match_over', moves: ['S99', 'E39E'], turn: 2 }), {
      winner: 'S',
      scores: [104, 1, 2, 3],
    });
    expect(happenings(before, now).at(-1)).toEqual({
      kind: 'match_over',
      winner: 'S',
      points: 104,
    });
  });

  test('a match starts, or does not', () => {
    const lobby = { ...at({}), view: lobbyView() };
    const starting = { ...at({}), view: lobbyView({ phase: 'starting', waiting: ['E'] }) };
    expect(kinds(happenings(lobby, starting))).toEqual(['starting']);
    expect(happenings(starting, starting)).toEqual([]);
    expect(happenings(starting, changed(lobby, { aborted: 'E' }))).toEqual([
      { kind: 'start_aborted', seat: 'E' },
    ]);
    const dealt = at({ hand: 1, moves: [], turn: 1, to_move: 'E' });
    expect(kinds(happenings(starting, dealt))).toEqual(['dealt']);
  });
});

describe('my turn', () => {
  const mine = { moves: ['S99', 'E39E', 'N', 'W69W'], turn: 4, to_move: 'S' } as const;

  test('is told when it comes, and not again', () => {
    expect(kinds(between(OPENED, mine))).toContain('your_turn');
    expect(between(mine, { ...mine, number: 30 })).toEqual([]);
    expect(kinds(happenings(null, at(mine)))).toEqual(['under_way', 'your_turn']);
    expect(kinds(happenings(null, at({ moves: [], to_move: 'S' })))).toEqual(['your_turn']);
    expect(kinds(happenings(null, at(OPENED)))).toEqual(['under_way']);
  });

  test('is nobody else’s, nor a minded one’s', () => {
    const moment = { room: { ...ROOM, match: 1 }, view: playingView(mine, null), lines: [] };
    expect(kinds(happenings(null, { ...moment, person: null }))).toEqual(['under_way']);
    expect(kinds(happenings(null, at({ ...mine, minded: ['S'] })))).toEqual(['under_way']);
  });

  test('on a device of several comes under a cover', () => {
    const people = [
      { person: 1, name: 'Ana', device: 1 },
      { person: 2, name: 'Eva', device: 1 },
    ];
    const now = changed(
      { ...at(mine), view: playingView(mine, { ...HAND, seat: null }) },
      { people },
    );
    expect(happenings(null, now).at(-1)).toEqual({ kind: 'your_turn', seat: 'S', covered: true });
    const alone = { ...at(mine), view: playingView(mine, { ...HAND, seat: null }) };
    expect(happenings(null, alone).at(-1)).toMatchObject({ kind: 'your_turn', covered: true });
    expect(happenings(null, at(mine)).at(-1)).toMatchObject({ kind: 'your_turn', covered: false });
  });
});

describe('people', () => {
  test('come, go, are away, are back, are minded', () => {
    const before = at(OPENED);
    const carla = { person: 3, name: 'Carla', device: 3 };
    const now = changed(before, { people: [...ROOM.people, carla] });
    expect(happenings(before, now)).toEqual([{ kind: 'joined', person: 3, name: 'Carla' }]);
    expect(happenings(now, before)).toEqual([{ kind: 'left', person: 3, name: 'Carla' }]);
    const away = at({ ...OPENED, away: [{ person: 2, seconds: 0 }] });
    const minded = at({ ...OPENED, away: [{ person: 2, seconds: 20 }], minded: ['E'] });
    expect(kinds(happenings(before, away))).toEqual(['away']);
    expect(kinds(happenings(away, minded))).toEqual(['minded']);
    expect(kinds(happenings(minded, before))).toEqual(['back']);
  });

  test('sit down, and hand their seats to computers', () => {
    const before = at(OPENED);
    const seats = ROOM.seats.map((one) => (one.seat === 'E' ? seated('E', 'normal') : one));
    const now = changed(before, { seats });
    expect(happenings(before, now)).toEqual([{ kind: 'computer_sits', seat: 'E' }]);
    expect(happenings(now, before)).toEqual([{ kind: 'sits', person: 2, name: 'Beto', seat: 'E' }]);
  });

  test('read, and are not waited for', () => {
    const reader = { person: 2, what: 'rules', waits: true } as const;
    const reading = at({ ...OPENED, reading: [reader] });
    const hurried = at({ ...OPENED, reading: [{ ...reader, waits: false }] });
    expect(kinds(happenings(at(OPENED), reading))).toEqual(['reading']);
    expect(kinds(happenings(reading, hurried))).toEqual(['carried_on']);
    expect(kinds(happenings(hurried, at(OPENED)))).toEqual(['read']);
    const own = at({ ...OPENED, reading: [{ ...reader, person: 1 }] });
    expect(happenings(at(OPENED), own)).toEqual([]);
  });

  test('ask for seats; host, door and code change', () => {
    const before = at(OPENED);
    const wish = { person: 2, seat: 'W' } as const;
    expect(kinds(happenings(before, at({ ...OPENED, asking: [wish] })))).toEqual(['asks_for_seat']);
    expect(kinds(happenings(before, at({ ...OPENED, promised: [wish] })))).toEqual(['promised']);
    const declined = at({ ...OPENED, declined: [wish] });
    expect(kinds(happenings(at({ ...OPENED, asking: [wish] }), declined))).toEqual(['declined']);
    const asked = at({ ...OPENED, asking: [wish] }, { person: 2 });
    const unseated = {
      room: { ...ROOM, seats: [seated('S', 1), seated('W', 'normal')] },
      person: 2,
    };
    expect(happenings(asked, at(OPENED, unseated))).toContainEqual({
      kind: 'wish_lost',
      seat: 'W',
    });
    const now = changed(before, { host: 2, locked: true, watching: false, code: 'AAAA2222' });
    expect(kinds(happenings(before, now))).toEqual(['host', 'new_code', 'locked', 'no_watching']);
  });
});

describe('proposals', () => {
  const proposal = { number: 4, what: 'undo', by: 2, waiting: [1], to: 3 } as const;
  const open = at({ ...OPENED, proposal });

  test('are asked of me', () => {
    expect(happenings(at(OPENED), open)).toEqual([
      { kind: 'proposal', what: 'undo', person: 2, name: 'Beto', mine: true },
    ]);
  });

  test.each([
    ['withdrawn', at(OPENED)],
    ['declined', at(OPENED, { lines: [{ ...said(1, ''), text: null, phrase: 'declines' }] })],
    ['agreed', at({ moves: [], turn: 2, to_move: 'E' })],
    ['void', at({ moves: ['S99', 'E39E'], turn: 2, to_move: 'N' })],
  ])('end: %s', (how, now) => {
    const over = happenings(open, now).find((event) => event.kind === 'proposal_over');
    expect(over).toMatchObject({ how, name: 'Beto' });
  });
});

describe('what is said', () => {
  test('is told once', () => {
    const one = said(1, 'a');
    const now = at(OPENED, { lines: [one] });
    expect(kinds(happenings(at(OPENED), now))).toEqual(['said']);
    expect(happenings(now, at(OPENED, { lines: [{ ...one }] }))).toEqual([]);
  });

  test('a nudge is one', () => {
    const nudge = { ...said(2, ''), text: null, nudge: 'S' } as const;
    expect(kinds(happenings(at(OPENED), at(OPENED, { lines: [nudge] })))).toEqual(['nudged']);
  });
});
