"""The integer core, where Position does not show it anyhow."""

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.hands import HOUSES, random_hand, random_start
from longana_engine import CUBAN, SEATS, TILES, Opening, Pass, Play, Position, Rules, Tile
from longana_engine.core import (
    CARRIES,
    CODES,
    DOUBLE,
    MOVES,
    NO_END,
    OTHER,
    PASS,
    Table,
    as_set,
    as_tiles,
    law,
    numbers,
    pips,
)
from longana_engine.opening import first_opening


SETS = st.sets(st.sampled_from(TILES))


def table_of(position: Position) -> Table:
    """The same hand before its opening, in the core alone."""
    hands = position.hands
    opening = first_opening(position.rules, hands)
    return Table.begin(
        law(position.rules),
        [as_set(hands.get(seat, ())) for seat in SEATS],
        opening.seat.place,
        as_set(opening.tiles),
    )


@given(SETS)
def test_sets_of_tiles(some: set[Tile]) -> None:
    chosen = [tile for tile in TILES if tile in some]
    bits = as_set(chosen)
    assert list(as_tiles(bits)) == chosen
    assert [TILES[number] for number in numbers(bits)] == chosen
    assert pips(bits) == sum(tile.pips for tile in chosen)


def test_masks() -> None:
    for value in range(10):
        assert as_tiles(CARRIES[value]) == tuple(t for t in TILES if t.carries(value))
        assert as_tiles(DOUBLE[value]) == tuple(
            t for t in TILES if t.is_double and t.carries(value)
        )
    assert CARRIES[NO_END] == DOUBLE[NO_END] == 0


def test_the_other_end() -> None:
    for (number, tile), value in product(enumerate(TILES), range(10)):
        assert OTHER[number][value] == (tile.other(value) if tile.carries(value) else -1)


def test_moves_have_one_number_each_in_the_order_of_records() -> None:
    for seat, moves in zip(SEATS, MOVES, strict=True):
        assert len(moves) == len(set(moves)) == 55 * 4 + 55 + 1
        assert [CODES[move] for move in moves] == list(range(len(moves)))
        plays = [move for move in moves if isinstance(move, Play)]
        assert plays == sorted(plays, key=lambda play: (play.tile, SEATS.index(play.branch)))
        openings = [move for move in moves if isinstance(move, Opening)]
        assert openings == sorted(openings, key=lambda opening: opening.tile)
        assert moves[PASS] == Pass(seat)


def test_a_copy_is_played_on_alone() -> None:
    for seed in range(20):
        rng = Random(seed)
        table = table_of(random_start(CUBAN, rng))
        while not table.over:
            before = table.copy()
            ahead = table.copy()
            while not ahead.over:
                ahead.play(rng.choice(ahead.legal()))
            assert table == before
            table.play(rng.choice(table.legal()))


@given(st.sampled_from(HOUSES), st.integers(0, 2**32))
def test_it_plays_as_positions_do(rules: Rules, seed: int) -> None:
    positions = list(random_hand(rules, Random(seed)))
    last = positions[-1]
    table = table_of(positions[0])
    for move in last.moves:
        assert not table.over
        assert CODES[move] in table.legal()
        table.play(CODES[move])
    assert table.over
    assert last.result is not None
    assert table.out == (last.result.kind == "out")
    winner, points = table.score()
    assert (winner, points) == (
        -1 if last.result.winner is None else last.result.winner.place,
        last.result.points,
    )
    assert table.legal() == []
