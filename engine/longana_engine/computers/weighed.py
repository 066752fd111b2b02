"""A move and its worth, as every level gives them."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..moves import Move


@dataclass(frozen=True, slots=True)
class Weighed:
    """A legal move and what it is worth to the reader: higher is better.

    The unit is the level's: for hard the chance of winning the match, in points that would be worth
    as much at its start (`prospects`), for easy and normal the scorer's sum, of which one link of a
    chain is 0.8.
    """

    move: Move
    worth: float


def ranked(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Best first; equals stay in their order."""
    return tuple(sorted(weighed, key=lambda found: -found.worth))
