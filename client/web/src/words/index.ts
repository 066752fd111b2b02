/**
 * What people read, from the catalogue that server and terminal share; the notation of its texts is
 * described in protocol/longana_protocol/catalogue.py.
 */
import { batch, signal } from '@preact/signals';
import { type Facts, fill, type Texts } from './fill';

export type Language = 'en' | 'es';
export type { Fact, Facts } from './fill';

/**
 * `texts` are those of the first screens, up to the table; `more` those of whatever may come later,
 * such as sheets; and the rules are a book of their own.
 */
const LOAD = {
  texts: { en: () => import('virtual:texts/en'), es: () => import('virtual:texts/es') },
  more: { en: () => import('virtual:more/en'), es: () => import('virtual:more/es') },
  rules: { en: () => import('virtual:rules/en'), es: () => import('virtual:rules/es') },
};
type Part = keyof typeof LOAD;

export const language = signal<Language>('en');
const texts = signal<Texts>({});
/** What is in `texts`; and what shall be, which may be on its way. */
const known = signal<readonly Part[]>([]);
const needed = new Set<Part>(['texts']);
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
  const loaded = await load(wanted);
  if (asked !== wanted) return; // somebody has changed their mind meanwhile
  batch(() => {
    know(loaded);
    language.value = wanted;
  });
  document.documentElement.lang = wanted;
}

/** Have these texts as well, in whatever language is spoken. Rejects when they cannot be had. */
export async function learn(part: Part): Promise<void> {
  if (needed.has(part) && knows(part)) return;
  needed.add(part);
  const wanted = language.peek();
  try {
    const loaded = await load(wanted);
    if (language.peek() === wanted) know(loaded); // else they came with the other language
  } catch (error) {
    if (!known.peek().includes(part)) needed.delete(part);
    throw error;
  }
}

/** Whether they are there; reading this in a component draws it again once they are. */
export const knows = (part: Part): boolean => known.value.includes(part);

type Loaded = readonly (readonly [Part, Texts])[];

/** All that is needed, also what somebody needs only since it was sent for. */
async function load(wanted: Language): Promise<Loaded> {
  let loaded: Loaded = [];
  while (loaded.length < needed.size)
    loaded = await Promise.all(
      [...needed].map(async (part) => [part, (await LOAD[part][wanted]()).default] as const),
    );
  return loaded;
}

function know(loaded: Loaded): void {
  batch(() => {
    texts.value = Object.assign({}, ...loaded.map(([, found]) => found));
    known.value = loaded.map(([part]) => part);
  });
}

/** The text of `key`, filled with `facts`. A component that calls it is drawn again when the
 * language changes. Throws for a key the catalogue does not have. */
export function t(key: string, facts: Facts = {}): string {
  return fill(language.value, texts.value, key, facts);
}

/** Whether there is such a text: for keys that come from the server. */
export const has = (key: string): boolean => Object.hasOwn(texts.value, key);
