// The bare servers: a msgpack map whose first fields are `s`, the number, and `t`, who is to move.
import { pack } from 'msgpackr';
import { Seat } from '../seat.mjs';
import { received } from '../traffic.mjs';
import { unsigned, unsignedSize } from './msgpack.mjs';

const MAP_16 = 0xde;

export const adapter = {
  async open(room, index) {
    for (let number = 0; number < 4; number++) {
      await new Seat(room, number).connect(`/?room=${index}&seat=${number}`);
    }
  },

  message(seat, bytes, from) {
    const at = from + (bytes[from] === MAP_16 ? 5 : 3);
    received(seat, unsigned(bytes, at), bytes[at + unsignedSize(bytes, at) + 2]);
  },

  move(seat) {
    return pack({ kind: 'play', tile: 47, branch: seat.number, seq: seat.seq });
  },
};
