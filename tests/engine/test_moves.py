"""Moves and how they are written."""

import pytest

from longana_engine import (
    SEATS,
    TILES,
    BadNotation,
    Move,
    Opening,
    Pass,
    Play,
    Seat,
    Unknown,
    compact,
    parse_compact,
    parse_move,
    tile,
)
from longana_engine import moves as moves_module


EVERY_MOVE: list[Move] = [
    *(Opening(seat, t) for seat in SEATS for t in TILES),
    *(Play(seat, t, branch) for seat in SEATS for t in TILES for branch in SEATS),
    *(Pass(seat) for seat in SEATS),
]


def test_as_records_write_them() -> None:
    assert str(Opening(Seat.S, tile(9, 9))) == "S 9-9"
    assert str(Play(Seat.E, tile(7, 3), Seat.W)) == "E 3-7>W"
    assert str(Pass(Seat.N)) == "N pass"


def test_as_the_wire_writes_them() -> None:
    assert compact(Opening(Seat.S, tile(9, 9))) == "S99"
    assert compact(Play(Seat.E, tile(7, 3), Seat.W)) == "E37W"
    assert compact(Pass(Seat.N)) == "N"


def test_every_move_is_read_as_written() -> None:
    assert len({str(move) for move in EVERY_MOVE}) == len({compact(move) for move in EVERY_MOVE})
    for move in EVERY_MOVE:
        assert parse_move(str(move)) == move
        assert parse_compact(compact(move)) == move


def test_every_move_is_read_but_once() -> None:
    def read_all() -> None:
        for move in EVERY_MOVE:
            parse_move(str(move))
            parse_compact(compact(move))

    caches = moves_module._read_written, moves_module._read_compact
    read_all()
    known = [cache.cache_info().misses for cache in caches]
    read_all()
    assert [cache.cache_info().misses for cache in caches] == known


def test_halves_are_read_in_either_order() -> None:
    assert str(parse_move("E 7-3>W")) == "E 3-7>W"
    assert str(parse_move("S 7-3")) == "S 3-7"
    assert parse_compact("E73W") == parse_compact("E37W")


@pytest.mark.parametrize(
    ("text", "tile_", "branch", "written"),
    [
        ("E 6-10", "6-10", None, "E 6-10"),
        ("E 10-6>N", "6-10", None, "E 6-10>N"),
        ("E 99-10>X", "10-99", "X", "E 10-99>X"),
        ("E 7-3>X", None, "X", "E 3-7>X"),
    ],
)
def test_what_exists_nowhere_is_read_as_unknown(
    text: str, tile_: str | None, branch: str | None, written: str
) -> None:
    move = parse_move(text)
    assert move == Unknown(Seat.E, written, tile_, branch)
    assert str(move) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S",
        "S  9-9",
        " S 9-9",
        "S 9-9 ",
        "S 9-9\n",
        "s 9-9",
        "X 9-9",
        "S 09-9",
        "S 9-100",
        "S 9",
        "S 9-9>",
        "S 9-9>w",
        "S 9-9>WW",
        "S 9-9>É",
        "S 9-9 > W",
        "S PASS",
        "S pass>W",
        "S ９-9",
        "S 9–9",
        "S -1-3",
    ],
)
def test_any_other_form_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_move(text)


@pytest.mark.parametrize("text", ["", "s99", "X99", "S9", "S999", "S99WW", "S99w", "S99\n", "S 99"])
def test_any_other_form_is_no_move_on_the_wire(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_compact(text)
