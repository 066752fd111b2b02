"""Who sits where: newcomers, changes in the lobby, seats that change hands while a match is played.

A hand once shown to one person is never shown to another, and nobody sees two hands of one deal:
while a hand is played a newcomer may have only a seat whose hand no person has held, and any other
from the next deal.
"""

from __future__ import annotations

from longana_engine import Seat
from longana_protocol.commands import (
    Decline,
    Join,
    Mind,
    SeatCommand,
    ToComputer,
    ToHere,
    ToOpen,
    ToPerson,
    ToShuffle,
    ToSwap,
)
from longana_protocol.words import SeatName

from .checks import Circumstances, acts_as_host, as_host, is_away, letters
from .events import Arranged, Joined, Minded, Seated, SeatPromised
from .presence import Presence
from .refusing import Refused
from .room import Room, promises_kept


MOST_PEOPLE = 16
"""In one room: all seats held, and as many again who wait for one, several times over."""


class TooMany(Refused):
    """`room_full`: nothing but the number of people keeps a newcomer out."""

    def __init__(self) -> None:
        super().__init__("room_full")


def decide_join(room: Room, command: Join, token: bytes, circumstances: Circumstances) -> Joined:
    """How a newcomer enters: the seat asked for, else an open one, else a computer's.

    While a match is played they come in without a seat, and may ask for one.
    """
    if token in room.dead:
        raise Refused("bad_token")
    if room.locked:
        raise Refused("room_locked")
    free = free_seats(room, circumstances.presence, circumstances.now)
    if not free:
        raise Refused("room_full")
    if command.seat is not None and Seat(command.seat) not in room.seats:
        raise Refused("unknown_branch", branch=command.seat, branches=letters(room))
    seat: SeatName | None = None
    if room.phase in ("lobby", "match_over"):
        seat = command.seat or free[0].value
        if Seat(seat) not in free:
            raise Refused("seat_taken", seat=seat)
    if len(room.people) >= MOST_PEOPLE:
        raise TooMany()
    return Joined(person=room.next_person, token=token, seat=seat)


def dispensable(room: Room, presence: Presence, now: float) -> int | None:
    """Whose place a newcomer may have where the room is full of people; None if there is nobody.

    Whoever has no seat, and nobody with one on their device, and is either no more than a name on
    somebody's device or has been away for long: those first who came first.
    """
    for person, who in room.people.items():
        if person == room.host or room.on_device(person) & {*room.seated, *room.promised.values()}:
            continue
        if who.device != person or presence.is_away(room, person, now):
            return person
    return None


def free_seats(room: Room, presence: Presence, now: float) -> list[Seat]:
    """The seats a newcomer could have: open ones, then computers'.

    While a match is played also those of persons who are away, from the next deal.
    """
    seats = room.seats.items()
    free = [seat for kind in ("open", "computer") for seat, who in seats if who.kind == kind]
    if room.match is not None and not room.match.over:
        free += [
            seat
            for seat, who in seats
            if who.person is not None and presence.is_away(room, who.person, now)
        ]
    return [seat for seat in free if seat not in room.promised]


def decide_seat(
    room: Room, person: int, command: SeatCommand, circumstances: Circumstances
) -> Joined | Seated | SeatPromised | Arranged:
    """What a `seat` command does."""
    seat = Seat(command.seat)
    if seat not in room.seats:
        raise Refused("unknown_branch", branch=seat.value, branches=letters(room))
    if room.starting is not None:
        raise Refused("already_started")
    if room.match is not None and not room.match.over:
        return _seat_in_a_match(room, person, seat, command, circumstances)
    return _seat_in_the_lobby(promises_kept(room), person, seat, command, circumstances)


