"""Deals and hands for the tests: written out for examples, or seeded and random for laws."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from longana_engine import (
    CUBAN,
    TILES,
    Entitlement,
    Match,
    NoDouble,
    Position,
    Rules,
    Seat,
    Tile,
    parse_move,
    parse_tile,
    rules_from,
)


Value = TypeVar("Value")
Deal = dict[Seat, tuple[Tile, ...]]

HOUSES = tuple(
    rules_from(
        {
            "preset": preset,
            "seats": seats,
            "direction": direction,
            "block_score": block_score,
            "tie_opener": tie_opener,
            "doubles_obey_priority": doubles_obey,
            "own_branch_in_priority": own_compared,
            "reopened_order": reopened,
        }
    )
    for preset, seats, direction, block_score, tie_opener, doubles_obey, own_compared, reopened in (
        product(
            ("cuban", "international"),
            (2, 3, 4),
            ("right", "left"),
            ("all", "difference"),
            ("next_after_opener", "highest_double"),
            (True, False),
            (True, False),
            ("last", "kept"),
        )
    )
)
"""Every combination of house rules, twice: the preset's name must not matter."""


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(parse_tile(word) for word in text.split())


def by_seat(**values: Value) -> dict[Seat, Value]:
    return {Seat(seat): value for seat, value in values.items()}


def begin(opener: str, rules: Rules = CUBAN, **hands: str) -> Position:
    """A hand of any size before its opening; `opener` may open with any double of theirs."""
    deal = {Seat(seat): tiles(hand) for seat, hand in hands.items()}
    doubles = tuple(sorted(tile for tile in deal[Seat(opener)] if tile.is_double))
    return Position.begin(rules, deal, Entitlement(Seat(opener), doubles))


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.after(parse_move(move))
    return position


def legal(position: Position) -> list[str]:
    return [str(move) for move in position.legal()]


def random_deal(rules: Rules, rng: Random) -> Deal:
    """Eight tiles a seat; every other deal keeps to a few values, so that ends are often equal."""
    values = rng.sample(range(10), 8) if rng.random() < 0.5 else range(10)
    pool = [tile for tile in TILES if tile.low in values and tile.high in values]
    rng.shuffle(pool)
    return {seat: tuple(pool[n * 8 : n * 8 + 8]) for n, seat in enumerate(rules.table)}


def random_start(rules: Rules, rng: Random) -> Position:
    while True:
        try:
            return Match.begin(rules).deal(random_deal(rules, rng))
        except NoDouble:
            continue


def random_hand(rules: Rules, rng: Random) -> Iterator[Position]:
    """Every position of a hand that is played at random."""
    position = random_start(rules, rng)
    yield position
    while position.to_move is not None:
        position = position.after(rng.choice(position.legal()))
        yield position


def random_hands() -> st.SearchStrategy[list[Position]]:
    """Whole hands under any house rules, as the list of their positions."""
    return st.builds(
        lambda rules, seed: list(random_hand(rules, Random(seed))),
        st.sampled_from(HOUSES),
        st.integers(0, 2**32),
    )
