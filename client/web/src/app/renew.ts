/**
 * A page that is older than its server loads itself anew, once, and comes back to the same seat:
 * at once where the two do not understand each other, else when nobody is in the middle of
 * something.
 */
import { effect, untracked } from '@preact/signals';
import { seatToMove } from '../game/events';
import type { Session } from '../session/session';
import { momentOf } from './moments';
import { sheet } from './sheets';
import { load, store } from './storage';

const FOR = 'longana.reloaded';
const LOOK_MS = 1000;
/** How long after the latest touch or key a person has put the table down. */
const CALM_MS = 3000;

/** Gives whether it is being loaded. Never twice for the same reason, or it would not end. */
export function reloadOnce(reason: string, reload = () => location.reload()): boolean {
  if (load<unknown>(FOR, null, 'sessionStorage') === reason) return false;
  if (!store(FOR, reason, 'sessionStorage')) return false;
  reload();
  return true;
}

/** What this page was built as; empty while it is developed. */
const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '';

async function serverBuild(): Promise<string> {
  const answer = await fetch('./build.txt', { cache: 'no-store' });
  return answer.ok ? (await answer.text()).trim() : '';
}

/** After every return to the server: is there a newer page? */
export function keepUpToDate(session: Session, reload?: () => void): void {
  let touched = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setInterval> | undefined;
  let wasOpen = false;
  for (const happening of ['pointerdown', 'pointerup', 'keydown', 'input'])
    window.addEventListener(happening, () => {
      touched = performance.now();
    });
  const isCalm = (): boolean => {
    if (document.visibilityState === 'hidden') return true;
    if (session.pending.peek().length > 0 || sheet.value !== null) return false;
    const now = untracked(() => momentOf(session));
    return performance.now() - touched > CALM_MS && !(now && seatToMove(now));
  };
  const reloadWhenCalm = (build: string): void => {
    clearInterval(timer);
    timer = setInterval(() => {
      if (!isCalm()) return;
      clearInterval(timer);
      reloadOnce(build, reload);
    }, LOOK_MS);
  };
  effect(() => {
    if (session.line.value.state !== 'open') return;
    if (load<unknown>(FOR, null, 'sessionStorage') === 'version')
      store(FOR, null, 'sessionStorage');
    const isReturn = wasOpen;
    wasOpen = true;
    const own = ownBuild();
    if (!isReturn || own === '') return;
    serverBuild().then(
      (build) => {
        if (build !== '' && build !== own) reloadWhenCalm(build);
      },
      () => {}, // no answer: the next return asks again
    );
  });
}
