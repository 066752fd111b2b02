"""What a person's command does to a room: one event, or a refusal. Pure; chance is handed in.

The order of checks is: (shape and who: the connection) → repeated id (the live room) → seat →
`turn` → phase → whose turn → rule.
"""

from __future__ import annotations

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
    Decline,
    Leave,
    Lock,
    Mind,
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
    TurnCommand,
    Undo,
    Watching,
)

from .checks import (
    Circumstances,
    as_host,
    may_go_on,
    own_seat,
    same_turn,
    seated,
    who_cannot_shuffle,
)
from .events import (
    Closed,
    CodeChanged,
    Event,
    HandDealt,
    Left,
    Locked,
    Moved,
    NonceShown,
    Redone,
    Restarted,
    RulesSet,
    Sealed,
    StartAborted,
    Started,
    Undone,
    WatchingSet,
)
from .match_in_play import MatchInPlay, Starting
from .presence import Presence
from .refusing import Refused
from .room import Room, promises_kept
from .seating import decide_decline, decide_mind, decide_seat


def decide(room: Room, person: int, command: RoomCommand, circumstances: Circumstances) -> Event:
    """The event that carries the command out.

    Raises:
        Refused: with the first reason that applies.

    """
    match command:
        case PlayCommand() | PassCommand():
            return _move(room, person, command, circumstances.presence)
        case Undo():
            return _undo(room, person, command, circumstances.presence)
        case Redo():
            return _redo(room, person, command)
        case Restart():
            return _restart(room, person, command)
        case Next():
            return _next(room, person, command, circumstances)
        case Rematch():
            return _rematch(room, person, command, circumstances)
        case Start():
            return _start(room, person, circumstances)
        case Seal():
            return _seal(room, person, command)
        case Nonce():
            return _nonce(room, person, command)
        case SeatCommand():
            return decide_seat(room, person, command, circumstances)
        case RulesCommand():
            return _rules(room, person, command, circumstances)
        case Mind():
            return decide_mind(room, person, command, circumstances)
        case Decline():
            return decide_decline(room, person, command, circumstances)
        case Lock(locked=locked, new_code=new_code):
            as_host(room, person, circumstances)
            if new_code:
                return CodeChanged(code=circumstances.chance.code(), locked=locked)
            return Locked(locked=locked)
        case Watching(allowed=allowed):
            as_host(room, person, circumstances)
            return WatchingSet(allowed=allowed)
        case Remove(person=removed):
            as_host(room, person, circumstances)
            if removed not in room.people or removed == person:
                raise Refused("no_person")
            if person != room.host and not circumstances.presence.is_here(room, removed):
                raise Refused("not_host")  # whoever acts for the host minds seats, no more
            return Left(person=removed)
        case Leave():
            return Left(person=person)
        case Close():
            if person != room.host:
                raise Refused("not_host")  # nor who acts for them: what is gone is gone for all
            return Closed()
        case _:
            raise AssertionError(f"{command.type} is none of the log's business")


def rules_of(choice: RulesChoice) -> Rules:
    """The rules a person chose."""
    try:
        return rules_from(choice.model_dump(exclude_none=True))
    except BadRules as error:
        # The message's own bounds are those of the rules, so nobody should see this.
        raise Refused("bad_message", field=error.setting, problem=str(error)) from None


def position_to_play(
    room: Room, person: int, command: TurnCommand, presence: Presence
) -> tuple[Position, Seat]:
    """The position, and the seat of this person that is to move; raises Refused."""
    seats = seated(room, person)
    same_turn(room, command)
    if room.match is None or room.starting is not None:
        raise Refused("not_started")
    position = room.match.hand.position
    to_move = position.to_move
    if to_move is None:
        raise Refused("hand_over", over="match" if room.match.over else "hand")
    if to_move not in seats:
        raise Refused("not_your_turn", seat=seats[0].value, to_move=to_move.value)
    if presence.shown(room, person) != to_move:
        raise Refused("covered", seat=to_move.value)
    return position, to_move


# --- play


def _move(room: Room, person: int, command: PlayCommand | PassCommand, presence: Presence) -> Moved:
    position, seat = position_to_play(room, person, command, presence)
    if isinstance(command, PassCommand):
        written = f"{seat} pass"
    else:
        low, high = command.tile
        written = f"{seat} {low}-{high}" + (f">{command.branch}" if command.branch else "")
    try:
        return Moved(move=compact(position.allowed(parse_move(written))))
    except Illegal as illegal:
        raise Refused.by_rule(illegal.refusal) from None


