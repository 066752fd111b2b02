/**
 * Commands on their way: each has one answer, is carried out once, and its promise settles in any
 * case.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { ClientMessage, Hello, Refused } from '../protocol/messages';
import type { Answer } from './types';

export type Outgoing = Exclude<ClientMessage, Hello>;

/** The code of the answer to a command that none will come to: the room is left. */
export const GONE = 'gone';

interface Waiting {
  readonly message: Outgoing;
  readonly resolve: (answer: Answer) => void;
  readonly isQuiet: boolean;
  tries: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const MOST_TRIES = 5;
const AGAIN_MS = 1000;
/** Refusals that say: the same again, a little later. */
const PASSING = ['too_fast', 'try_again'];

export const isPassing = (answer: Answer): boolean =>
  answer.type === 'refused' && PASSING.includes(answer.code);

export class Outbox {
  private readonly waiting = new Map<string, Waiting>();
  private readonly unanswered = signal<readonly Outgoing[]>([]);
  private flows = false;

  /** What a person has asked for and is not answered, in order. */
  readonly pending: ReadonlySignal<readonly Outgoing[]> = this.unanswered;

  constructor(private readonly post: (message: Outgoing) => void) {}

  /** `quiet`: no person asked for it. */
  add(message: Outgoing, isQuiet: boolean): Promise<Answer> {
    return new Promise((resolve) => {
      this.waiting.set(message.id, { message, resolve, isQuiet, tries: 1, timer: undefined });
      this.count();
      if (this.flows) this.post(message);
    });
  }

  /** The line is there: what waits goes out, again with the same id if it was out before. */
  flow(): void {
    this.flows = true;
    for (const { message } of this.waiting.values()) this.post(message);
  }

  /** The line is gone. What belongs to a moment that may be over is not sent again. */
  stop(): void {
    this.flows = false;
    for (const waiting of this.waiting.values()) clearTimeout(waiting.timer);
    for (const { message } of [...this.waiting.values()])
      if (message.type === 'seal' || message.type === 'nonce') this.settle(gone(message.id, ''));
  }

  answered(answer: Answer): void {
    const waiting = answer.about === null ? undefined : this.waiting.get(answer.about);
    if (!waiting) return;
    if (!isPassing(answer) || waiting.tries >= MOST_TRIES) {
      this.settle(answer);
      return;
    }
    waiting.tries += 1;
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => {
      if (this.flows) this.post(waiting.message);
    }, AGAIN_MS);
  }

  /** Nothing will be answered any more, for the reason `text`. */
  end(text: string): void {
    this.stop();
    for (const id of [...this.waiting.keys()]) this.settle(gone(id, text));
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.about ?? '');
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.waiting.delete(waiting.message.id);
    this.count();
    waiting.resolve(answer);
  }

  private count(): void {
    const loud = [...this.waiting.values()].filter((one) => !one.isQuiet);
    if (loud.length === 0 && this.unanswered.peek().length === 0) return;
    this.unanswered.value = loud.map((one) => one.message);
  }
}

/** The answer to a command that the server will not answer. */
export const gone = (about: string, text: string): Refused => ({
  type: 'refused',
  about,
  code: GONE,
  text,
  facts: {},
});
