"""The chain-aware scorer: its terms and what they are worth."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hands import begin, play, tiles
from longana_engine import TILES, Opening, Play, Seat, Tile, observe, parse_move
from longana_engine.computers.chain import Terms, judge, longest_chain
from longana_engine.core import as_set


def longest_by_trying_all(hand: tuple[Tile, ...], end: int) -> int:
    """The longest chain from an end, tile by tile in every order."""
    longest = 0
    for order in permutations(hand):
        at, length = end, 0
        for tile in order:
            if not tile.carries(at):
                break
            at, length = tile.other(at), length + 1
        longest = max(longest, length)
    return longest


@given(st.sets(st.sampled_from(TILES), max_size=6), st.integers(0, 9))
def test_the_longest_chain_is_exact(hand: set[Tile], end: int) -> None:
    assert longest_chain(as_set(hand), end) == longest_by_trying_all(tuple(hand), end)


def test_a_double_lengthens_a_chain_where_it_fits() -> None:
    assert longest_chain(as_set(tiles("1-2 2-2 2-3 8-9")), 1) == 3
    assert longest_chain(as_set(tiles("2-2")), 1) == 0


def test_chains_count_up_to_six() -> None:
    hand = "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8"
    assert longest_chain(as_set(tiles(hand)), 0) == 8
    seen = observe(begin("S", S=f"0-0 {hand}", N="0-9", E="1-9", W="2-9"), Seat.S)
    opening = parse_move("S 0-0")
    assert isinstance(opening, Opening)
    assert judge(seen, opening).chain == 6


def test_the_terms_of_a_play() -> None:
    position = play(
        begin("S", S="9-9 1-9 1-2 1-3 2-4 5-5", E="0-5 0-6", N="5-9 6-8", W="0-4 0-7"),
        *("S 9-9", "E pass", "N 5-9>E", "W pass"),
    )
    seen = observe(position, Seat.S)
    own, east = parse_move("S 1-9>S"), parse_move("S 5-5>E")
    assert isinstance(own, Play)
    assert isinstance(east, Play)
    assert judge(seen, own) == Terms(pips=10, double=False, fits=2, chain=2, elsewhere=False)
    assert judge(seen, east) == Terms(pips=10, double=True, fits=1, chain=3, elsewhere=True)


def test_the_weights_of_the_terms() -> None:
    weights = Terms(pips=18, double=True, fits=3, chain=4, elsewhere=True).weights
    assert weights == pytest.approx((0.5, 0.3, 0.6, 3.2, 0.4))
    assert sum(Terms(9, False, 0, 0, False).weights) == pytest.approx(0.25)


def test_an_opening_is_judged_by_its_own_end() -> None:
    seen = observe(begin("S", S="1-1 8-8 1-2 2-3 8-9", E="0-1", N="0-2", W="0-3"), Seat.S)
    opening = parse_move("S 1-1")
    assert isinstance(opening, Opening)
    assert judge(seen, opening) == Terms(pips=2, double=True, fits=1, chain=2, elsewhere=False)
