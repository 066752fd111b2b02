"""What the end of a hand is worth to a seat: the chance it leaves of winning the match.

Who is how likely to win goes by the scores alone: with `exp(STEEP * points / target)`, where the
right to open the next hand counts as `OPENER` more of the target. Fitted to 20,000 hands among
players of the level normal, and close to what came of them for two seats as well as for four
(tests/bench/README.md).
"""

from math import exp

from ..observation import Observation


STEEP = 2.0
OPENER = 0.075


class Prospects:
    """The chances of the reader, by how the hand may end."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None, "a watcher has no chances"
        self._me = seen.seat.place
        self._target = seen.rules.target
        self._scores = {seat.place: seen.scores[seat] for seat in seen.rules.table}
        even = 1 / len(self._scores)
        self._point = STEEP / self._target * even * (1 - even)
        self._known: dict[tuple[int, int], float] = {}

    def worth(self, winner: int, points: int) -> float:
        """Of a hand that the seat at the place `winner` (-1: nobody) wins, with its points.

        In points: a chance counts as many as would be worth it at the start of a match, when all
        have none.
        """
        end = winner, points
        if end not in self._known:
            self._known[end] = self.chance(winner, points) / self._point
        return self._known[end]

    def chance(self, winner: int, points: int) -> float:
        """Of winning the match, from 0 to 1."""
        if winner >= 0 and self._scores[winner] + points >= self._target:
            return float(winner == self._me)
        # As compared with the reader, so that nothing grows beyond measure.
        own = self._standing(self._me, winner, points)
        return 1 / sum(exp(self._standing(place, winner, points) - own) for place in self._scores)

    def _standing(self, place: int, winner: int, points: int) -> float:
        share = self._scores[place] / self._target
        if place == winner:
            share += points / self._target + OPENER
        return STEEP * share
