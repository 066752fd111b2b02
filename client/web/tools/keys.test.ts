// @vitest-environment node
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are quoted here
import { describe, expect, test } from 'vitest';
import { asked, askedOfAll, firstSources } from './asked.ts';
import { LANGUAGES } from './catalogue.ts';
import { keysOf, missing, unused } from './keys.ts';

const KEYS = ['page.a.one', 'page.a.two', 'page.b', 'seat.S'];
const names = (source: string) => asked(source, 'x.tsx').map(({ what }) => what);

test('calls are found, and whatever looks like a text of the page', () => {
  expect(names(`t('seat.S'); has("page.b"); t(\n  'seat.E', { n })`)).toEqual(
    expect.arrayContaining(['seat.S', 'page.b', 'seat.E']),
  );
  expect(names(`t(late ? 'page.a.one' : 'page.a.two')`)).toEqual(['page.a.one', 'page.a.two']);
  expect(names('t(`seat.${seat}`)')).toEqual(['seat.${seat}']);
  expect(names(`split('seat.S'); list.at('x'); const part = 'seat.S'`)).toEqual([]);
});

test('it is said where', () => {
  expect(asked(`\n\nt('seat.S')`, 'src/x.tsx')).toEqual([{ what: 'seat.S', where: 'src/x.tsx:3' }]);
});

test('a key or a family that nobody has is missing', () => {
  const wanted = asked("t('seat.S'); t('seat.Q'); t(`page.a.${x}`); t(`page.c.${x}.y`)", 'x');
  expect(missing(wanted, KEYS).map(({ what }) => what)).toEqual([
    'seat.Q',
    'page.c.${x}.y',
    'page.c.${x}.y',
  ]);
});

test('a text of the page that nobody asks for is unused, others may be the terminal’s', () => {
  expect(unused(asked('t(`page.a.${x}`)', 'x'), KEYS)).toEqual(['page.b']);
  expect(unused(asked("t('page.b')", 'x'), KEYS)).toEqual(['page.a.one', 'page.a.two']);
});

test('what is loaded by the way is not among the first sources', () => {
  const first = firstSources();
  for (const name of ['words/index.ts', 'table/table.tsx', 'lobby/lobby.tsx', 'sheets/news.tsx'])
    expect(first).toContain(name);
  for (const name of ['app/aids.ts', 'sheets/settings.tsx', 'lobby/seatSheet.tsx', 'fair/deal.ts'])
    expect(first).not.toContain(name);
});

describe.each(LANGUAGES)('%s.json', (language) => {
  test('has all that is asked for', () => {
    expect(missing(askedOfAll(), keysOf(language))).toEqual([]);
  });

  test('has nothing for the page that the page does not use', () => {
    expect(unused(askedOfAll(), keysOf(language))).toEqual([]);
  });
});
