"""What decisions are checked against first: who asks, whether they may, what they looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from longana_engine import Seat
from longana_protocol.commands import TurnCommand

from .presence import Presence
from .refusing import Refused
from .room import Room


class Chance(Protocol):
    """Where the unpredictable comes from."""

    def secret(self) -> bytes:
        """32 random bytes."""

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        """The seats in an order drawn by lot."""

    def code(self) -> str:
        """A room code that is very likely new."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a decision depends on besides the log."""

    chance: Chance
    presence: Presence
    now: float
    """Seconds of the clock that `presence` goes by."""
    away_grace: float = 15.0
    """Seconds somebody is gone before others may act for them."""
    deals: tuple[Mapping[str, str], ...] = ()
    """Deals fixed for a test."""


def as_host(room: Room, person: int, circumstances: Circumstances) -> None:
    """Only the host; while the host is away, whoever else is seated and here."""
    if person == room.host:
        return
    orphaned = room.host is None or is_away(room, room.host, circumstances)
    if not (orphaned and room.seats_of(person)):
        raise Refused("not_host")


def is_away(room: Room, person: int, circumstances: Circumstances) -> bool:
    away = circumstances.presence.away_for(room, person, circumstances.now)
    return away >= circumstances.away_grace


def seated(room: Room, person: int) -> tuple[Seat, ...]:
    seats = room.seats_of(person)
    if not seats:
        raise Refused("not_seated")
    return seats


def seated_if_anybody(room: Room, person: int) -> None:
    """Where computers play among themselves, anybody in the room may ask them to go on."""
    if room.person_seats:
        seated(room, person)


def own_seat(room: Room, person: int, letter: str) -> Seat:
    seat = Seat(letter)
    if seat not in room.seats_of(person):
        raise Refused("not_seated")
    return seat


def same_turn(room: Room, command: TurnCommand) -> None:
    if command.turn != room.turn:
        raise Refused("stale", turn=room.turn)


def letters(room: Room) -> tuple[str, ...]:
    return tuple(seat.value for seat in room.seats)
