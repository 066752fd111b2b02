import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replay, replayed, stopReplay } from './replaying';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stopReplay();
  vi.useRealTimers();
});

it('shows one move after the other, then all', () => {
  replay(4, 8);
  const seen = [replayed.value];
  for (let step = 0; step < 3; step++) {
    vi.advanceTimersByTime(250);
    seen.push(replayed.value);
  }
  expect(seen).toEqual([4, 5, 6, null]);
});

it('takes two seconds at most', () => {
  replay(-1, 30);
  vi.advanceTimersByTime(1900);
  expect(replayed.value).not.toBeNull();
  vi.advanceTimersByTime(100);
  expect(replayed.value).toBeNull();
});

it('ends at a touch or a key, and has nothing to show of nothing', () => {
  replay(0, 9);
  dispatchEvent(new Event('pointerdown'));
  expect(replayed.value).toBeNull();
  replay(0, 9);
  dispatchEvent(new Event('keydown'));
  expect(replayed.value).toBeNull();
  replay(8, 9);
  expect(replayed.value).toBeNull();
});
