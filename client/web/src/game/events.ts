/**
 * What happened between two moments of a room, as a list: pure, and the same for sounds, for
 * announcements and for whatever moves on the screen. A reader that missed views gets all plays in
 * between, for the moves of a hand are all in the view.
 */
import type { Proposal, Result, Room, Said, View } from '../protocol/messages';
import { goesOn, type Moved, readMove, type Seat, type Tile } from './branches';
import { saidSince } from './lines';
import { nameOf, peopleEvents } from './peopleEvents';
import { seatsOfDevice } from './seating';

/** Room, view and lines as they stood together. `person` is who I am; null looks on. */
export interface Moment {
  readonly room: Room;
  readonly view: View;
  readonly lines: readonly Said[];
  readonly person: number | null;
}

interface Move {
  readonly seat: Seat;
  /** A computer made it, for a seat that a person has. */
  readonly byComputer: boolean;
}

export type Happening =
  | { readonly kind: 'starting' }
  | { readonly kind: 'start_aborted'; readonly seat: Seat }
  /** I come to a table where a hand is being played. */
  | { readonly kind: 'under_way'; readonly hand: number; readonly to_move: Seat | null }
  | { readonly kind: 'dealt'; readonly hand: number; readonly redeals: number }
  | (Move & { readonly kind: 'opening'; readonly tile: Tile })
  /** `closes`: and its own branch, which was open, is closed again. */
  | (Move & {
      readonly kind: 'play';
      readonly tile: Tile;
      readonly branch: Seat;
      readonly closes: boolean;
    })
  /** `again`: its branch was open already. */
  | (Move & { readonly kind: 'pass'; readonly again: boolean })
  | { readonly kind: 'undone' }
  | { readonly kind: 'redone' }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'hand_over'; readonly result: Result; readonly hand: number }
  /** Without a winner where the match has dealt as many hands as it can. */
  | { readonly kind: 'match_over'; readonly winner: Seat | null; readonly points: number }
  /** A seat of this device is to move; `covered`: its hand has to be uncovered first. */
  | { readonly kind: 'your_turn'; readonly seat: Seat; readonly covered: boolean }
  | { readonly kind: 'joined' | 'left'; readonly person: number; readonly name: string }
  | { readonly kind: 'away' | 'back'; readonly person: number; readonly name: string }
  | { readonly kind: 'host'; readonly person: number; readonly name: string }
  | { readonly kind: 'sits'; readonly person: number; readonly name: string; readonly seat: Seat }
  | { readonly kind: 'computer_sits'; readonly seat: Seat }
  | { readonly kind: 'minded'; readonly person: number; readonly name: string; readonly seat: Seat }
  | {
      readonly kind: 'reading';
      readonly person: number;
      readonly name: string;
      readonly what: 'rules' | 'records';
    }
  | { readonly kind: 'read' | 'carried_on'; readonly person: number; readonly name: string }
  | {
      readonly kind: 'asks_for_seat' | 'promised' | 'declined';
      readonly person: number;
      readonly name: string;
      readonly seat: Seat;
    }
  /** Mine: I have to ask again. */
  | { readonly kind: 'wish_lost'; readonly seat: Seat }
  | { readonly kind: 'locked' | 'unlocked' | 'watching' | 'no_watching' | 'new_code' }
  /** `mine`: this device has to answer. */
  | {
      readonly kind: 'proposal';
      readonly what: Proposal['what'];
      readonly person: number;
      readonly name: string;
      readonly mine: boolean;
    }
  | {
      readonly kind: 'proposal_over';
      /** `off`: mine, and withdrawn, or lost with the server that was asked. */
      readonly how: 'agreed' | 'declined' | 'withdrawn' | 'off' | 'void';
      readonly person: number;
      readonly name: string;
    }
  | { readonly kind: 'said'; readonly line: Said }
  | { readonly kind: 'nudged'; readonly line: Said; readonly seat: Seat };

/**
 * In the order in which it happened. Without a moment before, how things stand is no event: only
 * that a hand is under way and whether it is my turn. What a screen need not be told about itself is left out: my own coming
 * and reading, not my own plays.
 */
export function happenings(before: Moment | null, now: Moment): Happening[] {
  const turn = yourTurn(before, now);
  if (!before) return [...underWay(now), ...turn];
  return [
    ...saidSince(before.lines, now.lines).map(heard),
    ...peopleEvents(before, now),
    ...proposalEvents(before, now),
    ...tableEvents(before, now),
    ...turn,
  ];
}

const heard = (line: Said): Happening =>
  line.nudge === null ? { kind: 'said', line } : { kind: 'nudged', line, seat: line.nudge };

function underWay({ view }: Moment): Happening[] {
  const { phase, hand, to_move, moves } = view.table;
  return phase === 'playing' && moves.length > 0 ? [{ kind: 'under_way', hand, to_move }] : [];
}

