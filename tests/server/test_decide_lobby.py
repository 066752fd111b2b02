"""What commands of the lobby do to a room, and how newcomers and seals are taken in.

(Rows of faults.md: F36.)
"""

from __future__ import annotations

import pytest

from longana_engine import Seat, fair
from longana_protocol.commands import (
    Close,
    Leave,
    Lock,
    Mind,
    Next,
    Nonce,
    Rematch,
    Remove,
    RoomCommand,
    RulesChoice,
    RulesCommand,
    Seal,
    Start,
    ToComputer,
    ToHere,
    ToOpen,
    ToPerson,
    ToShuffle,
    ToSwap,
    Watching,
)
from longana_protocol.words import SeatName
from longana_server.decide import rules_of
from longana_server.events import (
    Arranged,
    Closed,
    Joined,
    Left,
    Locked,
    Moved,
    RulesSet,
    Seated,
    SeatPromised,
    StartAborted,
    Started,
    WatchingSet,
)
from longana_server.presence import Presence
from longana_server.refusing import Refused
from longana_server.seating import MOST_PEOPLE
from server.phases import (
    ATTENDING,
    after_moves,
    hand_over,
    joining,
    lobby,
    match_over,
    playing,
    rematch,
    seal_of,
    seat_command,
    starting,
)
from server.scripted_room import SHORT, SHORT_MOVES, ScriptedRoom, made, occupants


S, N = Seat.S, Seat.N


# --- the lobby


def test_only_the_host_does_what_is_the_hosts() -> None:
    """F30: a guest's start is refused."""
    scripted = ScriptedRoom(2)
    commands: tuple[RoomCommand, ...] = (
        made(Start),
        made(Close),
        made(Lock, locked=True),
        made(Watching, allowed=False),
        made(Remove, person=1),
        made(RulesCommand, rules=RulesChoice()),
        seat_command("S", ToOpen()),
        seat_command("S", ToComputer()),
        seat_command("N", ToOpen()),
        seat_command("N", ToComputer(level="hard")),
        seat_command("N", ToPerson(person=1)),
        seat_command("S", ToSwap(other="E")),
        seat_command("S", ToShuffle()),
        seat_command("E", ToSwap(other="N")),
        seat_command("E", ToShuffle()),
    )
    for command in commands:
        assert scripted.outcome(2, command) == "not_host", command


def test_what_the_host_does() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.do(1, made(Lock, locked=True)) == Locked(locked=True)
    assert scripted.do(1, made(Watching, allowed=False)) == WatchingSet(allowed=False)
    assert scripted.do(1, seat_command("N", ToOpen())) == Seated(seat="N")
    assert scripted.do(1, seat_command("N", ToComputer(level="hard"))) == Seated(
        seat="N", level="hard"
    )
    assert scripted.do(1, seat_command("W", ToPerson(person=2))) == Seated(seat="W", person=2)
    assert scripted.do(1, seat_command("S", ToSwap(other="W"))) == Arranged(
        moves=(("S", "W"), ("W", "S"))
    )
    shuffled = scripted.do(1, seat_command("S", ToShuffle()))
    assert isinstance(shuffled, Arranged)
    assert [old for old, _ in shuffled.moves] == list("SENW")
    assert sorted(new for _, new in shuffled.moves) == sorted("SENW")
    international = RulesChoice(preset="international", target=50)
    assert scripted.do(1, made(RulesCommand, rules=international)) == RulesSet(
        rules={"preset": "international", "seats": 4, "target": 50}
    )
    assert scripted.do(1, made(Remove, person=2)) == Left(person=2)
    started = scripted.do(1, made(Start))
    assert isinstance(started, Started)
    assert (len(started.next_chain), started.deals) == (32, ())
    assert scripted.do(1, made(Close)) == Closed()


def test_what_everybody_does_with_their_own_seat() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.do(2, seat_command("N", ToPerson(person=2))) == Seated(seat="N", person=2)
    assert scripted.do(2, seat_command("N", ToComputer(level="easy"))) == Seated(
        seat="N", level="easy"
    )
    assert scripted.do(2, seat_command("N", ToPerson(person=2))) == Seated(seat="N", person=2)
    assert scripted.do(2, seat_command("N", ToOpen())) == Seated(seat="N")
    assert scripted.do(2, made(Leave)) == Left(person=2)


