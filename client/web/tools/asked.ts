import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

const sources = (): string[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );

/** Everything that some sources of the page ask for: all of them, if none are named. */
export function askedOfAll(names: Iterable<string> = sources()): Asked[] {
  return [...names].flatMap((name) =>
    asked(readFileSync(join(SOURCES, name), 'utf8'), `src/${name}`),
  );
}

/** Where a page begins: what it draws at once, and the screens behind it. */
const FIRST = ['main.tsx', 'app/screens.ts'];

/** What is imported at once, not by `import()` when it is wanted; types are nothing that runs. */
const IMPORTED = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']*)'/gm;

/** The sources that are there with the first screens, as far as their imports lead. */
export function firstSources(): ReadonlySet<string> {
  const there = new Set(sources());
  const found = new Set(FIRST);
  for (const name of found) {
    const source = readFileSync(join(SOURCES, name), 'utf8');
    for (const [, path = ''] of source.matchAll(IMPORTED)) {
      const meant = join(dirname(name), path);
      for (const file of [
        meant,
        `${meant}.ts`,
        `${meant}.tsx`,
        join(meant, 'index.ts'),
        join(meant, 'index.tsx'),
      ])
        if (there.has(file)) found.add(file);
    }
  }
  return found;
}
