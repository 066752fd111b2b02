"""Commands that are not for the log: readers, covered hands, wishes, answers to a proposal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from longana_engine import Seat
from longana_protocol.commands import Answer, CarryOn, Reading, Uncover, Undo, Withdraw
from longana_protocol.words import SEAT_NAMES
from longana_server import attending
from longana_server.events import Joined
from longana_server.presence import Presence, Proposal
from longana_server.refusing import Refused
from server.phases import hand_over, playing
from server.scripted_room import ScriptedRoom, made


def open_proposal(scripted: ScriptedRoom, by: int = 1) -> Presence:
    return attending.propose(scripted.room, scripted.here, by, scripted.now(Undo))


def proposal_of(presence: Presence) -> Proposal:
    assert presence.proposal is not None
    return presence.proposal


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


# --- proposals (F10)


def test_a_yes_of_all_who_are_asked_leaves_nobody_to_wait_for() -> None:
    scripted = playing(2)
    asked = open_proposal(scripted)
    yes = made(Answer, proposal=proposal_of(asked).number, yes=True)
    agreed = attending.answer(scripted.room, asked, 2, yes)
    assert agreed.must_agree(scripted.room) == frozenset()
    with pytest.raises(Refused, match="no_proposal"):
        attending.answer(scripted.room, agreed, 2, yes)
    with pytest.raises(Refused, match="no_proposal"):
        attending.answer(scripted.room, asked, 1, yes)


def test_one_no_ends_it_and_so_does_the_asker_alone() -> None:
    scripted = playing(2)
    asked = open_proposal(scripted)
    number = proposal_of(asked).number
    no = attending.answer(scripted.room, asked, 2, made(Answer, proposal=number, yes=False))
    assert no.proposal is None
    withdrawing = made(Withdraw, proposal=number)
    assert attending.withdraw(scripted.room, asked, 1, withdrawing).proposal is None
    with pytest.raises(Refused, match="no_proposal"):
        attending.withdraw(scripted.room, asked, 2, withdrawing)


def test_there_is_one_proposal_at_a_time_and_each_has_its_own_number() -> None:
    scripted = playing(2)
    first = open_proposal(scripted)
    with pytest.raises(Refused, match="proposal_open"):
        attending.propose(scripted.room, first, 2, scripted.now(Undo))
    closed = replace(first, proposal=None)
    second = attending.propose(scripted.room, closed, 2, scripted.now(Undo))
    assert proposal_of(second).number > proposal_of(first).number
    late = made(Answer, proposal=proposal_of(first).number, yes=True)
    with pytest.raises(Refused, match="no_proposal"):
        attending.answer(scripted.room, second, 1, late)
