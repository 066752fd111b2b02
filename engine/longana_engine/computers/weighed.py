"""A move and its worth, as every level gives them."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..moves import Move


@dataclass(frozen=True, slots=True)
class Weighed:
    """A legal move and what it is worth to the reader: higher is better.

    The unit is the level's: for hard the expected points of the hand (the reader's, a hand won
    counting 20 more, minus the others' share), for easy and normal the scorer's sum, of which one
    link of a chain is 0.8.
    """

    move: Move
    worth: float


def ranked(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Best first; equals stay in their order."""
    return tuple(sorted(weighed, key=lambda found: -found.worth))
