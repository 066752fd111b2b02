"""What commands do to a room: each refusal, in the order of the checks, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longana_engine import SEATS, Seat, compact, fair
from longana_protocol.commands import (
    Answer,
    CarryOn,
    Close,
    HintCommand,
    Join,
    Leave,
    Lock,
    Mind,
    Next,
    Nonce,
    Nudge,
    PassCommand,
    PlayCommand,
    Reading,
    RecordCommand,
    Redo,
    Rematch,
    Remove,
    Restart,
    RoomCommand,
    RulesChoice,
    RulesCommand,
    Say,
    Seal,
    SeatChange,
    SeatCommand,
    Start,
    ToComputer,
    ToHere,
    ToOpen,
    ToPerson,
    ToShuffle,
    ToSwap,
    Uncover,
    Undo,
    Withdraw,
)
from longana_protocol.words import SEAT_NAMES, SeatName
from longana_server import room as folding
from longana_server.decide import decide_join, may_change, position_to_play, rules_of
from longana_server.events import (
    Arranged,
    Closed,
    HandDealt,
    Left,
    Locked,
    Moved,
    RulesSet,
    Seated,
    StartAborted,
    Started,
)
from longana_server.refusing import Refused
from server.scripted_room import SHORT, SHORT_MOVES, ScriptedRoom, made, name


S, E, N, W = Seat.S, Seat.E, Seat.N, Seat.W


class Phase(Protocol):
    """A room in that phase: person 1 is South, person 2 North, or an onlooker, or not there."""

    def __call__(self, persons: int, onlooker: bool = False) -> ScriptedRoom: ...


def lobby(persons: int, onlooker: bool = False, target: int = 100) -> ScriptedRoom:
    scripted = ScriptedRoom(persons, RulesChoice(seats=2, target=target), deals=(SHORT,))
    if onlooker:
        scripted.add(Seated(seat="N", level="easy"))
    return scripted


def starting(persons: int, onlooker: bool = False) -> ScriptedRoom:
    scripted = lobby(persons, onlooker)
    scripted.do(1, made(Start))
    return scripted


def playing(persons: int, onlooker: bool = False) -> ScriptedRoom:
    """South is to move."""
    return after_moves(persons, *SHORT_MOVES[:2], onlooker=onlooker)


def hand_over(persons: int, onlooker: bool = False) -> ScriptedRoom:
    return after_moves(persons, *SHORT_MOVES, onlooker=onlooker)


def match_over(persons: int, onlooker: bool = False) -> ScriptedRoom:
    return after_moves(persons, *SHORT_MOVES, onlooker=onlooker, target=20)


def rematch(persons: int, onlooker: bool = False) -> ScriptedRoom:
    """A match was won, the next one is being started."""
    scripted = match_over(persons, onlooker)
    scripted.do(1, scripted.now(Rematch))
    return scripted


def after_moves(
    persons: int, *moves: str, onlooker: bool = False, target: int = 100
) -> ScriptedRoom:
    """The short hand after these moves."""
    scripted = lobby(persons, onlooker, target)
    scripted.start()
    scripted.moves(*moves)
    return scripted


PHASES: tuple[Phase, ...] = (lobby, starting, playing, hand_over, match_over, rematch)
TURN_COMMANDS: Mapping[str, Callable[[int], RoomCommand]] = {
    "play": lambda turn: made(PlayCommand, turn=turn, tile=(1, 9), branch="S"),
    "pass": lambda turn: made(PassCommand, turn=turn),
    "hint": lambda turn: made(HintCommand, turn=turn),
    "undo": lambda turn: made(Undo, turn=turn),
    "redo": lambda turn: made(Redo, turn=turn),
    "restart": lambda turn: made(Restart, turn=turn),
    "next": lambda turn: made(Next, turn=turn),
    "rematch": lambda turn: made(Rematch, turn=turn),
}


def outcome(scripted: ScriptedRoom, person: int, command: RoomCommand) -> str:
    """The type of the event, or the code of the refusal; a hint needs the live room to be given."""
    if not isinstance(command, HintCommand):
        return scripted.outcome(person, command)
    try:
        position_to_play(scripted.room, person, command)
    except Refused as refused:
        return refused.code
    return "hint"


def seat_command(seat: SeatName, to: SeatChange) -> SeatCommand:
    return made(SeatCommand, seat=seat, to=to)


# --- the order: seat, turn, phase, whose turn, rule


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", TURN_COMMANDS)
def test_the_seat_comes_before_the_turn(phase: Phase, kind: str) -> None:
    """F10, F19: somebody who looks on may know the turn or not."""
    scripted = phase(2, onlooker=True)
    for ahead in (0, 1):
        command = TURN_COMMANDS[kind](scripted.room.turn + ahead)
        assert outcome(scripted, 2, command) == "not_seated"


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", TURN_COMMANDS)
@pytest.mark.parametrize("ahead", [-1, 1, 5])
def test_the_turn_comes_before_the_phase(phase: Phase, kind: str, ahead: int) -> None:
    """F20."""
    scripted = phase(2)
    turn = scripted.room.turn
    command = TURN_COMMANDS[kind](turn + ahead if turn + ahead >= 0 else 3)
    assert outcome(scripted, 2, command) == "stale"


def test_stale_names_the_turn_that_it_is() -> None:
    scripted = playing(2)
    turn = scripted.room.turn
    assert scripted.refused(1, TURN_COMMANDS["play"](turn - 1)).facts == {"turn": turn}


NOT_YET = dict.fromkeys(TURN_COMMANDS, "not_started")


@pytest.mark.parametrize(
    ("phase", "outcomes"),
    [
        (lobby, NOT_YET),
        (starting, NOT_YET),
        (rematch, NOT_YET),
        (
            playing,
            {
                "play": "not_your_turn",
                "pass": "not_your_turn",
                "hint": "not_your_turn",
                "undo": "needs_consent",
                "redo": "nothing_to_redo",
                "restart": "needs_consent",
                "next": "hand_not_over",
                "rematch": "match_not_over",
            },
        ),
        (
            hand_over,
            {
                "play": "hand_over",
                "pass": "hand_over",
                "hint": "hand_over",
                "undo": "revealed",
                "redo": "revealed",
                "restart": "revealed",
                "next": "hand_dealt",
                "rematch": "match_not_over",
            },
        ),
        (
            match_over,
            {
                "play": "hand_over",
                "pass": "hand_over",
                "hint": "hand_over",
                "undo": "revealed",
                "redo": "revealed",
                "restart": "revealed",
                "next": "match_over",
                "rematch": "started",
            },
        ),
    ],
)
def test_what_each_phase_allows(phase: Phase, outcomes: Mapping[str, str]) -> None:
    """F19: and F10, for it is North who asks while South is to move."""
    scripted = phase(2)
    turn = scripted.room.turn
    found = {kind: outcome(scripted, 2, command(turn)) for kind, command in TURN_COMMANDS.items()}
    assert found == outcomes


@pytest.mark.parametrize(("phase", "over"), [(hand_over, "hand"), (match_over, "match")])
def test_what_is_over_is_named(phase: Phase, over: str) -> None:
    """F19."""
    scripted = phase(1)
    assert scripted.refused(1, scripted.now(PassCommand)).facts == {"over": over}


def test_whose_turn_it_is_is_named() -> None:
    refused = playing(2).refused(2, playing(2).now(PassCommand))
    assert refused.facts == {"seat": "N", "to_move": "S"}


@pytest.mark.parametrize("phase", [starting, playing, hand_over, rematch])
def test_the_lobby_is_shut_while_a_match_is_on(phase: Phase) -> None:
    """F30: no second start, no late seat, no other rules; hosts ask in vain too."""
    scripted = phase(1)
    for command in (
        made(Start),
        seat_command("N", ToOpen()),
        seat_command("W", ToComputer()),
        made(RulesCommand, rules=RulesChoice()),
    ):
        assert scripted.outcome(1, command) == "already_started"
    with pytest.raises(Refused, match="already_started"):
        decide_join(scripted.room, made(Join, code="K7MP4RWX", name="Beto"), bytes(32))


# --- play


def test_moves_are_logged_in_short_with_their_seat() -> None:
    scripted = after_moves(1)
    assert scripted.do(1, scripted.now(PlayCommand, tile=(9, 9))) == Moved(move="S99")
    scripted.move("N09N")
    assert scripted.do(1, scripted.now(PlayCommand, tile=(9, 1), branch="S")) == Moved(move="S19S")


FORCED = {"S": "9-9 2-5 1-5", "N": "3-9 4-9 2-3 6-6"}
"""South opens and then has nothing that fits, until its branch shows something else."""
BARRED = {"S": "9-9 0-2 5-5", "E": "1-9 1-2 8-8", "N": "0-9 0-3 7-7", "W": "3-9 2-6 6-6"}


@pytest.mark.parametrize(
    ("deal", "moves", "tile", "branch", "code", "facts"),
    [
        (SHORT, (), (6, 10), None, "unknown_tile", {"tile": "6-10"}),
        (SHORT, (), (99, 99), "X", "unknown_tile", {"tile": "99-99"}),
        (SHORT, (), (9, 9), "X", "unknown_branch", {"branch": "X", "branches": (S, N)}),
        (SHORT, (), (9, 9), "E", "unknown_branch", {"branch": "E", "branches": (S, N)}),
        (SHORT, (), (3, 3), None, "tile_not_held", {"seat": "S", "tile": "3-3"}),
        (SHORT, (), (0, 9), "S", "tile_not_held", {"seat": "S", "tile": "0-9"}),
        (SHORT, (), (1, 9), None, "must_open", {"seat": "S", "tiles": ("9-9",)}),
        (SHORT, (), (9, 9), "S", "must_open", {"seat": "S", "tiles": ("9-9",)}),
        (SHORT, (), None, None, "must_open", {"seat": "S", "tiles": ("9-9",)}),
        (
            SHORT,
            SHORT_MOVES[:2],
            (1, 9),
            None,
            "already_open",
            {"tile": "1-9", "centre": "9-9"},
        ),
        (
            SHORT,
            SHORT_MOVES[:2],
            (1, 9),
            "N",
            "no_match",
            {"seat": "S", "tile": "1-9", "branch": "N", "end": 0},
        ),
        (
            FORCED,
            ("S99", "N39N", "S", "N23N"),
            (2, 5),
            "N",
            "branch_closed",
            {"seat": "S", "tile": "2-5", "branch": "N", "end": 2},
        ),
        (
            SHORT,
            SHORT_MOVES[:2],
            None,
            None,
            "must_play",
            {"seat": "S", "moves": ("S 1-9>S", "S 2-9>S")},
        ),
    ],
)
def test_the_rules_refuse(
    deal: dict[str, str],
    moves: tuple[str, ...],
    tile: tuple[int, int] | None,
    branch: str | None,
    code: str,
    facts: Mapping[str, object],
) -> None:
    scripted = ScriptedRoom(1, RulesChoice(seats=2), deals=(deal,))
    scripted.start()
    scripted.moves(*moves)
    refused = scripted.refused(
        1,
        scripted.now(PassCommand)
        if tile is None
        else scripted.now(PlayCommand, tile=tile, branch=branch),
    )
    assert (refused.code, refused.facts) == (code, facts)
    assert refused.event is None


def test_equal_end_priority_names_the_branch_to_use() -> None:
    """F27: East's branch opened first, so West may not use North's with the same end."""
    deal = {"S": "9-9 4-9 0-4", "E": "0-1 1-1 0-0", "N": "0-2 2-2 1-2", "W": "5-9 6-9 3-3"}
    scripted = ScriptedRoom(4, deals=(deal,))
    scripted.start()
    scripted.moves("S99", "E", "N")
    refused = scripted.refused(4, scripted.now(PlayCommand, tile=(5, 9), branch="N"))
    assert refused.code == "earlier_open_branch"
    assert (refused.facts["branch"], refused.facts["instead"]) == ("N", "E")
    assert scripted.outcome(4, scripted.now(PlayCommand, tile=(5, 9), branch="E")) == "moved"


@pytest.mark.parametrize("preset", ["cuban", "international"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_the_legal_moves_are_carried_out(preset: str, seats: int) -> None:
    """F21: on every turn of a hand each tile held on each branch and on none, and a pass."""
    scripted = ScriptedRoom(seats, rules_choice(preset=preset, seats=seats), seed=seats)
    scripted.start()
    while (seat := scripted.position.to_move) is not None:
        person = scripted.person_at(seat)
        legal = {compact(move) for move in scripted.position.legal()}
        carried_out = set()
        for tile in scripted.position.hands[seat]:
            for branch in (None, *SEATS):
                command = scripted.now(PlayCommand, tile=(tile.high, tile.low), branch=branch)
                if scripted.outcome(person, command) == "moved":
                    carried_out.add(f"{seat}{tile.low}{tile.high}{branch or ''}")
        if scripted.outcome(person, scripted.now(PassCommand)) == "moved":
            carried_out.add(seat.value)
        assert carried_out == legal
        scripted.move()


def rules_choice(**chosen: object) -> RulesChoice:
    return RulesChoice.model_validate(chosen)


def test_of_two_moves_for_one_turn_the_second_is_stale() -> None:
    """F18: the same twice, or two different ones."""
    scripted = playing(1)
    first = scripted.now(PlayCommand, tile=(1, 9), branch="S")
    other = scripted.now(PlayCommand, tile=(2, 9), branch="S")
    scripted.do(1, first)
    for again in (first, other):
        assert scripted.outcome(1, again) == "stale"


# --- undo, redo, restart


def test_alone_against_computers_everything_is_undone_at_once() -> None:
    scripted = playing(1)
    assert scripted.outcome(1, scripted.now(Undo)) == "undone"
    assert scripted.outcome(1, scripted.now(Restart)) == "restarted"
    assert scripted.outcome(1, scripted.now(Redo)) == "nothing_to_redo"
    scripted.do(1, scripted.now(Undo))
    assert scripted.outcome(1, scripted.now(Undo)) == "nothing_to_undo"
    assert scripted.outcome(1, scripted.now(Redo)) == "redone"
    assert scripted.outcome(1, scripted.now(Restart)) == "restarted", "what is undone goes too"


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    scripted = after_moves(1)
    for command in (scripted.now(Undo), scripted.now(Restart)):
        assert scripted.outcome(1, command) == "nothing_to_undo"


def test_nobody_undoes_what_they_have_not_done() -> None:
    """F10: North, who has not played, cannot take South's opening back."""
    scripted = after_moves(2, "S99")
    assert scripted.outcome(2, scripted.now(Undo)) == "nothing_to_undo"
    assert scripted.outcome(1, scripted.now(Undo)) == "needs_consent"


