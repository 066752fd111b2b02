// @vitest-environment node
import { expect, test } from 'vitest';
import type { Said } from '../protocol/messages';
import { saidSince } from './lines';

const said = (text: string, person = 1): Said => ({
  type: 'said',
  person,
  name: `P${person}`,
  text,
  phrase: null,
  nudge: null,
});
/** As whoever comes back is told them: others, that say the same. */
const anew = (...lines: Said[]): Said[] => lines.map((line) => ({ ...line }));
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((text) => said(text)) as [Said, Said, Said, Said];
const hi = said('hi');

test('what is added is new, also when it says the same again', () => {
  expect(saidSince([], [a])).toEqual([a]);
  expect(saidSince([a], [a, b])).toEqual([b]);
  expect(saidSince([a], [a, said('a')])).toHaveLength(1);
  expect(saidSince([hi], [hi, said('hi'), said('hi')])).toHaveLength(2);
  expect(saidSince([a, hi], [hi, said('hi')])).toHaveLength(1);
});

test('what is told anew is not', () => {
  expect(saidSince([a, b], anew(a, b))).toEqual([]);
  expect(saidSince([a, b], anew(b, c))).toEqual([c]);
  expect(saidSince([a, b, c], anew(b, c, d))).toEqual([d]);
  expect(saidSince([a, hi], anew(a, hi, hi))).toEqual([hi]);
});

test('what was said before one came is not', () => {
  expect(saidSince([c], anew(a, b, c, d))).toEqual([d]);
});

test('all is new after a long absence', () => {
  expect(saidSince([a, b], anew(c, d))).toEqual([c, d]);
});

test('the same from somebody else is another line', () => {
  expect(saidSince([hi], [said('hi', 2)])).toHaveLength(1);
});
