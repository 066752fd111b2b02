"""Deeds: what a person can do. Each takes three small numbers that choose who, what and how, knows
when there is something to do, and what must come of it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from system.room_model.eyes import Message
from system.room_model.party import Party


Deed = Callable[[Party, int, int, int], Coroutine[Any, Any, None]]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Choice:
    do: Deed
    when: Callable[[Party], object]
    weight: int
    """How often it is done, compared with others."""


DEEDS: dict[str, Choice] = {}

ALL_SEATS = ("S", "E", "N", "W")


def deed(
    when: Callable[[Party], object] = lambda party: party.here, weight: int = 1
) -> Callable[[Deed], Deed]:
    def add(do: Deed) -> Deed:
        DEEDS[do.__name__] = Choice(do, when, weight)
        return do

    return add


def pick(among: Sequence[Item], number: int) -> Item:
    return among[number % len(among)]


def is_done(answer: Message) -> bool:
    return bool(answer["type"] == "done")


def code_of(answer: Message) -> str:
    return str(answer.get("code", answer["type"]))


def in_match(party: Party) -> bool:
    return bool(party.here and party.room.match is not None and party.room.starting is None)
