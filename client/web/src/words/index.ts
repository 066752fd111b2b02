/**
 * What people read, from the catalogue that server and terminal share; the notation of its texts is
 * described in protocol/longana_protocol/catalogue.py.
 */
import { signal } from '@preact/signals';
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

/** The language a person reads: the first of the browser's that we have, English failing that. */
export function preferred(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.split('-')[0]).find((tag) => tag === 'en' || tag === 'es');
  return (known as Language | undefined) ?? 'en';
}

export async function speak(wanted: Language): Promise<void> {
  const loaded = (await LOAD.texts[wanted]()).default;
  texts.value = loaded;
  language.value = wanted;
  document.documentElement.lang = wanted;
  if (rules.value && rules.value.language !== wanted) await loadRules();
}

/** Rules are a chunk of their own, read when somebody opens them. */
export async function loadRules(): Promise<void> {
  const wanted = language.value;
  if (rules.value?.language === wanted) return;
  rules.value = { language: wanted, texts: (await LOAD.rules[wanted]()).default };
}

/** Whether the texts of the rules are there; reading this in a component draws it again later. */
export const haveRules = (): boolean => rules.value !== null;

/** The text of `key`, filled with `facts`. A component that calls it is drawn again when the
 * language changes. Throws for a key the catalogue does not have. */
export function t(key: string, facts: Facts = {}): string {
  return fill(language.value, { ...texts.value, ...rules.value?.texts }, key, facts);
}

/** Whether there is such a text: for keys that come from the server. */
export const has = (key: string): boolean =>
  key in texts.value || key in (rules.value?.texts ?? {});
