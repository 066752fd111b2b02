import type { Plugin } from 'vite';
import { type Asked, askedOfAll, covering, family } from './asked.ts';
import { LANGUAGES, texts } from './catalogue.ts';

/** What is asked for and not there. */
export function missing(wanted: readonly Asked[], keys: readonly string[]): Asked[] {
  const there = new Set(keys);
  return wanted.filter(({ what }) =>
    what.includes('${') ? !keys.some((key) => family(what).test(key)) : !there.has(what),
  );
}

/** The keys of the page's own texts that nobody asks for. */
export function unused(wanted: readonly Asked[], keys: readonly string[]): string[] {
  const isAsked = covering(wanted);
  return keys.filter((key) => key.startsWith('page.') && !isAsked(key));
}

export const keysOf = (language: string): string[] =>
  [texts(language, 'texts'), texts(language, 'rules')].flatMap(Object.keys);

/** Fails the build when the page would say nothing where it should say something. */
export function keys(): Plugin {
  return {
    name: 'longana-keys',
    apply: 'build',
    buildStart() {
      const wanted = askedOfAll();
      const lacking = LANGUAGES.flatMap((language) =>
        missing(wanted, keysOf(language)).map(
          ({ what, where }) => `${where}: there is no text "${what}" in ${language}.json`,
        ),
      );
      if (lacking.length) this.error(lacking.join('\n'));
    },
  };
}
