"""What commands of play do to a room: each refusal, in the order of the checks.

(Rows of faults.md: F07.)
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from longana_engine import SEATS, Seat, compact, fair
from longana_protocol.commands import (
    Join,
    Next,
    PassCommand,
    PlayCommand,
    Redo,
    Rematch,
    Restart,
    RulesChoice,
    RulesCommand,
    Start,
    ToOpen,
    ToSwap,
    Undo,
)
from longana_server.decide import decide, may_change
from longana_server.events import HandDealt, Joined, Left, Moved, Seated, Undone
from longana_server.presence import Presence
from longana_server.seating import decide_join
from server.phases import (
    PHASES,
    TURN_COMMANDS,
    Phase,
    after_moves,
    hand_over,
    lobby,
    match_over,
    outcome,
    playing,
    rematch,
    rules_choice,
    seat_command,
    starting,
)
from server.scripted_room import SHORT, SHORT_MOVES, ScriptedRoom, made


S, N = Seat.S, Seat.N


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
                "undo": "undone",
                "redo": "nothing_to_redo",
                "restart": "restarted",
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
    """F30: no second start, no open seat, no other rules; hosts ask in vain too."""
    scripted = phase(1)
    for command in (
        made(Start),
        seat_command("N", ToOpen()),
        seat_command("N", ToSwap(other="S")),
        made(RulesCommand, rules=RulesChoice()),
    ):
        assert scripted.outcome(1, command) == "already_started"
    late = made(Join, code="K7MP4RWX", name="Beto")
    joined = decide_join(scripted.room, late, bytes(32), scripted.circumstances)
    assert joined.seat is None, "a newcomer comes in, and waits for a seat"


# --- play


def test_moves_are_logged_in_short_with_their_seat() -> None:
    scripted = after_moves(1)
    assert scripted.do(1, scripted.now(PlayCommand, tile=(9, 9))) == Moved(move="S99")
    scripted.move("N09N")
    assert scripted.do(1, scripted.now(PlayCommand, tile=(9, 1), branch="S")) == Moved(move="S19S")


FORCED = {"S": "9-9 2-5 1-5", "N": "3-9 4-9 2-3 6-6"}
"""South opens and then has nothing that fits, until its branch shows something else."""


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
    assert scripted.outcome(1, scripted.now(Undo)) == "undone"


def test_each_goes_back_to_their_own_latest_tile() -> None:
    """F10: what the others agree to is this and nothing else (`test_consent.py`)."""
    scripted = playing(2)
    command = scripted.now(Undo)
    assert decide(scripted.room, 1, command, scripted.circumstances) == Undone(to=0)
    assert decide(scripted.room, 2, command, scripted.circumstances) == Undone(to=1)
    for person in (1, 2):
        assert scripted.outcome(person, scripted.now(Restart)) == "restarted"


def test_a_hand_that_one_person_saw_may_be_changed() -> None:
    for phase in (hand_over, match_over):
        scripted = phase(1)
        assert may_change(scripted.room)
        assert scripted.outcome(1, scripted.now(Undo)) == "undone"
        assert scripted.outcome(1, scripted.now(Restart)) == "restarted"


def test_a_hand_that_somebody_watched_may_not_be_changed() -> None:
    for phase in (hand_over, match_over):
        scripted = phase(1)
        scripted.reveal_is_shared()
        assert not may_change(scripted.room)
        for command in (scripted.now(Undo), scripted.now(Redo), scripted.now(Restart)):
            assert scripted.outcome(1, command) == "revealed"


def test_only_what_is_on_the_table_may_be_changed() -> None:
    assert not may_change(lobby(1).room)
    assert not may_change(rematch(1).room)
    assert may_change(playing(2).room)


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


# --- several on one device


def shared_device() -> ScriptedRoom:
    """South and East are on one device, and each has chosen a play."""
    scripted = ScriptedRoom(1)
    scripted.add(Joined(person=2, seat="E", device=1))
    scripted.start()
    while any(scripted.match.hand.undo_to(1, (seat,)) is None for seat in (Seat.S, Seat.E)):
        scripted.move()
    scripted.presence = Presence()
    return scripted


@pytest.mark.parametrize("seat", [Seat.S, Seat.E])
def test_undo_goes_to_the_play_of_the_hand_that_is_uncovered(seat: Seat) -> None:
    scripted = shared_device()
    scripted.presence = Presence(uncovered={1: (seat, scripted.room.turn)})
    undone = scripted.do(1, scripted.now(Undo))
    assert undone == Undone(to=len(scripted.position.moves))
    assert scripted.position.to_move is seat


def test_undo_goes_to_the_latest_play_of_the_device_while_all_is_covered() -> None:
    scripted = shared_device()
    at = scripted.match.hand.undo_to(1)
    assert at is not None
    assert scripted.do(1, scripted.now(Undo)) == Undone(to=at)


def test_there_is_nothing_to_undo_for_whose_hand_is_shown_and_who_has_not_chosen() -> None:
    scripted = ScriptedRoom(1)
    scripted.add(Joined(person=2, seat="E", device=1))
    scripted.start()
    while scripted.match.hand.undo_to(1) is None:
        scripted.move()
    (other,) = {Seat.S, Seat.E} - {scripted.position.moves[-1].seat}
    scripted.presence = Presence(uncovered={1: (other, scripted.room.turn)})
    assert scripted.outcome(1, scripted.now(Undo)) == "nothing_to_undo"
