"""What holds for every level: legal, repeatable, and blind to what is hidden (F08)."""

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import HOUSES, begin, play, random_hand, random_hands
from engine.permuted import permuted
from longana_engine import Level, Position, Seat, Weighed, observe, think


LEVELS: tuple[Level, ...] = get_args(Level)
EACH = pytest.mark.parametrize("level", LEVELS)


def thought(position: Position, level: Level, seed: int = 0) -> tuple[Weighed, ...]:
    return think(observe(position, position.to_move), level, Random(seed))


@EACH
def test_it_needs_a_turn(level: Level) -> None:
    position = begin("S", S="9-9 0-1", E="0-9 0-3", N="0-4", W="0-5")
    for reader in (None, Seat.E):
        seen = observe(position, reader)
        with pytest.raises(ValueError, match="out of turn"):
            think(seen, level, Random(0))


@EACH
@settings(max_examples=8)
@given(random_hands(), st.integers(0, 2**32))
def test_it_ranks_every_legal_move_and_does_so_again(
    level: Level, hand: list[Position], seed: int
) -> None:
    for position in hand[:-1:5]:
        found = thought(position, level, seed)
        assert sorted(map(str, (each.move for each in found))) == sorted(map(str, position.legal()))
        worths = [each.worth for each in found]
        assert worths == sorted(worths, reverse=True)
        assert thought(position, level, seed) == found


def test_the_generator_decides_between_equals() -> None:
    position = play(
        begin("S", S="9-9 2-9 0-8", E="0-3", N="0-4", W="1-9 1-6 2-5 0-7"),
        *("S 9-9", "E pass", "N pass", "W 1-9>E", "S 2-9>N", "E pass", "N pass"),
    )
    made = {str(thought(position, "normal", seed)[0].move) for seed in range(20)}
    assert made == {"W 1-6>E", "W 2-5>N"}


@EACH
def test_it_does_not_depend_on_what_is_hidden(level: Level, long_form: bool) -> None:
    """The same observation whatever is hidden, so the same thought.

    As hard takes its time, it thinks again for some of the deals only.
    """
    positions, deals = (500, 200) if long_form else (12, 20)
    again = 2 if level == "hard" else deals
    rng = Random(8)
    for position in choices(positions, rng):
        seen = observe(position, position.to_move)
        found = think(seen, level, Random(5))
        for number in range(deals):
            other = permuted(position, position.to_move, rng)
            assert observe(other, other.to_move) == seen
            if number < again:
                assert thought(other, level, 5) == found


def choices(count: int, rng: Random) -> Iterator[Position]:
    """Positions with a choice, openings among them, in turn from hands under all house rules."""
    found = 0
    while found < count:
        hand = [each for each in random_hand(rng.choice(HOUSES), rng) if len(each.legal()) > 1]
        for position in rng.sample(hand, min(3, len(hand), count - found)):
            found += 1
            yield position
