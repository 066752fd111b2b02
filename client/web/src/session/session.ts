/**
 * Being in a room: one Session is one tab's place at a table, over as many sockets as that takes.
 * It knows no rules; what may be played is what the server's view says.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Refused, Room, Said, ServerMessage, View, Welcome } from '../protocol/messages';
import { Backoff } from './backoff';
import { Entrance } from './entrance';
import { newId } from './ids';
import type { Nonces } from './nonces';
import { gone, Outbox, type Outgoing } from './outbox';
import { Scene } from './scene';
import type { Answer, Command, Entering, Gone, Line, Me } from './types';
import { Unhurried } from './unhurried';
import { type Listener, Wire } from './wire';

export { GONE, type Outgoing } from './outbox';
export type { Answer, Command, Entering, Gone, Line, Me } from './types';

const VERSION = 1;
/** How long the way into the room may take: longer with each try, for slow lines. */
const ENTER_MS = 4000;
const LONGEST_ENTER_MS = 20_000;
/** After waking: how soon a line has to show that it holds. */
const WAKE_MS = 1500;
/** In quiet times: how often we look, after how long we ask, and how soon an answer has to come. */
const LOOK_MS = 2500;
const QUIET_MS = 10_000;
/** The same for a page nobody looks at: its title still says whose turn it is. */
const UNSEEN_QUIET_MS = 60_000;
const ANSWER_MS = 6000;

const isSeen = (): boolean => document.visibilityState !== 'hidden';

export class Session {
  private readonly _line = signal<Line>({ state: 'idle' });
  private readonly _me = signal<Me | null>(null);
  private readonly scene = new Scene();
  private readonly _gone = signal<Gone | null>(null);
  private readonly _notice = signal<Refused | null>(null);

  readonly line: ReadonlySignal<Line> = this._line;
  readonly me: ReadonlySignal<Me | null> = this._me;
  /** Room and view change together, and always belong to each other. */
  readonly room: ReadonlySignal<Room | null> = this.scene.room;
  readonly view: ReadonlySignal<View | null> = this.scene.view;
  /** What was said lately, oldest first. */
  readonly lines: ReadonlySignal<readonly Said[]> = this.scene.lines;
  readonly gone: ReadonlySignal<Gone | null> = this._gone;
  /** What the server told everybody last that answers no command, such as that it cannot store. */
  readonly notice: ReadonlySignal<Refused | null> = this._notice;
  /** What was asked for and is not answered, oldest first; seals and the like are not in it. */
  readonly pending: ReadonlySignal<readonly Outgoing[]>;

  private wire: Wire | null = null;
  /** The line before, whose place the next welcome takes. */
  private former: Wire | null = null;
  private entrance: Entrance | null = null;
  private readonly outbox = new Outbox((message) => this.post(message));
  private readonly backoff = new Backoff();
  private readonly unhurried: Unhurried;
  /** Loaded when there is a seat: what seals needs is not needed to arrive. */
  private nonces: Nonces | null = null;
  private isLoading = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private look: ReturnType<typeof setInterval> | undefined;
  private isIn = false;
  private spoken = '';
  private woken = Number.NEGATIVE_INFINITY;

  /**
   * @param url Of the socket. @param language Of the texts the server sends.
   * @param outdated Called when the server speaks another version; true when the page reloads.
   * @param between Milliseconds between the moves of computers, for this reader; 0: as they come.
   */
  constructor(
    private readonly url: string,
    private readonly language: () => string,
    private readonly outdated: () => boolean = () => false,
    between: () => number = () => 0,
  ) {
    this.pending = this.outbox.pending;
    this.unhurried = new Unhurried((room, view) => this.show(room, view), between);
  }

  /**
   * Enter a room, leaving the one before. The answer is `welcome` or `refused`. A way in that got
   * lost is tried again, and makes no second person.
   */
  enter(how: Entering): Promise<Answer> {
    this.rest();
    return new Promise((resolve) => {
      this.entrance = new Entrance(how, resolve);
      this.connect();
    });
  }

