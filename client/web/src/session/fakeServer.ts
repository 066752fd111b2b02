/** For tests: a server without a network. It remembers ids as the real one does. */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { vi } from 'vitest';

type Message = { readonly type: string; readonly id?: string } & Record<string, unknown>;

const encoder = new Encoder();
const decoder = new Decoder();
const HOLDS = ['join', 'create'];

export const bytes = (length: number, value: number): Uint8Array =>
  new Uint8Array(length).fill(value);

class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  binaryType = '';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onclose: (() => void) | null = null;
  /** The line is dead, and neither side knows. */
  isDead = false;
  person: string | null = null;

  constructor(
    readonly url: string,
    readonly protocol: string,
    readonly server: FakeServer,
  ) {
    server.sockets.push(this);
    server.opened += 1;
    if (!server.isHole) setTimeout(() => this.open(), server.delay);
  }

  private open(): void {
    if (this.readyState !== 0) return;
    if (this.server.isDown) {
      this.cut();
      return;
    }
    this.readyState = 1;
    this.onopen?.();
  }

  send(frame: Uint8Array): void {
    const message = decoder.decode(frame) as Message;
    if (this.readyState !== 1 || this.isDead) return;
    setTimeout(() => {
      if (this.readyState === 1 && !this.isDead) this.server.heard(this, message);
    }, this.server.delay);
  }

  /** From the page: its side is shut at once. */
  close(): void {
    this.readyState = 3;
  }

  /** From outside: the page gets to know. */
  cut(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  say(message: object): void {
    const frame = encoder.encode(message);
    setTimeout(() => {
      if (this.readyState === 1 && !this.isDead) this.onmessage?.({ data: frame.slice().buffer });
    }, this.server.delay);
  }

  sayBytes(data: ArrayBuffer): void {
    this.onmessage?.({ data });
  }
}

export class FakeServer {
  readonly sockets: Socket[] = [];
  opened = 0;
  delay = 10;
  /** Connections are turned away. */
  isDown = false;
  /** Connections are never answered. */
  isHole = false;
  turn = 0;
  number = 0;
  code = 'K7MP4RWX';
  readonly heardOf: Message[] = [];
  readonly done: string[] = [];
  readonly persons = new Set<string>();
  /** What else the view says; seals for instance are asked for here. */
  table: object = {};
  room: object = {};
  said: object[] = [];
  /** What to answer instead, once each. */
  readonly refusals: ((message: Message) => string | undefined)[] = [];
  /** Answers nothing of these types. */
  readonly mute = new Set<string>();
  private readonly remembered = new Map<string, object>();

  install(): this {
    const server = this;
    class Installed extends Socket {
      constructor(url: string, protocol: string) {
        super(url, protocol, server);
      }
    }
    vi.stubGlobal('WebSocket', Installed);
    return this;
  }

  get last(): Socket {
    const found = this.sockets.at(-1);
    if (!found) throw new Error('nobody has come');
    return found;
  }

  heard(socket: Socket, message: Message): void {
    this.heardOf.push(message);
    if (message.type === 'hello' || this.mute.has(message.type)) return;
    const about = message.id;
    const at = this.refusals.findIndex((refusal) => refusal(message) !== undefined);
    const code = at < 0 ? undefined : this.refusals.splice(at, 1)[0]?.(message);
    if (code) socket.say({ type: 'refused', about, code, text: `no: ${code}` });
    else if (['create', 'join', 'resume', 'watch'].includes(message.type))
      this.enter(socket, message);
    else this.carryOut(socket, message);
  }

  private enter(socket: Socket, message: Message): void {
    const token = typeof message.token === 'string' ? message.token : null;
    if (token) this.persons.add(token);
    for (const other of this.sockets)
      if (token && other !== socket && other.person === token && other.readyState === 1) {
        other.say({ type: 'bye', why: 'replaced', text: 'elsewhere' });
        setTimeout(() => other.cut(), this.delay);
      }
    socket.person = token;
    const told = HOLDS.includes(message.type) ? { token } : {};
    const person = token ? 1 : null;
    socket.say({
      type: 'welcome',
      about: message.id,
      version: 1,
      code: this.code,
      person,
      ...told,
    });
    for (const line of this.said) socket.say(line);
    this.show(socket, true);
  }

  private carryOut(socket: Socket, message: Message): void {
    const id = `${message.id}`;
    if (message.type === 'answer') {
      socket.say({ type: 'refused', about: id, code: 'no_proposal', text: 'none' });
      return;
    }
    const known = this.remembered.get(id);
    if (known) {
      socket.say(known);
      return;
    }
    this.done.push(id);
    this.turn += 1;
    const answer = { type: 'done', about: id, turn: this.turn };
    this.remembered.set(id, answer);
    socket.say(answer);
    this.show(socket);
  }

  show(socket = this.last, withRoom = false): void {
    this.number += 1;
    const { number, turn } = this;
    const seats = [
      { seat: 'S', kind: 'person', person: 1 },
      { seat: 'N', kind: 'computer', level: 'easy' },
    ];
    const people = [{ person: 1, name: 'Ana', device: 1 }];
    const room = { code: this.code, rules: {}, seats, order: ['S', 'N'], people, ...this.room };
    if (withRoom) socket.say({ type: 'room', number, ...room });
    socket.say({ type: 'view', table: { number, turn, phase: 'playing', ...this.table } });
  }
}
