// How each protocol is spoken. An adapter has
//   open(room, index)              make the room and its four seats
//   message(seat, bytes, from, to) read a message, and say `received` of every new state
//   move(seat)                     the bytes, or text, of a legal move
//   view(seat), act(seat, ...)     for --check, where the peers' game is played
//   found()                        what it measures besides
import { traffic } from '../traffic.mjs';

const FILES = {
  bgio: './boardgame.mjs',
  colyseus: './colyseus.mjs',
  longana: './longana.mjs',
  ws: './bare.mjs',
};

export async function adapterOf(name) {
  traffic.adapter = (await import(FILES[name])).adapter;
  return traffic.adapter;
}