def test_seats_refused() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.outcome(2, seat_command("S", ToPerson(person=2))) == "seat_taken"
    assert scripted.outcome(1, seat_command("E", ToPerson(person=1))) == "seat_taken"
    assert scripted.outcome(1, seat_command("N", ToPerson(person=9))) == "no_person"
    assert scripted.outcome(1, seat_command("E", ToHere(name="Carla"))) == "seat_taken"
    assert scripted.outcome(1, seat_command("N", ToHere(name="Carla"))) == "joined"
    scripted = lobby(1)
    refused = scripted.refused(1, seat_command("E", ToOpen()))
    assert (refused.code, refused.facts) == (
        "unknown_branch",
        {"branch": "E", "branches": ("S", "N")},
    )
    assert scripted.outcome(1, seat_command("S", ToSwap(other="W"))) == "unknown_branch"


def test_rules_need_seats_for_everybody() -> None:
    scripted = ScriptedRoom(3)
    assert scripted.outcome(1, made(RulesCommand, rules=RulesChoice(seats=2))) == "seats_held"
    assert scripted.outcome(1, made(RulesCommand, rules=RulesChoice(seats=3))) == "rules_set"


def test_removing_needs_somebody_else() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.outcome(1, made(Remove, person=1)) == "no_person"
    assert scripted.outcome(1, made(Remove, person=3)) == "no_person"
    scripted.do(1, made(Remove, person=2))
    assert scripted.outcome(1, made(Remove, person=2)) == "no_person"


def test_who_acts_for_the_host_ends_nothing_for_those_who_are_away() -> None:
    """F31: a stranger with the code may be the only one there. Mind their seats, and no more."""
    for phase in (lobby, playing, match_over):
        scripted = phase(2)
        scripted.add(Joined(person=3, token=bytes([3]) * 32))
        scripted.add(Joined(person=4, token=bytes([4]) * 32))
        scripted.away = frozenset({1, 2})
        assert scripted.outcome(3, made(Lock, locked=True)) == "locked"
        assert scripted.outcome(3, made(Close)) == "not_host"
        assert scripted.outcome(3, made(Remove, person=1)) == "not_host"
        assert scripted.outcome(3, made(Remove, person=2)) == "not_host"
        assert scripted.outcome(3, made(Remove, person=4)) == "left", (
            "they are here, and can object"
        )
        scripted.away = frozenset({1})
        assert scripted.outcome(2, made(Close)) == "not_host", "whoever is seated neither"


def with_promises() -> ScriptedRoom:
    """A match is over; 2, 3 and 4 were promised N, W and E for the next deal."""
    scripted = ScriptedRoom(4, RulesChoice(target=1))
    scripted.start()
    seats: tuple[SeatName, ...] = ("E", "N", "W")
    for seat in seats:
        scripted.add(Seated(seat=seat, level="easy"))
    for seat, person in zip(seats, (4, 2, 3), strict=True):
        scripted.add(SeatPromised(seat=seat, person=person))
    scripted.play_hand()
    assert scripted.room.phase == "match_over"
    assert len(scripted.room.promised) == 3
    return scripted


def test_whoever_was_promised_a_seat_counts_for_the_rules_of_the_next_match() -> None:
    scripted = with_promises()
    assert scripted.outcome(1, made(RulesCommand, rules=RulesChoice(seats=2))) == "seats_held"
    scripted.add(Left(person=4))
    scripted.do(1, made(RulesCommand, rules=RulesChoice(seats=3)))
    assert {*occupants(scripted.room)} == {1, 2, 3}


def test_whoever_was_promised_a_seat_has_it_also_when_seats_are_arranged() -> None:
    scripted = with_promises()
    scripted.do(1, seat_command("S", ToSwap(other="E")))
    assert occupants(scripted.room) == [4, 1, 2, 3]
    scripted = with_promises()
    scripted.do(1, seat_command("S", ToShuffle()))
    assert {*occupants(scripted.room)} == {1, 2, 3, 4}
    assert scripted.room.promised == {}


def test_a_promised_seat_is_taken_when_the_match_is_over() -> None:
    scripted = with_promises()
    for by, wanted in ((1, 2), (1, 1), (2, 2)):
        assert scripted.outcome(by, seat_command("E", ToPerson(person=wanted))) == "seat_taken"
    assert scripted.outcome(2, seat_command("E", ToHere(name="Carla"))) == "seat_taken"
    assert scripted.outcome(2, seat_command("E", ToComputer())) == "not_host"
    assert scripted.do(4, seat_command("E", ToComputer())) == Seated(seat="E", level="normal")
    assert occupants(scripted.room) == [1, "normal", 2, 3]


def test_people_come_and_go_while_a_match_is_on() -> None:
    """Leaving, removing, the door and closing need no lobby."""
    for phase in (starting, playing, hand_over, match_over, rematch):
        scripted = phase(2)
        assert scripted.outcome(1, made(Remove, person=2)) == "left"
        assert scripted.outcome(2, made(Leave)) == "left"
        assert scripted.outcome(1, made(Lock, locked=True)) == "locked"
        assert scripted.outcome(1, made(Watching, allowed=False)) == "watching_set"
        assert scripted.outcome(1, made(Close)) == "closed"


