"""The set and its tiles."""

from itertools import product

import pytest

from longana_engine import TILES, UnknownTile, parse_tile, tile


def test_the_set_has_55_tiles_each_once_in_order() -> None:
    assert len(set(TILES)) == len(TILES) == 55
    assert list(TILES) == sorted(TILES)
    assert [str(t) for t in (TILES[0], TILES[1], TILES[9], TILES[10], TILES[54])] == [
        "0-0",
        "0-1",
        "0-9",
        "1-1",
        "9-9",
    ]


def test_pips_count_as_printed() -> None:
    assert tile(0, 0).pips == 0
    assert tile(3, 7).pips == 10
    assert sum(t.pips for t in TILES) == 495


def test_ten_tiles_carry_each_value() -> None:
    for value in range(10):
        assert sum(t.carries(value) for t in TILES) == 10


def test_either_order_is_the_same_tile() -> None:
    for a, b in product(range(10), repeat=2):
        assert tile(a, b) is tile(b, a)
        assert parse_tile(f"{a}-{b}") is tile(a, b)
        assert parse_tile(str(tile(a, b))) is tile(a, b)


def test_the_other_end() -> None:
    assert tile(3, 7).other(3) == 7
    assert tile(3, 7).other(7) == 3
    assert tile(4, 4).other(4) == 4
    assert tile(4, 4).is_double
    assert not tile(3, 7).is_double
    with pytest.raises(ValueError, match="3-7 does not carry 4"):
        tile(3, 7).other(4)


@pytest.mark.parametrize(("a", "b"), [(6, 10), (-1, 3), (10, 10)])
def test_what_is_no_tile(a: int, b: int) -> None:
    with pytest.raises(UnknownTile):
        tile(a, b)


@pytest.mark.parametrize("text", ["", "6-10", "37", "3-7 ", "3-7\n", "03-7", "a-b", "３-7", "3–7"])
def test_what_is_no_tile_in_writing(text: str) -> None:
    with pytest.raises(UnknownTile):
        parse_tile(text)
