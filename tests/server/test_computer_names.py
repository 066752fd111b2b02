"""Computers have names of their own, which nobody else at the table has."""

from __future__ import annotations

import gc
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from longana_engine import Seat
from longana_server.computer_names import NICKNAMES, computer_name
from longana_server.events import CodeChanged
from longana_server.names import clean_name, unique_name
from server.scripted_room import ScriptedRoom


SEATS = tuple(Seat)


def test_nicknames_are_names_a_person_could_have() -> None:
    assert len(set(NICKNAMES)) == len(NICKNAMES) == 24
    for name in NICKNAMES:
        assert clean_name(name) == unique_name(
            name, [other for other in NICKNAMES if other != name]
        )
        assert len(name) <= 7


def test_they_are_the_same_whenever_one_looks_and_whatever_code_the_room_has_by_then() -> None:
    scripted = ScriptedRoom(2)
    called = [computer_name(scripted.room, seat, {1: "Ana"}) for seat in SEATS]
    assert len(set(called)) == 4
    scripted.start()
    scripted.play_hand()
    scripted.add(CodeChanged(code="ZZZZ2222", locked=False))
    assert [computer_name(scripted.room, seat, {1: "Ana"}) for seat in SEATS] == called


def test_other_rooms_have_other_computers() -> None:
    room = ScriptedRoom(1).room
    rooms = [replace(room, codes=(code,)) for code in ("AAAA2222", "BBBB2222", "CCCC2222")]
    assert len({tuple(computer_name(room, seat, {}) for seat in SEATS) for room in rooms}) > 1


@given(st.lists(st.sampled_from(NICKNAMES), max_size=16, unique=True), st.booleans())
def test_no_computer_has_the_name_of_a_person_or_of_another_computer(
    people: list[str], capitals: bool
) -> None:
    scripted = ScriptedRoom(4)
    names = {id: name.upper() if capitals else name for id, name in enumerate(people, 1)}
    here = {id: name for id, name in names.items() if id in scripted.room.people}
    called = [computer_name(scripted.room, seat, names) for seat in SEATS]
    assert len(set(called)) == 4
    for name in called:
        assert unique_name(name, here.values()) == name


def test_what_people_are_called_is_not_kept() -> None:
    """F41: whoever wants to be forgotten is."""
    room = ScriptedRoom(2).room
    names = {1: "Somebody of " + str(room.codes), 2: "Beto"}
    computer_name(room, Seat.N, names)
    holding = [each for each in gc.get_referrers(names[1]) if each is not names]
    assert not any(isinstance(each, tuple | dict | list) for each in holding)


def test_only_the_computer_whose_name_a_person_has_goes_by_another() -> None:
    scripted = ScriptedRoom(2)
    before = {seat: computer_name(scripted.room, seat, {1: "Ana"}) for seat in SEATS}
    names = {1: "Ana", 2: before[Seat.W].lower()}
    after = {seat: computer_name(scripted.room, seat, names) for seat in SEATS}
    assert {seat for seat in SEATS if before[seat] != after[seat]} == {Seat.W}
    gone = {1: "Ana", 99: before[Seat.W]}  # the name of somebody who has left
    assert {seat: computer_name(scripted.room, seat, gone) for seat in SEATS} == before