def _seat_in_the_lobby(
    room: Room, person: int, seat: Seat, command: SeatCommand, circumstances: Circumstances
) -> Joined | Seated | Arranged:
    occupant = room.seats[seat]
    for_me = isinstance(command.to, ToHere) or command.to == ToPerson(person=person)
    if not for_me and seat not in room.seats_of(person):
        as_host(room, person, circumstances)
    match command.to:
        case ToPerson(person=wanted):
            if wanted not in room.people:
                raise Refused("no_person")
            if occupant.person not in (None, wanted):
                raise Refused("seat_taken", seat=seat.value)
            return Seated(seat=seat.value, person=wanted)
        case ToComputer(level=level):
            return Seated(seat=seat.value, level=level)
        case ToOpen():
            return Seated(seat=seat.value)
        case ToHere():
            if room.locked and not acts_as_host(room, person, circumstances):
                raise Refused("room_locked")  # to new persons, whoever's device they come on
            if occupant.person is not None:
                raise Refused("seat_taken", seat=seat.value)
            if len(room.people) >= MOST_PEOPLE:
                raise TooMany()
            return Joined(person=room.next_person, seat=seat.value, device=person)
        case ToSwap(other=letter):
            as_host(room, person, circumstances)
            if Seat(letter) not in room.seats:
                raise Refused("unknown_branch", branch=letter, branches=letters(room))
            return Arranged(moves=((seat.value, letter), (letter, seat.value)))
        case ToShuffle():
            as_host(room, person, circumstances)
            drawn = circumstances.chance.shuffled(tuple(room.seats))
            pairs = zip(room.seats, drawn, strict=True)
            return Arranged(moves=tuple((old.value, new.value) for old, new in pairs))


def _seat_in_a_match(
    room: Room, person: int, seat: Seat, command: SeatCommand, circumstances: Circumstances
) -> Seated | SeatPromised:
    """The host gives a newcomer a seat; anybody may leave theirs to a computer."""
    occupant = room.seats[seat]
    match command.to:
        case ToPerson(person=wanted):
            as_host(room, person, circumstances)
            if wanted not in room.people:
                raise Refused("no_person")
            if any(who.person == wanted for who in room.seats.values()):
                raise Refused("already_started")
            if occupant.person is not None and not is_away(room, occupant.person, circumstances):
                raise Refused("seat_taken", seat=seat.value)
            if _may_sit_down_now(room, seat, wanted):
                return Seated(seat=seat.value, person=wanted)
            is_owned = occupant.person is not None
            return SeatPromised(seat=seat.value, person=wanted, minded=is_owned)
        case ToComputer() | ToOpen() if seat in room.promised:
            as_host(room, person, circumstances)
            return SeatPromised(seat=seat.value)
        case ToComputer(level=level) if occupant.person is None:
            as_host(room, person, circumstances)
            return Seated(seat=seat.value, level=level)
        case ToComputer(level=level) if seat in room.seats_of(person):
            return Seated(seat=seat.value, level=level)
        case _:
            raise Refused("already_started")


def _may_sit_down_now(room: Room, seat: Seat, person: int) -> bool:
    if room.match is None or room.seats[seat].person is not None:
        return False
    device = room.people[person].device
    return room.match.hand_over or room.match.hand.may_be_taken_over(seat, device)


def asks_for_a_seat(
    room: Room, person: int, command: SeatCommand, circumstances: Circumstances
) -> bool:
    """Whether it is a wish of somebody without a seat, for the host to grant.

    Somebody else on their device may have one. Whoever acts as host grants it to themselves.
    """
    if room.match is None or room.match.over or command.to != ToPerson(person=person):
        return False
    return person not in room.seated and not acts_as_host(room, person, circumstances)


def decide_mind(
    room: Room, person: int, command: Mind, circumstances: Circumstances
) -> Minded | SeatPromised:
    """A computer for somebody who is gone: the host asks, or whoever acts for the host."""
    as_host(room, person, circumstances)
    if room.starting is not None:
        raise Refused("try_again")  # who shuffles is settled; it fails before long without them
    seat = Seat(command.seat)
    if room.match is not None and room.match.over and seat in room.promised:
        if not is_away(room, room.promised[seat], circumstances):
            raise Refused("not_away", seat=seat.value)
        return SeatPromised(seat=seat.value)  # theirs only with the next deal: nobody's any more
    who = room.seats[seat].person if seat in room.seats else None
    if who is None:
        raise Refused("no_person")
    if seat in room.minded or not is_away(room, who, circumstances):
        raise Refused("not_away", seat=seat.value)
    return Minded(seat=seat.value)


def decide_decline(
    room: Room, person: int, command: Decline, circumstances: Circumstances
) -> SeatPromised:
    """The host takes back what was promised; a wish, `attending` has seen to."""
    as_host(room, person, circumstances)
    for seat, newcomer in room.promised.items():
        if newcomer == command.person:
            return SeatPromised(seat=seat.value)
    raise Refused("no_wish")
