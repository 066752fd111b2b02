"""The branches, tile by tile, read from the moves of a hand.

No rule is judged here: the moves come from the server, and where each tile goes and how it is
turned follows from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from longana_protocol.answers import Table
from longana_protocol.words import MoveText, SeatName, TilePair


@dataclass(frozen=True, slots=True)
class Move:
    """A move in short, taken apart: no tile in a pass, no branch in a pass or an opening."""

    seat: SeatName
    tile: TilePair | None = None
    branch: SeatName | None = None


def read_move(text: MoveText) -> Move:
    """Take `S99`, `E37W` or `N` apart (the wire's notation; the model has checked its form)."""
    seat = _seat(text[0])
    if len(text) == 1:
        return Move(seat)
    tile = (int(text[1]), int(text[2]))
    return Move(seat, tile, _seat(text[3]) if len(text) == 4 else None)


class Mark(Enum):
    """What sets a tile on the table apart."""

    OLD = "old"
    SINCE = "since"
    """Played since the reader's own last move."""
    NEWEST = "newest"
    GHOST = "ghost"
    """Not played: the preview of a move."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on a branch: `inner` joins the tile before it, `outer` looks away from the centre."""

    inner: int
    outer: int
    mark: Mark

    @property
    def is_double(self) -> bool:
        return self.inner == self.outer


@dataclass(frozen=True, slots=True)
class Branch:
    """One seat's branch from the centre outwards.

    `opened` is its place in the order of opening, 1 for the first; None while it is closed.
    """

    seat: SeatName
    tiles: tuple[Laid, ...]
    end: int
    opened: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """The centre double (a number; None before the opening) and the branches in seat order."""

    centre: int | None
    centre_mark: Mark
    branches: tuple[Branch, ...]

    def branch(self, seat: SeatName) -> Branch:
        return next(branch for branch in self.branches if branch.seat == seat)

    @property
    def marks(self) -> frozenset[Mark]:
        """The marks that occur, for the line that explains them."""
        laid = {tile.mark for branch in self.branches for tile in branch.tiles}
        return frozenset(laid | ({self.centre_mark} if self.centre is not None else set()))


def read_board(seats: Sequence[SeatName], table: Table, me: SeatName | None) -> Board:
    """The table after `table.moves`; `me` is whose last move counts for the marks, if anybody's."""
    moves = [read_move(text) for text in table.moves]
    placed = [number for number, move in enumerate(moves) if move.tile is not None]
    newest = placed[-1] if placed else None
    mine = max((number for number, move in enumerate(moves) if move.seat == me), default=-1)

    def mark(number: int) -> Mark:
        if number == newest:
            return Mark.NEWEST
        return Mark.SINCE if me is not None and number > mine else Mark.OLD

    centre: int | None = None
    centre_mark = Mark.OLD
    laid: dict[SeatName, list[Laid]] = {seat: [] for seat in seats}
    for number, move in enumerate(moves):
        if move.tile is None:
            continue
        if move.branch is None:
            centre, centre_mark = move.tile[0], mark(number)
            continue
        branch = laid[move.branch]
        inner = branch[-1].outer if branch else centre
        low, high = move.tile
        branch.append(
            Laid(low, high, mark(number)) if low == inner else Laid(high, low, mark(number))
        )
    orders = {seat: order for order, seat in enumerate(table.opened, 1)}
    branches = tuple(
        Branch(seat, tuple(laid[seat]), end, orders.get(seat))
        for seat, end in zip(seats, table.ends, strict=False)
    )
    return Board(centre, centre_mark, branches)


def with_ghost(board: Board, move: Move) -> Board:
    """The board as a move would leave it, its tile as a ghost."""
    if move.tile is None:
        return board
    low, high = move.tile
    if move.branch is None:
        return replace(board, centre=low, centre_mark=Mark.GHOST)
    return replace(
        board,
        branches=tuple(
            replace(
                branch,
                tiles=(
                    *branch.tiles,
                    Laid(branch.end, low if branch.end == high else high, Mark.GHOST),
                ),
                end=low if branch.end == high else high,
            )
            if branch.seat == move.branch
            else branch
            for branch in board.branches
        ),
    )


def _seat(letter: str) -> SeatName:
    match letter:
        case "S" | "E" | "N" | "W":
            return letter
        case _:
            raise ValueError(f"{letter!r} is no seat")
