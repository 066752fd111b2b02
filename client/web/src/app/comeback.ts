/**
 * Keeps address, tab and device in step with where the session is: what return.ts needs to bring a
 * person back.
 */
import { effect, untracked } from '@preact/signals';
import type { Session } from '../session/session';
import { arrival, forgetTable, isSameCode, remember, settle } from './return';

/** What says that a seat is worth nothing any more. */
const WORTHLESS = ['bad_token', 'removed', 'left', 'closed', 'no_room'];

export function keepPlace(session: Session): void {
  effect(() => {
    const me = session.me.value;
    if (me) untracked(() => settle({ code: me.code, token: me.token }));
  });
  let known = '';
  effect(() => {
    const me = session.me.value;
    const name = session.room.value?.people.find(({ person }) => person === me?.person)?.name;
    if (!me?.token || name === undefined) return;
    const table = { code: me.code, token: me.token, name };
    const key = JSON.stringify(table);
    if (key === known) return;
    known = key;
    untracked(() => remember(table));
  });
  effect(() => {
    const gone = session.gone.value;
    if (!gone || !WORTHLESS.includes(gone.why)) return;
    untracked(() => {
      known = '';
      const place = session.me.peek() ?? arrival.peek();
      if (place) forgetTable(place);
    });
  });
  let before = arrival.peek();
  effect(() => {
    const at = arrival.value;
    untracked(() => {
      const was = session.me.peek() ?? before;
      before = at;
      if (was && !leadsTo(at, was)) session.rest();
    });
  });
}

/** Whether an address leads to where one is; without a token it asks for no other seat. */
function leadsTo(
  at: typeof arrival.value,
  was: { readonly code: string; readonly token: string | null },
): boolean {
  if (!at || !isSameCode(at.code, was.code)) return false;
  return at.token === null || at.token === was.token;
}
