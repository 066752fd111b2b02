"""Rooms in each phase, and the commands that are tried on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from longana_engine import Seat, fair
from longana_protocol.commands import (
    Answer,
    CarryOn,
    HintCommand,
    Join,
    Next,
    Nudge,
    PassCommand,
    PlayCommand,
    Reading,
    Redo,
    Rematch,
    Restart,
    RoomCommand,
    RulesChoice,
    Say,
    Seal,
    SeatChange,
    SeatCommand,
    Start,
    Uncover,
    Undo,
    Withdraw,
)
from longana_protocol.words import SeatName
from longana_server.decide import position_to_play
from longana_server.events import Seated
from longana_server.refusing import Refused
from longana_server.seating import decide_join
from server.scripted_room import SHORT, SHORT_MOVES, ScriptedRoom, made


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
        position_to_play(scripted.room, person, command, scripted.here)
    except Refused as refused:
        return refused.code
    return "hint"


def seat_command(seat: SeatName, to: SeatChange) -> SeatCommand:
    return made(SeatCommand, seat=seat, to=to)


def rules_choice(**chosen: object) -> RulesChoice:
    return RulesChoice.model_validate(chosen)


def seal_of(seat: SeatName, nonce: bytes) -> Seal:
    return made(Seal, seat=seat, seal=fair.seal(Seat(seat), nonce))


def joining(scripted: ScriptedRoom, seat: SeatName | None = None) -> str | None:
    """The seat a newcomer gets (None: not yet one), or the code of the refusal."""
    try:
        command = made(Join, code="K7MP4RWX", name="Nadia", seat=seat)
        return decide_join(scripted.room, command, bytes(32), scripted.circumstances).seat
    except Refused as refused:
        return refused.code


ATTENDING: tuple[RoomCommand, ...] = (
    made(Answer, proposal=1, yes=True),
    made(Withdraw, proposal=1),
    made(Reading, what="rules"),
    made(CarryOn, person=1),
    made(Uncover, turn=0, seat="S"),
    made(Nudge, seat="S"),
    made(Say, text="hola"),
)
"""Commands that are not for the log: the live room does them without a decision."""
