// Who has received what, and when the next move is due: the same for every protocol.
import { performance } from 'node:perf_hooks';
import { options } from './options.mjs';

/** States remembered by number; nobody is that far behind. */
const RING = 256;

export class Room {
  constructor(index) {
    this.index = index;
    this.seats = [null, null, null, null];
    this.sentAt = new Float64Array(RING);
    this.received = new Uint8Array(RING);
    this.nextAt = 0;
    this.done = 0;
  }
}

class Traffic {
  started = false;
  stopped = false;
  measuring = false;
  bytesIn = 0;
  messagesIn = 0;
  moves = 0;
  illegal = 0;
  errors = [];
  adapter = null;
  #latencies = new Float64Array(1 << 16);

  measureFromNow() {
    this.bytesIn = this.messagesIn = this.moves = 0;
    this.measuring = true;
  }

  lasted(ms) {
    if (this.moves === this.#latencies.length) {
      const more = new Float64Array(this.moves * 2);
      more.set(this.#latencies);
      this.#latencies = more;
    }
    this.#latencies[this.moves++] = ms;
  }

  latencies() {
    const sorted = this.#latencies.subarray(0, this.moves).sort();
    const at = (share) => {
      const value = sorted[Math.min(this.moves - 1, Math.floor(share * this.moves))];
      return value === undefined ? null : +value.toFixed(3);
    };
    return { p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) };
  }
}

export const traffic = new Traffic();

/** Every adapter says so when a seat has received state number `seq`, with `turn` to move.
 * `seq` grows by one with each move. */
export function received(seat, seq, turn) {
  const { room } = seat;
  if (seat.seq < 0) seat.seq = seq;
  for (; seat.seq < seq; seat.seq++) {
    const slot = (seat.seq + 1) % RING;
    if (++room.received[slot] < 4) continue;
    room.received[slot] = 0;
    room.done++;
    const sentAt = room.sentAt[slot];
    room.sentAt[slot] = 0;
    if (traffic.measuring && sentAt) traffic.lasted(performance.now() - sentAt);
  }
  seat.turn = turn;
  seat.ready = true;
  if (traffic.started && turn === seat.number) act(seat, seq);
}

/** Make the move of a seat that is to move, now or when its room's next one is due. */
export function act(seat, seq) {
  if (seat.moved === seq) return;
  seat.moved = seq;
  if (!options.rate) {
    move(seat, seq);
    return;
  }
  const { room } = seat;
  const now = performance.now();
  if (room.nextAt <= now) room.nextAt = now; // late: the moves missed are not made up for
  setTimeout(move, room.nextAt - now, seat, seq);
  room.nextAt += 1000 / options.rate;
}

function move(seat, seq) {
  if (traffic.stopped) return;
  const message = traffic.adapter.move(seat);
  seat.room.sentAt[(seq + 1) % RING] = performance.now();
  seat.send(message);
}
