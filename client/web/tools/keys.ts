import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { LANGUAGES, texts } from './catalogue.ts';

/** What is asked of the catalogue: a key, or a family of keys, `page.seat.${name}`. */
export interface Asked {
  readonly what: string;
  readonly where: string;
}

const CALLED = /(?<![\w$.])(?:t|has)\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)/g;
/** Texts that are ours alone: whatever looks like their key is one, called or not. */
const OURS = /'(page\.[\w.]+)'|"(page\.[\w.]+)"|`(page\.[^`]+)`/g;

/** The keys that a source asks for. */
export function asked(source: string, where: string): Asked[] {
  return [...source.matchAll(CALLED), ...source.matchAll(OURS)].map((found) => ({
    what: found[1] ?? found[2] ?? found[3] ?? '',
    where: `${where}:${source.slice(0, found.index).split('\n').length}`,
  }));
}

const family = (what: string): RegExp =>
  new RegExp(
    `^${what
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.+')}$`,
  );

/** What is asked for and not there. */
export function missing(wanted: readonly Asked[], keys: readonly string[]): Asked[] {
  const there = new Set(keys);
  return wanted.filter(({ what }) =>
    what.includes('${') ? !keys.some((key) => family(what).test(key)) : !there.has(what),
  );
}

/** The keys of the page's own texts that nobody asks for. */
export function unused(wanted: readonly Asked[], keys: readonly string[]): string[] {
  const plain = new Set(wanted.map(({ what }) => what));
  const families = [...plain].filter((what) => what.includes('${')).map(family);
  return keys.filter(
    (key) => key.startsWith('page.') && !plain.has(key) && !families.some((of) => of.test(key)),
  );
}

/** Everything the sources of the page ask for. */
export function askedOfAll(): Asked[] {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => asked(readFileSync(join(folder, name), 'utf8'), `src/${name}`));
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
