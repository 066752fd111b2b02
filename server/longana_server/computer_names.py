"""What computers are called: nicknames as they are heard at domino tables in Cuba.

A name belongs to the room and the seat, whoever sat there meanwhile, so no entry of a log tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Final

from longana_engine import SEATS, Seat

from .names import unique_name
from .room import Room


NICKNAMES: Final = (
    *("Bebo", "Cachita", "Chana", "Chano", "Chela", "Cheo", "Chicho", "Chucho"),
    *("Cuca", "Fefa", "Fefo", "Kika", "Lala", "Lolo", "Nano", "Neno"),
    *("Nena", "Pancho", "Papo", "Pipo", "Tata", "Tito", "Tula", "Yeyo"),
)


def computer_name(room: Room, seat: Seat, names: Mapping[int, str]) -> str:
    """The name of the computer at a seat, while people of these names are in the room.

    No other computer there has it, nor anybody else: where a person has, or comes by, a name that
    looks like it, the computer goes by another.
    """
    people = tuple(name for id, name in names.items() if id in room.people)
    own = _drawn(room.codes[0])[seat.place :: len(SEATS)]  # no two seats have one in common
    free = (name for name in own if unique_name(name, people) == name)
    return next(free, unique_name(own[0], people))


@lru_cache(maxsize=1024)  # for the room alone: what people are called is kept nowhere
def _drawn(code: str) -> tuple[str, ...]:
    return tuple(Random(f"computers of {code}").sample(NICKNAMES, len(NICKNAMES)))
