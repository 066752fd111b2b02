"""What is done only with the yes of others: who is asked, what becomes of a proposal (F10)."""

from __future__ import annotations

from dataclasses import replace

import msgpack
import pytest

from longana_engine import Seat
from longana_protocol.commands import Answer, Rematch, RulesChoice, Undo, Withdraw
from longana_server import consent
from longana_server.decide import decide
from longana_server.events import Joined, Left, Moved, Started, Undone
from longana_server.presence import Presence, Proposal
from longana_server.refusing import Refused
from server.phases import match_over, playing
from server.scripted_room import SHORT, SHORT_MOVES, ScriptedRoom, made
from server.shown import frame


def open_proposal(scripted: ScriptedRoom, device: int = 1) -> Presence:
    command, event = scripted.now(Undo), Undone(to=0)
    return consent.propose(scripted.room, scripted.here, device, command, event)


def proposal_of(presence: Presence) -> Proposal:
    assert presence.proposal is not None
    return presence.proposal


def answered(scripted: ScriptedRoom, presence: Presence, device: int, yes: bool = True) -> Presence:
    number = proposal_of(presence).number
    return consent.answer(
        scripted.room, presence, device, made(Answer, proposal=number, yes=yes), 0.0
    )


@pytest.mark.parametrize("to", [0, 3])
def test_everybody_is_shown_how_many_moves_would_stand(to: int) -> None:
    scripted = ScriptedRoom(4)
    scripted.start()
    asked = consent.propose(scripted.room, scripted.here, 1, scripted.now(Undo), Undone(to=to))
    proposal = msgpack.unpackb(frame(scripted, 2, asked))["table"]["proposal"]
    assert (proposal["what"], proposal["to"]) == ("undo", to)


# --- who is asked


def test_each_device_but_the_askers_is_asked_once() -> None:
    scripted = ScriptedRoom(4)
    scripted.start()
    asked = open_proposal(scripted)
    assert consent.must_agree(scripted.room, asked, 0.0) == {2, 3, 4}
    agreed = answered(scripted, asked, 3)
    assert consent.must_agree(scripted.room, agreed, 0.0) == {2, 4}
    agreed = answered(scripted, answered(scripted, agreed, 2), 4)
    assert consent.verdict(scripted.room, agreed, 0.0) == "agreed"
    assert consent.must_agree(scripted.room, scripted.here, 0.0) == frozenset()


def test_who_was_lost_only_just_now_is_asked_and_who_is_away_is_not() -> None:
    """F36: a broken line is no consent."""
    room = playing(2).room
    lost = Presence(frozenset({1}), away_since={2: 100.0})
    assert consent.asked(room, lost, 1, now=114.9) == {2}
    assert consent.asked(room, lost, 1, now=115.0) == frozenset()


def test_it_is_asked_in_the_name_of_whose_play_comes_back() -> None:
    """On a device with several: the hand that is shown, else who chose last, else the first."""
    scripted = ScriptedRoom(1)
    scripted.add(Joined(person=2, seat="E", device=1))
    scripted.start()
    assert proposal_of(open_proposal(scripted)).by == 1
    scripted.until(Seat.E)
    while scripted.match.hand.undo_to(1, (Seat.E,)) is None:
        scripted.move()
    choices = [move.seat for move in scripted.position.moves if move.seat in (Seat.S, Seat.E)]
    scripted.presence = Presence()
    by = proposal_of(open_proposal(scripted)).by
    assert scripted.room.seats[choices[-1]].person == by
    scripted.presence = Presence(uncovered={1: (Seat.S, scripted.room.turn)})
    assert proposal_of(open_proposal(scripted)).by == 1


# --- what becomes of it


def test_with_the_yes_of_all_it_is_agreed_to() -> None:
    scripted = playing(2)
    asked = open_proposal(scripted)
    assert consent.verdict(scripted.room, asked, 0.0) == "open"
    agreed = answered(scripted, asked, 2)
    assert consent.verdict(scripted.room, agreed, 0.0) == "agreed"
    for device in (1, 2):
        with pytest.raises(Refused, match="no_proposal"):
            answered(scripted, agreed, device)


def test_one_no_ends_it_and_so_does_the_asker_alone() -> None:
    scripted = playing(2)
    asked = open_proposal(scripted)
    assert answered(scripted, asked, 2, yes=False).proposal is None
    withdrawing = made(Withdraw, proposal=proposal_of(asked).number)
    assert consent.withdraw(asked, 1, withdrawing).proposal is None
    with pytest.raises(Refused, match="no_proposal"):
        consent.withdraw(asked, 2, withdrawing)


def test_an_answer_that_led_to_nothing_may_be_given_again() -> None:
    scripted = playing(2)
    agreed = answered(scripted, open_proposal(scripted), 2)
    again = consent.taken_back(agreed, 2)
    assert consent.must_agree(scripted.room, again, 0.0) == {2}
    assert consent.taken_back(scripted.here, 2).proposal is None


def test_there_is_one_proposal_at_a_time_and_each_has_its_own_number() -> None:
    scripted = playing(2)
    first = open_proposal(scripted)
    with pytest.raises(Refused, match="proposal_open"):
        consent.propose(scripted.room, first, 2, scripted.now(Undo), Undone(to=0))
    closed = replace(first, proposal=None)
    second = consent.propose(scripted.room, closed, 2, scripted.now(Undo), Undone(to=0))
    assert proposal_of(second).number > proposal_of(first).number
    late = made(Answer, proposal=proposal_of(first).number, yes=True)
    for presence in (second, closed):
        with pytest.raises(Refused, match="no_proposal"):
            consent.answer(scripted.room, presence, 1, late, 0.0)


