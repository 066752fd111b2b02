// The least a Node server can do: each message is answered with a payload of 300 bytes to the four
// clients of its room, packed for each of them. No game.
// usage: node bare.mjs PORT
import { Packr, Unpackr } from 'msgpackr';
import { WebSocketServer } from 'ws';

const packr = new Packr({ useRecords: false });
const unpackr = new Unpackr({ useRecords: false });
const rooms = new Map();

/** As long as a view of the game, and as nested. */
const body = (number, seat) => ({
  s: number,
  t: number & 3,
  hand: 7,
  center: 9,
  passes: 0,
  branches: [
    [99, 19, 12, 25, 55, 58],
    [39, 33, 36, 16],
    [9, 1, 14, 47, 78, 48, 24],
    [89, 68, 26, 29],
  ],
  ends: [8, 6, 4, 9],
  open: [false, true, false, false],
  counts: [3, 4, 2, 5],
  scores: [120, 61, 233, 90],
  seats: ['ana', 'bruno', 'carla', 'david'],
  mine: [seat, 17, 44, 67, 88],
  last: { seat: 2, tile: 24, branch: 2, kind: 'play' },
  pad: 'x'.repeat(100),
});

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: +process.argv[2],
  perMessageDeflate: false,
});

server.on('connection', (socket, request) => {
  const asked = new URL(request.url, 'http://x').searchParams;
  const id = asked.get('room');
  if (!rooms.has(id)) rooms.set(id, { number: 0, sockets: [] });
  const room = rooms.get(id);
  room.sockets[+asked.get('seat')] = socket;
  const show = () => {
    for (let seat = 0; seat < 4; seat++) room.sockets[seat].send(packr.pack(body(room.number, seat)));
  };
  socket.on('message', (message) => {
    unpackr.unpack(message);
    room.number++;
    show();
  });
  if (room.sockets.filter(Boolean).length === 4) show();
});
