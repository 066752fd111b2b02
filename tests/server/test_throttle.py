"""F45: floods are held back, fast play is not. F60: only monotonic time counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.throttle import Bucket, PerAddress, Places, RoomPace


def test_a_burst_passes_then_the_rate_holds() -> None:
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take(10.0) for _ in range(5)] == [True, True, True, False, False]
    assert bucket.wait(10.0) == 0.5
    assert not bucket.take(10.4)
    assert bucket.take(10.5)
    assert not bucket.take(10.5)


def test_a_rest_fills_it_to_the_brim_and_no_further() -> None:
    bucket = Bucket(rate=2, burst=3)
    while bucket.take(0.0):
        pass
    assert not bucket.is_full(1.4)
    assert bucket.is_full(1.5)
    assert bucket.wait(1000.0) == 0.0
    assert sum(bucket.take(1000.0) for _ in range(10)) == 3


def test_ten_commands_a_second_are_never_punished() -> None:
    bucket = Bucket(rate=20, burst=60)
    assert all(bucket.take(i / 10) for i in range(10_000))


@given(st.lists(st.floats(0, 10), max_size=60))
def test_never_more_than_burst_and_rate_allow(pauses: list[float]) -> None:
    bucket = Bucket(rate=2, burst=3)
    now = passed = 0.0
    for pause in pauses:
        now += pause
        passed += bucket.take(now)
    assert passed <= 3 + 2 * now + 1e-6


def test_each_address_has_its_own() -> None:
    """F38: guesses slow their guesser, nobody else."""
    guesses = PerAddress(rate=0.1, burst=20)
    assert sum(guesses.take("192.0.2.7", 5.0) for _ in range(300)) == 20
    assert guesses.wait("192.0.2.7", 5.0) == pytest.approx(10.0)
    assert guesses.wait("192.0.2.8", 5.0) == 0.0
    assert guesses.take("192.0.2.8", 5.0)


def test_idle_addresses_are_forgotten() -> None:
    guesses = PerAddress(rate=1, burst=5)
    for i in range(500):
        guesses.take(f"192.0.2.{i}", 0.0)
    assert len(guesses) == 500
    guesses.take("192.0.2.7", 5.5)
    assert len(guesses) == 1


def test_no_crowd_of_addresses_fills_the_memory() -> None:
    guesses = PerAddress(rate=1, burst=5, limit=100)
    for i in range(1000):
        guesses.take(f"2001:db8::{i:x}", 0.0)
        assert len(guesses) <= 100


def test_places_for_each_address_and_altogether() -> None:
    places = Places(per_address=2, altogether=3)
    assert [places.enter("a") for _ in range(3)] == [True, True, False]
    assert [places.enter("b") for _ in range(2)] == [True, False]
    assert len(places) == 3
    places.leave("a")
    assert places.enter("b")
    for address in ("a", "b", "b"):
        places.leave(address)
    assert len(places) == 0
    assert places.enter("c")


def test_one_person_cannot_use_up_what_a_room_takes() -> None:
    pace = RoomPace(entries_per_day=86400 // 10)
    at_once = 86400 // 10 // 4
    assert sum(pace.take("A", 1, 0.0) for _ in range(5000)) == at_once
    assert pace.take("A", 2, 0.0)
    assert pace.take("B", 1, 0.0), "rooms do not know each other"
    assert sum(pace.take("A", person, 0.0) for person in range(2, 9) for _ in range(999)) == (
        2 * at_once - 1
    )
    assert pace.take("A", 1, 10.0)
    assert not pace.take("A", 1, 10.0)


def test_rooms_in_which_nothing_is_used_up_any_more_are_forgotten() -> None:
    pace = RoomPace(entries_per_day=86400)
    assert pace.take("A", 1, 0.0)
    assert all(pace.take("B", 1, 0.0) for _ in range(10))
    pace.tidy(0.9)
    assert len(pace) == 2, "the room's own is full again, the person's is not"
    pace.tidy(1.0)
    assert len(pace) == 1
    pace.tidy(10.0)
    assert len(pace) == 0


def test_of_rooms_those_that_came_first_are_forgotten() -> None:
    pace = RoomPace(entries_per_day=4, limit=2)
    for room in "ABC":
        assert pace.take(room, 1, 0.0)
    assert len(pace) == 2
    assert not pace.take("C", 1, 0.0)
    pace.forget("C")
    assert pace.take("C", 1, 0.0)
