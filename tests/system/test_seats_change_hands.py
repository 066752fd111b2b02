"""Seats that change hands in mid-match, and people whose place is needed: mishaps told plainly, all
checked after each step (`room_model/party.py`).

(Rows of faults.md: F07, F17, F31.)
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from longana_server.seating import MOST_PEOPLE
from system.room_model.evening import Evening
from system.room_model.guest import Guest
from system.room_model.seats import share_all


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def with_cousin(evening: Evening) -> tuple[Guest, Guest, int]:
    """Ana at South; Beto at East with a cousin at North, whose number is given."""
    ana = evening.host(target=500)
    beto = evening.guest()
    evening.seat(beto, "N", kind="here", name="Tata")
    return ana, beto, evening.party.room.next_person - 1


# --- several hands on one device (F07)


@pytest.mark.parametrize("removed", [True, False])
def test_the_hand_that_is_left_on_a_device_stays_covered(evening: Evening, removed: bool) -> None:
    """Also where the other one was on the screen: whoever looks on has not been shown this one."""
    ana, beto, cousin = with_cousin(evening)
    evening.start(ana)
    evening.play_until("N")
    evening.do(beto, "uncover", seat="N", turn=beto.turn)
    if removed:
        evening.do(ana, "remove", person=cousin)
    else:
        evening.seat(beto, "N", kind="computer")
    assert beto.seats == ["E"]
    assert "hand" not in beto.you
    evening.play_until("E")
    assert "hand" not in beto.you
    assert evening.refused(beto, "hint", turn=beto.turn) == "covered"
    evening.do(beto, "uncover", seat="E", turn=beto.turn)
    assert beto.you["hand"]
    evening.play_hand()
    evening.do(ana, "next", turn=ana.turn)
    assert beto.you["hand"], "with the next deal it is their own device"


# --- readers (F17)


def test_who_was_not_waited_for_is_so_no_more_when_they_read_another_time(
    evening: Evening,
) -> None:
    ana = evening.host()
    beto = evening.guest("W")
    evening.do(beto, "reading", what="rules")
    evening.do(ana, "carry_on", person=beto.person)
    evening.seat(ana, "W", kind="computer", level="easy")
    evening.seat(beto, "W", kind="person", person=beto.person)
    evening.start(ana)
    evening.play_until("S")
    evening.do(beto, "reading", what="rules")
    evening.play()
    turn = beto.turn
    evening.wait(60)
    assert beto.turn == turn


# --- newcomers


def test_a_computer_plays_for_somebody_away_whose_seat_is_promised(evening: Evening) -> None:
    ana = evening.host(target=500)
    beto = evening.guest()
    evening.start(ana)
    dora = evening.guest("E")
    evening.play_until("E")
    evening.drop(beto)
    evening.wait(16)
    turn = ana.turn
    evening.seat(ana, "E", kind="person", person=dora.person)
    assert ana.table["minded"] == ["E"]
    evening.wait(10)
    assert ana.turn > turn
    evening.play_hand()
    evening.do(ana, "next", turn=ana.turn)
    assert dora.seats == ["E"]
    assert "minded" not in ana.table


def test_whoever_is_alone_with_computers_for_a_host_who_is_away_sits_down(evening: Evening) -> None:
    """Nobody else could say yes."""
    ana = evening.host()
    evening.start(ana)
    late = evening.guest("E")
    assert late.table["asking"] == [{"person": late.person, "seat": "E"}]
    evening.drop(ana)
    evening.wait(16)
    assert late.table["acting"] == [late.person]
    evening.seat(late, "E", kind="person", person=late.person)
    assert late.seats == ["E"]
    assert "asking" not in late.table


def test_nobody_is_minded_while_a_match_is_started(evening: Evening) -> None:
    """It would change nothing: the start waits for the seals of those it began with."""
    ana = evening.host()
    beto = evening.guest()
    evening.do(ana, "start")
    evening.drop(beto)
    evening.run(share_all(evening.party))
    evening.wait(16)
    assert evening.refused(ana, "mind", seat="E") == "try_again"
    evening.wait(5)
    assert ana.room["aborted"] == "E"
    evening.do(ana, "mind", seat="E")
    evening.start(ana)


# --- the room and its people (F31)


def test_a_room_that_all_have_left_is_locked_to_nobody(evening: Evening) -> None:
    ana = evening.host()
    evening.do(ana, "lock", locked=True)
    evening.ask(ana, "leave")
    beto = evening.guest()
    assert beto.is_host
    assert not evening.party.room.locked


def test_who_could_not_leave_keeps_their_name(evening: Evening) -> None:
    ana = evening.host()
    beto = evening.guest()
    evening.server.log.is_broken = True
    answer = evening.ask(beto, "leave", forget=True)
    assert answer["code"] == "try_again"
    evening.server.log.is_broken = False
    evening.do(beto, "say", text="hola")
    assert ana.said[-1]["name"] == beto.name
    evening.ask(beto, "leave", forget=True)
    names = evening.run(evening.server.names.names(evening.party.id))
    assert list(names) == [ana.person]


def test_nobody_has_to_go_for_a_person_who_is_refused(evening: Evening) -> None:
    """In a room full of people: neither for a friend on one's device nor for a stranger."""
    ana = evening.host(seats=2)
    for number in range(MOST_PEOPLE - 1):
        evening.seat(ana, "N", kind="here", name=f"Tia {number}")
        if number < MOST_PEOPLE - 2:
            evening.seat(ana, "N", kind="computer", level="easy")
    evening.seat(ana, "N", kind="computer", level="easy")
    full = evening.party.history.version
    bad_name = {"kind": "here", "name": "\u200b"}
    assert evening.refused(ana, "seat", seat="N", to=bad_name) == "bad_name"
    assert evening.party.history.version == full
    evening.seat(ana, "N", kind="here", name="Caro")
    full = evening.party.history.version
    assert evening.refused(ana, "seat", seat="N", to={"kind": "here", "name": "Beto"}) == (
        "seat_taken"
    )
    evening.start(ana)
    version = evening.party.history.version
    assert version > full
    assert evening.refused(ana, "seat", seat="N", to={"kind": "here", "name": "Beto"}) == (
        "already_started"
    )
    stranger = evening.party.new_guest()
    assert not evening.run(evening.party.enter(stranger, "join", name="Zoe"))
    assert stranger.sent[-1].answer["code"] == "room_full"
    evening.party.guests.remove(stranger)
    assert evening.party.history.version == version
    assert len(evening.party.room.people) == MOST_PEOPLE
