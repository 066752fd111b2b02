import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screens, sendForScreens } from './behind';

const found = { Lobby: () => null, Table: () => null } as unknown as typeof import('./screens');
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a server that has other files now has another page as well', async () => {
  const reload = vi.fn(() => true);
  void sendForScreens(gone, reload);
  await vi.advanceTimersByTimeAsync(3000);
  expect(reload).not.toHaveBeenCalled(); // it may be the line
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('screens that cannot be had are tried again, and come', async () => {
  const load = vi.fn(gone);
  void sendForScreens(load, () => false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screens.value).toBeNull();
  load.mockResolvedValue(found as never);
  await vi.advanceTimersByTimeAsync(2000);
  expect(screens.value).toBe(found);

  const again = vi.fn(gone);
  await sendForScreens(again);
  expect(again).not.toHaveBeenCalled(); // they are here
});
