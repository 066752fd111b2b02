/** The command that leads into the room: first as a person asked, later to come back. */
import type { Refused, Welcome } from '../protocol/messages';
import { newId, newToken } from './ids';
import { gone, isPassing, type Outgoing } from './outbox';
import type { Answer, Entering } from './types';

/** How often a first entry is tried that is refused only for now; a return is tried for ever. */
const MOST_TRIES = 5;
/** How long to wait before the next try: longer each time, up to ten times as long. */
const AGAIN_MS = 1000;

export class Entrance {
  message: Outgoing;
  /** All that this stay has known the room by: its host may make another code. */
  readonly codes = new Set<string>();
  /** Whether there is a seat to come back to, or a place to look on from. */
  private comesBack: boolean;
  private tries = 0;

  /** @param resolve Called with the one answer to it. */
  constructor(
    how: Entering,
    private readonly resolve: (answer: Answer) => void,
  ) {
    // A token of our own: when the welcome is lost, the same command makes no second person.
    const own = how.type === 'create' || how.type === 'join' ? { token: newToken() } : {};
    this.message = { ...own, ...how, id: newId() } as Outgoing;
    this.comesBack = how.type === 'resume';
    if (how.type === 'resume') this.codes.add(how.code);
  }

  /** We are in, and come back with the token it gives; a watcher has none. */
  welcomed(welcome: Welcome): string | null {
    const token = welcome.token ?? tokenOf(this.message);
    const { code } = welcome;
    this.codes.add(code);
    this.message =
      token === null
        ? ({ ...this.message, code, id: newId() } as Outgoing)
        : { type: 'resume', id: newId(), code, token };
    this.comesBack = true;
    this.tries = 0;
    this.resolve(welcome);
    return token;
  }

  /** The host made another code. The old one lets nobody in any more who has no token. */
  moveTo(code: string): void {
    this.message = { ...this.message, code } as Outgoing;
    this.codes.add(code);
  }

  /** After how long, ms, the same may be tried again; null when that is of no use. */
  pause(refused: Refused): number | null {
    if (!isPassing(refused) || (!this.comesBack && this.tries >= MOST_TRIES)) return null;
    this.tries += 1;
    return AGAIN_MS * Math.min(this.tries, 10);
  }

  /** Gives whether it leaves somebody without a place they had. */
  refused(refused: Refused): boolean {
    this.resolve(refused);
    return this.comesBack;
  }

  end(text: string): void {
    this.resolve(gone(this.message.id, text));
  }
}

const tokenOf = (message: Outgoing): string | null =>
  message.type === 'resume' || message.type === 'join' || message.type === 'create'
    ? (message.token ?? null)
    : null;
