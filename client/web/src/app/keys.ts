/**
 * Commands of one key. They never act while somebody types, with Control and the like held, or
 * when the person has switched them off; `?` lists them.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { preferences } from './preferences';
import { sheet } from './sheets';

export interface KeyCommand {
  /** As in KeyboardEvent.key, small: "h", "?", "1". */
  readonly key: string;
  /** Key of the catalogue: what it does. */
  readonly text: string;
  readonly run: () => void;
  /** Left out: always there. One that is not there is not listed either. */
  readonly when?: () => boolean;
  /** Acts also while a sheet is open: for those that only say something. */
  readonly overSheets?: boolean;
}

const groups = signal<readonly (readonly KeyCommand[])[]>([]);

/** Those there are now, in the order in which they were registered. */
export const keyCommands: ReadonlySignal<readonly KeyCommand[]> = computed(() =>
  groups.value.flat().filter((command) => command.when?.() ?? true),
);

/** Until what it returns is called. Of two for one key the one registered last acts. */
export function registerKeys(commands: readonly KeyCommand[]): () => void {
  groups.value = [...groups.peek(), commands];
  return () => {
    groups.value = groups.peek().filter((one) => one !== commands);
  };
}

/** Gives what ends it. */
export function listenToKeys(): () => void {
  window.addEventListener('keydown', pressed);
  return () => window.removeEventListener('keydown', pressed);
}

const seen = signal(false);

/** Whether there is a keyboard: a mouse comes with one; a phone shows it by its first key. */
export const hasKeyboard = (): boolean => seen.value || matchMedia('(any-pointer: fine)').matches;

function pressed(event: KeyboardEvent): void {
  if (!isTyped(event)) seen.value = true;
  if (!preferences.oneKeys.value || !isPlain(event) || isTyped(event)) return;
  const key = event.key.toLowerCase();
  const command = keyCommands.peek().findLast((one) => one.key === key);
  if (!command || (sheet.value !== null && !command.overSheets)) return;
  event.preventDefault();
  command.run();
}

/** One key by itself, pressed once. Shift only makes signs, as `?` on many keyboards. */
function isPlain(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if ([...event.key].length !== 1) return false;
  return !(event.shiftKey && /[\p{L}\p{N}]/u.test(event.key));
}

const TYPING = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]';
const NO_TYPING = 'input:is([type=checkbox], [type=radio], [type=button], [type=range])';

function isTyped(event: KeyboardEvent): boolean {
  const [at] = event.composedPath();
  return at instanceof Element && at.closest(TYPING) !== null && !at.matches(NO_TYPING);
}
