/** Which sheet lies over the table. One at a time; Back closes it. */
import { signal } from '@preact/signals';
import { showPlace } from './return';

export type Sheet =
  | { readonly name: 'menu' }
  | { readonly name: 'rules'; readonly page?: string }
  | { readonly name: 'records'; readonly match?: number; readonly hand?: number }
  | { readonly name: 'score' }
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
  openSheet({ name: 'menu' });
});
