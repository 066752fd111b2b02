"""How much worse a move is than the best, in a word.

The number behind it is the computer's own (`Weighed`): a chance of winning the match, as points.
Whoever is told "31 points worse" thinks of the score, and does not believe it.
"""

from __future__ import annotations

from longana_engine.computers import COSTLY
from longana_protocol.answers import Degree


GREAT = 12
"""To win the first hand of four players is worth some 65 points more than to lose it: so much is
about the fifth part of what a hand is about."""


def degree(cost: int) -> Degree | None:
    """Of a cost as `Alternative` and `Reviewed` have it; None for a move that is as good."""
    if cost >= GREAT:
        return "great"
    if cost >= COSTLY:
        return "clear"
    return "slight" if cost > 0 else None
