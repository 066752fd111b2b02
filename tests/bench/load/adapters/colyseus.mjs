// Colyseus 0.16: the first byte of a frame says what it is.
import { Reflection } from '@colyseus/schema';
import { pack, unpack } from 'msgpackr';
import { options } from '../options.mjs';
import { firstLegal } from '../rules.mjs';
import { Seat } from '../seat.mjs';
import { received, traffic } from '../traffic.mjs';
import { post } from './http.mjs';
import { unsigned, unsignedSize } from './msgpack.mjs';

const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const ROOM_STATE = 14;
const ROOM_STATE_PATCH = 15;
const MAP_16 = 0xde;

const SEATS = [0, 1, 2, 3];

/** Seats without the hands of others; else it is an error. */
function check(seat, hands, counts) {
  for (const number of SEATS) {
    const isOwn = number === seat.number;
    if (!isOwn && hands[number]?.length) traffic.errors.push('foreign hand visible');
    if (isOwn && hands[number].length !== counts[number]) {
      traffic.errors.push('the hand is not as long as they say');
    }
  }
}

function joined(seat, bytes, from) {
  const token = bytes[from + 1];
  let offset = 2 + token;
  const size = bytes[from + offset];
  const name = from + offset + 1;
  offset += 1 + size;
  if (bytes.toString('latin1', name, name + size) === 'schema') {
    seat.decoder = Reflection.decode(bytes.subarray(from), { offset });
  }
  seat.send(Buffer.from([JOIN_ROOM]));
}

function patched(seat, bytes, from, to) {
  seat.decoder.decode(bytes.subarray(from, to), { offset: 1 });
  const { state } = seat.decoder;
  if (options.check) {
    check(seat, Array.from(state.seats, ({ hand }) => hand), Array.from(state.seats, ({ count }) => count));
  }
  received(seat, state.seq, state.turn);
}

function told(seat, bytes, from, to) {
  if (bytes[from + 1] > 127) {
    traffic.illegal++; // the type is a string: "illegal"
    return;
  }
  // The type, a map's head, "seq", its value, "turn", its value.
  const at = from + (bytes[from + 2] === MAP_16 ? 9 : 7);
  const seq = unsigned(bytes, at);
  const turn = bytes[at + unsignedSize(bytes, at) + 5];
  const isWanted = turn === seat.number || options.check;
  seat.message = isWanted ? unpack(bytes.subarray(from + 2, to)) : null;
  if (options.check) {
    const { seats, mine } = seat.message;
    const hands = seats.map(({ hand }, number) => (number === seat.number ? mine : hand));
    check(seat, hands, seats.map(({ count }) => count));
  }
  received(seat, seq, turn);
}

export const adapter = {
  async open(room) {
    let roomId;
    for (const number of SEATS) {
      const seat = new Seat(room, number);
      const path = number ? `/matchmake/joinById/${roomId}` : '/matchmake/create/longana';
      const answer = await post(path, { seat: number });
      if (answer.error) throw new Error(answer.error);
      roomId = answer.room.roomId;
      await seat.connect(`/${answer.room.processId}/${roomId}?sessionId=${answer.sessionId}`);
    }
  },

  message(seat, bytes, from, to) {
    switch (bytes[from]) {
      case ROOM_STATE:
      case ROOM_STATE_PATCH:
        patched(seat, bytes, from, to);
        break;
      case ROOM_DATA:
        told(seat, bytes, from, to);
        break;
      case JOIN_ROOM:
        joined(seat, bytes.subarray(0, to), from);
        break;
      default:
        traffic.errors.push(`code ${bytes[from]} ${bytes.toString('latin1', from, to)}`);
    }
  },

  view(seat) {
    const { seats } = seat.message ?? seat.decoder.state;
    const hand = seat.message
      ? seat.message.mine
      : Array.from(seats[seat.number].hand, (tile) => tile.charCodeAt(0));
    return [hand, SEATS.map((i) => seats[i].end), SEATS.map((i) => seats[i].open)];
  },

  act(seat, type, [tile, branch]) {
    const head = Buffer.concat([Buffer.from([ROOM_DATA, 0xa0 | type.length]), Buffer.from(type)]);
    return type === 'play' ? Buffer.concat([head, pack({ tile, branch })]) : head;
  },

  move(seat) {
    const play = firstLegal(seat.number, ...this.view(seat));
    return play ? this.act(seat, 'play', play) : this.act(seat, 'pass', []);
  },
};
