"""Who gets which seat and when: a hand once shown to one person is never shown to another."""

from __future__ import annotations

import pytest

from longana_engine import Seat
from longana_protocol.commands import (
    Decline,
    Mind,
    Next,
    Rematch,
    Restart,
    SeatCommand,
    ToComputer,
    ToHere,
    ToOpen,
    ToPerson,
    Undo,
)
from longana_server.attending import ask_for_seat
from longana_server.events import Joined, Left, Locked, Minded, Returned, Seated, SeatPromised
from longana_server.presence import Presence
from longana_server.seating import MOST_PEOPLE, asks_for_a_seat, dispensable
from server.phases import lobby, playing, seat_command
from server.scripted_room import ScriptedRoom, made, occupants


def asks(scripted: ScriptedRoom, person: int, command: SeatCommand) -> bool:
    return asks_for_a_seat(scripted.room, person, command, scripted.circumstances)


def with_newcomer(persons: int) -> ScriptedRoom:
    """A hand is played; whoever came last has no seat."""
    scripted = ScriptedRoom(persons)
    scripted.start()
    scripted.join()
    return scripted


def test_a_hand_nobody_has_held_goes_to_a_newcomer_at_once_with_the_hosts_yes() -> None:
    """F30: their own wish seats nobody."""
    scripted = with_newcomer(1)
    wish = seat_command("N", ToPerson(person=2))
    assert asks(scripted, 2, wish)
    assert scripted.outcome(2, wish) == "not_host"
    assert not asks(scripted, 1, wish)
    assert scripted.do(1, wish) == Seated(seat="N", person=2)
    assert occupants(scripted.room) == [1, "normal", 2, "normal"]


def test_who_has_no_seat_of_their_own_may_wish_for_one_while_a_cousin_plays_on_their_device() -> (
    None
):
    scripted = ScriptedRoom(2)
    scripted.add(Joined(person=3, seat="N", device=2))
    scripted.start()
    scripted.add(Seated(seat="E", level="easy"))
    assert scripted.room.seats_of(2), "the cousin's"
    wish = seat_command("W", ToPerson(person=2))
    assert asks(scripted, 2, wish)
    wished = ask_for_seat(scripted.room, scripted.here, 2, wish, 0.0).valid(scripted.room)
    assert wished.asking == {2: Seat.W}
    assert scripted.do(1, wish) == SeatPromised(seat="W", person=2), "they know a hand of this deal"


def test_a_hand_that_a_person_has_held_is_only_promised_for_the_next_deal() -> None:
    scripted = with_newcomer(2)
    scripted.add(Left(person=2))
    wish = seat_command("E", ToPerson(person=3))
    assert scripted.do(1, wish) == SeatPromised(seat="E", person=3)
    assert occupants(scripted.room)[1] == "normal", "a computer plays it until then"
    scripted.play_hand()
    scripted.do(1, scripted.now(Next))
    assert occupants(scripted.room)[1] == 3
    assert scripted.room.promised == {}


def test_the_seat_of_somebody_here_is_not_given_away_and_of_somebody_away_only_promised() -> None:
    scripted = with_newcomer(2)
    wish = seat_command("E", ToPerson(person=3))
    assert scripted.outcome(1, wish) == "seat_taken"
    scripted.away = frozenset({2})
    assert scripted.do(1, wish) == SeatPromised(seat="E", person=3, minded=True)
    assert scripted.room.seats[Seat.E].person == 2


def test_nobody_has_the_seat_of_who_is_away_between_two_hands_either() -> None:
    """Theirs until the next deal: they may be back before it."""
    scripted = with_newcomer(2)
    scripted.play_hand()
    scripted.away = frozenset({2})
    wish = seat_command("E", ToPerson(person=3))
    assert scripted.do(1, wish) == SeatPromised(seat="E", person=3, minded=True)
    assert occupants(scripted.room)[1] == 2


def test_a_log_from_before_promised_seats_were_minded_is_read_as_it_was_written() -> None:
    """Whose promise was taken back came back without a word, and shuffled with the others."""
    scripted = with_newcomer(2)
    scripted.add(SeatPromised(seat="E", person=3))
    scripted.add(SeatPromised(seat="E"))
    assert scripted.room.minded == frozenset()
    scripted.play_match()
    scripted.do(1, scripted.now(Rematch))
    assert scripted.room.starting is not None
    assert scripted.room.starting.persons == (Seat.S, Seat.E)
    scripted.deal()


def test_what_the_host_cannot_do_with_seats_while_a_match_is_on() -> None:
    scripted = with_newcomer(2)
    for command, refusal in (
        (seat_command("N", ToPerson(person=9)), "no_person"),
        (seat_command("N", ToPerson(person=2)), "already_started"),
        (seat_command("N", ToPerson(person=1)), "already_started"),
        (seat_command("E", ToComputer()), "already_started"),
        (seat_command("N", ToOpen()), "already_started"),
    ):
        assert scripted.outcome(1, command) == refusal


