"""What a person's command does to a room: one event, or a refusal. Pure; chance is handed in.

The order of checks is: (shape and who: the connection) → repeated id (the live room) → seat →
`turn` → phase → whose turn → rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from longana_engine import (
    BadRules,
    Illegal,
    Position,
    Rules,
    Seat,
    compact,
    fair,
    parse_move,
    rules_from,
)
from longana_protocol.commands import (
    Close,
    Join,
    Leave,
    Lock,
    Next,
    Nonce,
    PassCommand,
    PlayCommand,
    Redo,
    Rematch,
    Remove,
    Restart,
    RoomCommand,
    RulesChoice,
    RulesCommand,
    Seal,
    SeatCommand,
    Start,
    ToComputer,
    ToHere,
    ToOpen,
    ToPerson,
    ToShuffle,
    ToSwap,
    TurnCommand,
    Undo,
)

from .events import (
    Arranged,
    Closed,
    Event,
    HandDealt,
    Joined,
    Left,
    Locked,
    Moved,
    NonceShown,
    Redone,
    Restarted,
    RulesSet,
    Sealed,
    Seated,
    StartAborted,
    Started,
    Undone,
)
from .match_in_play import MatchInPlay
from .refusing import Refused
from .room import Room


class Chance(Protocol):
    """Where the unpredictable comes from."""

    def secret(self) -> bytes:
        """32 random bytes."""

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        """The seats in an order drawn by lot."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a decision depends on besides the log."""

    chance: Chance
    deals: tuple[Mapping[str, str], ...] = ()
    """Deals fixed for a test."""
    reveal_watched: bool = False
    """More than one, seated or not, has seen the hands of this finished hand."""


def decide(room: Room, person: int, command: RoomCommand, circumstances: Circumstances) -> Event:
    """The event that carries the command out.

    Raises:
        Refused: with the first reason that applies.

    """
    match command:
        case PlayCommand() | PassCommand():
            return _move(room, person, command)
        case Undo():
            return _undo(room, person, command, circumstances)
        case Redo():
            return _redo(room, person, command, circumstances)
        case Restart():
            return _restart(room, person, command, circumstances)
        case Next():
            return _next(room, person, command)
        case Rematch():
            return _rematch(room, person, command, circumstances)
        case Start():
            return _start(room, person, circumstances)
        case Seal():
            return _seal(room, person, command)
        case Nonce():
            return _nonce(room, person, command)
        case SeatCommand():
            return _seat(room, person, command, circumstances)
        case RulesCommand():
            return _rules(room, person, command)
        case Lock(locked=locked, new_code=new_code):
            _as_host(room, person)
            if new_code:
                raise Refused("not_offered")
            return Locked(locked=locked)
        case Remove(person=removed):
            _as_host(room, person)
            if removed not in room.people or removed == person:
                raise Refused("no_person")
            return Left(person=removed)
        case Leave():
            return Left(person=person)
        case Close():
            _as_host(room, person)
            return Closed()
        case _:
            raise Refused("not_offered")


def decide_join(room: Room, command: Join, token: bytes) -> Joined:
    """How a newcomer enters: the seat asked for, else an open one, else a computer's."""
    if room.locked:
        raise Refused("room_locked")
    if room.phase not in ("lobby", "match_over"):
        raise Refused("already_started")
    seats = room.seats.items()
    free = [seat for kind in ("open", "computer") for seat, who in seats if who.kind == kind]
    if not free:
        raise Refused("room_full")
    if command.seat is not None and Seat(command.seat) not in free:
        raise Refused("seat_taken", seat=command.seat)
    seat = Seat(command.seat) if command.seat is not None else free[0]
    return Joined(person=room.next_person, token=token, seat=seat.value)


def rules_of(choice: RulesChoice) -> Rules:
    """The rules a person chose."""
    try:
        return rules_from(choice.model_dump(exclude_none=True))
    except BadRules as error:
        # The message's own bounds are those of the rules, so nobody should see this.
        raise Refused("bad_message", field=error.setting, problem=str(error)) from None


