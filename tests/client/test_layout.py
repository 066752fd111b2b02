"""Tiles lie within the picture, apart from each other, and join end to end."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.tables import Drawn, a_room, a_view, tables, turn_order
from longana_client.board import read_board
from longana_client.layout import LARGE, SMALL, Layout, Scale, Side, Spot, lay_out, sides
from longana_protocol.words import SeatName


def test_the_next_to_play_sits_on_the_right_in_cuban_and_on_the_left_in_international() -> None:
    right = turn_order(("S", "E", "N", "W"), rightwards=True)
    assert sides(right, "S", rightwards=True) == {
        "S": Side.BOTTOM,
        "E": Side.RIGHT,
        "N": Side.TOP,
        "W": Side.LEFT,
    }
    left = turn_order(("S", "E", "N", "W"), rightwards=False)
    assert sides(left, "N", rightwards=False) == {
        "N": Side.BOTTOM,
        "E": Side.LEFT,
        "S": Side.TOP,
        "W": Side.RIGHT,
    }


@pytest.mark.parametrize("me", ["S", "E", "N"])
@pytest.mark.parametrize("rightwards", [True, False])
def test_of_three_the_reader_has_one_on_either_side(me: SeatName, rightwards: bool) -> None:
    order = turn_order(("S", "E", "N"), rightwards=rightwards)
    found = sides(order, me, rightwards=rightwards)
    following = order[(order.index(me) + 1) % 3]
    assert found[me] is Side.BOTTOM
    assert found[following] is (Side.RIGHT if rightwards else Side.LEFT)
    assert set(found.values()) == {Side.BOTTOM, Side.RIGHT, Side.LEFT}


def test_two_sit_opposite() -> None:
    assert sides(("S", "N"), "N", rightwards=True) == {"N": Side.BOTTOM, "S": Side.TOP}


def _rows(spot: Spot, scale: Scale) -> range:
    half = scale.standing if spot.standing else scale.lying
    return range(spot.y - half, spot.y + half + 1)


def _cells(spot: Spot, scale: Scale) -> set[tuple[int, int]]:
    columns = range(spot.x, spot.x + spot.width)
    return {(x, y) for x in columns for y in _rows(spot, scale)}


def _half(spot: Spot, scale: Scale, *, inner: bool) -> tuple[int, int]:
    """The cell of a tile's number."""
    first = inner == spot.inner_first
    if spot.standing:
        offset = (scale.standing + 1) // 2
        return spot.x + 1, spot.y + (-offset if first else offset)
    return spot.x + (1 if first else 3), spot.y


def _laid_out(drawn: Drawn, width: int, scale: Scale) -> Layout:
    room = drawn.room
    board = read_board([state.seat for state in room.seats], drawn.view.table, "S")
    where = sides(room.order, "S", rightwards=room.order[1] == "E")
    return lay_out(board, where, width, scale)


@given(tables(), st.integers(40, 130), st.sampled_from([LARGE, SMALL]))
def test_no_two_tiles_or_plates_overlap_and_none_is_outside(
    drawn: Drawn, width: int, scale: Scale
) -> None:
    layout = _laid_out(drawn, width, scale)
    centre = Spot(-1, 0, True, True, 1)
    places = [_cells(spot, scale) for spots in layout.spots.values() for spot in spots]
    places.append(_cells(centre, scale))
    for one, other in combinations(places, 2):
        assert not one & other
    for x, y in set().union(*places):
        assert layout.left <= x < layout.left + width
        assert layout.top <= y <= layout.bottom
    assert layout.height == layout.bottom - layout.top + 1


@given(tables(), st.integers(40, 130), st.sampled_from([LARGE, SMALL]))
def test_each_tile_touches_the_one_before_half_to_half(
    drawn: Drawn, width: int, scale: Scale
) -> None:
    layout = _laid_out(drawn, width, scale)
    board = read_board([state.seat for state in drawn.room.seats], drawn.view.table, "S")
    for branch in board.branches:
        before, is_double = Spot(-1, 0, True, True, 1), True
        for spot, tile in zip(layout.spots[branch.seat], branch.tiles, strict=False):
            around = {
                (x + dx, y + dy)
                for x, y in _cells(spot, scale)
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            }
            assert around & _cells(before, scale)
            if not (is_double or tile.is_double):  # the halves of a double are alike
                x, y = _half(spot, scale, inner=True)
                other_x, other_y = _half(before, scale, inner=False)
                assert abs(x - other_x) + abs(y - other_y) <= 4
            before, is_double = spot, tile.is_double


def test_a_branch_of_28_takes_few_rows_at_80_columns() -> None:
    room = a_room(2)
    values = [9, 1, 2, 3, 4, 5, 6, 7, 8, 1, 3, 5, 7, 1, 4, 6, 8, 2, 4, 7, 2, 5, 8, 3, 6, 1, 5, 9, 3]
    pairs = list(pairwise(values))
    assert len({frozenset(pair) for pair in pairs}) == 28
    moves = ["S99", *(f"N{min(pair)}{max(pair)}N" for pair in pairs)]
    drawn = Drawn(room, a_view(room, moves))
    assert len(_laid_out(drawn, 80, SMALL).spots["N"]) == 29
    assert _laid_out(drawn, 80, SMALL).height <= 16
    assert _laid_out(drawn, 80, LARGE).height <= 26
