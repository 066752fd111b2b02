/** Which sheet lies over the table. One at a time; Back closes it. */
import { signal } from '@preact/signals';

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
export const sheet = {
  get value() {
    return current.value;
  },
};

export function openSheet(wanted: Sheet): void {
  if (current.value === null) history.pushState({ sheet: true }, '');
  current.value = wanted;
}

export function closeSheet(): void {
  if (current.value === null) return;
  current.value = null;
  if (history.state?.sheet) history.back();
}

window.addEventListener('popstate', () => {
  current.value = null;
});