def test_among_several_persons_it_takes_consent() -> None:
    """F10: whoever asks, and nothing changes."""
    scripted = playing(2)
    for person in (1, 2):
        assert scripted.outcome(person, scripted.now(Undo)) == "needs_consent"
        assert scripted.outcome(person, scripted.now(Restart)) == "needs_consent"


def test_a_hand_that_one_person_saw_may_be_changed() -> None:
    for phase in (hand_over, match_over):
        scripted = phase(1)
        assert may_change(scripted.room, reveal_watched=False)
        assert scripted.outcome(1, scripted.now(Undo)) == "undone"
        assert scripted.outcome(1, scripted.now(Restart)) == "restarted"


def test_a_hand_that_somebody_watched_may_not_be_changed() -> None:
    for phase in (hand_over, match_over):
        scripted = phase(1)
        scripted.reveal_watched = True
        assert not may_change(scripted.room, reveal_watched=True)
        for command in (scripted.now(Undo), scripted.now(Redo), scripted.now(Restart)):
            assert scripted.outcome(1, command) == "revealed"


def test_only_what_is_on_the_table_may_be_changed() -> None:
    assert not may_change(lobby(1).room, reveal_watched=False)
    assert not may_change(rematch(1).room, reveal_watched=False)
    assert may_change(playing(2).room, reveal_watched=True)