@pytest.mark.parametrize("command", ATTENDING, ids=lambda command: command.type)
def test_what_is_not_for_the_log_is_not_decided(command: RoomCommand) -> None:
    with pytest.raises(AssertionError, match=command.type):
        lobby(1).outcome(1, command)


# --- coming in


def test_newcomers_get_an_open_seat_before_a_computers() -> None:
    scripted = ScriptedRoom(1)
    assert joining(scripted) == "E"
    scripted.add(Seated(seat="W"))
    assert joining(scripted) == "W"
    assert joining(scripted, "N") == "N"
    assert joining(scripted, "S") == "seat_taken"


def test_newcomers_are_refused() -> None:
    scripted = lobby(1)
    assert joining(scripted, "S") == "seat_taken"
    assert joining(scripted, "E") == "unknown_branch", "there is no such seat"
    scripted.join()
    assert joining(scripted) == "room_full"
    scripted.add(Locked(locked=True))
    assert joining(scripted) == "room_locked"
    assert joining(match_over(1)) == "N"
    for phase in (starting, playing, hand_over, rematch):
        assert joining(phase(1)) is None, "they come in, and ask for a seat"
        assert joining(phase(2)) == "room_full"


def test_a_room_takes_in_no_more_people_than_it_can_have() -> None:
    """They come in without a seat while a match is on."""
    scripted = playing(1)
    for _ in range(MOST_PEOPLE - 1):
        scripted.join()
    assert joining(scripted) == "room_full"


def test_a_newcomer_is_a_new_person() -> None:
    """F30: doubled joins, or joins after somebody left, are never two people in one."""
    scripted = ScriptedRoom(1)
    assert [scripted.join(), scripted.join()] == [2, 3]
    scripted.add(Left(person=3))
    assert scripted.join() == 4


# --- seals and nonces


def test_seals_and_nonces_are_sent_for_ones_own_seat_in_their_time() -> None:
    scripted = lobby(2)
    mine, theirs = bytes([1]) * 32, bytes([2]) * 32
    assert scripted.outcome(1, seal_of("S", mine)) == "not_started"
    assert scripted.outcome(1, made(Nonce, seat="S", nonce=mine)) == "not_started"
    scripted.do(1, made(Start))
    assert scripted.outcome(2, seal_of("S", mine)) == "not_seated"
    assert scripted.outcome(2, seal_of("E", mine)) == "not_seated"
    scripted.do(1, seal_of("S", mine))
    assert scripted.outcome(1, seal_of("S", theirs)) == "wrong_seal", "sealed once for all"
    assert scripted.outcome(1, made(Nonce, seat="S", nonce=mine)) == "try_again"
    scripted.do(2, seal_of("N", theirs))
    assert scripted.outcome(1, made(Nonce, seat="N", nonce=theirs)) == "not_seated"
    scripted.do(2, made(Nonce, seat="N", nonce=theirs))
    again = scripted.refused(2, made(Nonce, seat="N", nonce=theirs))
    assert (again.code, again.event) == ("wrong_seal", None), "shown once for all"
    scripted.do(1, made(Nonce, seat="S", nonce=mine))
    assert scripted.match.nonces == {S: mine, N: theirs}


def test_what_comes_late_for_another_start_is_taken_for_this_one_neither_sealed_nor_shown() -> None:
    """A phone that slept through a start that failed sends its part when it wakes."""
    scripted, nonce = lobby(2), bytes([7]) * 32
    scripted.do(1, made(Start))
    failed = scripted.room.commitment()
    scripted.add(StartAborted(seat="N"))
    scripted.do(1, made(Start))
    late: dict[str, object] = {"seat": "N", "commitment": failed}
    sealed = made(Seal, seal=fair.seal(N, nonce), **late)
    assert scripted.refused(2, sealed).facts == {"turn": scripted.room.turn}
    scripted.do(1, seal_of("S", nonce))
    scripted.do(2, sealed.model_copy(update={"commitment": scripted.room.commitment()}))
    shown = scripted.refused(2, made(Nonce, nonce=bytes(32), **late))
    assert (shown.code, shown.event) == ("stale", None), "else the start would end"


def test_a_nonce_that_does_not_match_its_seal_ends_the_start() -> None:
    """fair-deal.md, 3: the seat is named; another seat's seal and nonce are no use."""
    scripted = lobby(2)
    scripted.do(1, made(Start))
    nonce = bytes([7]) * 32
    scripted.do(1, seal_of("S", nonce))
    scripted.do(2, made(Seal, seat="N", seal=fair.seal(S, nonce)))
    scripted.do(1, made(Nonce, seat="S", nonce=nonce))
    refused = scripted.refused(2, made(Nonce, seat="N", nonce=nonce))
    assert (refused.code, refused.facts) == ("wrong_seal", {"seat": "N"})
    assert refused.event == StartAborted(seat="N")


