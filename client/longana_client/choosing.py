"""From what a person typed on their turn to one legal move, or to the reason why there is none.

Nothing is sent from here: a move is only looked at, and confirmed elsewhere. What is legal is what
the server's view says; the reasons come in the order of the refusal codes (record-format.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from longana_protocol.answers import Room, View
from longana_protocol.words import SEAT_NAMES, SeatName, TilePair

from .board import Move, read_move
from .reading import Number, TileOn
from .wording import Words, seated, tile_text


@dataclass(frozen=True, slots=True)
class Chosen:
    """A legal move, to be shown before it is confirmed."""

    move: Move


@dataclass(frozen=True, slots=True)
class NotThat:
    """Why there is no such move, in sentences."""

    lines: tuple[str, ...]


def legal_moves(view: View) -> tuple[Move, ...]:
    """What the reader may do now, in the order of the view; empty when it isn't their turn."""
    return tuple(map(read_move, view.you.legal)) if view.you else ()


def choose(words: Words, room: Room, view: View, typed: Number | TileOn) -> Chosen | NotThat:
    """The move that a number of the list, or a tile with or without a branch, stands for."""
    legal = legal_moves(view)
    if isinstance(typed, Number):
        if 1 <= typed.value <= len(legal):
            return Chosen(legal[typed.value - 1])
        if not legal:
            return NotThat((_not_now(words, room, view, _own_seat(view)),))
        if not 10 <= typed.value <= 99:
            return NotThat((words("ui.no_such_number", count=len(legal)),))
        low, high = sorted(divmod(typed.value, 10))  # 37 may well mean 3-7
        typed = TileOn((low, high), None)
    if typed.branch is None:
        return _without_branch(words, room, view, typed.tile)
    move = next((m for m in legal if (m.tile, m.branch) == (typed.tile, typed.branch)), None)
    if move is not None:
        return Chosen(move)
    if view.you is not None and legal and not view.table.ends:
        # The centre is empty: an opening stands on no branch, so this branch is of no account.
        return _without_branch(words, room, view, typed.tile)
    return NotThat((why_not(words, room, view, typed.tile, typed.branch),))


def why_not_pass(words: Words, room: Room, view: View) -> str | None:
    """Why the reader may not pass; None if they may."""
    legal = legal_moves(view)
    seat = _own_seat(view)
    if not legal:
        return _not_now(words, room, view, seat)
    if legal[0].tile is None:
        return None
    if not view.table.ends:
        return _must_open(words, seat, legal)
    return words("refused.must_play", seat=seat, moves=list(view.you.legal if view.you else ()))


def why_not(words: Words, room: Room, view: View, tile: TilePair, branch: SeatName | str) -> str:
    """Why `tile` may not be played on `branch`, for a move that is not among the legal ones."""
    table, seat = view.table, _own_seat(view)
    if not legal_moves(view):
        return _not_now(words, room, view, seat)
    if max(tile) > 9:
        return words("refused.unknown_tile", tile=tile_text(tile))
    seats = [state.seat for state in room.seats]
    if branch not in seats:
        # Never W in Spanish, where that seat is Oeste.
        letter = next((words.letter(seat) for seat in SEAT_NAMES if seat == branch), branch)
        return words("refused.unknown_branch", branch=letter, branches=seats)
    if tile not in _hand(view):
        return words("refused.tile_not_held", seat=seat, tile=tile_text(tile))
    if not table.ends:
        return _must_open(words, seat, legal_moves(view))
    end = dict(zip(seats, table.ends, strict=True))[branch]
    if end not in tile:
        return words("refused.no_match", tile=tile_text(tile), branch=branch, end=end)
    if branch not in table.opened:
        return words("refused.branch_closed", branch=branch, seat=seat)
    instead = (view.you.barred if view.you else {}).get(branch, branch)
    return words(
        "refused.earlier_open_branch",
        tile=tile_text(tile),
        branch=branch,
        instead=instead,
        end=end,
    )


def _without_branch(words: Words, room: Room, view: View, tile: TilePair) -> Chosen | NotThat:
    fitting = [move for move in legal_moves(view) if move.tile == tile]
    if len(fitting) == 1:
        return Chosen(fitting[0])
    if fitting:
        branches = [move.branch for move in fitting if move.branch]
        return NotThat((words("ui.which_branch", tile=tile_text(tile), branches=branches),))
    seats = [state.seat for state in room.seats]
    ends = dict(zip(seats, view.table.ends, strict=False))
    matching = [seat for seat, end in ends.items() if end in tile]
    if legal_moves(view) and ends and not matching and tile in _hand(view):
        values = sorted(set(ends.values()))
        return NotThat((words("ui.fits_nowhere", tile=tile_text(tile), ends=values),))
    reasons = [why_not(words, room, view, tile, seat) for seat in matching or seats[:1]]
    return NotThat(tuple(dict.fromkeys(reasons)))


def _not_now(words: Words, room: Room, view: View, seat: SeatName) -> str:
    to_move = view.table.to_move
    if view.table.phase in ("lobby", "starting"):
        return words("refused.not_started")
    if to_move is None:
        over = "match" if view.table.phase == "match_over" else "hand"
        return words("refused.hand_over", over=over)
    if (
        view.you is None or view.you.seat is None
    ):  # an onlooker, or a device whose hands are covered
        return words("event.to_move", seat=seated(words, room, to_move))
    return words("refused.not_your_turn", seat=seat, to_move=seated(words, room, to_move))


def _must_open(words: Words, seat: SeatName, legal: tuple[Move, ...]) -> str:
    tiles = [tile_text(move.tile) for move in legal if move.tile]
    return words("refused.must_open", seat=seat, tiles=tiles)


def _own_seat(view: View) -> SeatName:
    """The reader's seat; South's name stands in for an onlooker, who is never to move."""
    return view.you.seat if view.you and view.you.seat else "S"


def _hand(view: View) -> tuple[TilePair, ...]:
    return (view.you.hand if view.you else None) or ()
