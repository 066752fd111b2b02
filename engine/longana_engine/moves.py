"""Moves and their notation.

A `Move` names an existing tile and branch. A text in due form that names neither is read as
`Unknown`, so that it can be refused at its place in the order of the refusal codes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .seats import SEATS, Seat
from .tiles import Tile, UnknownTile, tile


class BadNotation(ValueError):
    """The text does not have the form of a move."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first tile of a hand, played to the centre."""

    seat: Seat
    tile: Tile
    _compact: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        low, high = self.tile
        object.__setattr__(self, "_compact", f"{self.seat}{low}{high}")

    def __str__(self) -> str:
        return f"{self.seat} {self.tile}"


@dataclass(frozen=True, slots=True)
class Play:
    """A tile played on the branch of a seat."""

    seat: Seat
    tile: Tile
    branch: Seat
    _compact: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        low, high = self.tile
        object.__setattr__(self, "_compact", f"{self.seat}{low}{high}{self.branch}")

    def __str__(self) -> str:
        return f"{self.seat} {self.tile}>{self.branch}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a play; it opens the mover's branch."""

    seat: Seat
    _compact: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_compact", str(self.seat))

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


def centre(moves: Sequence[Move]) -> Tile | None:
    """The double a hand with these moves was opened with."""
    first = moves[0] if moves else None
    return first.tile if isinstance(first, Opening) else None


def branches(table: Iterable[Seat], moves: Iterable[Move]) -> Mapping[Seat, tuple[Tile, ...]]:
    """The tiles of each branch of a hand with these moves, from the centre outwards."""
    tiles: dict[Seat, list[Tile]] = {seat: [] for seat in table}
    for move in moves:
        if isinstance(move, Play):
            tiles[move.branch].append(move.tile)
    return {seat: tuple(laid) for seat, laid in tiles.items()}


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
    return _read_written(text)


def parse_compact(text: str) -> Move | Unknown:
    """Read the short notation of the wire; raises BadNotation for any other form."""
    return _read_compact(text)


def compact(move: Move) -> str:
    """The short notation of the wire.

    >>> [compact(parse_move(text)) for text in ("S 9-9", "E 3-7>W", "N pass")]
    ['S99', 'E37W', 'N']
    """
    # Worked out once for each move: a server writes every move of the hand after every move.
    return move._compact


def compact_all(moves: Iterable[Move]) -> list[str]:
    """All of them in the short notation of the wire."""
    return [move._compact for move in moves]


@lru_cache(maxsize=2048)  # every move; what else clients send may push some out
def _read_written(text: str) -> Move | Unknown:
    return _read(_WRITTEN, text)


@lru_cache(maxsize=2048)
def _read_compact(text: str) -> Move | Unknown:
    return _read(_COMPACT, text)


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
