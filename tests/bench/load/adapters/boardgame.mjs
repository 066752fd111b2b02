// boardgame.io over socket.io: a state is a text frame `42/longana,["update", ...]`.
import { options } from '../options.mjs';
import { firstLegal } from '../rules.mjs';
import { Seat } from '../seat.mjs';
import { received, traffic } from '../traffic.mjs';
import { post } from './http.mjs';

const STATE_NUMBER = Buffer.from('"_stateID":');
const CURRENT_PLAYER = Buffer.from('"currentPlayer":"');
const LOBBY = options.ports[0] + 1000;
const START = '42/longana,'.length;

const code = (character) => character.charCodeAt(0);

function decimal(bytes, at) {
  let value = 0;
  for (let i = at; bytes[i] >= 48 && bytes[i] <= 57; i++) value = value * 10 + bytes[i] - 48;
  return value;
}

const parsed = (bytes, from, to) => JSON.parse(bytes.toString('utf8', from + START, to));

function check(seat, seq, turn) {
  const { state } = seat;
  const hands = Object.keys(state.G.players);
  if (state._stateID !== seq || +state.ctx.currentPlayer !== turn) traffic.errors.push('misread');
  if (hands.length !== 1 || hands[0] !== String(seat.number)) {
    traffic.errors.push('foreign hand visible');
  } else if (state.G.players[seat.number].hand.length !== state.G.counts[seat.number]) {
    traffic.errors.push('the hand is not as long as they say');
  }
}

export const adapter = {
  async open(room) {
    const { matchID } = await post('/games/longana/create', { numPlayers: 4 }, LOBBY);
    for (let number = 0; number < 4; number++) {
      const seat = new Seat(room, number);
      seat.match = matchID;
      const who = { playerID: String(number), playerName: `p${number}` };
      const joined = await post(`/games/longana/${matchID}/join`, who, LOBBY);
      seat.credentials = joined.playerCredentials;
      await seat.connect('/socket.io/?EIO=4&transport=websocket');
    }
  },

  message(seat, bytes, from, to) {
    if (bytes[from] === code('0')) seat.send('40/longana,');
    else if (bytes[from] === code('2')) seat.send('3'); // a ping
    else if (bytes[from] === code('4')) this.packet(seat, bytes, from, to);
  },

  packet(seat, bytes, from, to) {
    if (bytes[from + 1] === code('0')) {
      const who = [seat.match, String(seat.number), seat.credentials, 4];
      seat.send(`42/longana,${JSON.stringify(['sync', ...who])}`);
      return;
    }
    const kind = bytes[from + START + 2];
    if (kind === code('u')) {
      const seq = decimal(bytes, bytes.indexOf(STATE_NUMBER, from) + STATE_NUMBER.length);
      const turn = bytes[bytes.indexOf(CURRENT_PLAYER, from) + CURRENT_PLAYER.length] - 48;
      if (turn === seat.number || options.check) seat.state = parsed(bytes, from, to)[2];
      if (options.check) check(seat, seq, turn);
      received(seat, seq, turn);
    } else if (kind === code('s')) {
      seat.state = parsed(bytes, from, to)[2].state;
      received(seat, seat.state._stateID, +seat.state.ctx.currentPlayer);
    }
  },

  view(seat) {
    const { players, ends, open } = seat.state.G;
    return [players[seat.number].hand, ends, open];
  },

  act(seat, type, args) {
    const playerID = String(seat.number);
    const payload = { type, args, playerID, credentials: seat.credentials };
    const action = { type: 'MAKE_MOVE', payload };
    const update = ['update', action, seat.state._stateID, seat.match, playerID];
    return `42/longana,${JSON.stringify(update)}`;
  },

  move(seat) {
    const play = firstLegal(seat.number, ...this.view(seat));
    return play ? this.act(seat, 'play', play) : this.act(seat, 'pass', []);
  },
};