  /** Enter again where this tab was when it had to go, with the same seat ("use here"). */
  again(): Promise<Answer> {
    const me = this._me.peek();
    if (!me) return Promise.resolve(gone('', ''));
    const { code, token } = me;
    return this.enter(token === null ? { type: 'watch', code } : { type: 'resume', code, token });
  }

  /**
   * Carry out a command. Sent once; sent again with the same id after the line broke, so that it is
   * never done twice; and again a little later when it was refused as `too_fast` or `try_again`.
   * Resolves with its one answer, however long that takes; refused as `gone` when there is no room
   * (any more).
   */
  send(command: Command): Promise<Answer> {
    return this.ask(command, false);
  }

  /** Show at once what waits for its turn to be looked at. */
  hurry(): void {
    this.unhurried.hurry();
  }

  /** The page is visible again, or the network is back: find out at once whether the line holds. */
  wake(): void {
    if (!this.entrance) return;
    this.backoff.reset();
    this.woken = performance.now();
    if (this.isIn) this.probe(WAKE_MS);
    else if (!this.wire || performance.now() - this.wire.since > WAKE_MS) this.connect();
  }

  /** Come back over a new connection, in the language spoken now. Nobody notices. */
  renew(): void {
    if (!this.isIn || this.spoken === this.language()) return;
    this.former?.close();
    this.former = this.wire;
    this.wire = null;
    this.connect();
  }

  /** Be in no room; the server keeps the seat. */
  rest(): void {
    this.leave('');
    batch(() => {
      this._me.value = null;
      this.unhurried.clear();
      this.scene.clear();
      this._gone.value = null;
      this._notice.value = null;
    });
  }

  private ask(command: Command, isQuiet: boolean): Promise<Answer> {
    const message = { ...command, id: newId() } as Outgoing;
    if (!this.entrance) return Promise.resolve(gone(message.id, this._gone.peek()?.text ?? ''));
    const answer = this.outbox.add(message, isQuiet);
    const takesThought = command.type === 'hint' || command.type === 'review';
    if (this.isIn && !takesThought) this.wire?.expect(ANSWER_MS);
    return answer;
  }

  private leave(text: string): void {
    this.drop();
    clearTimeout(this.timer);
    clearInterval(this.look);
    const entrance = this.entrance;
    this.entrance = null;
    this.backoff.reset();
    this._line.value = { state: 'idle' };
    entrance?.end(text);
    this.outbox.end(text);
  }

  private drop(): void {
    this.wire?.close();
    this.former?.close();
    this.wire = null;
    this.former = null;
    this.isIn = false;
    this.outbox.stop();
    this.nonces?.again();
  }

  private connect(): void {
    const former = this.former;
    this.former = null; // it lives until the next welcome
    this.drop();
    this.former = former;
    clearTimeout(this.timer);
    const line = this._line.peek();
    if (line.state !== 'trying')
      this._line.value = { state: 'trying', since: performance.now(), tries: 0 };
    const tries = line.state === 'trying' ? line.tries : 0;
    const patience = Math.min(ENTER_MS * 1.5 ** tries, LONGEST_ENTER_MS);
    this.wire = new Wire(this.url, this.listener, patience);
  }

  private readonly listener: Listener = {
    opened: (wire) => {
      this.spoken = this.language();
      wire.send({ type: 'hello', version: VERSION, client: 'longana web', lang: this.spoken });
      if (this.entrance) wire.send(this.entrance.message);
    },
    heard: (wire, message) => {
      if (wire === this.wire) batch(() => this.took(message));
    },
    lost: (wire) => {
      if (wire === this.wire) this.lost();
    },
  };

  /** An application ping: a command that is refused, and changes nothing. */
  private probe(ms: number): void {
    if (!this.wire?.isOpen) {
      this.connect();
      return;
    }
    if (this.wire.expect(ms)) this.post({ type: 'answer', id: newId(), proposal: 0, yes: false });
  }

