/** Which sheet lies over the table. One at a time; Back closes it. */
import { signal } from '@preact/signals';
import type { Hint } from '../protocol/messages';
import { showPlace } from './return';

export type Sheet =
  | { readonly name: 'menu' }
  | { readonly name: 'rules'; readonly page?: string }
  /** A hand after its first moves, so many: `at`. */
  | {
      readonly name: 'records';
      readonly match?: number;
      readonly hand?: number;
      readonly at?: number;
    }
  /** The other moves than that of a hint; what is chosen is shown on the table. */
  | { readonly name: 'others'; readonly hint: Hint; readonly onMove: (move: string) => void }
  /** What my choices in a finished hand have cost. */
  | { readonly name: 'review'; readonly match: number; readonly hand: number }
  /** With the end of that hand first. */
  | { readonly name: 'score'; readonly hand?: number }
  | { readonly name: 'plays' }
  | { readonly name: 'talk' }
  | { readonly name: 'people' }
  | { readonly name: 'invite' }
  | { readonly name: 'settings' }
  | { readonly name: 'keys' }
  /** What may be done with a seat, before and between matches (src/lobby). */
  | { readonly name: 'seat'; readonly seat: 'S' | 'E' | 'N' | 'W' }
  /** The rules of this table, changed by its host (src/lobby). */
  | { readonly name: 'house' };

const current = signal<Sheet | null>(null);
/** There is an entry for a sheet in the browser's history, which Back takes away. */
let isNoted = false;
/** That entry is being taken away; the browser says later that it is gone. */
let isClosing = false;
/** At a table Back never leads away: it asks. */
let isGuarded = false;
/** How it asks; where nobody has said, with the menu. */
let ask: (() => void) | null = null;

export const sheet = {
  get value() {
    return current.value;
  },
};

export function openSheet(wanted: Sheet): void {
  if (!isNoted) note();
  current.value = wanted;
}

export function closeSheet(): void {
  if (current.value === null) return;
  current.value = null;
  if (isNoted && !isClosing) history.back();
  isClosing = isNoted;
}

/** While somebody sits at a table there is an entry below the sheets for Back to take. */
export function guardBack(wanted: boolean): void {
  if (wanted && !isGuarded && !isNoted) history.pushState({ table: true }, '');
  isGuarded = wanted;
}

/** Whoever shows a table asks there whether to leave it, until the returned function is called. */
export function askAtBack(how: () => void): () => void {
  ask = how;
  return () => {
    ask = null;
  };
}

function note(): void {
  history.pushState({ sheet: true }, '');
  isNoted = true;
}

window.addEventListener('popstate', () => {
  const wasNoted = isNoted;
  const isReopened = isClosing && current.value !== null;
  isNoted = false;
  isClosing = false;
  if (wasNoted || isGuarded) showPlace(); // the code may be another by now, or the room left
  if (isReopened) note();
  else current.value = null;
  if (wasNoted || !isGuarded) return;
  history.pushState({ table: true }, '');
  if (ask) ask();
  else openSheet({ name: 'menu' });
});
