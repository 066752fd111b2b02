"""The strong level: plays every move out on deals that agree with all proofs (`deals`).

What was tried, and what each part of this brings, stands in tests/bench/README.md.

All moves are tried on the same deals, so that luck with the deal cancels out between them. A move
that is clearly behind the leader is tried no more: the time goes to the close calls.
"""

from math import sqrt
from random import Random

from ..core import CODES, as_set
from ..observation import Observation
from .deals import deals_of, likelier, replayed
from .playout import play_out
from .prospects import Prospects
from .weighed import Weighed, ranked


DEALS = 1_000
TURNS = 26_000
"""What a decision may cost, in deals and in turns played ahead: no clock, so it can be repeated."""
ROUND = 20
"""Deals between two looks at who is behind."""
CLEARLY = 2.0
"""How many standard errors a move is behind when it is dropped."""

CHOICE = 1.0
"""Points for each other play the reader has on the way: what the scorer makes of a choice there is
less than what this level will make of it."""


def think(seen: Observation, rng: Random) -> tuple[Weighed, ...]:
    """The moves by the chance of winning the match that they lead to, on average (`prospects`)."""
    assert seen.seat is not None, "a watcher has no turn"
    me = seen.seat.place
    prospects = Prospects(seen)
    hand = as_set(seen.hand)
    so_far = replayed(seen)
    table = so_far.table
    proven = deals_of(seen, so_far.voids)
    likely = likelier(seen, so_far, proven)
    tried = [_Tried(CODES[move]) for move in seen.legal]
    left, turns = list(tried), 0
    for number in range(1, DEALS + 1):
        # Half of them only: others may not play as this program does.
        table.hands = (likely if number % 2 else proven).draw(rng)
        table.hands[me] = hand
        for each in left:
            ahead = table.copy()
            ahead.play(each.code)
            length, choices = play_out(ahead, me)
            turns += length
            each.worths.append(prospects.worth(*ahead.score()) + CHOICE * choices)
        if number % ROUND == 0:
            leader = max(left, key=_Tried.total)
            for each in left:
                if each.is_behind(leader):
                    each.dropped_for = leader
            left = [each for each in left if each.dropped_for is None]
            if len(left) == 1 or turns > TURNS:
                break
    leader = max(left, key=_Tried.total)
    most = leader.total() / len(leader.worths)
    return ranked(
        Weighed(move, most - each.lost(leader))
        for move, each in zip(seen.legal, tried, strict=True)
    )


class _Tried:
    """A move and what it brought on each of the first deals."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.worths: list[float] = []
        self.dropped_for: _Tried | None = None
        """The leader it was clearly behind."""

    def total(self) -> float:
        return sum(self.worths)

    def lost(self, leader: "_Tried") -> float:
        """How much less it is worth than the leader in the end.

        One that was dropped stays behind the leader it was dropped for: on the few deals it had it
        may have been lucky as compared with a later one.
        """
        rival = self.dropped_for
        return self.behind(leader) if rival is None else self.behind(rival) + rival.lost(leader)

    def behind(self, leader: "_Tried") -> float:
        """The mean difference to a move that was tried on the same deals at least."""
        return sum(self._differences(leader)) / len(self.worths)

    def is_behind(self, leader: "_Tried") -> bool:
        """Whether the difference is more than luck; never of the leader itself."""
        differences = self._differences(leader)
        total, count = sum(differences), len(differences)
        spread = sum(difference * difference for difference in differences) - total * total / count
        # Of like differences rounding leaves a spread a little below 0.
        error = sqrt(max(0.0, spread) * count / (count - 1))
        return total > 0 and total > CLEARLY * error

    def _differences(self, leader: "_Tried") -> list[float]:
        return [best - own for best, own in zip(leader.worths, self.worths, strict=False)]
