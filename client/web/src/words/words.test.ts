import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Fact, type Facts, fill, type Texts } from './fill';
import { has, knows, language, learn, preferred, speak, t } from './index';

const FOLDER = '../../protocol/longana_protocol/texts';
const LANGUAGES = ['en', 'es'] as const;
const TEXTS = Object.fromEntries(
  LANGUAGES.map((one) => [one, JSON.parse(readFileSync(`${FOLDER}/${one}.json`, 'utf8')) as Texts]),
) as Record<(typeof LANGUAGES)[number], Texts>;

/** Python's catalogue, asked once for all of a list. */
function python(asked: readonly (readonly [string, string, Facts])[]): string[] {
  const program = [
    'import json, sys',
    'from longana_protocol.catalogue import text',
    'print(json.dumps([text(lang, key, **facts) for lang, key, facts in json.load(sys.stdin)]))',
  ].join('\n');
  const said = execFileSync('python3', ['-c', program], {
    input: JSON.stringify(asked),
    env: { ...process.env, PYTHONPATH: '../../protocol' },
    maxBuffer: 1 << 26,
  });
  return JSON.parse(said.toString());
}

const SAMPLES: Readonly<Record<string, readonly Fact[]>> = {
  seat: ['W', ['S', 'E', 'N'], ['E']],
  move: ['E37W', 'S 9-9', 'N', ['E37W', 'N'], 'nonsense'],
  preset: ['cuban', 'international', 'another'],
  level: ['hard', 'easy'],
};
const ANY: readonly Fact[] = [
  'Ana',
  8,
  ['8', '18'],
  ['iglesia', 'hielo'],
  ['a', 'b', 'c'],
  [1],
  [],
];
const NUMBERS: readonly Fact[] = [0, 1, 2, 21];

/** Facts for a text: some that fit each place, in several rounds. */
function samples(texts: Texts, key: string): Facts[] {
  const found = texts[key];
  const forms = typeof found === 'string' ? [found] : Object.values(found ?? {});
  const places = forms.flatMap((form) => [
    ...form.matchAll(/\{(\w+)(?:#(\w+))?(?::(\w+))?(?:,(\w+))?\}/g),
  ]);
  return Array.from({ length: 7 }, (_, round) => {
    const pick = (from: readonly Fact[]): Fact => from[round % from.length] ?? 'x';
    const facts = places.map(([, name, noun, family]): [string, Fact] => [
      name ?? '',
      noun || name === 'count' ? pick(NUMBERS) : pick(SAMPLES[family ?? ''] ?? ANY),
    ]);
    return { count: pick(NUMBERS), ...Object.fromEntries(facts) };
  });
}

describe('the catalogue', () => {
  test('says the same as for the terminal: every text, in both languages', () => {
    const asked = LANGUAGES.flatMap((one) =>
      Object.keys(TEXTS[one]).flatMap((key) =>
        samples(TEXTS[one], key).map((facts) => [one, key, facts] as const),
      ),
    );
    const ours = asked.map(([one, key, facts]) => fill(one, TEXTS[one], key, facts));
    const theirs = python(asked);
    const different = asked.flatMap((what, at) =>
      ours[at] === theirs[at] ? [] : [[what, ours[at], theirs[at]]],
    );
    expect(different).toEqual([]);
    expect(asked.length).toBeGreaterThan(5000);
  });

  test('counts: one, none, many', () => {
    const points = (count: number) => fill('en', TEXTS.en, 'count.point', { count });
    expect([0, 1, 21].map(points)).toEqual(['0 points', '1 point', '21 points']);
    const puntos = (count: number) => fill('es', TEXTS.es, 'count.point', { count });
    expect([0, 1, 21].map(puntos)).toEqual(['0 puntos', '1 punto', '21 puntos']);
  });

  test('joins as Spanish does', () => {
    const sides = (values: string[]) =>
      fill('es', { x: '{v:and}', 'list.and': 'y' }, 'x', { v: values });
    expect(sides(['Ana', 'Inés'])).toBe('Ana e Inés');
    expect(sides(['agua', 'hielo'])).toBe('agua y hielo');
    expect(sides(['Ana', 'Beto', 'Eva'])).toBe('Ana, Beto y Eva');
    const either = (values: number[]) =>
      fill('es', { x: '{v:or}', 'list.or': 'o' }, 'x', { v: values });
    expect(either([7, 8])).toBe('7 u 8');
  });

  test('a missing key or fact is no silent gap', () => {
    expect(() => fill('en', TEXTS.en, 'no.such.text', {})).toThrow('no.such.text');
    expect(() => fill('en', TEXTS.en, 'event.opens', { seat: 'S' })).toThrow('tile');
  });

  test('facts are never read as texts', () => {
    const said = fill('en', TEXTS.en, 'event.said', { name: '{text}', text: '{name} <b>' });
    expect(said).toBe('{text}: {name} <b>');
  });
});

describe('the language', () => {
  test.each([
    [['es-CU', 'en'], 'es'],
    [['fr', 'es-419'], 'es'],
    [['EN-gb', 'es'], 'en'],
    [['de'], 'en'],
    [[], 'en'],
  ] as const)('of a browser that wants %j is %s', (wanted, found) => {
    expect(preferred(wanted)).toBe(found);
  });

  test('changes at once, rules included', async () => {
    await speak('en');
    await learn('rules');
    expect(t('seat.W')).toBe('West');
    const title = t('rules.game.title');
    await speak('es');
    expect(language.value).toBe('es');
    expect(document.documentElement.lang).toBe('es');
    expect(t('seat.W')).toBe('Oeste');
    expect(knows('rules')).toBe(true);
    expect(t('rules.game.title')).not.toBe(title);
  });

  test('has what is learnt while another is on its way', async () => {
    await speak('en');
    await Promise.all([speak('es'), learn('more')]);
    expect(t('page.settings.language')).toBe('Idioma');
    await Promise.all([learn('more'), speak('en')]);
    expect(t('page.settings.language')).toBe('Language');
  });

  test('the latest wish counts, whichever arrives last', async () => {
    await Promise.all([speak('en'), speak('es'), speak('en')]);
    expect(language.value).toBe('en');
    expect(t('seat.E')).toBe('East');
  });

  test('says whether there is a text for what the server names', () => {
    expect(has('refused.stale')).toBe(true);
    expect(has('refused.of_another_age')).toBe(false);
    expect(has('constructor')).toBe(false);
  });
});
