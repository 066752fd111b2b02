/**
 * One socket: whole messages out and in, and whether anything still comes. Browsers notice late or
 * never that a line is dead (faults.md, F47), so whoever asked for a frame waits only so long.
 */
import { decode, encode } from '../protocol/codec';
import type { ClientMessage, ServerMessage } from '../protocol/messages';

export interface Listener {
  opened(wire: Wire): void;
  heard(wire: Wire, message: ServerMessage): void;
  /** The line is gone; said once, and never after `close`. */
  lost(wire: Wire): void;
}

export class Wire {
  /** Frames that were no message we know. */
  ignored = 0;
  readonly since = performance.now();
  private lastHeard = this.since;
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due: number | null = null;

  /** @param patience How long the way to the first frame may take, ms. */
  constructor(
    url: string,
    private readonly listener: Listener,
    patience: number,
  ) {
    this.expect(patience);
    try {
      this.socket = new WebSocket(url, 'longana.v1');
    } catch {
      this.expect(0); // an address the browser does not allow; it may be another time
      return;
    }
    this.socket.binaryType = 'arraybuffer';
    this.socket.onopen = () => this.listener.opened(this);
    this.socket.onmessage = ({ data }) => this.heard(data);
    this.socket.onclose = () => this.lost();
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** How long nothing has come, ms. */
  get quiet(): number {
    return performance.now() - this.lastHeard;
  }

  send(message: ClientMessage): void {
    if (this.isOpen) this.socket?.send(encode(message));
  }

  /**
   * Something has to come within `ms`, or the line is gone. An earlier hour stands; gives whether
   * there was none.
   */
  expect(ms: number): boolean {
    const due = performance.now() + ms;
    if (this.due !== null && this.due <= due) return false;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => this.lost(), ms);
    return true;
  }

  close(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  private heard(frame: unknown): void {
    clearTimeout(this.timer);
    this.due = null;
    this.lastHeard = performance.now();
    const message = decode(frame);
    if (message) this.listener.heard(this, message);
    else this.ignored += 1;
  }

  private lost(): void {
    this.close();
    this.listener.lost(this);
  }
}
