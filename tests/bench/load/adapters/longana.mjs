// Longana itself, by protocol/README.md: create, join, shuffle together, play, next, rematch.
import { createHash, randomBytes } from 'node:crypto';
import { Packr, unpack } from 'msgpackr';
import { options } from '../options.mjs';
import { Seat } from '../seat.mjs';
import { received, traffic } from '../traffic.mjs';
import { unsigned, unsignedSize } from './msgpack.mjs';

const packr = new Packr({ useRecords: false });
const pack = (message) => packr.pack(message);

const SEATS = 'SENW';

const text = (word) => Buffer.concat([Buffer.from([0xa0 | word.length]), Buffer.from(word)]);

/** A view begins with its type and the two numbers of its table. */
const VIEW = Buffer.concat([Buffer.from([0x83]), text('type'), text('view'), text('table')]);
const TURN = text('turn').length;
const NUMBER = text('number').length;
const TO_MOVE = text('to_move');
const MOVES = text('moves');
const DONE = Buffer.concat([Buffer.from([0x83]), text('type'), text('done')]);

/** Points that win a match. The most there are: the peers' game has no matches at all. */
const TARGET = 1000;

const WAITING_FOR_OTHERS = -1;

const sizes = { view: 0, views: 0, room: 0, rooms: 0, first: 0 };

const random = (choices) => choices[Math.floor(Math.random() * choices.length)];

/** The command that carries out a move of `you.legal`. */
function command(move, turn) {
  const id = String(turn);
  if (move.length === 1) return { type: 'pass', id, turn };
  const play = { type: 'play', id, turn, tile: [+move[1], +move[2]] };
  return move.length === 4 ? { ...play, branch: move[3] } : play;
}

/** Send what is to be sent once in a turn. */
function sendOnce(seat, id, message) {
  if (seat.latestId === id || traffic.stopped) return;
  seat.latestId = id;
  seat.send(pack({ id, ...message }));
}

/** Add a seat's part to the shuffle: the seal, and once all are sealed the nonce. */
function shuffle(seat, { turn, waiting }) {
  const letter = SEATS[seat.number];
  if (!waiting?.includes(letter)) return;
  if (seat.roomMessage.seals) {
    sendOnce(seat, `nonce-${turn}`, { type: 'nonce', seat: letter, nonce: seat.nonce });
  } else if (seat.latestId !== `seal-${turn}`) {
    seat.nonce = randomBytes(32);
    const seal = createHash('sha256').update(letter).update(seat.nonce).digest();
    sendOnce(seat, `seal-${turn}`, { type: 'seal', seat: letter, seal });
  }
}

/** What is to be done while no seat is to move. South goes on to the next hand or match. */
function between(seat, table) {
  const { phase, turn, proposal } = table;
  if (phase === 'starting') shuffle(seat, table);
  else if (proposal) {
    if (!proposal.waiting?.includes(seat.person)) return;
    const { number } = proposal;
    sendOnce(seat, `yes-${number}`, { type: 'answer', proposal: number, yes: true });
  } else if (seat.number === 0 && phase === 'hand_over') {
    sendOnce(seat, `next-${turn}`, { type: 'next', turn });
  } else if (seat.number === 0 && phase === 'match_over') {
    sendOnce(seat, `rematch-${turn}`, { type: 'rematch', turn });
  }
}

function check(seat, { table, you }) {
  const isOver = table.phase === 'hand_over' || table.phase === 'match_over';
  if (you.seat !== SEATS[seat.number]) traffic.errors.push('the view of another seat');
  if (table.reveal && !isOver) traffic.errors.push('foreign hands visible');
  if (you.hand && table.left && you.hand.length !== table.left[seat.number]) {
    traffic.errors.push('the hand is not as long as they say');
  }
}

function viewed(seat, bytes, from, to) {
  const at = from + VIEW.length + 1 + NUMBER;
  const turn = unsigned(bytes, at + unsignedSize(bytes, at) + TURN);
  const message = bytes.subarray(from, to);
  const named = message.indexOf(TO_MOVE);
  const toMove =
    named < 0
      ? WAITING_FOR_OTHERS
      : SEATS.indexOf(String.fromCharCode(message[named + TO_MOVE.length + 1]));
  const isPlaying = toMove !== WAITING_FOR_OTHERS;
  // A turn also comes with each start and deal, but those show no move.
  const isMove = turn > seat.tableTurn && message.includes(MOVES);
  // A node that hears of two moves at once shows both in one view; one that is alone never does.
  const isSkip = isMove && turn > seat.tableTurn + 1;
  if (isSkip && !options.spread) traffic.errors.push('a view was skipped');
  if (isMove && traffic.measuring) {
    sizes.view += to - from;
    sizes.views++;
  }
  if (isPlaying && !seat.ready) sizes.first = Math.max(sizes.first, seat.roomSize + to - from);
  seat.tableTurn = turn;
  if (toMove === seat.number || !isPlaying || options.check) {
    seat.view = unpack(message);
    if (options.check && isPlaying) check(seat, seat.view);
  }
  if (!isPlaying) between(seat, seat.view.table);
  if (isMove) seat.played++;
  if (isMove || isPlaying) received(seat, options.spread ? turn : seat.played, toMove);
}

function answered(seat, message) {
  switch (message.type) {
    case 'welcome':
      seat.code = message.code;
      seat.person = message.person;
      seat.entered();
      break;
    case 'room':
      seat.roomMessage = message;
      break;
    case 'refused':
      // Late for what somebody else did already is no error; anything else is.
      if (message.code === 'stale') traffic.illegal++;
      else traffic.errors.push(`${message.code}: ${message.text}`);
      break;
    case 'bye':
      traffic.errors.push(`bye: ${message.why}`);
      break;
  }
}

async function enter(seat, message) {
  Object.assign(seat, { tableTurn: 0, played: 0, latestId: null, roomSize: 0 });
  const entered = new Promise((resolve) => {
    seat.entered = resolve;
  });
  await seat.connect('/ws', 'longana.v1');
  seat.send(pack({ type: 'hello', version: 1, client: 'bench' }));
  seat.send(pack({ id: 'enter', name: `Player ${seat.number + 1}`, ...message }));
  await entered;
}

export const adapter = {
  async open(room) {
    const host = new Seat(room, 0);
    await enter(host, { type: 'create', rules: { target: TARGET } });
    for (let number = 1; number < 4; number++) {
      const seat = SEATS[number];
      await enter(new Seat(room, number), { type: 'join', code: host.code, seat });
    }
    sendOnce(host, 'start', { type: 'start' });
  },

  message(seat, bytes, from, to) {
    if (bytes.compare(VIEW, 0, VIEW.length, from, from + VIEW.length) === 0) {
      viewed(seat, bytes, from, to);
    } else if (bytes.compare(DONE, 0, DONE.length, from, from + DONE.length) !== 0) {
      const message = unpack(bytes.subarray(from, to));
      if (message.type === 'room') {
        seat.roomSize = to - from;
        if (traffic.measuring) {
          sizes.room += to - from;
          sizes.rooms++;
        }
      }
      answered(seat, message);
    }
  },

  move(seat) {
    const { table, you } = seat.view;
    return pack(command(random(you.legal), table.turn));
  },

  found() {
    const mean = (sum, count) => (count ? +(sum / count).toFixed(1) : null);
    return {
      view_bytes: mean(sizes.view, sizes.views),
      room_bytes_move_seat: mean(sizes.room, traffic.moves * 4),
      first_room_and_view: sizes.first,
    };
  },
};