# --- hands and matches


def test_computers_alone_go_on_when_anybody_asks() -> None:
    """A table of computers has nobody at it who could."""
    scripted = hand_over(2, onlooker=True)
    assert scripted.outcome(2, scripted.now(Next)) == "not_seated"
    scripted.add(Seated(seat="S", level="easy"))
    assert scripted.do(2, scripted.now(Next)) == HandDealt()
    scripted = match_over(2, onlooker=True)
    scripted.add(Left(person=1))
    assert scripted.outcome(2, scripted.now(Rematch)) == "started"


def test_a_chain_that_is_used_up_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "CHAIN_LENGTH", 1)
    scripted = hand_over(1)
    assert scripted.outcome(1, scripted.now(Next)) == "no_more_hands"
    assert scripted.outcome(1, scripted.now(Rematch)) == "started"


# --- the lobby


def test_only_the_host_does_what_is_the_hosts() -> None:
    """F30: a guest's start is refused."""
    scripted = ScriptedRoom(2)
    commands: tuple[RoomCommand, ...] = (
        made(Start),
        made(Close),
        made(Lock, locked=True),
        made(Remove, person=1),
        made(RulesCommand, rules=RulesChoice()),
        seat_command("S", ToOpen()),
        seat_command("S", ToComputer()),
        seat_command("N", ToOpen()),
        seat_command("N", ToComputer(level="hard")),
        seat_command("N", ToPerson(person=1)),
        seat_command("S", ToSwap(other="E")),
        seat_command("S", ToShuffle()),
    )
    for command in commands:
        assert scripted.outcome(2, command) == "not_host", command