def test_only_the_host_says_how_a_computer_plays_while_a_match_is_on() -> None:
    scripted = with_newcomer(2)
    hard = seat_command("N", ToComputer(level="hard"))
    for person in (2, 3):
        assert scripted.outcome(person, hard) == "not_host"
    assert scripted.do(1, hard) == Seated(seat="N", level="hard")


def test_who_has_a_seat_or_grants_them_wishes_for_none() -> None:
    scripted = ScriptedRoom(2)
    scripted.start()
    scripted.join()
    assert not asks(scripted, 2, seat_command("N", ToPerson(person=2)))
    assert not asks(scripted, 3, seat_command("N", ToPerson(person=2)))
    scripted.do(1, seat_command("S", ToComputer()))
    own = seat_command("S", ToPerson(person=1))
    assert not asks(scripted, 1, own)
    assert scripted.do(1, own) == Seated(seat="S", person=1)


def test_whoever_acts_for_a_host_who_is_away_may_seat_themselves() -> None:
    scripted = with_newcomer(1)
    wish = seat_command("N", ToPerson(person=2))
    assert asks(scripted, 2, wish)
    scripted.away = frozenset({1})
    assert not asks(scripted, 2, wish)
    assert scripted.do(2, wish) == Seated(seat="N", person=2)


def test_nobody_on_a_device_of_several_sees_another_hand_of_the_deal() -> None:
    """One of them has held another: the device knows both, the person does not."""
    scripted = ScriptedRoom(2)
    scripted.add(Joined(person=3, seat="N", device=2))
    scripted.start()
    for seat in ("E", "N"):
        scripted.do(2, seat_command(seat, ToComputer()))
    wish = seat_command("E", ToPerson(person=3))
    assert scripted.do(1, wish) == SeatPromised(seat="E", person=3)


def test_a_promise_lapses_when_the_owner_of_the_seat_is_back() -> None:
    scripted = with_newcomer(2)
    scripted.away = frozenset({2})
    scripted.do(1, seat_command("E", ToPerson(person=3)))
    assert scripted.room.minded == {Seat.E}, "a computer plays it until then"
    scripted.add(Returned(seat="E"))
    assert (scripted.room.promised, scripted.room.minded) == ({}, frozenset())
    scripted.away = frozenset()
    scripted.play_hand()
    scripted.do(1, scripted.now(Next))
    assert occupants(scripted.room)[1] == 2


def test_a_hand_that_a_person_held_is_nobody_elses_in_any_hand_of_a_match() -> None:
    """Not only in the first, whose seats are those of the start."""
    scripted = with_newcomer(2)
    scripted.play_hand()
    scripted.do(1, scripted.now(Next))
    scripted.do(2, seat_command("E", ToComputer()))
    wish = seat_command("E", ToPerson(person=3))
    assert scripted.do(1, wish) == SeatPromised(seat="E", person=3)
    assert scripted.do(1, seat_command("N", ToPerson(person=2))) == SeatPromised(seat="N", person=2)


def test_a_promise_ends_with_the_person_it_was_made_to() -> None:
    scripted = with_newcomer(2)
    scripted.away = frozenset({2})
    scripted.do(1, seat_command("E", ToPerson(person=3)))
    scripted.add(Left(person=3))
    assert scripted.room.promised == {}
    scripted.away = frozenset()
    scripted.add(Returned(seat="E"))
    scripted.play_hand()
    scripted.do(1, scripted.now(Next))
    assert occupants(scripted.room)[1] == 2


def test_a_promise_is_void_when_somebody_else_sits_down_there() -> None:
    """Else the next deal would put them out again."""
    scripted = with_newcomer(2)
    scripted.join()
    scripted.add(Left(person=2))
    scripted.do(1, seat_command("E", ToPerson(person=3)))
    scripted.do(1, seat_command("N", ToPerson(person=4)))
    scripted.play_hand()
    scripted.do(4, seat_command("N", ToComputer()))
    assert scripted.do(1, seat_command("E", ToPerson(person=4))) == Seated(seat="E", person=4)
    assert scripted.room.promised == {}
    scripted.do(1, scripted.now(Next))
    assert occupants(scripted.room)[1] == 4


def test_nobody_sees_two_hands_of_one_deal() -> None:
    """Who left a seat to a computer gets another only with the next deal."""
    scripted = ScriptedRoom(2)
    scripted.start()
    scripted.do(2, seat_command("E", ToComputer()))
    other, own = (seat_command(seat, ToPerson(person=2)) for seat in ("N", "E"))
    assert scripted.outcome(1, other) == "seat_promised"
    assert scripted.do(1, own) == Seated(seat="E", person=2)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_hand_whose_end_was_seen_is_played_on_only_by_who_saw_it(restarted: bool) -> None:
    """They know all its tiles, and its secret is public: neither a newcomer nor who had a seat
    may play it with them. They themselves may come back to it.
    """
    scripted = ScriptedRoom(2)
    scripted.start()
    scripted.do(2, seat_command("E", ToComputer()))
    scripted.play_hand()
    scripted.do(1, scripted.now(Restart) if restarted else scripted.now(Undo))
    scripted.join()
    before = scripted.position.moves
    for person in (2, 3):
        for wish in (seat_command(seat, ToPerson(person=person)) for seat in ("E", "N")):
            assert scripted.outcome(1, wish) == "seat_promised"
    scripted.do(1, seat_command("S", ToComputer()))
    for person in (2, 3):
        assert scripted.outcome(1, seat_command("S", ToPerson(person=person))) == "seat_promised"
    assert scripted.do(1, seat_command("S", ToPerson(person=1))) == Seated(seat="S", person=1)
    assert scripted.position.moves == before
    scripted.do(1, seat_command("E", ToPerson(person=2)))
    scripted.play_hand()
    scripted.do(1, scripted.now(Next))
    assert occupants(scripted.room)[:2] == [1, 2], "theirs with the next deal"


