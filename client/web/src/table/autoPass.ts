/** "Pass for me when I must": a standing confirmation of forced passes. */
import { effect } from '@preact/signals';
import { preferences } from '../app/preferences';
import { goesOn } from '../game/branches';
import type { Table } from '../protocol/messages';
import type { Desk } from './desk';

/**
 * Whether anything was taken back or given back between two tables of a hand. A redo gives back
 * several moves in one turn; of a single move it cannot be told from the move.
 */
export function takenBack(before: Table, after: Table): boolean {
  if (before.hand !== after.hand) return false;
  if (!goesOn(before, after)) return true;
  return after.moves.length - before.moves.length > after.turn - before.turn;
}

/**
 * Passes for whoever wishes it. After anything was taken back it sleeps until its owner has acted:
 * it would do again what was undone, or throw away what could still be given back.
 */
export function startAutoPass(desk: Desk): () => void {
  let before: Table | null = null;
  let asleep = false;
  return effect(() => {
    const table = desk.table.value;
    const you = desk.you.value;
    if (before && takenBack(before, table)) asleep = true;
    else if (before && actedSince(before, table, you?.seat ?? null)) asleep = false;
    before = table;
    const wished = preferences.passForMe.value && !asleep && !you?.redo;
    const open = desk.session.line.value.state === 'open' && table.proposal === null;
    const shared = desk.mine.value.length > 1; // each of several persons passes for themselves
    if (wished && open && !shared && desk.choices.value.mustPass) {
      queueMicrotask(() => desk.dispatch({ type: 'pass' }));
    }
  });
}

const actedSince = (before: Table, after: Table, seat: string | null): boolean =>
  before.hand === after.hand &&
  after.moves.slice(before.moves.length).some((move) => move[0] === seat);