def test_what_the_host_does() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.do(1, made(Lock, locked=True)) == Locked(locked=True)
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
    assert scripted.outcome(1, seat_command("N", ToHere(name="Carla"))) == "not_offered"
    scripted = lobby(1)
    refused = scripted.refused(1, seat_command("E", ToOpen()))
    assert (refused.code, refused.facts) == (
        "unknown_branch",
        {"branch": "E", "branches": ("S", "N")},
    )
    assert scripted.outcome(1, seat_command("S", ToSwap(other="W"))) == "unknown_branch"


def test_rules_need_seats_for_everybody() -> None:
    scripted = ScriptedRoom(3)
    assert scripted.outcome(1, made(RulesCommand, rules=RulesChoice(seats=2))) == "room_full"
    assert scripted.outcome(1, made(RulesCommand, rules=RulesChoice(seats=3))) == "rules_set"


def test_removing_needs_somebody_else() -> None:
    scripted = ScriptedRoom(2)
    assert scripted.outcome(1, made(Remove, person=1)) == "no_person"
    assert scripted.outcome(1, made(Remove, person=3)) == "no_person"
    scripted.do(1, made(Remove, person=2))
    assert scripted.outcome(1, made(Remove, person=2)) == "no_person"


def test_people_come_and_go_while_a_match_is_on() -> None:
    """Leaving, removing, locking and closing need no lobby."""
    for phase in (starting, playing, hand_over, match_over, rematch):
        scripted = phase(2)
        assert scripted.outcome(1, made(Remove, person=2)) == "left"
        assert scripted.outcome(2, made(Leave)) == "left"
        assert scripted.outcome(1, made(Lock, locked=True)) == "locked"
        assert scripted.outcome(1, made(Close)) == "closed"


