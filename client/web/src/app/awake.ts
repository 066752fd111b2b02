/**
 * Keeps the screen lit while there is a table on it, where the browser lets a page do that: it does
 * on secure pages only. Where it does not, that is said once.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Session } from '../session/session';
import { load, store } from './storage';

const SAID = 'longana.sleeps';
const note = signal(false);

/** Whether to say that the screen may go dark: where it does, and once on a device. */
export const sleepNote: ReadonlySignal<boolean> = note;

export function dismissSleepNote(): void {
  note.value = false;
  store(SAID, true);
}

export function stayAwake(session: Session): void {
  if (!('wakeLock' in navigator)) {
    note.value = isHandheld() && !load<boolean>(SAID, false);
    return;
  }
  let lock: WakeLockSentinel | null = null;
  let wanted = false;
  /** One is on its way: a second would be held by nobody, and never let go. */
  let asked = false;
  const hold = async (): Promise<void> => {
    const isHeld = asked || (lock && !lock.released);
    if (!wanted || document.visibilityState === 'hidden' || isHeld) return;
    asked = true;
    // Refused when the battery is low: then the screen goes dark, as everywhere.
    const found = await navigator.wakeLock.request('screen').catch(() => null);
    asked = false;
    if (wanted) lock = found;
    else void found?.release();
  };
  document.addEventListener('visibilitychange', () => void hold());
  effect(() => {
    const phase = session.view.value?.table.phase;
    wanted = session.line.value.state !== 'idle' && phase !== undefined && phase !== 'match_over';
    if (wanted) void hold();
    else {
      void lock?.release();
      lock = null;
    }
  });
}

/** Where there is a mouse, there is power mostly, and a screen that stays lit. */
const isHandheld = (): boolean => matchMedia('(pointer: coarse)').matches;
