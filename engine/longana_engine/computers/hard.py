"""The strong level: plays every move out on deals that agree with everything public."""

from random import Random

from ..core import CODES, Table, as_set
from ..observation import Observation
from .deals import deals_of, replayed
from .playout import play_out
from .weighed import Weighed, ranked


DEALS = 60

WIN = 20.0
"""Points that winning a hand is worth besides its points: less is left for the others."""
OTHERS = 1 / 3
"""How much of the points of another seat is a loss to the reader."""


def think(seen: Observation, rng: Random) -> tuple[Weighed, ...]:
    """The moves by what they bring on average; the same deals for all of them."""
    assert seen.seat is not None, "a watcher has no turn"
    me = seen.seat.place
    table, voids = replayed(seen)
    deals = deals_of(seen, voids)
    hand = as_set(seen.hand)
    codes = [CODES[move] for move in seen.legal]
    totals = [0.0] * len(codes)
    for _ in range(DEALS):
        table.hands = deals.draw(rng)
        table.hands[me] = hand
        for n, code in enumerate(codes):
            ahead = table.copy()
            ahead.play(code)
            play_out(ahead)
            totals[n] += _worth(ahead, me)
    return ranked(
        Weighed(move, total / DEALS) for move, total in zip(seen.legal, totals, strict=True)
    )


def _worth(over: Table, me: int) -> float:
    winner, points = over.score()
    if winner == me:
        return points + WIN
    return -points * OTHERS
