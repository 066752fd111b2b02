"""What a seat may know: all that is public, its own tiles, and nothing else, by any route."""

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import begin, by_seat, play, random_hands, tiles
from engine.permuted import permuted
from longana_engine import (
    CUBAN,
    Observation,
    Pass,
    Position,
    Seat,
    Tile,
    observe,
    own_side,
    public_side,
    rules_from,
)


def readers(position: Position) -> tuple[Seat | None, ...]:
    return (None, *position.rules.table)


def tiles_in(value: object) -> Iterator[Tile]:
    """Every tile that can be reached from a value."""
    if isinstance(value, Tile):
        yield value
    elif isinstance(value, Mapping):
        for item in (*value.keys(), *value.values()):
            yield from tiles_in(item)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from tiles_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from tiles_in(getattr(value, field.name))


def test_the_public_side() -> None:
    position = begin("S", S="9-9 0-1 5-6", E="0-3", N="0-4", W="1-9 0-5")
    position = play(position, "S 9-9", "E pass", "N pass")
    scores = by_seat(S=10, E=0, N=46, W=7)
    seen = observe(position, None, scores)
    assert seen.rules == CUBAN
    assert seen.scores == scores
    assert (seen.seat, seen.hand, seen.legal) == (None, (), ())
    assert seen.to_move == Seat.W
    assert seen.centre == Tile(9, 9)
    assert seen.branches == dict.fromkeys(CUBAN.table, ())
    assert seen.ends == dict.fromkeys(CUBAN.table, 9)
    assert seen.opened == (Seat.E, Seat.N)
    assert (seen.fits, seen.barred) == ((), {}), "they are for the seat to move"
    assert seen.left == by_seat(S=2, E=1, N=1, W=2)
    assert seen.moves == position.moves
    assert seen.result is None


def test_the_readers_own_side() -> None:
    position = begin("S", S="9-9 0-1 5-6", E="0-3", N="0-4", W="1-9 0-5")
    position = play(position, "S 9-9", "E pass", "N pass")
    west = observe(position, Seat.W)
    assert west.scores == dict.fromkeys(CUBAN.table, 0)
    assert west.hand == tiles("0-5 1-9")
    assert [str(move) for move in west.legal] == ["W 1-9>E", "W 1-9>W"]
    assert west.fits == (9,)
    assert west.barred == {Seat.N: Seat.E}
    south = observe(position, Seat.S)
    assert south.hand == tiles("0-1 5-6")
    assert south.legal == (), "it is West's turn"


def test_why_a_pass_is_forced() -> None:
    position = begin("S", S="9-9 1-9 0-1", E="0-3 0-6", N="3-4 0-2", W="5-9 0-5")
    position = play(position, "S 9-9", "E pass")
    north = observe(position, Seat.N)
    assert north.legal == (Pass(Seat.N),)
    assert north.fits == (9,)
    north = observe(play(position, "N pass", "W 5-9>E", "S 1-9>N", "E pass"), Seat.N)
    assert north.legal == (Pass(Seat.N),)
    assert north.fits == (1, 5)


def test_an_absent_seat_sees_nothing() -> None:
    two = begin("S", rules_from({"seats": 2}), S="9-9 0-1", N="0-9 0-3")
    with pytest.raises(ValueError, match="no seat W"):
        observe(two, Seat.W)


def test_an_observation_is_frozen_and_can_be_sent_elsewhere() -> None:
    seen: Any = observe(begin("S", S="9-9", E="0-3", N="0-4", W="0-5"), Seat.S)
    with pytest.raises(FrozenInstanceError):
        seen.hand = tiles("0-3")
    with pytest.raises(AttributeError):
        object.__setattr__(seen, "deal", {})
    assert pickle.loads(pickle.dumps(seen)) == seen


def test_there_is_no_field_for_a_secret() -> None:
    assert {field.name for field in fields(Observation)} == {
        *("rules", "scores", "seat", "hand", "legal", "to_move", "ends", "opened"),
        *("fits", "barred", "left", "highest", "moves", "result"),
    }


@settings(max_examples=15)
@given(random_hands())
def test_only_played_tiles_and_ones_own_can_be_reached(hand: list[Position]) -> None:
    for position in hand:
        played = {move.tile for move in position.moves if not isinstance(move, Pass)}
        for reader in readers(position):
            own = set() if reader is None else set(position.hands[reader])
            assert set(tiles_in(observe(position, reader))) <= played | own
            if reader is not None:
                assert set(tiles_in(own_side(position, reader))) <= played | own
        assert set(tiles_in(public_side(position))) <= played


@settings(max_examples=20)
@given(random_hands(), st.integers(0, 2**32))
def test_it_does_not_depend_on_what_is_hidden(hand: list[Position], seed: int) -> None:
    rng = Random(seed)
    for position in hand:
        if position.result is not None:
            continue
        for reader in readers(position):
            seen = observe(position, reader)
            for _ in range(3):
                assert observe(permuted(position, reader, rng), reader) == seen


@settings(max_examples=25)
@given(random_hands())
def test_readers_differ_in_their_own_tiles_alone(hand: list[Position]) -> None:
    for position in hand:
        public = observe(position, None)
        for reader in position.rules.table:
            seen = observe(position, reader)
            assert seen.hand == position.hands[reader]
            assert seen.legal == (position.legal() if reader == position.to_move else ())
            private = {"seat", "hand", "legal", "fits", "barred"}
            for field in fields(Observation):
                if field.name not in private:
                    assert getattr(seen, field.name) == getattr(public, field.name)


@settings(max_examples=25)
@given(random_hands())
def test_both_sides_show_what_an_observation_does(hand: list[Position]) -> None:
    for position in hand:
        seen, public = observe(position, None), public_side(position)
        assert public.ends == (() if seen.ends is None else tuple(seen.ends.values()))
        assert public.left == tuple(seen.left.values())
        for name in ("to_move", "moves", "opened", "result"):
            assert getattr(public, name) == getattr(seen, name)
        for reader in position.rules.table:
            seen, own = observe(position, reader), own_side(position, reader)
            must_pass = seen.legal == (Pass(reader),)
            assert own == (seen.hand, seen.legal, seen.fits if must_pass else (), seen.barred)
