// @vitest-environment node
import { expect, test } from 'vitest';
import { Backoff } from './backoff';

const waits = (count: number, isSeen: boolean, backoff = new Backoff()) =>
  Array.from({ length: count }, () => backoff.next(isSeen));

test('while somebody looks on, no wait is longer than two seconds', () => {
  const first = waits(40, true);
  expect(Math.max(...first)).toBeLessThanOrEqual(2000);
  expect(first[0]).toBeLessThanOrEqual(500);
});

test('after two minutes, and behind other tabs, it takes its time', () => {
  const long = new Backoff();
  waits(400, true, long);
  expect(Math.max(...waits(20, true, long))).toBeGreaterThan(7000);
  expect(Math.max(...waits(20, false))).toBeGreaterThan(7000);
  long.reset();
  expect(long.next(true)).toBeLessThanOrEqual(500);
});

test('no two pages come back in step', () => {
  expect(new Set(waits(20, true).map(Math.round)).size).toBeGreaterThan(10);
});
