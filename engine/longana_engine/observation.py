"""What one seat, or somebody who only watches, may know of a hand.

Computers, hints and views get these types and nothing else. They are others than `Position`: they
have no field that could hold another hand, the undealt tiles, how the tiles were shuffled or a move
that was taken back. (`Position.revealed` shows the hands once they are public.)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .moves import Move, Pass, branches, centre
from .position import Position, Result
from .rules import Rules
from .seats import Seat
from .tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """The public side of a position, and the reader's own tiles."""

    rules: Rules
    scores: Mapping[Seat, int]
    """The points before this hand."""
    seat: Seat | None
    """The reader; None for a watcher."""
    hand: tuple[Tile, ...]
    """The reader's own tiles, sorted."""
    legal: tuple[Move, ...]
    """The reader's legal moves, in the order of the record format; none out of turn."""
    to_move: Seat | None
    ends: Mapping[Seat, int] | None
    opened: tuple[Seat, ...]
    """The open branches, in their opening order."""
    fits: tuple[int, ...]
    """The values the reader's ordinary tiles may be played on; none out of turn."""
    barred: Mapping[Seat, Seat]
    """Open branches the reader's ordinary tiles may not use, and which to use instead; none out of
    turn."""
    left: Mapping[Seat, int]
    """How many tiles each seat holds."""
    highest: Mapping[Seat, int]
    """A seat was dealt no double above this value (-1: none at all), as the choice of the opener
    proves; empty before the opening, which shows the highest there is."""
    moves: tuple[Move, ...]
    """Every move of the hand so far, passes included."""
    result: Result | None

    @property
    def centre(self) -> Tile | None:
        """The double the hand was opened with."""
        return centre(self.moves)

    @property
    def branches(self) -> Mapping[Seat, tuple[Tile, ...]]:
        """The tiles of each branch, from the centre outwards."""
        return branches(self.rules.table, self.moves)


def observe(
    position: Position, seat: Seat | None, scores: Mapping[Seat, int] | None = None
) -> Observation:
    """What `seat` (None: a watcher) may know; `scores` are the points before this hand.

    Raises ValueError for a seat that is not in the match.
    """
    table = position.rules.table
    if seat is not None and seat not in table:
        raise ValueError(f"there is no seat {seat} in this match")
    is_to_move = seat is not None and seat == position.to_move
    return Observation(
        rules=position.rules,
        scores=dict.fromkeys(table, 0) if scores is None else dict(scores),
        seat=seat,
        hand=() if seat is None else position.hand(seat),
        legal=position.legal() if is_to_move else (),
        to_move=position.to_move,
        ends=position.ends,
        opened=position.opened,
        fits=position.fits if is_to_move else (),
        barred=position.barred if is_to_move else {},
        left=position.left,
        highest=position.entitlement.highest if position.moves else {},
        moves=position.moves,
        result=position.result,
    )


class Public(NamedTuple):
    """What everybody may see of a hand; what is told of seats, in the order of the match's.

    A server shows this, and `Own`, after every move: they are no more than it shows.
    """

    to_move: Seat | None
    moves: tuple[Move, ...]
    """Every move of the hand so far, passes included."""
    ends: tuple[int, ...]
    """Of each branch; empty before the opening."""
    opened: tuple[Seat, ...]
    """The open branches, in their opening order."""
    left: tuple[int, ...]
    """How many tiles each seat holds."""
    result: Result | None


class Own(NamedTuple):
    """What one seat alone may see of a hand."""

    hand: tuple[Tile, ...]
    """Its tiles, sorted."""
    legal: tuple[Move, ...] = ()
    """Its legal moves, in the order of the record format; none out of turn."""
    fits: tuple[int, ...] = ()
    """As in `Observation`, when it must pass."""
    barred: Mapping[Seat, Seat] = {}
    """As in `Observation`."""


def public_side(position: Position) -> Public:
    """What everybody may see of the hand."""
    ends = position.ends
    return Public(
        position.to_move,
        position.moves,
        () if ends is None else tuple(ends.values()),
        position.opened,
        tuple(position.left.values()),
        position.result,
    )


def own_side(position: Position, seat: Seat) -> Own:
    """What a seat of the match alone may see of the hand."""
    hand = position.hand(seat)
    if seat != position.to_move:
        return Own(hand)
    legal = position.legal()
    fits = position.fits if isinstance(legal[0], Pass) else ()
    return Own(hand, legal, fits, position.barred)
