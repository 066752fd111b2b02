/**
 * What screen readers are to say. Each sentence is said once, as a new element, so that one that is
 * the same as the latest is heard as well (faults.md, F57).
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Utterance {
  readonly number: number;
  readonly text: string;
}

/** Enough for a slow voice; older ones have been read or never will be. */
const KEPT = 6;
const REMEMBERED = 12;

const polite = signal<readonly Utterance[]>([]);
const urgent = signal<readonly Utterance[]>([]);
const said = signal<readonly string[]>([]);
let count = 0;

export const politeWords: ReadonlySignal<readonly Utterance[]> = polite;
export const urgentWords: ReadonlySignal<readonly Utterance[]> = urgent;
/** What happened lately in sentences, the latest last. */
export const lastEvents: ReadonlySignal<readonly string[]> = said;

/** `urgent`: for refusals and one's own turn, it breaks in on what is being said. */
export function announce(text: string, how: { readonly urgent?: boolean } = {}): void {
  if (text.trim() === '') return;
  const region = how.urgent ? urgent : polite;
  count += 1;
  region.value = [...region.peek(), { number: count, text }].slice(-KEPT);
}

export function rememberEvents(sentences: readonly string[]): void {
  said.value = [...said.peek(), ...sentences].slice(-REMEMBERED);
}

/** Another table: what was said at the one before is of no use there. */
export function forgetEvents(): void {
  said.value = [];
}
