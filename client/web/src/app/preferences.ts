/**
 * What a person has set for themselves: kept on the device, never sent. One signal each; setting it
 * stores it. Storage may be full, forbidden or emptied: then a setting lives as long as the page.
 */
import { effect, type Signal, signal } from '@preact/signals';
import { load, store } from './storage';

function preference<T>(name: string, initial: T): Signal<T> {
  const kept = signal<T>(load(`longana.${name}`, initial));
  effect(() => {
    store(`longana.${name}`, kept.value);
  });
  return kept;
}

export const preferences = {
  /** null: the browser's own. */
  language: preference<'en' | 'es' | null>('language', null),
  chrome: preference<'auto' | 'light' | 'dark'>('chrome', 'auto'),
  name: preference('name', ''),
  /** Tapping the one place a tile has, or the ghost again, plays without Confirm. */
  quickConfirm: preference('quick', false),
  /** "Pass for me when I must." */
  passForMe: preference('pass', false),
  /** Controls for the left hand. */
  mirrored: preference('mirror', false),
  numerals: preference('numerals', false),
  colours: preference('colours', false),
  tileSize: preference<1 | 2 | 3>('size', 1),
  rackOrder: preference<'dealt' | 'value' | 'doubles' | 'own'>('rack', 'dealt'),
  /** null: not asked yet. */
  sound: preference<boolean | null>('sound', null),
  volume: preference('volume', 0.6),
  vibration: preference('vibration', false),
  talk: preference('talk', true),
  oneKeys: preference('keys', true),
  longSpeech: preference('speech', true),
  pace: preference<'slow' | 'normal' | 'quick'>('pace', 'normal'),
  /** Lessons of the first hand that were seen. */
  learnt: preference<readonly string[]>('learnt', []),
  nicknames: preference('nicknames', false),
} as const;
