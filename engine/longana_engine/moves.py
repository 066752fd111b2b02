"""Moves and their notation.

A `Move` names an existing tile and branch. A text in due form that names neither is read as
`Unknown`, so that it can be refused at its place in the order of the refusal codes.
"""

import re
from dataclasses import dataclass

from .seats import SEATS, Seat
from .tiles import Tile, UnknownTile, tile


class BadNotation(ValueError):
    """The text does not have the form of a move."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first tile of a hand, played to the centre."""

    seat: Seat
    tile: Tile

    def __str__(self) -> str:
        return f"{self.seat} {self.tile}"


@dataclass(frozen=True, slots=True)
class Play:
    """A tile played on the branch of a seat."""

    seat: Seat
    tile: Tile
    branch: Seat

    def __str__(self) -> str:
        return f"{self.seat} {self.tile}>{self.branch}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a play; it opens the mover's branch."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} pass"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A move in due form with a tile that is none ("6-10") or a branch that is none ("X").

    What does exist is left None. It can be judged, and is always refused.
    """

    seat: Seat
    written: str
    tile: str | None
    branch: str | None

    def __str__(self) -> str:
        return self.written


Move = Opening | Play | Pass

_NUMBER = "(0|[1-9][0-9]?)"
_WRITTEN = re.compile(f"([SENW]) (?:pass|{_NUMBER}-{_NUMBER}(?:>([A-Z]))?)")
_COMPACT = re.compile("([SENW])(?:([0-9])([0-9])([A-Z])?)?")


def parse_move(text: str) -> Move | Unknown:
    """Read the notation of records; raises BadNotation for any other form.

    Either order of the halves is read, low-high is written:

    >>> [str(parse_move(text)) for text in ("S 9-9", "E 7-3>W", "N pass")]
    ['S 9-9', 'E 3-7>W', 'N pass']
    >>> parse_move("E 6-10>W")
    Unknown(seat=<Seat.E: 'E'>, written='E 6-10>W', tile='6-10', branch=None)
    """
    return _read(_WRITTEN, text)


def parse_compact(text: str) -> Move | Unknown:
    """Read the short notation of the wire; raises BadNotation for any other form."""
    return _read(_COMPACT, text)


def compact(move: Move) -> str:
    """The short notation of the wire.

    >>> [compact(parse_move(text)) for text in ("S 9-9", "E 3-7>W", "N pass")]
    ['S99', 'E37W', 'N']
    """
    match move:
        case Opening(seat, played):
            return f"{seat}{played.low}{played.high}"
        case Play(seat, played, branch):
            return f"{seat}{played.low}{played.high}{branch}"
        case Pass(seat):
            return str(seat)


def _read(form: re.Pattern[str], text: str) -> Move | Unknown:
    found = form.fullmatch(text)
    if found is None:
        raise BadNotation(f"{text!r} is no move")
    seat = Seat(found[1])
    if found[2] is None:
        return Pass(seat)
    low, high = sorted((int(found[2]), int(found[3])))
    branch = found[4]
    try:
        played = tile(low, high)
        return Opening(seat, played) if branch is None else Play(seat, played, Seat(branch))
    except UnknownTile:
        unknown_tile = f"{low}-{high}"
    except ValueError:
        unknown_tile = None
    unknown_branch = None if branch in (None, *SEATS) else branch
    written = f"{seat} {low}-{high}" + (f">{branch}" if branch else "")
    return Unknown(seat, written, unknown_tile, unknown_branch)