def test_a_start_needs_a_deal_for_its_seats() -> None:
    four = {"S": "9-9", "E": "1-9", "N": "2-9", "W": "3-9"}
    scripted = ScriptedRoom(1, RulesChoice(seats=3), deals=(SHORT, four))
    refused = scripted.refused(1, made(Start))
    assert (refused.code, refused.facts) == ("no_deals", {"count": 3})
    scripted.do(1, made(RulesCommand, rules=RulesChoice(seats=2)))
    started = scripted.do(1, made(Start))
    assert isinstance(started, Started)
    assert started.deals == (SHORT,)


def test_the_rules_that_can_be_chosen_are_those_of_the_engine() -> None:
    choice = RulesChoice(
        preset="international",
        seats=3,
        target=1000,
        direction="right",
        block_score="all",
        tie_opener="next_after_opener",
        doubles_obey_priority=True,
        own_branch_in_priority=False,
        reopened_order="kept",
    )
    assert rules_of(choice).settings() == choice.model_dump()
    assert rules_of(RulesChoice(direction="right")).settings() == {
        "preset": "cuban",
        "seats": 4,
        "target": 100,
    }


def test_rules_beyond_the_bounds_of_the_message_are_no_message() -> None:
    with pytest.raises(Refused, match="bad_message") as refused:
        rules_of(RulesChoice.model_construct(preset="cuban", target=5000))
    assert refused.value.facts["field"] == "target"


# --- who is away when a match begins


@pytest.mark.parametrize("begin", [made(Start), None], ids=["start", "rematch"])
def test_a_match_does_not_begin_without_who_cannot_shuffle(begin: Start | None) -> None:
    """It would wait for their seal in vain; the seat is named."""
    scripted = lobby(2) if begin else match_over(2)
    command = begin or scripted.now(Rematch)
    scripted.away = frozenset({2})
    refused = scripted.refused(1, command)
    assert (refused.code, refused.facts) == ("seat_away", {"seat": "N", "person": 2})
    scripted.do(1, made(Mind, seat="N"))
    scripted.do(1, command)
    scripted.deal()
    assert scripted.room.phase == "playing"


def test_who_is_lost_only_just_now_cannot_shuffle_either() -> None:
    scripted = lobby(2)
    scripted.away = frozenset({2})
    scripted.presence = Presence(away_since={2: -1.0})
    assert scripted.outcome(1, made(Start)) == "seat_away"
    assert scripted.outcome(1, made(Mind, seat="N")) == "not_away"
    assert scripted.outcome(1, seat_command("N", ToComputer())) == "seated"


def test_of_a_promised_seat_the_one_it_is_promised_to_has_to_be_here() -> None:
    scripted = after_moves(2, *SHORT_MOVES[:-1], target=20)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    scripted.away = frozenset({2})
    scripted.do(1, seat_command("N", ToPerson(person=3)))
    scripted.add(Moved(move=SHORT_MOVES[-1]))
    assert scripted.outcome(1, scripted.now(Rematch)) == "started"
    scripted.away = frozenset({2, 3})
    assert scripted.refused(1, scripted.now(Rematch)).facts == {"seat": "N", "person": 3}
    assert scripted.do(1, made(Mind, seat="N")) == SeatPromised(seat="N")
    assert scripted.outcome(1, scripted.now(Rematch)) == "started"


def test_no_computer_has_a_promised_seat_while_its_person_is_here() -> None:
    scripted = with_promises()
    assert scripted.outcome(1, made(Mind, seat="E")) == "not_away"


def test_who_has_no_seat_goes_on_where_all_at_the_table_are_away() -> None:
    """After a match they mind the seats first, so that it can begin."""
    scripted = hand_over(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    assert scripted.outcome(3, scripted.now(Next)) == "not_seated"
    scripted.away = frozenset({1, 2})
    assert scripted.outcome(3, scripted.now(Next)) == "hand_dealt"

    scripted = match_over(2)
    scripted.add(Joined(person=3, token=bytes([3]) * 32))
    assert scripted.outcome(3, scripted.now(Rematch)) == "not_seated"
    scripted.away = frozenset({1, 2})
    assert scripted.outcome(3, scripted.now(Rematch)) == "seat_away"
    for seat in ("S", "N"):
        scripted.do(3, made(Mind, seat=seat))
    scripted.do(3, scripted.now(Rematch))
    assert scripted.room.phase == "playing"
