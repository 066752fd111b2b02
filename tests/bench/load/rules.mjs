// The rules of the peers' game, as far as a client needs them. A tile is `low * 10 + high`.
const fits = (tile, end) => Math.trunc(tile / 10) === end || tile % 10 === end;

/** The first legal play as [tile, branch], or null when there is none. */
export function firstLegal(seat, hand, ends, open) {
  for (let branch = 0; branch < 4; branch++) {
    if (branch !== seat && !open[branch]) continue;
    const tile = hand.find((held) => fits(held, ends[branch]));
    if (tile !== undefined) return [tile, branch];
  }
  return null;
}

/** A tile of the hand that doesn't fit its own branch, or else one that isn't held. */
export function illegalPlay(seat, hand, ends) {
  const unfit = hand.find((tile) => !fits(tile, ends[seat]));
  if (unfit !== undefined) return [unfit, seat];
  return [Array.from({ length: 100 }, (_, tile) => tile).find((tile) => !hand.includes(tile)), seat];
}
