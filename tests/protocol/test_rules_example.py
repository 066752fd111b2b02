"""The worked example of equal-end priority on the rules pages, played by the engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from longana_engine import CUBAN, INTERNATIONAL, Position, Rules, Seat, parse_move, parse_tile
from longana_engine.opening import Entitlement


HANDS = {
    "S": "9-9 7-9 6-7 0-0 0-3 1-1 2-3 1-3",
    "E": "5-9 0-1 0-2 0-4 0-6 1-2 1-4 1-6",
    "N": "3-9 3-5 0-7 1-7 2-7 0-8 1-8 2-8",
    "W": "4-9 4-8 2-5 5-5 3-4 3-6 6-9 7-8",
}
UNTIL_NOW = (
    "S 9-9",
    "E 5-9>E",
    "N 3-9>N",
    "W 4-9>W",
    "S 7-9>S",
    "E pass",
    "N 3-5>N",
    "W 4-8>W",
    "S 6-7>S",
    "E pass",
    "N pass",
)


def example(rules: Rules) -> Position:
    hands = {
        Seat(seat): tuple(parse_tile(tile) for tile in tiles.split())
        for seat, tiles in HANDS.items()
    }
    opener = Entitlement(Seat.S, (parse_tile("9-9"),))
    position = Position.begin(rules, hands, opener)
    for move in UNTIL_NOW:
        position = after(position, move)
    return position


def after(position: Position, move: str) -> Position:
    parsed = parse_move(move)
    assert position.why_not(parsed) is None
    return position.after(parsed)


@pytest.fixture
def cuban() -> Position:
    return example(CUBAN)


def test_the_table_of_the_example(cuban: Position) -> None:
    assert cuban.to_move == Seat.W
    assert cuban.opened == (Seat.E, Seat.N)
    assert cuban.ends is not None
    assert [cuban.ends[seat] for seat in (Seat.E, Seat.N, Seat.W)] == [5, 5, 8]


@pytest.mark.parametrize("tile", ["2-5", "5-5"])
def test_north_is_barred_to_tile_and_double(cuban: Position, tile: str) -> None:
    refusal = cuban.why_not(parse_move(f"W {tile}>N"))
    assert refusal is not None
    assert (refusal.code, refusal.facts["instead"]) == ("earlier_open_branch", "E")


def test_doubles_are_free_in_international() -> None:
    international = example(replace(INTERNATIONAL, direction="right"))
    assert international.why_not(parse_move("W 5-5>N")) is None
    assert international.why_not(parse_move("W 2-5>N")) is not None


def test_then_north_is_the_first_open_five(cuban: Position) -> None:
    position = after(cuban, "W 2-5>E")
    assert position.ends is not None
    assert [position.ends[seat] for seat in (Seat.E, Seat.N)] == [2, 5]
    assert position.opened == (Seat.E, Seat.N)
