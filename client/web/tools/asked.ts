import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is asked of the catalogue: a key, or a family of keys, `page.seat.${name}`. */
export interface Asked {
  readonly what: string;
  readonly where: string;
}

const CALLED = /(?<![\w$.])(?:t|has)\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)/g;
/** Texts that only clients say: whatever looks like their key is one, called or not. */
const OURS = /'((?:page|ui)\.[\w.]+)'|"((?:page|ui)\.[\w.]+)"|`((?:page|ui)\.[^`]+)`/g;

/** The keys that a source asks for. */
export function asked(source: string, where: string): Asked[] {
  return [...source.matchAll(CALLED), ...source.matchAll(OURS)].map((found) => ({
    what: found[1] ?? found[2] ?? found[3] ?? '',
    where: `${where}:${source.slice(0, found.index).split('\n').length}`,
  }));
}

export const family = (what: string): RegExp =>
  new RegExp(
    `^${what
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.+')}$`,
  );

/** Whether a key is asked for, by itself or with its family. */
export function covering(wanted: readonly Asked[]): (key: string) => boolean {
  const plain = new Set(wanted.map(({ what }) => what));
  const families = [...plain].filter((what) => what.includes('${')).map(family);
  return (key) => plain.has(key) || families.some((of) => of.test(key));
}

/** Everything the sources of the page ask for. */
export function askedOfAll(): Asked[] {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => asked(readFileSync(join(folder, name), 'utf8'), `src/${name}`));
}