def position_to_play(room: Room, person: int, command: TurnCommand) -> tuple[Position, Seat]:
    """The position, and the seat of this person that is to move; raises Refused."""
    seats = _seated(room, person)
    _same_turn(room, command)
    if room.match is None or room.starting is not None:
        raise Refused("not_started")
    position = room.match.hand.position
    if position.to_move is None:
        raise Refused("hand_over", over="match" if room.match.over else "hand")
    if position.to_move not in seats:
        raise Refused("not_your_turn", seat=seats[0].value, to_move=position.to_move.value)
    return position, position.to_move


# --- play


def _move(room: Room, person: int, command: PlayCommand | PassCommand) -> Moved:
    position, seat = position_to_play(room, person, command)
    if isinstance(command, PassCommand):
        written = f"{seat} pass"
    else:
        low, high = command.tile
        written = f"{seat} {low}-{high}" + (f">{command.branch}" if command.branch else "")
    try:
        moved = position.after(parse_move(written))
    except Illegal as illegal:
        raise Refused.by_rule(illegal.refusal) from None
    return Moved(move=compact(moved.moves[-1]))


def _undo(room: Room, person: int, command: Undo, circumstances: Circumstances) -> Undone:
    match = _changeable(room, person, command, circumstances)
    at = match.hand.undo_to(room.seats_of(person))
    if at is None:
        raise Refused("nothing_to_undo")
    _alone(room)
    return Undone(to=at)


def _redo(room: Room, person: int, command: Redo, circumstances: Circumstances) -> Redone:
    match = _changeable(room, person, command, circumstances)
    if not match.hand.redo:
        raise Refused("nothing_to_redo")
    _alone(room)
    return Redone()


def _restart(room: Room, person: int, command: Restart, circumstances: Circumstances) -> Restarted:
    match = _changeable(room, person, command, circumstances)
    if not match.hand.position.moves and not match.hand.undone:
        raise Refused("nothing_to_undo")
    _alone(room)
    return Restarted()


def may_change(room: Room, reveal_watched: bool) -> bool:
    """Whether the hand on the table may still be undone or restarted.

    Once two persons, or a watcher, have seen all hands, what they saw cannot be unseen.
    """
    if room.match is None or room.starting is not None:
        return False
    shown = len(room.person_seats) > 1 or reveal_watched
    return not (room.match.hand_over and shown)


def _changeable(
    room: Room, person: int, command: TurnCommand, circumstances: Circumstances
) -> MatchInPlay:
    _seated(room, person)
    _same_turn(room, command)
    if room.match is None or room.starting is not None:
        raise Refused("not_started")
    if not may_change(room, circumstances.reveal_watched):
        raise Refused("revealed")
    return room.match


def _alone(room: Room) -> None:
    """With other persons seated it takes their consent."""
    if len({room.seats[seat].person for seat in room.person_seats}) > 1:
        raise Refused("needs_consent")


def _next(room: Room, person: int, command: Next) -> HandDealt:
    _seated_if_anybody(room, person)
    _same_turn(room, command)
    match room.phase:
        case "lobby" | "starting":
            raise Refused("not_started")
        case "playing":
            raise Refused("hand_not_over")
        case "match_over":
            raise Refused("match_over")
    if room.match is not None and not room.match.can_deal:
        raise Refused("no_more_hands")
    return HandDealt()


def _rematch(room: Room, person: int, command: Rematch, circumstances: Circumstances) -> Started:
    _seated_if_anybody(room, person)
    _same_turn(room, command)
    if room.match is None or room.starting is not None:
        raise Refused("not_started")
    exhausted = room.match.hand_over and not room.match.can_deal
    if not room.match.over and not exhausted:
        raise Refused("match_not_over")
    return _starting(room, circumstances)


# --- the lobby


def _start(room: Room, person: int, circumstances: Circumstances) -> Started:
    _as_host(room, person)
    if room.phase != "lobby":
        raise Refused("already_started")
    return _starting(room, circumstances)