LATER: tuple[RoomCommand, ...] = (
    made(Answer, proposal=1, yes=True),
    made(Withdraw, proposal=1),
    made(Reading, what="rules"),
    made(CarryOn, person=1),
    made(Uncover, turn=0, seat="S"),
    made(Mind, seat="S"),
    made(Nudge, seat="S"),
    made(Say, text="hola"),
    made(Lock, locked=True, new_code=True),
)


@pytest.mark.parametrize("command", LATER, ids=lambda command: command.type)
def test_what_comes_later_is_not_offered(command: RoomCommand) -> None:
    assert lobby(1).outcome(1, command) == "not_offered"


# --- coming in


def joining(scripted: ScriptedRoom, seat: SeatName | None = None) -> str:
    """The seat a newcomer gets, or the code of the refusal."""
    try:
        command = made(Join, code="K7MP4RWX", name="Nadia", seat=seat)
        return decide_join(scripted.room, command, bytes(32)).seat
    except Refused as refused:
        return refused.code


def test_newcomers_get_an_open_seat_before_a_computers() -> None:
    scripted = ScriptedRoom(1)
    assert joining(scripted) == "E"
    scripted.add(Seated(seat="W"))
    assert joining(scripted) == "W"
    assert joining(scripted, "N") == "N"
    assert joining(scripted, "S") == "seat_taken"


def test_newcomers_are_refused() -> None:
    scripted = lobby(1)
    assert joining(scripted, "E") == "seat_taken", "there is no such seat to be had"
    scripted.join()
    assert joining(scripted) == "room_full"
    scripted.add(Locked(locked=True))
    assert joining(scripted) == "room_locked"
    assert joining(match_over(1)) == "N"
    for phase in (starting, playing, hand_over, rematch):
        assert joining(phase(1)) == "already_started"


def test_a_newcomer_is_a_new_person() -> None:
    """F30: doubled joins, or joins after somebody left, are never two people in one."""
    scripted = ScriptedRoom(1)
    assert [scripted.join(), scripted.join()] == [2, 3]
    scripted.add(Left(person=3))
    assert scripted.join() == 4


# --- seals and nonces


