// A WebSocket client as thin as can be, so that the load costs less than any server.
import net from 'node:net';
import { HOST, options } from './options.mjs';
import { traffic } from './traffic.mjs';

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const END_OF_HEAD = '\r\n\r\n';

export class Seat {
  constructor(room, number) {
    this.room = room;
    this.number = number;
    this.seq = -1;
    this.turn = -1;
    /** The state it has answered last. */
    this.moved = -1;
    this.ready = false;
    this.isOpen = false;
    this.rest = null;
    room.seats[number] = this;
  }

  connect(path, protocol = null) {
    const { ports, spread } = options;
    const port = ports[(spread ? this.number : this.room.index) % ports.length];
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: ${HOST}:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      `Origin: http://${HOST}:${port}`,
      ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
    ];
    return new Promise((resolve, reject) => {
      this.socket = net.connect(port, HOST);
      this.socket.setNoDelay(true);
      this.socket.on('connect', () => this.socket.write(head.join('\r\n') + END_OF_HEAD));
      this.socket.on('error', (error) => {
        traffic.errors.push(String(error));
        reject(error);
      });
      this.socket.on('close', () => {
        if (!traffic.stopped) traffic.errors.push(`closed seat ${this.number}`);
      });
      this.socket.on('data', (data) => {
        if (this.isOpen) {
          traffic.bytesIn += data.length;
          this.#read(data);
        } else {
          this.#readHead(data, resolve, reject);
        }
      });
    });
  }

  send(message) {
    if (typeof message === 'string') this.#frame(TEXT, Buffer.from(message));
    else this.#frame(BINARY, message);
  }

  #readHead(data, resolve, reject) {
    this.rest = this.rest ? Buffer.concat([this.rest, data]) : data;
    const end = this.rest.indexOf(END_OF_HEAD);
    if (end < 0) return;
    if (!this.rest.subarray(0, 12).includes('101')) {
      reject(new Error(`no upgrade: ${this.rest.subarray(0, 200)}`));
      this.socket.destroy();
      return;
    }
    const body = this.rest.subarray(end + END_OF_HEAD.length);
    this.rest = null;
    this.isOpen = true;
    resolve(this);
    if (body.length) this.#read(body);
  }

  #read(data) {
    const bytes = this.rest ? Buffer.concat([this.rest, data]) : data;
    this.rest = null;
    let at = 0;
    while (bytes.length - at >= 2) {
      let size = bytes[at + 1];
      let head = 2;
      if (size === 126) {
        if (bytes.length - at < 4) break;
        size = bytes.readUInt16BE(at + 2);
        head = 4;
      } else if (size === 127) {
        if (bytes.length - at < 10) break;
        size = Number(bytes.readBigUInt64BE(at + 2));
        head = 10;
      }
      const from = at + head;
      const to = from + size;
      if (to > bytes.length) break;
      this.#hear(bytes, bytes[at], from, to);
      at = to;
    }
    if (at < bytes.length) this.rest = bytes.subarray(at);
  }

  #hear(bytes, first, from, to) {
    const opcode = first & 15;
    if (!(first & 128)) throw new Error('a message in pieces');
    if (opcode === PING) this.#frame(PONG, bytes.subarray(from, to));
    else if (opcode === CLOSE) {
      traffic.errors.push(`close frame ${bytes.subarray(from, to).toString('latin1')}`);
    } else if (opcode <= BINARY) {
      traffic.messagesIn++;
      traffic.adapter.message(this, bytes, from, to);
    }
  }

  #frame(opcode, payload) {
    const size = payload.length;
    const head = size < 126 ? 6 : 8;
    const frame = Buffer.allocUnsafe(size + head);
    frame[0] = 128 | opcode;
    if (size < 126) frame[1] = 128 | size;
    else {
      frame[1] = 128 | 126;
      frame.writeUInt16BE(size, 2);
    }
    frame.writeUInt32BE(0x12345678, head - 4); // the mask
    for (let i = 0; i < size; i++) frame[head + i] = payload[i] ^ frame[head - 4 + (i & 3)];
    this.socket.write(frame);
  }
}
