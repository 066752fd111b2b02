/**
 * What people read, from the catalogue that server and terminal share; the notation of its texts is
 * described in protocol/longana_protocol/catalogue.py.
 */
import { batch, computed, signal } from '@preact/signals';
import { type Facts, fill, type Texts } from './fill';

export type Language = 'en' | 'es';
export type { Fact, Facts } from './fill';

const LOAD = {
  texts: { en: () => import('virtual:texts/en'), es: () => import('virtual:texts/es') },
  rules: { en: () => import('virtual:rules/en'), es: () => import('virtual:rules/es') },
};

export const language = signal<Language>('en');
const texts = signal<Texts>({});
const rules = signal<{ language: Language; texts: Texts } | null>(null);
const all = computed<Texts>(() => ({ ...texts.value, ...rules.value?.texts }));
let asked: Language | null = null;

/** The language a person reads: the first of the browser's that we have, English failing that. */
export function preferred(wanted: readonly string[]): Language {
  const known = wanted
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((tag) => tag === 'en' || tag === 'es');
  return (known as Language | undefined) ?? 'en';
}

/** Speak this language from now on. Rejects when its texts cannot be had. */
export async function speak(wanted: Language): Promise<void> {
  asked = wanted;
  const loaded = (await LOAD.texts[wanted]()).default;
  const page = rules.peek() ? (await LOAD.rules[wanted]()).default : null;
  if (asked !== wanted) return; // somebody has changed their mind meanwhile
  batch(() => {
    texts.value = loaded;
    if (page) rules.value = { language: wanted, texts: page };
    language.value = wanted;
  });
  document.documentElement.lang = wanted;
}

/** Rules are a chunk of their own, read when somebody opens them. */
export async function loadRules(): Promise<void> {
  const wanted = language.peek();
  if (rules.peek()?.language === wanted) return;
  const loaded = (await LOAD.rules[wanted]()).default;
  if (language.peek() === wanted) rules.value = { language: wanted, texts: loaded };
}

/** Whether the texts of the rules are there; reading this in a component draws it again later. */
export const haveRules = (): boolean => rules.value !== null;

/** The text of `key`, filled with `facts`. A component that calls it is drawn again when the
 * language changes. Throws for a key the catalogue does not have. */
export function t(key: string, facts: Facts = {}): string {
  return fill(language.value, all.value, key, facts);
}

/** Whether there is such a text: for keys that come from the server. */
export const has = (key: string): boolean => Object.hasOwn(all.value, key);
