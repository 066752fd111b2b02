import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSession } from '../testing/fakeSession';
import { draw } from '../testing/screen';
import { LineBanner } from './line';
import { urgentWords } from './speaking';

let fake: ReturnType<typeof fakeSession>;
let container: Element;
const shown = () => container.textContent ?? '';
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const lose = (more: object = {}) =>
  act(() => fake.set({ line: { state: 'trying', since: performance.now(), tries: 0, ...more } }));
const back = () => act(() => fake.set({ line: { state: 'open' } }));

beforeEach(async () => {
  fake = fakeSession();
  container = (await draw(<LineBanner />, fake)).container;
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a line that holds, or is back in a moment, is not worth a word', async () => {
  expect(shown()).toBe('');
  await lose();
  await pass(500);
  expect(shown()).toBe('');
  await back();
  await pass(2000);
  expect(shown()).toBe('');
});

test('one that is gone is told loudly, with the time, and more after 10 s', async () => {
  await lose();
  await pass(3200);
  expect(shown()).toBe('Reconnecting… 3 sTry now');
  expect(urgentWords.value.at(-1)?.text).toBe('The connection is gone. Trying to come back.');
  await pass(7000);
  expect(shown()).toContain('Reconnecting… 10 s');
  expect(shown()).toContain('Your seat is kept.');
  await back();
  expect(shown()).toBe('');
  expect(urgentWords.value.at(-1)?.text).toBe('You are back at the table.');
});

test('each try goes on counting', async () => {
  await lose();
  const since = performance.now();
  await pass(4000);
  await act(() => fake.set({ line: { state: 'trying', since, tries: 3 } }));
  await pass(1000);
  expect(shown()).toContain('Reconnecting… 5 s');
});

test('a server that restarts is told of at once', async () => {
  await lose({ restarting: true });
  await pass(1100);
  expect(shown()).toContain('The server is restarting.');
});

test('one may try at once; who looks on has no seat that is kept', async () => {
  await lose();
  await pass(12_000);
  expect(shown()).toContain('Your seat is kept.');
  await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Try now' })));
  expect(fake.woken()).toBe(1);
  await act(() => fake.set({ me: { code: 'K', person: null, token: null } }));
  await pass(1000);
  expect(shown()).not.toContain('seat');
});

test('nothing before there is a table', async () => {
  await act(() => fake.set({ room: null }));
  await lose();
  await pass(5000);
  expect(shown()).toBe('');
});
