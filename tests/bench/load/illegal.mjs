// Moves that no server may accept.
import { firstLegal, illegalPlay } from './rules.mjs';
import { traffic } from './traffic.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function tryIllegalMoves(adapter, rooms) {
  for (const room of rooms) {
    const mover = room.seats[room.seats[0].turn];
    const other = room.seats[(mover.number + 1) % 4];
    const before = mover.seq;
    const [hand, ends, open] = adapter.view(mover);
    const theirs = adapter.view(other);
    const play = (seat, tile, branch) => seat.send(adapter.act(seat, 'play', [tile, branch]));
    const pass = (seat) => seat.send(adapter.act(seat, 'pass', []));

    play(other, ...(firstLegal(other.number, ...theirs) ?? illegalPlay(other.number, ...theirs)));
    pass(other); // out of turn, both
    play(mover, ...illegalPlay(mover.number, hand, ends)); // it does not fit
    play(mover, hand.includes(99) ? 0 : 99, mover.number); // not held
    if (firstLegal(mover.number, hand, ends, open)) pass(mover); // there is something to play
    play(mover, 'x', 1.5);
    play(mover, hand[0], 7);
    await sleep(150);
    for (const seat of room.seats) {
      if (seat.seq !== before) traffic.errors.push('illegal move was accepted');
    }
  }
}
