"""Who shall sit where, as the host types it: `E hard`, `E free`, `E me`, `E Bea`,
`E here Beto`.
"""

from __future__ import annotations

from longana_protocol.answers import Room
from longana_protocol.commands import SeatChange, ToComputer, ToHere, ToOpen, ToPerson
from longana_protocol.words import Level, PersonId, SeatName

from .absence import acts_as_host
from .connection import Update
from .reading import fold, read_seat
from .wording import find_person


_LEVELS: dict[str, Level] = {
    "easy": "easy",
    "facil": "easy",
    "normal": "normal",
    "computer": "normal",
    "computadora": "normal",
    "hard": "hard",
    "dificil": "hard",
}
_FREE = ("free", "open", "libre")
_ME = ("me", "yo")
_HERE = ("here", "aqui")
LONGEST_NAME = 200
"""Characters the protocol carries; the server makes far less of them."""


def read_seating(text: str, room: Room, me: PersonId | None) -> tuple[SeatName, SeatChange] | None:
    """The seat and what shall become of it; None if that can't be read."""
    place, _, typed = text.partition(" ")
    seat, wish = read_seat(place), fold(typed)
    if seat is None:
        return None
    first, _, name = typed.partition(" ")
    if fold(first) in _HERE and name.strip():
        return seat, ToHere(name=name[:LONGEST_NAME])
    if wish in _FREE:
        return seat, ToOpen()
    if wish in _ME and me is not None:
        return seat, ToPerson(person=me)
    if (one := find_person(room, typed)) is not None:
        return seat, ToPerson(person=one.person)
    last = wish.rpartition(" ")[2]  # "computer hard"
    return (seat, ToComputer(level=_LEVELS[last])) if last in _LEVELS else None


def loses_seat(now: Update, seat: SeatName, to: SeatChange) -> PersonId | None:
    """Who would have to give up their seat, if the server does it; None where nobody would."""
    held = next((state.person for state in now.room.seats if state.seat == seat), None)
    is_away = held in {one.person for one in now.view.table.away}
    playing = now.view.table.phase in ("playing", "hand_over")
    match to:
        case ToComputer() if seat in now.mine:
            return held
        case ToComputer() | ToOpen() if not playing and (seat in now.mine or acts_as_host(now)):
            return held
        case ToPerson(person=wanted) if playing and is_away and wanted != held:
            return held if acts_as_host(now) else None
    return None


def read_sitting(text: str) -> tuple[SeatName, str] | None:
    """The seat an onlooker would like, and who they are: `W Ana`; None if that can't be read."""
    place, _, name = text.partition(" ")
    seat, name = read_seat(place), name.strip()
    return (seat, name[:LONGEST_NAME]) if seat and name and fold(name) not in _ME else None


def read_swap(text: str) -> tuple[SeatName, SeatName] | None:
    """The two seats of `S E` or `S with E`; None if that can't be read."""
    words = text.split()
    seats = [read_seat(words[0]), read_seat(words[-1])] if len(words) > 1 else []
    first, second = seats or (None, None)
    return (first, second) if first and second and first != second else None
