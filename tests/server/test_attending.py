"""Commands that are not for the log: readers, covered hands, wishes."""

from __future__ import annotations

import pytest

from longana_engine import Seat
from longana_protocol.commands import CarryOn, Reading, Uncover
from longana_protocol.words import SEAT_NAMES
from longana_server import attending
from longana_server.events import HandDealt, Joined, Moved, Returned, Seated, SeatPromised
from longana_server.presence import Presence
from longana_server.refusing import Refused
from server.phases import hand_over, playing
from server.scripted_room import ScriptedRoom, made


# --- reading (F17)


def test_a_reader_is_noted_until_they_close_it_and_waited_for_anew_when_they_open_it() -> None:
    room = playing(2).room
    reading = attending.read(room, Presence(), 1, made(Reading, what="rules"))
    waved = attending.carry_on(room, reading, 2, made(CarryOn, person=1))
    assert (reading.waits_for_reader(room), waved.waits_for_reader(room)) == (True, False)
    again = attending.read(room, waved, 1, made(Reading, what="records"))
    assert again.reading == {1: "records"}
    assert again.waits_for_reader(room)
    assert attending.read(room, again, 1, made(Reading, what=None)).reading == {}


def test_there_is_nobody_to_carry_on_for_who_does_not_read() -> None:
    with pytest.raises(Refused, match="no_person"):
        attending.carry_on(playing(2).room, Presence(), 2, made(CarryOn, person=1))


# --- covered hands (F07)


def test_only_the_hand_that_is_to_move_is_uncovered_and_on_its_own_device() -> None:
    scripted = ScriptedRoom(2)
    scripted.add(Joined(person=3, seat="N", device=1))
    scripted.start()
    scripted.until(Seat.S)

    def uncover(person: int, seat: Seat) -> Presence:
        command = scripted.now(Uncover, seat=SEAT_NAMES[seat.place])
        return attending.uncover(scripted.room, scripted.here, person, command)

    assert uncover(1, Seat.S).shown(scripted.room, 1) is Seat.S
    with pytest.raises(Refused, match="not_your_turn"):
        uncover(1, Seat.N)
    with pytest.raises(Refused, match="not_seated"):
        uncover(2, Seat.S)


def test_nothing_is_uncovered_when_the_hand_is_over() -> None:
    scripted = hand_over(1)
    with pytest.raises(Refused, match="hand_over"):
        attending.uncover(scripted.room, scripted.here, 1, scripted.now(Uncover, seat="S"))


# --- wishes


def promised_to_dora(away: frozenset[int] = frozenset()) -> tuple[ScriptedRoom, Presence]:
    """South and North are persons', and person 3 was promised North's seat."""
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    scripted.add(SeatPromised(seat="N", person=3))
    scripted.away = away
    return scripted, attending.ask_again(scripted.room, scripted.here, 0.0)


def test_who_was_promised_a_seat_asks_again_when_nothing_comes_of_it() -> None:
    scripted, presence = promised_to_dora()
    assert presence.asking == {}
    scripted.add(Returned(seat="N"))
    again = attending.ask_again(scripted.room, presence, 0.0)
    assert again.asking == {3: Seat.N}
    assert attending.ask_again(scripted.room, again, 0.0).asking == {3: Seat.N}


def test_the_wish_is_for_a_seat_that_is_free() -> None:
    scripted, presence = promised_to_dora()
    scripted.add(Seated(seat="S", level="easy"))
    scripted.add(Returned(seat="N"))
    assert attending.ask_again(scripted.room, presence, 0.0).asking == {3: Seat.S}


def test_who_is_not_here_any_more_asks_for_nothing() -> None:
    scripted, presence = promised_to_dora(away=frozenset({3}))
    scripted.add(Returned(seat="N"))
    assert attending.ask_again(scripted.room, presence, 0.0).asking == {}


def test_a_promise_that_is_kept_is_no_wish() -> None:
    scripted, presence = promised_to_dora()
    scripted.add(Moved(move="S19S"))
    scripted.add(Moved(move="N00N"))
    scripted.add(HandDealt())
    again = attending.ask_again(scripted.room, presence, 0.0).valid(scripted.room)
    assert scripted.room.seats[Seat.N].person == 3
    assert again.asking == {}