def test_only_the_proposal_that_was_dealt_with_is_gone() -> None:
    """Another may stand in its place by then."""
    scripted = playing(2)
    first = open_proposal(scripted)
    assert consent.without(first, proposal_of(first)).proposal is None
    second = consent.propose(
        scripted.room, replace(first, proposal=None), 2, scripted.now(Undo), Undone(to=0)
    )
    assert consent.without(second, proposal_of(first)) == second


def test_it_is_void_when_the_table_moves_on_or_the_asker_plays_no_more() -> None:
    scripted = playing(2)
    asked = open_proposal(scripted, device=2)
    room = scripted.room
    assert consent.verdict(room, Presence(), 0.0) == "void"
    scripted.add(Moved(move="S19S"))
    assert consent.verdict(scripted.room, asked, 0.0) == "void"
    scripted = playing(2)
    scripted.add(Left(person=2))
    assert consent.verdict(scripted.room, asked, 0.0) == "void"


def lost(scripted: ScriptedRoom, *, connected: set[int], since: dict[int, float]) -> Presence:
    presence = replace(open_proposal(scripted), began=0.0)
    return replace(presence, connected=frozenset(connected), away_since=since)


def test_nobody_holds_it_up_who_is_away() -> None:
    """Person 2 was lost at second 100, person 1 asks and is here."""
    scripted = playing(2)
    asked = lost(scripted, connected={1}, since={2: 100.0})
    assert consent.verdict(scripted.room, asked, 114.9) == "open"
    assert consent.next_absence(scripted.room, asked, 114.9) == 115.0
    assert consent.verdict(scripted.room, asked, 115.0) == "agreed"
    assert consent.next_absence(scripted.room, asked, 115.0) is None
    assert consent.next_absence(scripted.room, scripted.here, 115.0) is None, "nothing is asked"


def test_of_several_who_are_lost_each_counts_as_away_in_their_time() -> None:
    scripted = ScriptedRoom(3)
    scripted.start()
    asked = lost(scripted, connected={1}, since={2: 105.0, 3: 100.0})
    for now, next_gone in ((106.0, 115.0), (115.0, 120.0)):
        assert consent.verdict(scripted.room, asked, now) == "open"
        assert consent.next_absence(scripted.room, asked, now) == next_gone
    assert consent.verdict(scripted.room, asked, 120.0) == "agreed"


def test_an_asker_who_is_away_asks_for_nothing_any_more() -> None:
    """The computers go on."""
    scripted = playing(2)
    asked = lost(scripted, connected={2}, since={1: 100.0})
    assert consent.verdict(scripted.room, asked, 114.9) == "open"
    assert consent.next_absence(scripted.room, asked, 114.9) == 115.0
    assert consent.verdict(scripted.room, asked, 115.0) == "void"


def test_that_nobody_is_left_is_no_consent_while_the_asker_is_not_here() -> None:
    """All lines broke together; with a yes it would be another matter."""
    scripted = playing(2)
    asked = lost(scripted, connected=set(), since={1: 102.0, 2: 100.0})
    assert consent.verdict(scripted.room, asked, 116.0) == "open"
    agreed = replace(asked, proposal=replace(proposal_of(asked), agreed=frozenset({2})))
    assert consent.verdict(scripted.room, agreed, 116.0) == "agreed"


# --- another match


def rematch(scripted: ScriptedRoom, device: int = 1) -> Presence | None:
    """With it proposed; None if nobody has to agree."""
    command = scripted.now(Rematch)
    event = decide(scripted.room, device, command, scripted.circumstances)
    return consent.proposed(scripted.room, scripted.here, device, command, event, 0.0)


def test_the_result_is_taken_away_when_all_have_seen_it() -> None:
    scripted = match_over(2)
    asked = rematch(scripted, device=2)
    assert asked is not None
    shown = msgpack.unpackb(frame(scripted, 1, asked))["table"]["proposal"]
    assert (shown["what"], shown["by"], shown["waiting"]) == ("rematch", 2, [1])
    assert consent.verdict(scripted.room, asked, 0.0) == "open"
    assert consent.verdict(scripted.room, answered(scripted, asked, 1), 0.0) == "agreed"
    assert answered(scripted, asked, 1, yes=False).proposal is None


def test_alone_among_computers_another_match_needs_nobodys_yes() -> None:
    assert rematch(match_over(1)) is None


def test_another_match_is_asked_for_in_the_name_of_the_first_on_the_device() -> None:
    """Whoever played last takes nothing back."""
    scripted = ScriptedRoom(1, RulesChoice(seats=2, target=20), deals=(SHORT,))
    scripted.add(Joined(person=2, seat="N", device=1))
    scripted.start()
    scripted.moves(*SHORT_MOVES)
    command = scripted.now(Rematch)
    event = decide(scripted.room, 1, command, scripted.circumstances)
    assert isinstance(event, Started)
    asked = consent.propose(scripted.room, scripted.here, 1, command, event)
    assert proposal_of(asked).by == 1


def test_another_match_waits_for_who_agreed_and_was_lost() -> None:
    """Nobody could shuffle for them: the start would fail."""
    scripted = match_over(2)
    asked = rematch(scripted)
    assert asked is not None
    agreed = answered(scripted, asked, 2)
    lost = replace(agreed, connected=frozenset({1}), away_since={2: 0.0})
    assert consent.verdict(scripted.room, lost, 1.0) == "open"
    assert consent.verdict(scripted.room, lost.came(2), 2.0) == "agreed"
