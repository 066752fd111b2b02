"""The room that a log describes: whoever folds the same entries has the same room."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longana_engine import Illegal, Seat
from longana_protocol.commands import PlayCommand, RulesChoice, Start
from longana_protocol.words import SeatName
from longana_server import room as folding
from longana_server.events import (
    Arranged,
    Closed,
    CodeChanged,
    Entry,
    Event,
    HandDealt,
    HostNamed,
    Joined,
    Left,
    Locked,
    Minded,
    Moved,
    NonceShown,
    RulesSet,
    Sealed,
    Seated,
    SeatPromised,
    Started,
    WatchingSet,
    pack_entry,
    unpack_entry,
)
from longana_server.occupants import Occupant
from longana_server.room import REMEMBERED_DEAD, REMEMBERED_IDS
from longana_server.tokens import hash_token
from server.scripted_room import ScriptedRoom, created, folded, for_two, made, occupants


S, E, N, W = Seat.S, Seat.E, Seat.N, Seat.W
COMPUTER = Occupant(level="normal")


# --- folding


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_the_same_log_is_the_same_room(seed: int, persons: int) -> None:
    scripted = ScriptedRoom(persons, RulesChoice(target=20), seed=seed)
    scripted.start()
    for _ in scripted.wander():
        pass
    assert folding.fold(scripted.entries) == scripted.room
    stored = [pack_entry(entry) for entry in scripted.entries]
    assert folding.fold(map(unpack_entry, stored)) == scripted.room
    assert scripted.room.version == len(stored)


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ((), "empty"),
        ((Locked(locked=True),), "making"),
        ((created(), created()), "only once"),
        ((created(), Moved(move="S99")), "no match"),
        ((created(), Sealed(seat="S", seal=bytes(32))), "being started"),
        ((created(), NonceShown(seat="S", nonce=bytes(32))), "being started"),
        ((created(None), Started(next_chain=bytes(32)), Moved(move="S99X")), "names no tile"),
        ((created(None), Started(next_chain=bytes(32)), Moved(move="9-9")), "no move"),
    ],
)
def test_what_describes_no_room_raises_value_error(events: Sequence[Event], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        folded(*events)


def test_a_log_with_an_illegal_move_is_refused_by_the_rules() -> None:
    with pytest.raises(Illegal):
        folded(created(None), Started(next_chain=bytes(32)), Moved(move="S"))


# --- who is in it


def test_whoever_makes_a_room_hosts_it_at_south_among_computers() -> None:
    room = folded(created())
    assert (room.host, room.phase, room.turn, room.version) == (1, "lobby", 0, 1)
    assert room.seats == {
        S: Occupant(person=1),
        E: Occupant(level="easy"),
        N: Occupant(level="easy"),
        W: Occupant(level="easy"),
    }
    assert (room.watching, room.locked, room.closed) == (False, False, False)


def test_the_first_to_come_hosts_a_room_of_the_operators() -> None:
    room = folded(created(None))
    assert (room.host, occupants(room), room.next_person) == (None, ["easy"] * 4, 1)
    room = folded(
        created(None),
        Joined(person=1, token=bytes(32), seat="N"),
        Joined(person=2, token=bytes(32), seat="E"),
    )
    assert (room.host, occupants(room)) == (1, ["easy", 2, 1, "easy"])
    assert room.next_person == 3


def test_a_person_has_one_seat_and_leaves_the_other_to_a_computer() -> None:
    room = folded(created(), Seated(seat="W", person=1))
    assert occupants(room) == ["easy", "easy", "easy", 1]
    assert (room.seats_of(1), room.person_seats) == ((W,), (W,))
    room = folded(created(), Seated(seat="S", person=1))
    assert occupants(room) == [1, "easy", "easy", "easy"]


def test_a_promise_is_settled_with_its_seat_or_its_person_and_the_others_stand() -> None:
    scripted = ScriptedRoom(1)
    scripted.start()
    promises: dict[SeatName, int] = {"E": 2, "N": 3, "W": 4}
    for seat, person in promises.items():
        scripted.add(Joined(person=person, token=bytes(32)))
        scripted.add(SeatPromised(seat=seat, person=person))
    assert scripted.add(Seated(seat="E", person=3)).promised == {W: 4}


def test_seats_are_opened_given_to_computers_and_arranged() -> None:
    room = folded(
        created(),
        Joined(person=2, token=bytes(32), seat="E"),
        Seated(seat="N", level="hard"),
        Seated(seat="W"),
        Arranged(moves=(("S", "W"), ("W", "S"))),
    )
    assert occupants(room) == [None, 2, "hard", 1]
    assert room.seats[S].kind == "open"
    room = folding.after(
        room, Entry(event=Arranged(moves=(("S", "E"), ("E", "N"), ("N", "W"), ("W", "S"))))
    )
    assert occupants(room) == [1, None, 2, "hard"]


def test_a_lock_can_be_opened() -> None:
    assert folded(created(), Locked(locked=True)).locked
    assert not folded(created(), Locked(locked=True), Locked(locked=False)).locked
    assert folded(created(), CodeChanged(code="HJKLMNPQ", locked=True)).locked
    assert not folded(
        created(), Locked(locked=True), CodeChanged(code="HJKLMNPQ", locked=False)
    ).locked
    assert folded(created(), WatchingSet(allowed=True)).watching
    assert not folded(created(), WatchingSet(allowed=True), WatchingSet(allowed=False)).watching


def test_a_closed_room_stays_closed() -> None:
    assert folded(created(), Closed(), Locked(locked=True)).closed


# --- leaving (F31)


def test_a_computer_takes_the_seat_of_whoever_leaves() -> None:
    scripted = ScriptedRoom(3)
    scripted.add(Left(person=2))
    assert occupants(scripted.room) == [1, "normal", 3, "normal"]
    assert set(scripted.room.people) == {1, 3}
    assert scripted.room.seats_of(2) == ()
    assert scripted.join() == 4, "a number is never given twice"
    assert occupants(scripted.room) == [1, 4, 3, "normal"]


def test_the_host_passes_on_to_the_first_seated_else_to_the_first_who_came() -> None:
    scripted = ScriptedRoom(4)
    scripted.add(Seated(seat="E", level="easy"))  # person 2 has no seat any more
    scripted.add(Arranged(moves=(("N", "W"), ("W", "N"))))  # person 4 sits at N, 3 at W
    assert scripted.add(Left(person=1)).host == 4
    assert scripted.add(Left(person=4)).host == 3
    assert scripted.add(Left(person=3)).host == 2
    assert scripted.add(Left(person=2)).host is None
    assert occupants(scripted.room) == ["normal", "easy", "normal", "normal"]
    assert scripted.room.phase == "lobby"
    assert scripted.join() == 5
    assert scripted.room.host == 5


def test_the_operator_may_name_the_host() -> None:
    scripted = ScriptedRoom(2)
    room = scripted.add(HostNamed(person=2))
    assert (room.host, room.turn, occupants(room)[:2]) == (2, 0, [1, 2])
    assert scripted.outcome(1, made(Start)) == "not_host"
    assert scripted.outcome(2, made(Start)) == "started"


def test_a_guest_who_leaves_takes_no_powers_along() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.add(Left(person=2)).host == 1


def test_a_computer_plays_on_with_the_tiles_of_who_left() -> None:
    scripted = ScriptedRoom(2)
    scripted.start()
    scripted.until(E)
    before, turn = scripted.position, scripted.room.turn
    room = scripted.add(Left(person=2))
    assert (scripted.position, room.turn, room.phase) == (before, turn, "playing")
    assert room.seats[E] == COMPUTER
    assert scripted.match.sat[E] == (Occupant(person=2), COMPUTER), "both, for the record"
    scripted.play_hand()


def test_leaving_breaks_a_start_that_needs_the_seat() -> None:
    scripted = ScriptedRoom(2)
    scripted.do(1, made(Start))
    scripted.send_seals()
    turn = scripted.room.turn
    room = scripted.add(Left(person=2))
    assert (room.phase, room.aborted, room.turn) == ("lobby", E, turn + 1)
    scripted.start()
    assert scripted.room.phase == "playing"


def test_leaving_does_not_break_a_start_of_others() -> None:
    scripted = ScriptedRoom(3)
    scripted.add(Seated(seat="E", level="easy"))  # person 2 looks on
    scripted.do(1, made(Start))
    turn = scripted.room.turn
    room = scripted.add(Left(person=2))
    assert (room.phase, room.aborted, room.turn) == ("starting", None, turn)
    scripted.deal()
    assert scripted.room.phase == "playing"


def test_leaving_does_not_break_a_start_for_which_a_computer_shuffles() -> None:
    """It minds their seat."""
    scripted = ScriptedRoom(2)
    scripted.add(Minded(seat="E"))
    scripted.away = frozenset({2})
    scripted.do(1, made(Start))
    assert scripted.waiting == (S,)
    assert scripted.add(Left(person=2)).phase == "starting"
    scripted.deal()
    assert scripted.room.phase == "playing"


# --- rules


def test_fewer_seats_move_persons_to_the_seats_of_computers() -> None:
    scripted = ScriptedRoom(1)
    scripted.join("E")
    scripted.join("W")
    assert occupants(scripted.room) == [1, 2, "normal", 3]
    room = scripted.add(RulesSet(rules={"preset": "cuban", "seats": 3}))
    assert (list(room.seats), occupants(room)) == ([S, E, N], [1, 2, 3])
    scripted.add(Left(person=1))
    room = scripted.add(RulesSet(rules={"preset": "international", "seats": 2}))
    assert (list(room.seats), occupants(room)) == ([S, N], [2, 3])
    assert room.rules.order == (S, N)


def test_open_seats_stay_open_and_new_ones_get_computers() -> None:
    room = folded(
        created(seats=2), Seated(seat="N"), RulesSet(rules={"preset": "cuban", "seats": 4})
    )
    assert occupants(room) == [1, "easy", None, "easy"]


def test_a_person_whose_seat_goes_has_the_first_that_no_person_has() -> None:
    room = folded(
        created(None),
        Seated(seat="N"),
        Joined(person=1, token=bytes(32), seat="E"),
        Seated(seat="S", level="hard"),
        RulesSet(rules={"preset": "cuban", "seats": 2}),
    )
    assert occupants(room) == [1, None]


# --- answered commands


def test_the_ids_of_a_persons_latest_commands_are_known() -> None:
    scripted = ScriptedRoom(2)
    for number in range(REMEMBERED_IDS + 3):
        scripted.add(Locked(locked=True), by=1, id=f"c{number}")
    known = [scripted.room.answer_to(1, f"c{number}") for number in range(REMEMBERED_IDS + 3)]
    assert known == [None] * 3 + [0] * REMEMBERED_IDS
    assert scripted.room.answer_to(2, f"c{REMEMBERED_IDS}") is None
    scripted.add(Locked(locked=True), by=2, id="c1")
    assert scripted.room.answer_to(2, "c1") == 0
    assert scripted.room.answer_to(1, "c1") is None


def test_of_those_who_are_gone_little_is_remembered() -> None:
    """A table that is open for months has many guests."""
    scripted = ScriptedRoom(1)
    for person in range(2, REMEMBERED_DEAD + 12):
        scripted.add(Joined(person=person, token=hash_token(f"{person}")), by=person, id="join")
        scripted.add(Locked(locked=False), by=person, id="lock")
        scripted.add(Left(person=person), by=person, id="leave")
    assert scripted.room.answered.keys() <= {1}
    assert scripted.room.dead == tuple(
        hash_token(f"{person}") for person in range(12, REMEMBERED_DEAD + 12)
    )


def test_an_answer_is_the_turn_after_the_command() -> None:
    scripted = for_two()
    command = scripted.now(PlayCommand, tile=(9, 9), branch=None)
    scripted.do(1, command)
    turn = scripted.room.turn
    scripted.move()
    assert scripted.room.answer_to(1, command.id) == turn
    assert folding.fold(scripted.entries).answer_to(1, command.id) == turn


def test_what_the_server_does_by_itself_answers_nobody() -> None:
    scripted = for_two()
    answered = scripted.room.answered
    scripted.add(Moved(move="S99"), by=None, id=None)
    scripted.add(Moved(move="N09N"), by=2, id=None)
    assert scripted.room.answered == answered


def test_hands_are_only_dealt_after_hands() -> None:
    with pytest.raises(ValueError, match="no match"):
        folded(created(), HandDealt())
