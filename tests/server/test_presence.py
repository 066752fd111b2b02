"""Who is here and what they are about, with no room that moves."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from longana_engine import Seat
from longana_server.answered import Answered
from longana_server.events import Joined, Seated
from longana_server.presence import Presence
from server.phases import playing
from server.scripted_room import ScriptedRoom


def test_who_comes_back_has_nothing_open_or_uncovered() -> None:
    """F07, F17: a reload covers the hand and ends the reading."""
    busy = Presence(frozenset({1}), reading={1: "rules"}, uncovered={1: (Seat.S, 3)})
    again = busy.came(1)
    assert not again.reading
    assert not again.uncovered
    assert again.connected == {1}


def test_a_lost_line_ends_what_was_open_and_asked_for() -> None:
    """F17 (a): nobody waits for a reader who is gone."""
    busy = Presence(frozenset({1, 2}), reading={1: "rules"}, asking={1: Seat.S, 2: Seat.N})
    lost = busy.went(1, now=5.0)
    assert lost.connected == {2}
    assert not lost.reading
    assert lost.asking == {2: Seat.N}
    assert lost.away_since == {1: 5.0}
    assert lost.came(1).away_since == {}
    assert lost.gone(1).away_since == {}


def test_a_wish_for_a_seat_comes_back_with_who_has_it_and_goes_with_them_for_good() -> None:
    """A line that breaks for a moment; nobody is shown the wish meanwhile."""
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    room = scripted.room
    asking = Presence(frozenset({1, 3})).asks(3, Seat.N)
    lost = asking.went(3, now=5.0).valid(room)
    assert lost.asking == {}
    assert lost.came(3).asking == {3: Seat.N}
    assert lost.came(1).asking == {}
    assert asking.went(3, now=5.0).came(3).went(3, now=6.0).came(3).asking == {3: Seat.N}
    assert asking.gone(3).came(3).asking == {}
    assert lost.came(3).does_not_get(3, Seat.N).went(3, now=7.0).came(3).asking == {}
    scripted.play_match()
    assert lost.valid(scripted.room).came(3).asking == {}, "the match it was for is over"


def test_what_one_device_is_about_changes_nothing_for_the_others() -> None:
    """Nor does anything stay behind of one that is gone for good."""
    others = Presence(
        connected=frozenset({2}),
        away_since={3: 1.0},
        reading={2: "rules"},
        not_waited_for=frozenset({2}),
        uncovered={2: (Seat.N, 3)},
        asking={2: Seat.W},
        wished={3: Seat.W},
        declined={2: Seat.E},
        answered=Answered().noting(2, "c1", 3),
    )
    here = others.came(1)
    assert here == replace(others, connected=frozenset({1, 2}))
    reading = replace(here, reading={**here.reading, 1: "rules"})
    for busy in (
        here.asks(1, Seat.S),
        here.asks(1, Seat.S).went(1, now=5.0),
        here.does_not_get(1, Seat.S),
        here.answering(1, "c2", 4),
        replace(here, uncovered={**here.uncovered, 1: (Seat.S, 3)}),
        replace(reading, not_waited_for=frozenset({1, 2})),
    ):
        assert busy.gone(1) == others


def test_who_has_no_seat_any_more_is_no_reader() -> None:
    scripted = playing(2)
    reading = Presence(frozenset({1, 2}), reading={1: "rules", 2: "records"})
    assert reading.valid(scripted.room) == reading
    scripted.add(Seated(seat="N", level="easy"))
    assert reading.valid(scripted.room).reading == {1: "rules"}


def test_how_long_somebody_is_away_is_counted_from_the_loss_or_the_beginning() -> None:
    room = ScriptedRoom(3).room
    presence = Presence(frozenset({1}), began=10.0, away_since={2: 14.0})
    assert [presence.away_for(room, person, now=20.0) for person in (1, 2, 3)] == [0.0, 6.0, 10.0]


def test_who_plays_on_anothers_device_is_here_with_it() -> None:
    scripted = ScriptedRoom(1)
    scripted.add(Joined(person=2, seat="E", device=1))
    assert Presence(frozenset({1})).is_here(scripted.room, 2)
    assert not Presence(frozenset()).is_here(scripted.room, 2)


def test_a_device_with_two_seats_shows_the_uncovered_hand_for_that_turn_only() -> None:
    """F07: none before, and none after anything has happened."""
    scripted = ScriptedRoom(1)
    scripted.add(Joined(person=2, seat="E", device=1))
    scripted.start()
    turn = scripted.room.turn
    assert Presence(frozenset({1})).shown(scripted.room, 1) is None
    uncovered = Presence(frozenset({1}), uncovered={1: (Seat.E, turn)})
    assert uncovered.shown(scripted.room, 1) is Seat.E
    scripted.move()
    assert uncovered.shown(scripted.room, 1) is None


def test_a_hand_that_was_uncovered_is_covered_with_the_seat_it_goes_to() -> None:
    """No turn passes with that: two hands are still on the device, and this one is not."""
    scripted = ScriptedRoom(1)
    scripted.add(Joined(person=2, seat="E", device=1))
    scripted.add(Joined(person=3, seat="N", device=1))
    scripted.start()
    uncovered = Presence(frozenset({1}), uncovered={1: (Seat.E, scripted.room.turn)})
    assert uncovered.shown(scripted.room, 1) is Seat.E
    scripted.add(Seated(seat="E", level="easy"))
    assert uncovered.shown_and_speaking(scripted.room, 1) == (None, (Seat.S, Seat.N))


def test_computers_wait_for_seated_readers_whom_nobody_waves_on() -> None:
    """F17 (a)."""
    room = playing(2, onlooker=True).room
    assert Presence(reading={1: "rules"}).waits_for_reader(room)
    assert not Presence(reading={2: "rules"}).waits_for_reader(room), "who has no seat"
    assert not Presence(reading={1: "rules"}, not_waited_for=frozenset({1})).waits_for_reader(room)


def test_a_device_speaks_for_the_hand_it_shows_else_for_all_on_it() -> None:
    scripted = ScriptedRoom(1)
    scripted.add(Joined(person=2, seat="E", device=1))
    scripted.start()
    covered = Presence(frozenset({1}))
    assert covered.speaking(scripted.room, 1) == (Seat.S, Seat.E)
    uncovered = Presence(frozenset({1}), uncovered={1: (Seat.E, scripted.room.turn)})
    assert uncovered.speaking(scripted.room, 1) == (Seat.E,)


@given(st.floats(0, 1e6), st.floats(0.1, 100), st.floats(-1e-9, 1e-9))
def test_somebody_is_away_or_will_be(since: float, grace: float, off: float) -> None:
    """Right at that moment too, whatever floats round."""
    scripted = ScriptedRoom(2)
    now = since + grace + off
    presence = Presence(frozenset({1}), grace=grace, away_since={2: since})
    will_be = presence.next_gone(scripted.room, {2}, now) is not None
    assert presence.is_away(scripted.room, 2, now) is not will_be
