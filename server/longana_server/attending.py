"""Commands that change only what is so while people are here: reading, uncovered hands, wishes for
a seat. Pure, like `decide`: they are not part of the log and end with the connection.
"""

from __future__ import annotations

from dataclasses import replace

from longana_engine import Seat
from longana_protocol.commands import (
    CarryOn,
    Decline,
    Reading,
    RoomCommand,
    SeatCommand,
    Uncover,
    Withdraw,
)

from .checks import Circumstances, as_host, same_turn, seated
from .consent import withdraw
from .presence import Presence
from .refusing import Refused
from .room import Room
from .seating import asks_for_a_seat, free_seats


Attended = Reading | CarryOn | Uncover | Withdraw | SeatCommand | Decline
"""What some of these commands do is for the log all the same."""


def attend(
    room: Room, person: int, command: RoomCommand, circumstances: Circumstances
) -> Presence | None:
    """Carry the command out; None if it is of another kind. Raises Refused."""
    presence = circumstances.presence
    match command:
        case Reading():
            return read(room, presence, person, command)
        case CarryOn():
            return carry_on(room, presence, person, command)
        case Uncover():
            return uncover(room, presence, person, command)
        case Withdraw():
            return withdraw(presence, person, command)
        case SeatCommand() if asks_for_a_seat(room, person, command, circumstances):
            return ask_for_seat(room, presence, person, command, circumstances.now)
        case Decline(person=asker) if asker in presence.asking:
            as_host(room, person, circumstances)
            return presence.does_not_get(asker, presence.asking[asker])
        case _:
            return None


def read(room: Room, presence: Presence, person: int, command: Reading) -> Presence:
    """A seated person has opened the rules or records, or closed them."""
    seated(room, person)
    presence = presence.stopped_reading(person)
    if command.what is None:
        return presence
    return replace(presence, reading={**presence.reading, person: command.what})


def carry_on(room: Room, presence: Presence, person: int, command: CarryOn) -> Presence:
    """The computers need not wait for that reader, until they open it again."""
    if command.person not in presence.reading:
        raise Refused("no_person")
    return replace(presence, not_waited_for=presence.not_waited_for | {command.person})


def uncover(room: Room, presence: Presence, person: int, command: Uncover) -> Presence:
    """Show the hand that is to move; the one uncovered before is covered by it."""
    seats = seated(room, person)
    same_turn(room, command)
    seat = Seat(command.seat)
    if seat not in seats:
        raise Refused("not_seated")
    if room.to_move is None:
        raise Refused("not_started" if room.match is None else "hand_over", over="hand")
    if seat != room.to_move:
        raise Refused("not_your_turn", seat=seat.value, to_move=room.to_move.value)
    return replace(presence, uncovered={**presence.uncovered, person: (seat, room.turn)})


def ask_for_seat(
    room: Room, presence: Presence, person: int, command: SeatCommand, now: float
) -> Presence:
    """Somebody without a seat would like this one; the host grants it by seating them."""
    seat = Seat(command.seat)
    if seat not in room.seats:
        raise Refused("unknown_branch", branch=seat.value, branches=tuple(room.seats))
    for promised, newcomer in room.promised.items():
        if newcomer == person:
            raise Refused("seat_promised", seat=promised.value)
    if seat not in free_seats(room, presence, now):
        raise Refused("seat_taken", seat=seat.value)
    return presence.asks(person, seat)


def wishes_kept(room: Room, presence: Presence, now: float) -> Presence:
    """The wishes, now that the room is as it is: for a seat that is still to be had, else for the
    first that is. Whoever lost a promise to somebody else asks again, too.

    Where no seat is left the wish has come to nothing, and so has a promise that was taken back.
    """
    told = presence.asking or presence.wished or presence.declined or presence.promised
    if not (told or room.promised or presence.reading):
        return presence  # so it is after nearly every move; `_wishes_kept` would come to the same
    kept = _wishes_kept(room, presence, now)
    return presence if kept == presence else kept


def _wishes_kept(room: Room, presence: Presence, now: float) -> Presence:
    free = free_seats(room, presence, now)
    lost = {
        person: seat
        for seat, person in presence.promised.items()
        if person in presence.connected and person not in room.promised.values()
    }
    wishes = {**lost, **presence.asking}
    presence = replace(presence, promised=room.promised)
    for person, seat in wishes.items():
        taken_back = seat in free and person not in presence.asking
        if not free or taken_back:
            presence = presence.does_not_get(person, seat)
        else:
            presence = presence.asks(person, seat if seat in free else free[0])
    return presence.valid(room)
