"""Copies of values with some fields changed."""

from dataclasses import FrozenInstanceError, dataclass
from functools import cached_property
from typing import ClassVar

import pytest

from longana_engine import Seat
from longana_server.changing import changed
from longana_server.occupants import Occupant
from longana_server.room import Room
from server.scripted_room import ScriptedRoom


@dataclass(frozen=True)
class Pair:
    left: int
    right: int

    @cached_property
    def doubled(self) -> int:
        return 2 * self.left


def test_a_copy_has_the_changes_and_the_original_has_not() -> None:
    pair = Pair(1, 2)
    assert changed(pair, right=3) == Pair(1, 3)
    assert pair == Pair(1, 2)


def test_a_copy_is_as_frozen_as_the_original() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(Pair(1, 2), right=3).left = 4  # type: ignore[misc]


def test_what_was_worked_out_is_worked_out_anew() -> None:
    pair = Pair(1, 2)
    assert pair.doubled == 2
    assert changed(pair, left=3).doubled == 6


@dataclass(frozen=True)
class Sure(Pair):
    CACHED_FROM: ClassVar = frozenset({"left"})


def test_what_is_worked_out_from_what_stays_is_kept() -> None:
    sure = Sure(1, 2)
    assert sure.doubled == 2
    assert changed(sure, right=3).__dict__["doubled"] == 2
    assert changed(sure, left=3).doubled == 6


def test_a_room_works_out_what_it_keeps_from_its_seats_and_people_alone() -> None:
    kept = {name for name, value in vars(Room).items() if isinstance(value, cached_property)}
    assert {"players", "devices", "seated"} <= kept
    room = ScriptedRoom(2).room
    bare = object.__new__(Room)
    bare.__dict__.update({name: getattr(room, name) for name in Room.CACHED_FROM})
    for name in kept:
        assert getattr(bare, name) == getattr(room, name)


def test_who_has_which_hand_follows_the_seats_of_a_room() -> None:
    """What decides whose hand is shown to whom is cached."""
    room = ScriptedRoom(2).room
    assert (room.players, room.seats_of(2)) == ({Seat.S: 1, Seat.E: 2}, (Seat.E,))
    without = changed(room, seats={**room.seats, Seat.E: Occupant(level="easy")})
    assert (without.players, without.seats_of(2)) == ({Seat.S: 1}, ())


@pytest.mark.parametrize("name", ["middle", "doubled"])
def test_a_name_that_is_no_field_is_refused(name: str) -> None:
    pair = Pair(1, 2)
    assert pair.doubled == 2, "which caches it"
    with pytest.raises(TypeError, match=f"Pair has no another, {name}$"):
        changed(pair, left=2, **{name: 3, "another": 4})
