/** What was played since my last move, once more and quickly: nothing waits for it. */
import { signal } from '@preact/signals';

/** The last move that is shown; null when all of them are. */
export const replayed = signal<number | null>(null);

const STEP_MS = 250;
const WHOLE_MS = 2000;

let timer: ReturnType<typeof setInterval> | undefined;

/** Shows the moves after `from` one by one, of `count` in all; any touch or key shows the rest. */
export function replay(from: number, count: number): void {
  stopReplay();
  if (count - from < 2) return;
  let at = from;
  replayed.value = at;
  const step = Math.min(STEP_MS, WHOLE_MS / (count - from));
  timer = setInterval(() => {
    at += 1;
    if (at >= count - 1) stopReplay();
    else replayed.value = at;
  }, step);
  addEventListener('pointerdown', stopReplay, true);
  addEventListener('keydown', stopReplay, true);
}

export function stopReplay(): void {
  clearInterval(timer);
  removeEventListener('pointerdown', stopReplay, true);
  removeEventListener('keydown', stopReplay, true);
  replayed.value = null;
}