def seal_of(seat: SeatName, nonce: bytes) -> Seal:
    return made(Seal, seat=seat, seal=fair.seal(Seat(seat), nonce))


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
    scripted.do(1, made(Nonce, seat="S", nonce=mine))
    assert scripted.match.nonces == {S: mine, N: theirs}


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


# --- anything by anybody


def random_command(scripted: ScriptedRoom, person: int, rng: Random) -> RoomCommand:
    """Most often something that may be carried out now, else anything at all."""
    if rng.random() < 0.2:
        return anything(scripted, rng)
    turn = scripted.room.turn
    match scripted.room.phase:
        case "lobby":
            return made(Start)
        case "starting":
            own = [name(seat) for seat in scripted.room.seats_of(person)]
            return share_of_the_shuffle(scripted, rng.choice(own or SEAT_NAMES), rng)
        case "playing":
            if rng.random() < 0.2:
                return TURN_COMMANDS[rng.choice(["undo", "redo"])](turn)
            return scripted.as_command(compact(rng.choice(scripted.position.legal())))
        case "hand_over":
            return TURN_COMMANDS[rng.choice(["next", "next", "undo"])](turn)
        case "match_over":
            return TURN_COMMANDS[rng.choice(["rematch", "rematch", "undo"])](turn)


def share_of_the_shuffle(scripted: ScriptedRoom, seat: SeatName, rng: Random) -> Seal | Nonce:
    """What that seat has to send, wrong now and then."""
    nonce = scripted.nonces.setdefault(Seat(seat), rng.randbytes(32))
    if scripted.room.starting is None or not scripted.room.starting.all_sealed:
        return seal_of(seat, nonce)
    return made(Nonce, seat=seat, nonce=nonce if rng.random() < 0.95 else bytes(32))


def anything(scripted: ScriptedRoom, rng: Random) -> RoomCommand:
    """Any command, for whatever turn and seat."""
    turn = rng.randrange(scripted.room.turn + 3)
    seat = rng.choice(SEAT_NAMES)
    person = rng.randrange(1, scripted.room.next_person + 1)
    tile = (rng.randrange(12), rng.randrange(12))
    rules = {"seats": rng.choice([2, 3, 4]), "target": rng.choice([1, 30])}
    changes: tuple[SeatChange, ...] = (
        ToComputer(level="easy"),
        ToOpen(),
        ToPerson(person=person),
        ToHere(name="Carla"),
        ToSwap(other=rng.choice(SEAT_NAMES)),
        ToShuffle(),
    )
    commands: tuple[RoomCommand, ...] = (
        made(PlayCommand, turn=turn, tile=tile, branch=rng.choice([None, *"SENWX"])),
        *(command(turn) for command in TURN_COMMANDS.values()),
        share_of_the_shuffle(scripted, seat, rng),
        made(RulesCommand, rules=rules_choice(**rules)),
        *(seat_command(seat, change) for change in changes),
        made(Start),
        made(RecordCommand),
        made(Lock, locked=rng.random() < 0.3),
        rng.choice(LATER),
    )
    parting = (made(Remove, person=person), made(Leave), made(Close))
    return rng.choice(commands if rng.random() < 0.95 else parting)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_every_command_of_anybody_is_carried_out_or_refused(seed: int) -> None:
    """Never another exception, never for another's seat, and the log says all."""
    rng = Random(seed)
    scripted = ScriptedRoom(rng.randrange(1, 5), seed=seed)
    for _ in range(200):
        room = scripted.room
        if room.to_move is not None and room.seats[room.to_move].kind == "computer":
            scripted.move()
            continue
        if rng.random() < 0.02 and joining(scripted) in SEAT_NAMES:
            scripted.join()
        if room.closed or not room.people:
            break
        person = rng.choice(list(room.people))
        command = random_command(scripted, person, rng)
        try:
            event = scripted.do(person, command)
        except Refused as refused:
            if refused.event is not None:
                scripted.add(refused.event, person)
            continue
        assert not isinstance(command, (HintCommand, RecordCommand, *map(type, LATER[:-1])))
        if isinstance(event, Moved):
            assert room.to_move in room.seats_of(person)
            assert event.move[0] == room.to_move
        if room.host != person:
            theirs = {who for who in room.people if who != person}
            kept = {who: room.seats_of(who) for who in theirs}
            assert {who: scripted.room.seats_of(who) for who in theirs} == kept
    assert folding.fold(scripted.entries) == scripted.room
