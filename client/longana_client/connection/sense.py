"""Whether what a server says of its room hangs together: nothing else reaches whoever draws it.

The models bound each value by itself; here they are held against each other. No rule of the game is
judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from longana_protocol.answers import Result, Room, Table, View, Welcome, You
from longana_protocol.words import MoveText, SeatName, TilePair

from .links import TOKEN


_TABLES: Final = (("S", "N"), ("S", "E", "N"), ("S", "E", "N", "W"))
_PRESETS: Final = ("cuban", "international")
_LONGEST_CODE: Final = 64
_LONGEST_HAND: Final = 400
"""Moves. The longest hand there can be is far shorter."""
_MOST_PEOPLE: Final = 1000


def makes_sense(message: Welcome | Room) -> bool:
    """Whether code and token are such as one can come back with."""
    token = message.token if isinstance(message, Welcome) else None
    return 0 < len(message.code) <= _LONGEST_CODE and (
        token is None or TOKEN.fullmatch(token) is not None
    )


def put_away(room: Room, view: View) -> tuple[Room, View]:
    """Room and view as they can be drawn when the seats have changed since the match on the table.

    After a match its host may set other seats. What lies there then belongs to seats that are gone,
    and is left out.
    """
    count = len(room.seats)
    if view.table.phase != "match_over" or len(view.table.left) in (0, count):
        return room, view
    bare = {"moves": (), "ends": (), "opened": (), "left": (), "result": None, "reveal": ()}
    table = view.table.model_copy(update={**bare, "to_move": None})
    you = (
        view.you.model_copy(update={"seat": None, "hand": None, "legal": ()}) if view.you else None
    )
    return (
        room.model_copy(update={"scores": (), "hands": (), "winner": None}),
        view.model_copy(update={"table": table, "you": you}),
    )


def hang_together(room: Room, view: View) -> bool:
    """Whether a view can be drawn in its room."""
    seats = tuple(state.seat for state in room.seats)
    return (
        _room_stands(room, seats)
        and _table_stands(view.table, seats)
        and (view.you is None or _hand_stands(view.you, view.table, seats))
    )


def _room_stands(room: Room, seats: tuple[SeatName, ...]) -> bool:
    count, rules = len(seats), room.rules
    return (
        seats in _TABLES
        and sorted(room.order) == sorted(seats)
        and rules.get("preset", "cuban") in _PRESETS
        and all(isinstance(rules.get(name, 0), int) for name in ("target", "seats"))
        and len(room.scores) in (0, count)
        and (room.winner is None or (room.winner in seats and bool(room.scores)))
        and all(_result_stands(hand.result, seats) for hand in room.hands)
        and len(room.people) <= _MOST_PEOPLE
    )


def _table_stands(table: Table, seats: tuple[SeatName, ...]) -> bool:
    count = len(seats)
    is_open = any(_is_opening(move) for move in table.moves)
    return (
        len(table.moves) <= _LONGEST_HAND
        and all(_are_here(move, seats) for move in table.moves)
        and len(table.ends) == (count if is_open else 0)
        and all(0 <= end <= 9 for end in table.ends)
        and len(set(table.opened)) == len(table.opened)
        and set(table.opened) <= set(seats)
        and (table.to_move is None or table.to_move in seats)
        and all(len(values) in (0, count) for values in (table.left, table.reveal))
        and (table.result is None or _result_stands(table.result, seats))
    )


def _hand_stands(you: You, table: Table, seats: tuple[SeatName, ...]) -> bool:
    return (
        (you.seat is None or you.seat in seats)
        and _are_tiles(you.hand or ())
        and all(_are_here(move, seats) for move in you.legal)
        # An opening stands on no branch, every other tile on one.
        and all(len(move) == 1 or _is_opening(move) != bool(table.ends) for move in you.legal)
    )


def _result_stands(result: Result, seats: Sequence[SeatName]) -> bool:
    return len(result.pips) == len(seats) and (result.winner is None or result.winner in seats)


def _is_opening(move: MoveText) -> bool:
    return len(move) == 3


def _are_here(move: MoveText, seats: Sequence[SeatName]) -> bool:
    """Whether seat and branch of a move are at this table."""
    return all(letter in seats for letter in (move[0], *move[3:]))


def _are_tiles(tiles: Iterable[TilePair]) -> bool:
    return all(max(tile) <= 9 for tile in tiles)