def test_a_computer_minds_only_who_is_away_and_once() -> None:
    """F36."""
    scripted = ScriptedRoom(2)
    scripted.start()
    mind = made(Mind, seat="E")
    assert scripted.outcome(1, mind) == "not_away"
    scripted.away = frozenset({2})
    assert scripted.outcome(1, made(Mind, seat="N")) == "no_person"
    assert scripted.do(1, mind) == Minded(seat="E")
    assert scripted.room.computer_at(Seat.E) == "normal"
    assert scripted.outcome(1, mind) == "not_away"
    assert playing(2).outcome(1, mind) == "no_person", "there is no such seat"


@pytest.mark.parametrize("guest", [1, 2])
def test_somebody_on_anothers_device_has_no_token_of_their_own(guest: int) -> None:
    """F07: in the lobby, and not when the match is on."""
    scripted = ScriptedRoom(2)
    scripted.do(guest, seat_command("N", ToHere(name="Carla")))
    assert (scripted.room.people[3].token, scripted.room.people[3].device) == (None, guest)
    assert Seat.N in scripted.room.seats_of(guest)
    scripted.start()
    here = seat_command("W", ToHere(name="Dora"))
    assert scripted.outcome(1, here) == "already_started"


def test_a_locked_room_has_no_new_persons_on_a_guests_device_either() -> None:
    """The host, who has locked it, may seat somebody on their own."""
    scripted = ScriptedRoom(2)
    scripted.add(Locked(locked=True))
    here = seat_command("N", ToHere(name="Carla"))
    assert scripted.outcome(2, here) == "room_locked"
    assert scripted.outcome(1, here) == "joined"


def test_a_device_does_not_fill_the_room_with_people() -> None:
    scripted = ScriptedRoom(1)
    for _ in range(MOST_PEOPLE - 1):
        scripted.do(1, seat_command("N", ToHere(name="Carla")))
        scripted.do(1, seat_command("N", ToComputer()))
    assert scripted.outcome(1, seat_command("N", ToHere(name="Carla"))) == "room_full"


def test_in_a_full_room_who_has_no_seat_and_is_gone_makes_place() -> None:
    """Never whose seat is kept for them, be it that somebody on their device has it."""
    scripted = playing(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    scripted.add(Joined(person=4, token=bytes([4]) * 32))
    room, everybody = scripted.room, frozenset({1, 2, 3, 4})
    assert dispensable(room, Presence(everybody), 100.0) is None
    lost = Presence(everybody).went(4, now=90.0)
    assert dispensable(room, lost, 104.9) is None
    assert dispensable(room, lost, 105.0) == 4
    assert dispensable(room, Presence(), 100.0) == 3, "who came first"
    scripted.add(SeatPromised(seat="N", person=3))
    assert dispensable(scripted.room, Presence(), 100.0) == 4
    scripted.add(Joined(person=5, seat="N", device=4))
    assert dispensable(scripted.room, Presence(), 100.0) == 2
    scripted.add(Seated(seat="S", level="easy"))
    assert dispensable(scripted.room, Presence(frozenset({2, 3})), 100.0) is None, "not the host"
    scripted.add(Joined(person=6, device=2))
    assert dispensable(scripted.room, Presence(frozenset({2, 3})), 100.0) == 6, "a name, no more"


def test_nobody_asks_for_a_seat_in_the_lobby() -> None:
    wish = seat_command("N", ToPerson(person=2))
    assert not asks(lobby(2, onlooker=True), 2, wish)


def test_the_host_takes_a_promise_back() -> None:
    """C2: by the seat or by the person; nobody is promised anything then, and the deal keeps it."""
    for take_back in (
        seat_command("E", ToComputer()),
        seat_command("E", ToOpen()),
        made(Decline, person=3),
    ):
        scripted = with_newcomer(2)
        scripted.away = frozenset({2})
        scripted.do(1, seat_command("E", ToPerson(person=3)))
        assert scripted.room.promised == {Seat.E: 3}
        assert scripted.outcome(3, take_back) == "not_host"
        scripted.do(1, take_back)
        assert scripted.room.promised == {}
        assert scripted.outcome(1, made(Decline, person=3)) == "no_wish"
        scripted.play_hand()
        scripted.do(1, scripted.now(Next))
        assert occupants(scripted.room)[1] == 2
