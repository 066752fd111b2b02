// The load: R rooms of four raw WebSocket clients each, one adapter per protocol. Prints one line
// of JSON. `run.py` starts it; by hand:
//
//   node load/main.mjs --adapter longana --port P --rooms R
//       [--rate 0] [--warm 2] [--secs 4] [--pid SERVER] [--check] [--spread]
//
//   Several nodes are given as --port P1,P2 --pid A,B, and what works for them as --beside C,D.
//   --spread  the seats of each room are at different nodes; else its nodes share the rooms
//   --rate 0  closed loop: the seat to move answers at once; 1: a move a second in each room
//   --check   decode every message at every seat, look for foreign hands, try illegal moves
import { performance } from 'node:perf_hooks';
import { adapterOf } from './adapters/index.mjs';
import { options } from './options.mjs';
import { Cpu, memoryOfServer, steal } from './processes.mjs';
import { tryIllegalMoves } from './illegal.mjs';
import { Room, traffic, act } from './traffic.mjs';

const OPENING_AT_ONCE = 8;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const round = (value, digits) => +value.toFixed(digits);

async function openRooms(adapter) {
  const rooms = [];
  const openSome = async () => {
    while (rooms.length < options.rooms) {
      const room = new Room(rooms.length);
      rooms.push(room);
      await adapter.open(room, rooms.length - 1);
    }
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openSome));
  const isReady = () => rooms.every((room) => room.seats.every((seat) => seat?.ready));
  for (let waits = 0; waits < 1500 && !isReady(); waits++) await sleep(20);
  if (!isReady()) {
    console.log(JSON.stringify({ error: 'not all seats ready', first_errors: traffic.errors.slice(0, 5) }));
    process.exit(1);
  }
  return rooms;
}

function setGoing(rooms) {
  const now = performance.now();
  for (const room of rooms) {
    room.nextAt = options.rate ? now + Math.random() * (1000 / options.rate) : 0;
  }
  traffic.started = true;
  for (const room of rooms) {
    const seat = room.seats[room.seats[0].turn];
    act(seat, seat.seq);
  }
}

async function measure(rooms, adapter) {
  for (const room of rooms) room.mark = room.done;
  traffic.measureFromNow();
  const began = performance.now();
  const own = process.cpuUsage();
  const server = new Cpu(options.pids);
  const beside = new Cpu(options.beside);
  const stolen = steal();
  await sleep(options.secs * 1000);
  traffic.measuring = false;
  const secs = (performance.now() - began) / 1000;
  const serverSecs = server.used();
  const besideSecs = beside.used();
  const { user, system } = process.cpuUsage(own);
  const [lost, all] = steal().map((ticks, i) => ticks - stolen[i]);
  traffic.stopped = true;
  const { moves } = traffic;
  return {
    secs: round(secs, 2),
    moves_s: round(moves / secs, 1),
    ...traffic.latencies(),
    bytes_move_seat: round(traffic.bytesIn / moves / 4, 1),
    msgs_move_seat: round(traffic.messagesIn / moves / 4, 3),
    srv_cpu_pct: round((serverSecs / secs) * 100, 1),
    load_cpu_pct: round((user + system) / 1e4 / secs, 1),
    srv_us_move: round((serverSecs * 1e6) / moves, 1),
    beside_us_move: round((besideSecs * 1e6) / moves, 1),
    steal_pct: round((lost / all) * 100, 1),
    stalled_rooms: rooms.filter((room) => room.done === room.mark).length,
  };
}

const adapter = await adapterOf(options.adapter);
const idle = memoryOfServer();
const began = performance.now();
const rooms = await openRooms(adapter);
const openSecs = (performance.now() - began) / 1000;
await sleep(300);
const withRooms = memoryOfServer();
if (options.check && adapter.act) await tryIllegalMoves(adapter, rooms);
setGoing(rooms);
await sleep(options.warm * 1000);
const measured = await measure(rooms, adapter);
console.log(
  JSON.stringify({
    adapter: options.adapter,
    rooms: options.rooms,
    rate: options.rate,
    ...measured,
    ...adapter.found?.(),
    open_s: round(openSecs, 2),
    rss_idle_mb: round(idle, 1),
    rss_rooms_mb: round(withRooms, 1),
    rss_end_mb: round(memoryOfServer(), 1),
    illegal: traffic.illegal,
    errors: traffic.errors.length,
    first_errors: traffic.errors.slice(0, 3),
  }),
);
process.exit(traffic.errors.length ? 1 : 0);
