/**
 * Being in a room: one Session is one tab's place at a table, over as many sockets as that takes.
 * It knows no rules; what may be played is what the server's view says.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { decode, encode } from '../protocol/codec';
import type {
  ClientMessage,
  Done,
  Hello,
  Hint,
  RecordMessage,
  Refused,
  Room,
  Said,
  ServerMessage,
  View,
  Welcome,
} from '../protocol/messages';
import { Backoff } from './backoff';
import { Nonces } from './nonces';

type WithoutId<T> = T extends { readonly id: string } ? Omit<T, 'id'> : never;
/** Anything a person may ask of the server; the session gives it its id. */
export type Command = WithoutId<Exclude<ClientMessage, Hello>>;
export type Answer = Done | Welcome | Refused | Hint | RecordMessage;

/** `trying`: not connected (yet, or any more) since `since` (ms of performance.now()). */
export type Line =
  | { readonly state: 'idle' }
  | { readonly state: 'trying'; readonly since: number; readonly tries: number }
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

interface Waiting {
  readonly message: Exclude<ClientMessage, Hello>;
  readonly resolve: (answer: Answer) => void;
}

const VERSION = 1;
const LINES_KEPT = 50;
/** No frame for so long although one was asked for: the line is dead, whatever the browser thinks. */
const SILENCE_MS = 4000;

export class Session {
  private readonly _line = signal<Line>({ state: 'idle' });
  private readonly _me = signal<Me | null>(null);
  private readonly _room = signal<Room | null>(null);
  private readonly _view = signal<View | null>(null);
  private readonly _lines = signal<readonly Said[]>([]);
  private readonly _gone = signal<Gone | null>(null);

  readonly line: ReadonlySignal<Line> = this._line;
  readonly me: ReadonlySignal<Me | null> = this._me;
  readonly room: ReadonlySignal<Room | null> = this._room;
  readonly view: ReadonlySignal<View | null> = this._view;
  /** What was said lately, oldest first. */
  readonly lines: ReadonlySignal<readonly Said[]> = this._lines;
  readonly gone: ReadonlySignal<Gone | null> = this._gone;

  private socket: WebSocket | null = null;
  private entering: Exclude<ClientMessage, Hello> | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly backoff = new Backoff();
  private readonly nonces = new Nonces();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private welcomed = false;

  /** @param url Of the socket. @param language Of the texts the server sends. */
  constructor(
    private readonly url: string,
    private readonly language: () => string,
  ) {}

  /** Enter a room, leaving the one before. The answer is `welcome` or `refused`. */
  enter(how: Entering): Promise<Answer> {
    this.forget();
    const message = { ...how, id: newId() } as Exclude<ClientMessage, Hello>;
    this.entering = message;
    const answer = this.expect(message);
    this.connect();
    return answer;
  }

  /**
   * Carry out a command. Sent once; sent again with the same id after the line broke, so that it is
   * never done twice. Resolves with its one answer, however long that takes.
   */
  send(command: Command): Promise<Answer> {
    const message = { ...command, id: newId() } as Exclude<ClientMessage, Hello>;
    const answer = this.expect(message);
    if (this.welcomed) this.post(message);
    return answer;
  }

  /** The page is visible again, or the network is back: find out at once whether the line holds. */
  wake(): void {
    if (this._line.value.state === 'idle') return;
    this.backoff.reset();
    if (this.socket === null || this.socket.readyState > WebSocket.OPEN) this.connect();
    else this.probe();
  }

  /** Be in no room; the server keeps the seat. */
  rest(): void {
    this.forget();
  }

  private expect(message: Exclude<ClientMessage, Hello>): Promise<Answer> {
    return new Promise((resolve) => this.waiting.set(message.id, { message, resolve }));
  }

  private forget(): void {
    this.drop();
    clearTimeout(this.timer);
    this.waiting.clear();
    this.entering = null;
    this.backoff.reset();
    batch(() => {
      this._line.value = { state: 'idle' };
      this._me.value = null;
      this._room.value = null;
      this._view.value = null;
      this._lines.value = [];
      this._gone.value = null;
    });
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    clearTimeout(this.silence);
    socket?.close();
  }