def _starting(room: Room, circumstances: Circumstances) -> Started:
    table = {seat.value for seat in room.rules.table}
    fitting = tuple(dict(deal) for deal in circumstances.deals if deal.keys() == table)
    if circumstances.deals and not fitting:
        raise Refused("no_deals", count=len(table))
    return Started(next_chain=circumstances.chance.secret(), deals=fitting)


def _seal(room: Room, person: int, command: Seal) -> Sealed:
    seat = _own_seat(room, person, command.seat)
    if room.starting is None:
        raise Refused("not_started")
    if seat in room.starting.seals:
        raise Refused("wrong_seal", seat=seat.value)
    return Sealed(seat=seat.value, seal=command.seal)


def _nonce(room: Room, person: int, command: Nonce) -> NonceShown:
    seat = _own_seat(room, person, command.seat)
    if room.starting is None:
        raise Refused("not_started")
    if not room.starting.all_sealed:
        raise Refused("try_again")
    if seat in room.starting.nonces:
        raise Refused("wrong_seal", seat=seat.value)
    if fair.seal(seat, command.nonce) != room.starting.seals[seat]:
        raise Refused("wrong_seal", StartAborted(seat=seat.value), seat=seat.value)
    return NonceShown(seat=seat.value, nonce=command.nonce)


def _seat(
    room: Room, person: int, command: SeatCommand, circumstances: Circumstances
) -> Seated | Arranged:
    if room.phase not in ("lobby", "match_over"):
        raise Refused("already_started")
    seat = Seat(command.seat)
    if seat not in room.seats:
        raise Refused("unknown_branch", branch=seat.value, branches=_letters(room))
    occupant = room.seats[seat]
    mine = occupant.person == person
    match command.to:
        case ToPerson(person=wanted):
            if wanted != person:
                _as_host(room, person)
            if wanted not in room.people:
                raise Refused("no_person")
            if occupant.person is not None and not mine:
                raise Refused("seat_taken", seat=seat.value)
            return Seated(seat=seat.value, person=wanted)
        case ToComputer(level=level):
            if not mine:
                _as_host(room, person)
            return Seated(seat=seat.value, level=level)
        case ToOpen():
            if not mine:
                _as_host(room, person)
            return Seated(seat=seat.value)
        case ToSwap(other=letter):
            _as_host(room, person)
            if Seat(letter) not in room.seats:
                raise Refused("unknown_branch", branch=letter, branches=_letters(room))
            return Arranged(moves=((seat.value, letter), (letter, seat.value)))
        case ToShuffle():
            _as_host(room, person)
            drawn = circumstances.chance.shuffled(tuple(room.seats))
            return Arranged(
                moves=tuple(
                    (old.value, new.value) for old, new in zip(room.seats, drawn, strict=True)
                )
            )
        case ToHere():
            raise Refused("not_offered")


def _rules(room: Room, person: int, command: RulesCommand) -> RulesSet:
    _as_host(room, person)
    if room.phase not in ("lobby", "match_over"):
        raise Refused("already_started")
    rules = rules_of(command.rules)
    if len(room.person_seats) > rules.seats:
        raise Refused("room_full")
    return RulesSet(rules=rules.settings())


# --- checks


def _as_host(room: Room, person: int) -> None:
    if room.host != person:
        raise Refused("not_host")


def _seated(room: Room, person: int) -> tuple[Seat, ...]:
    seats = room.seats_of(person)
    if not seats:
        raise Refused("not_seated")
    return seats


def _seated_if_anybody(room: Room, person: int) -> None:
    """Where computers play among themselves, anybody in the room may ask them to go on."""
    if room.person_seats:
        _seated(room, person)


def _own_seat(room: Room, person: int, letter: str) -> Seat:
    seat = Seat(letter)
    if seat not in room.seats_of(person):
        raise Refused("not_seated")
    return seat


def _same_turn(room: Room, command: TurnCommand) -> None:
    if command.turn != room.turn:
        raise Refused("stale", turn=room.turn)


def _letters(room: Room) -> tuple[str, ...]:
    return tuple(seat.value for seat in room.seats)
