/**
 * What was said since this page came to the table: how much of it is unread, and each person's
 * latest line for the bubble at their seat. Lines of muted people, and all lines while talk is off,
 * are not heard.
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { preferences } from '../../app/preferences';
import { sheet } from '../../app/sheets';
import { saidSince } from '../../game/lines';
import type { Said, View } from '../../protocol/messages';
import type { Session } from '../../session/session';
import { isMuted } from './mute';

export interface Line {
  readonly said: Said;
  /** ms of performance.now(). */
  readonly at: number;
}

export interface Heard {
  /** Lines of others that came while the talk was closed. */
  readonly unread: ReadonlySignal<number>;
  /** The latest line of each person; none of those that are sent again to whoever comes back. */
  readonly latest: ReadonlySignal<ReadonlyMap<number, Line>>;
  /** What may be shown of all lines. */
  readonly lines: ReadonlySignal<readonly Said[]>;
}

const known = new WeakMap<Session, Heard>();

/** One for each session, from the first call on. */
export function heardOf(session: Session): Heard {
  const found = known.get(session) ?? listen(session);
  known.set(session, found);
  return found;
}

function listen(session: Session): Heard {
  const news = signal<readonly Said[]>([]);
  const latest = signal<ReadonlyMap<number, Line>>(new Map());
  const isHeard = (said: Said): boolean =>
    preferences.talk.value && !isMuted(session.room.value?.code ?? '', said.name);
  let before: readonly Said[] | null = null;
  let staleView: View | null = null;
  effect(() => {
    const lines = session.lines.value;
    const view = session.view.value;
    if (!session.me.value) before = null;
    // Whoever comes back is sent what was said lately before the view: old news until that comes.
    if (before && lines.length < before.length) staleView = view;
    if (!view || view === staleView) return;
    const fresh = before === null ? [] : saidSince(before, lines);
    before = lines;
    untracked(() => {
      const heard = fresh.filter((said) => isHeard(said));
      if (heard.length === 0) return;
      const at = performance.now();
      latest.value = new Map([
        ...latest.value,
        ...heard.map((said) => [said.person, { said, at }] as const),
      ]);
      const me = session.me.value?.person;
      news.value = [...news.value, ...heard.filter((said) => said.person !== me)];
    });
  });
  effect(() => {
    if (sheet.value?.name === 'talk' && news.value.length > 0) news.value = [];
  });
  return {
    unread: computed(() => news.value.filter(isHeard).length),
    latest: computed(() => new Map([...latest.value].filter(([, { said }]) => isHeard(said)))),
    lines: computed(() => session.lines.value.filter(isHeard)),
  };
}