  private connect(): void {
    this.drop();
    clearTimeout(this.timer);
    if (this._line.value.state !== 'trying') {
      this._line.value = { state: 'trying', since: performance.now(), tries: 0 };
    }
    const socket = new WebSocket(this.url, 'longana.v1');
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    const current = (): boolean => this.socket === socket;
    socket.onopen = () => {
      if (!current() || !this.entering) return;
      this.post({ type: 'hello', version: VERSION, client: 'longana web', lang: this.language() });
      this.post(this.entering);
    };
    socket.onmessage = ({ data }) => {
      if (current()) this.heard(data);
    };
    socket.onclose = () => {
      if (current()) this.lost();
    };
    this.listen();
  }

  /** Give the line up when nothing comes for a while. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SILENCE_MS);
  }

  /** An application ping: a command that changes nothing and has an answer. */
  private probe(): void {
    this.post({ type: 'hint', id: newId(), turn: Number.MAX_SAFE_INTEGER });
    this.listen();
  }

  private lost(): void {
    this.drop();
    const line = this._line.value;
    const before = line.state === 'trying' ? line : { since: performance.now(), tries: 0 };
    this._line.value = { state: 'trying', since: before.since, tries: before.tries + 1 };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.backoff.next());
  }

  private post(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(encode(message));
  }

  private heard(frame: ArrayBuffer): void {
    clearTimeout(this.silence);
    const message = decode(frame);
    if (message) batch(() => this.took(message));
  }

  private took(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message);
        break;
      case 'room':
        this._room.value = message;
        break;
      case 'view':
        this._view.value = message;
        this.shareInDeal();
        break;
      case 'said':
        this._lines.value = [...this._lines.value, message].slice(-LINES_KEPT);
        break;
      case 'bye':
        if (message.why !== 'shutdown') this.end({ why: message.why, text: message.text });
        break;
      case 'refused':
        this.refused(message);
        break;
      default:
        this.answered(message.about, message);
    }
  }

  private welcome(message: Welcome): void {
    const token = message.token ?? this._me.value?.token ?? tokenOf(this.entering);
    this._me.value = { code: message.code, person: message.person, token };
    this._line.value = { state: 'open' };
    this._lines.value = []; // what was said lately follows
    this.backoff.reset();
    this.welcomed = true;
    if (token !== null) {
      this.entering = { type: 'resume', id: newId(), code: message.code, token };
    }
    this.answered(message.about, message);
    for (const { message: unanswered } of this.waiting.values()) this.post(unanswered);
  }

  private refused(message: Refused): void {
    const isEntry = message.about !== null && message.about === this.entering?.id;
    if (isEntry && this._me.value) this.end({ why: message.code, text: message.text });
    else if (isEntry) {
      const waiting = this.waiting.get(message.about ?? '');
      this.forget();
      waiting?.resolve(message);
      return;
    }
    this.answered(message.about, message);
  }

  private answered(about: string | null, answer: Answer): void {
    const waiting = about === null ? undefined : this.waiting.get(about);
    if (about !== null) this.waiting.delete(about);
    waiting?.resolve(answer);
  }

  private end(gone: Gone): void {
    this.drop();
    clearTimeout(this.timer);
    this.entering = null;
    this._line.value = { state: 'idle' };
    this._gone.value = gone;
  }

  /** While a match starts: our part of the shuffle (fair-deal.md, 2 and 3). */
  private shareInDeal(): void {
    const room = this._room.value;
    const view = this._view.value;
    const me = this._me.value;
    if (!room || !view || me?.person == null) return;
    for (const command of this.nonces.due(room, view.table, me.person)) void this.send(command);
  }
}

const tokenOf = (message: ClientMessage | null): string | null =>
  message?.type === 'resume' ? message.token : null;

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