function yourTurn(before: Moment | null, now: Moment): Happening[] {
  const seat = seatToMove(now);
  if (!seat) return [];
  const table = now.view.table;
  const was = before?.view.table;
  const isNew = !before || !was || seatToMove(before) !== seat || was.turn !== table.turn;
  const covered = now.view.you?.seat !== seat;
  return isNew ? [{ kind: 'your_turn', seat, covered }] : [];
}

/** The seat of this device that is to move. */
export function seatToMove({ room, view, person }: Moment): Seat | null {
  const { to_move: seat, phase, minded } = view.table;
  const isMine = phase === 'playing' && seat && seatsOfDevice(room, person).includes(seat);
  return isMine && !minded.includes(seat) ? seat : null;
}

function tableEvents(before: Moment, now: Moment): Happening[] {
  const [was, table] = [before.view.table, now.view.table];
  const { phase } = table;
  if (phase === 'starting') return was.phase === 'starting' ? [] : [{ kind: 'starting' }];
  const aborted = now.room.aborted;
  if (aborted !== null && was.phase === 'starting' && phase !== 'playing')
    return [{ kind: 'start_aborted', seat: aborted }];
  if (phase === 'lobby') return [];
  const isSameMatch = before.room.match === now.room.match && was.phase !== 'lobby';
  const isSameHand = isSameMatch && was.hand === table.hand;
  const events: Happening[] = isSameMatch ? missedResults(before, now) : [];
  const known = isSameHand ? was.moves : [];
  const kept = common(known, table.moves);
  if (!isSameHand && (phase === 'playing' || table.moves.length > 0))
    events.push({ kind: 'dealt', hand: table.hand, redeals: table.redeals });
  else if (isSameHand && kept < known.length)
    events.push({ kind: table.moves.length > 0 ? 'undone' : 'restarted' });
  else if (isSameHand && table.moves.length - kept > table.turn - was.turn)
    events.push({ kind: 'redone' });
  events.push(...moveEvents(table, kept));
  if (table.result && !(isSameHand && was.result)) events.push(...ended(now, table.result));
  return events;
}

/** How hands ended of which somebody dealt the next before this reader saw it. */
function missedResults(before: Moment, now: Moment): Happening[] {
  const shown = now.view.table.result === null ? 0 : 1;
  const seen = before.view.table.result === null ? 0 : 1;
  const count = now.room.hands.length - shown;
  const from = Math.max(before.room.hands.length, before.view.table.hand - 1 + seen);
  return now.room.hands
    .slice(from, count)
    .map(({ result }, at) => ({ kind: 'hand_over', result, hand: from + at + 1 }));
}

function ended({ room, view }: Moment, result: Result): Happening[] {
  const over: Happening = { kind: 'hand_over', result, hand: view.table.hand };
  const { winner } = room;
  if (view.table.phase !== 'match_over') return [over];
  const points = room.scores[room.seats.findIndex(({ seat }) => seat === winner)] ?? 0;
  return [over, { kind: 'match_over', winner, points }];
}

/** The moves from `start` on. What stands before says which branches were open. */
export function moveEvents({ moves, by_computer }: Moved, start: number): Happening[] {
  const open = new Set<Seat>();
  const events: Happening[] = [];
  moves.map(readMove).forEach(({ seat, tile, branch }, at) => {
    const wasOpen = open.has(seat);
    if (tile) open.delete(seat);
    else open.add(seat);
    if (at < start) return;
    const move = { seat, byComputer: by_computer.includes(at) };
    if (!tile) events.push({ kind: 'pass', ...move, again: wasOpen });
    else if (!branch) events.push({ kind: 'opening', ...move, tile });
    else events.push({ kind: 'play', ...move, tile, branch, closes: wasOpen });
  });
  return events;
}

/** How many moves two lists have in common from the start. */
function common(before: readonly string[], now: readonly string[]): number {
  const found = before.findIndex((move, at) => move !== now[at]);
  return found < 0 ? before.length : found;
}

function proposalEvents(before: Moment, now: Moment): Happening[] {
  const [was, open] = [before.view.table.proposal, now.view.table.proposal];
  if (was && open && was.number === open.number && was.by === open.by) return [];
  const events: Happening[] = [];
  if (was) {
    const name = nameOf(before.room, was.by);
    events.push({ kind: 'proposal_over', how: outcome(was, before, now), person: was.by, name });
  }
  if (open)
    events.push({
      kind: 'proposal',
      what: open.what,
      person: open.by,
      name: nameOf(now.room, open.by),
      mine: now.person !== null && open.waiting.includes(now.person),
    });
  return events;
}

function outcome(was: Proposal, before: Moment, now: Moment) {
  const [table, later] = [before.view.table, now.view.table];
  if (was.what === 'rematch' && later.phase !== 'match_over') return 'agreed';
  if (table.turn === later.turn) {
    const isNo = saidSince(before.lines, now.lines).some((line) => line.phrase === 'declines');
    if (isNo) return 'declined';
    return was.by === now.person ? 'off' : 'withdrawn';
  }
  // One move given back looks like one move made.
  const isDone = table.hand === later.hand && (was.what === 'redo' || !goesOn(table, later));
  return isDone ? 'agreed' : 'void';
}