  private lost(): void {
    this.drop();
    const line = this._line.peek();
    const before = line.state === 'trying' ? line : { since: performance.now(), tries: 0 };
    this._line.value = { ...before, state: 'trying', tries: before.tries + 1 };
    clearTimeout(this.timer);
    const isHurried = performance.now() - this.woken < 2 * WAKE_MS && before.tries === 0;
    this.timer = setTimeout(() => this.connect(), isHurried ? 0 : this.backoff.next(isSeen()));
  }

  private post(message: Outgoing): void {
    this.wire?.send(message);
  }

  private took(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message);
        break;
      case 'room':
        this.unhurried.roomCame(message);
        break;
      case 'view':
        this.unhurried.viewCame(message);
        break;
      case 'said':
        this.scene.said(message);
        break;
      case 'bye':
        this.bye(message.why, message.text);
        break;
      case 'refused':
        this.refused(message);
        break;
      default:
        this.outbox.answered(message);
    }
  }

  private welcome(message: Welcome): void {
    const { entrance } = this;
    if (!entrance) return;
    this.former?.close();
    this.former = null;
    this.backoff.reset();
    this.unhurried.clear();
    this.scene.begin();
    this.isIn = true;
    this._line.value = { state: 'open' };
    const token = entrance.welcomed(message);
    this._me.value = { code: message.code, person: message.person, token };
    clearInterval(this.look);
    this.look = setInterval(() => this.listenUp(), LOOK_MS);
    this.outbox.flow();
  }

  /** Ask when it has been quiet for long: the line may have died without a word. */
  private listenUp(): void {
    const isSeen = document.visibilityState !== 'hidden';
    const patience = isSeen ? QUIET_MS : UNSEEN_QUIET_MS;
    if (this.isIn && (this.wire?.quiet ?? 0) >= patience) this.probe(ANSWER_MS);
  }

  private show(came: Room | null, view: View): void {
    if (came) this.scene.roomCame(came);
    this.scene.viewCame(view);
    const room = this.room.peek();
    const me = this._me.peek();
    if (!room || !me) return;
    if (room.code !== me.code) {
      this.entrance?.moveTo(room.code);
      this._me.value = { ...me, code: room.code };
    }
    this.shareInDeal();
  }

  /** Our part of the shuffle while a match starts (fair-deal.md, 2 and 3), and which match it was. */
  private shareInDeal(): void {
    const [room, view, person] = [this.room.peek(), this.view.peek(), this._me.peek()?.person];
    if (!room || !view || person == null || !this.entrance) return;
    if (!this.nonces) {
      void this.loadNonces();
      return;
    }
    this.nonces.note(room, view.table, this.entrance.codes);
    for (const command of this.nonces.due(room, view.table, person)) void this.ask(command, true);
  }

  private async loadNonces(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    const loaded = await import('./nonces').catch(() => null); // the next view tries again
    this.isLoading = false;
    if (!loaded) return;
    this.nonces = new loaded.Nonces();
    if (this.isIn) this.shareInDeal();
  }

  private bye(why: string, text: string): void {
    if (why === 'shutdown') {
      this._line.value = { state: 'trying', since: performance.now(), tries: 0, restarting: true };
      this.wire?.expect(ANSWER_MS);
    } else if (why !== 'idle' && !(why === 'version' && this.outdated())) {
      this.end({ why, text });
    }
  }

  private refused(message: Refused): void {
    const { entrance } = this;
    if (message.about === null) this._notice.value = message;
    else if (message.about === entrance?.message.id) this.refusedEntrance(entrance, message);
    else this.outbox.answered(message);
  }

  private refusedEntrance(entrance: Entrance, message: Refused): void {
    const pause = entrance.pause(message);
    if (pause !== null) {
      this.wire?.expect(pause + ANSWER_MS);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.post(entrance.message), pause);
      return;
    }
    this.entrance = null;
    const isGone = entrance.refused(message);
    if (isGone) this.end({ why: message.code, text: message.text });
    else this.rest();
  }

  /** In no room any more; what was there last stays to be looked at. */
  private end(gone: Gone): void {
    this._gone.value = gone;
    this.leave(gone.text);
  }
}
