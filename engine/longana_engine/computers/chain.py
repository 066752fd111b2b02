"""The chain-aware scorer: what a move is worth at one look at one's own hand and the table.

The longest continuation of one's own branch weighs most: tiles that can follow each other there are
turns that nobody can take away.
"""

from functools import lru_cache
from typing import NamedTuple

from ..core import CARRIES, NUMBER, OTHER, as_set
from ..moves import Opening, Play
from ..observation import Observation


LONGEST = 6
"""Longer continuations count as this one: the hand seldom lasts for more."""

PIP = 0.5 / 18
DOUBLE = 0.3
FIT = 0.2
LINK = 0.8
ELSEWHERE = 0.4


class Terms(NamedTuple):
    """What a play is judged by."""

    pips: int
    """Shed with the tile."""
    double: bool
    fits: int
    """Tiles left that fit one's own end."""
    chain: int
    """The longest continuation of one's own branch with the tiles left, up to 6."""
    elsewhere: bool
    """Not played on one's own branch."""

    @property
    def weights(self) -> tuple[float, float, float, float, float]:
        """What each term is worth."""
        return (
            PIP * self.pips,
            DOUBLE * self.double,
            FIT * self.fits,
            LINK * self.chain,
            ELSEWHERE * self.elsewhere,
        )


def judge(seen: Observation, move: Opening | Play) -> Terms:
    """The terms of a legal move of the reader."""
    number = NUMBER[move.tile]
    left = as_set(seen.hand) ^ 1 << number
    own = isinstance(move, Opening) or move.branch == move.seat
    if isinstance(move, Opening):
        end = move.tile.low
    else:
        assert seen.ends is not None, "a play comes after an opening"
        end = seen.ends[move.seat]
        if own:
            end = move.tile.other(end)
    return Terms(
        pips=move.tile.pips,
        double=move.tile.is_double,
        fits=(left & CARRIES[end]).bit_count(),
        chain=min(longest_chain(left, end), LONGEST),
        elsewhere=not own,
    )


@lru_cache(1 << 12)
def longest_chain(tiles: int, end: int) -> int:
    """How many of a set of tiles (see `core`) can follow each other from `end`."""
    longest = 0
    fitting = tiles & CARRIES[end]
    while fitting:
        lowest = fitting & -fitting
        fitting ^= lowest
        left = tiles ^ lowest
        shown = OTHER[lowest.bit_length() - 1][end]
        length = 1 + longest_chain(left, shown) if left & CARRIES[shown] else 1
        if length > longest:
            longest = length
    return longest
