"""What decisions are checked against first: who asks, whether they may, what they looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from longana_engine import Seat
from longana_protocol.commands import Nudge, TurnCommand

from .presence import Presence
from .refusing import Refused
from .room import Room, promises_kept


class Chance(Protocol):
    """Where the unpredictable comes from."""

    def secret(self) -> bytes:
        """32 random bytes."""

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        """The seats in an order drawn by lot."""

    def code(self) -> str:
        """A room code that is very likely new."""

    def number(self) -> int:
        """Where to count from, so that no number is very likely used twice; 32 bits."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a decision depends on besides the log."""

    chance: Chance
    presence: Presence
    now: float
    """Seconds of the clock that `presence` goes by."""
    deals: tuple[Mapping[str, str], ...] = ()
    """Deals fixed for a test."""


def as_host(room: Room, person: int, circumstances: Circumstances) -> None:
    """Only whoever acts as host."""
    if not acts_as_host(room, person, circumstances):
        raise Refused("not_host")


def acts_as_host(room: Room, person: int, circumstances: Circumstances) -> bool:
    """Whether a person may do what is the host's.

    While the host is away that is whoever is seated, or anybody if all those are away too.
    """
    return person == room.host or person in acting(room, circumstances.presence, circumstances.now)


def acting(room: Room, presence: Presence, now: float) -> tuple[int, ...]:
    """The devices, besides the host's own, on which what is the host's may be done now."""
    if room.host is not None and not presence.is_away(room, room.host, now):
        return ()
    devices = [id for id, who in room.people.items() if who.device == id != room.host]
    if all(presence.is_away(room, person, now) for person in room.seated):
        return tuple(devices)
    return tuple(id for id in devices if room.seats_of(id))


def is_away(room: Room, person: int, circumstances: Circumstances) -> bool:
    return circumstances.presence.is_away(room, person, circumstances.now)


def _anybody_seated(room: Room, circumstances: Circumstances) -> bool:
    """Whether any person who holds a seat is here, or gone only just now."""
    return any(not is_away(room, person, circumstances) for person in room.seated)


def seated(room: Room, person: int) -> tuple[Seat, ...]:
    seats = room.seats_of(person)
    if not seats:
        raise Refused("not_seated")
    return seats


def may_go_on(room: Room, person: int, circumstances: Circumstances) -> None:
    """Whoever is seated asks for the next hand; anybody in the room, where nobody seated is here.

    Be it that computers play among themselves, or that all persons at the table are away.
    """
    if _anybody_seated(room, circumstances):
        seated(room, person)


def may_nudge(room: Room, person: int, command: Nudge) -> None:
    """Whoever is seated, while the table waits for that seat: another's."""
    own = seated(room, person)
    if room.to_move is None or room.to_move.value != command.seat or room.to_move in own:
        raise Refused("not_their_turn", seat=command.seat)


def own_seat(room: Room, person: int, letter: str) -> Seat:
    seat = Seat(letter)
    if seat not in room.seats_of(person):
        raise Refused("not_seated")
    return seat


def same_turn(room: Room, command: TurnCommand) -> None:
    if command.turn != room.turn:
        raise Refused("stale", turn=room.turn)


def who_cannot_shuffle(room: Room, presence: Presence) -> tuple[Seat, int] | None:
    """The first of those who will sit there, and their seat, who is not here to send a seal.

    Nobody waits for the seal of a person whose seat a computer minds.
    """
    room = promises_kept(room)
    for seat, who in room.seats.items():
        if who.person is None or seat in room.minded or presence.is_here(room, who.person):
            continue
        return seat, who.person
    return None


def letters(room: Room) -> tuple[str, ...]:
    return tuple(seat.value for seat in room.seats)
