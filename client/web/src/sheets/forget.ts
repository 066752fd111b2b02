/** "Forget this device": all that the page has kept here, seats included. */
import { goHome } from '../app/return';
import type { Session } from '../session/session';

const OURS = /^longana\./;

/** The seat itself stays with the table: the person's return link or the host brings them back. */
export function forgetDevice(session: Session): void {
  session.rest();
  goHome();
  for (const kind of ['localStorage', 'sessionStorage'] as const) clear(kind);
  location.reload(); // every setting begins anew
}

function clear(kind: 'localStorage' | 'sessionStorage'): void {
  try {
    for (const key of Object.keys(window[kind])) if (OURS.test(key)) window[kind].removeItem(key);
  } catch {
    // Storage is forbidden here, so nothing is kept.
  }
}
