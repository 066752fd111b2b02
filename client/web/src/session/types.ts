/** What a session speaks of. */
import type { Done, Hint, RecordMessage, Refused, Review, Welcome } from '../protocol/messages';
import type { Outgoing } from './outbox';

type WithoutId<T> = T extends { readonly id: string } ? Omit<T, 'id'> : never;
/** Anything a person may ask of the server; the session gives it its id. */
export type Command = WithoutId<Outgoing>;
export type Answer = Done | Welcome | Refused | Hint | Review | RecordMessage;

/**
 * `trying`: not connected (yet, or any more) since `since` (ms of performance.now()). `restarting`:
 * because the server said that it goes and comes back.
 */
export type Line =
  | { readonly state: 'idle' }
  | {
      readonly state: 'trying';
      readonly since: number;
      readonly tries: number;
      readonly restarting?: boolean;
    }
  | { readonly state: 'open' };

/** Who this tab is: `person` is null for a watcher, who has no token either. */
export interface Me {
  readonly code: string;
  readonly person: number | null;
  readonly token: string | null;
}

/** Why this tab is in no room any more: the server's word (`bye.why` or a code of `refused`). */
export interface Gone {
  readonly why: string;
  readonly text: string;
}

/** How to enter: the four commands that lead into a room. */
export type Entering = Extract<Command, { readonly type: 'create' | 'join' | 'resume' | 'watch' }>;
