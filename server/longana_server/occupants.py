"""Who is in a room and who controls its seats. Seat, person and connection are three things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .events import Level


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who came in. Their name is not part of the room."""

    id: int
    token: bytes | None
    """SHA-256 of the token that brings them back; None on another's device, which has one."""
    device: int
    """The person whose device they play on: their own id unless they share one."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who controls a seat: a person, a computer of some level, or nobody yet."""

    person: int | None = None
    level: Level | None = None

    @property
    def kind(self) -> Literal["person", "computer", "open"]:
        if self.person is not None:
            return "person"
        return "computer" if self.level is not None else "open"
