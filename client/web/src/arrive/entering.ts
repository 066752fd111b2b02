/**
 * On the way into a room: one attempt at a time, and why the latest one failed. Kept beside the
 * screens, so that an answer finds its place whichever of them is there by then.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import { preferences } from '../app/preferences';
import { arrival, forgetTable } from '../app/return';
import type { Refused } from '../protocol/messages';
import type { Command, Entering, Session } from '../session/session';
import { visible } from './visible';

const wanted = signal<Entering['type'] | null>(null);
const failed = signal<Pick<Refused, 'code' | 'text'> | null>(null);
const alone = signal(false);

/** Another address is another attempt. */
const place = computed(() => `${arrival.value?.code} ${arrival.value?.token}`);
effect(() => {
  void place.value;
  failed.value = null;
});

/** What is being tried, until its answer comes. */
export const attempt = {
  get value() {
    return wanted.value;
  },
};

/** Why the latest attempt led nowhere. */
export const failure = {
  get value() {
    return failed.value;
  },
};

/** "Play now" goes from the first page to the tiles, with no lobby in between. */
export const dealsAlone = {
  get value() {
    return alone.value;
  },
};

/** Gives whether it led into a room; if not, `failure` says why. */
export async function enter(session: Session, how: Entering): Promise<boolean> {
  batch(() => {
    wanted.value = how.type;
    failed.value = null;
  });
  const answer = await session.enter(how);
  const { name } = preferences;
  batch(() => {
    wanted.value = null;
    if (answer.type !== 'refused') name.value = visible(name.value);
    else failed.value = { code: answer.code, text: answer.text };
  });
  return answer.type !== 'refused';
}

export function forgetFailure(): void {
  failed.value = null;
}

/** Stop trying: the way back from a server that does not answer. */
export function giveUp(session: Session): void {
  session.rest();
  batch(() => {
    wanted.value = null;
    failed.value = null;
    alone.value = false;
  });
}

/** A room of one's own with three computers, its match begun. */
export async function playAlone(session: Session, name: string): Promise<void> {
  alone.value = true;
  if (await enter(session, { type: 'create', name })) await session.send({ type: 'start' });
  alone.value = false;
}

/** A room of one's own, its seats set one after the other. */
export async function makeTable(
  session: Session,
  how: Extract<Entering, { readonly type: 'create' }>,
  seats: readonly Command[],
): Promise<void> {
  if (!(await enter(session, how))) return;
  for (const command of seats) await session.send(command);
}

/** Who looks on would like a seat; a name they have given already is not asked for again. */
export function sitDownInstead(session: Session): void {
  const code = session.me.peek()?.code;
  forgetTable({ token: null });
  session.rest();
  const name = preferences.name.peek();
  if (code !== undefined && name.trim() !== '') void enter(session, { type: 'join', code, name });
}