def _undo(room: Room, person: int, command: Undo, presence: Presence) -> Undone:
    match = _changeable(room, person, command)
    at = match.hand.undo_to(person, presence.speaking(room, person))
    if at is None:
        raise Refused("nothing_to_undo")
    return Undone(to=at)


def _redo(room: Room, person: int, command: Redo) -> Redone:
    match = _changeable(room, person, command)
    if not match.hand.redo:
        raise Refused("nothing_to_redo")
    return Redone()


def _restart(room: Room, person: int, command: Restart) -> Restarted:
    match = _changeable(room, person, command)
    if not match.hand.position.moves and not match.hand.undone:
        raise Refused("nothing_to_undo")
    return Restarted()


def may_change(room: Room) -> bool:
    """Whether the hand on the table may still be undone or restarted.

    Once two persons, or a watcher, have seen all hands, what they saw cannot be unseen.
    """
    if room.match is None or room.starting is not None:
        return False
    if room.match.hand.position.result is None:
        return True
    return len(room.person_seats) <= 1 and not room.match.hand.shared


def _changeable(room: Room, person: int, command: TurnCommand) -> MatchInPlay:
    seated(room, person)
    same_turn(room, command)
    if room.match is None or room.starting is not None:
        raise Refused("not_started")
    if not may_change(room):
        raise Refused("revealed")
    return room.match


def _next(room: Room, person: int, command: Next, circumstances: Circumstances) -> HandDealt:
    may_go_on(room, person, circumstances)
    same_turn(room, command)
    match room.phase:
        case "lobby" | "starting":
            raise Refused("not_started")
        case "playing":
            raise Refused("hand_not_over")
        case "match_over":
            won = room.match is None or room.match.standing.winner is not None
            raise Refused("match_over" if won else "no_more_hands")
    return HandDealt()


def _rematch(room: Room, person: int, command: Rematch, circumstances: Circumstances) -> Started:
    may_go_on(room, person, circumstances)
    same_turn(room, command)
    if room.match is None or room.starting is not None:
        raise Refused("not_started")
    if not room.match.over:
        raise Refused("match_not_over")
    return _starting(room, circumstances)


# --- the lobby


def _start(room: Room, person: int, circumstances: Circumstances) -> Started:
    as_host(room, person, circumstances)
    if room.phase != "lobby":
        raise Refused("already_started")
    return _starting(room, circumstances)


def _starting(room: Room, circumstances: Circumstances) -> Started:
    missing = who_cannot_shuffle(room, circumstances.presence)
    if missing is not None:
        raise Refused("seat_away", seat=missing[0].value, person=missing[1])
    table = {seat.value for seat in room.rules.table}
    fitting = tuple(dict(deal) for deal in circumstances.deals if deal.keys() == table)
    if circumstances.deals and not fitting:
        raise Refused("no_deals", count=len(table))
    return Started(next_chain=circumstances.chance.secret(), deals=fitting)


def _start_of(room: Room, command: Seal | Nonce) -> Starting:
    """The start a command is for. It may come late, when that has failed and another begun."""
    if room.starting is None:
        raise Refused("not_started")
    if command.commitment not in (None, room.commitment()):
        raise Refused("stale", turn=room.turn)
    return room.starting


def _seal(room: Room, person: int, command: Seal) -> Sealed:
    seat = own_seat(room, person, command.seat)
    if seat in _start_of(room, command).seals:
        raise Refused("wrong_seal", seat=seat.value)
    return Sealed(seat=seat.value, seal=command.seal)


def _nonce(room: Room, person: int, command: Nonce) -> NonceShown:
    seat = own_seat(room, person, command.seat)
    starting = _start_of(room, command)
    if not starting.all_sealed:
        raise Refused("try_again")
    if seat in starting.nonces:
        raise Refused("wrong_seal", seat=seat.value)
    if fair.seal(seat, command.nonce) != starting.seals[seat]:
        raise Refused("wrong_seal", StartAborted(seat=seat.value), seat=seat.value)
    return NonceShown(seat=seat.value, nonce=command.nonce)


def _rules(
    room: Room, person: int, command: RulesCommand, circumstances: Circumstances
) -> RulesSet:
    as_host(room, person, circumstances)
    if room.phase not in ("lobby", "match_over"):
        raise Refused("already_started")
    rules = rules_of(command.rules)
    held = len(promises_kept(room).person_seats)
    if held > rules.seats:
        raise Refused("seats_held", count=held)
    return RulesSet(rules=rules.settings())
