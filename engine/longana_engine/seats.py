"""The seats of a table."""

from enum import StrEnum


_FULL_NAMES = {"S": "South", "E": "East", "N": "North", "W": "West"}


class Seat(StrEnum):
    """A place at the table; a branch is named by the seat it belongs to.

    >>> Seat("E"), Seat.E.place, Seat.E.number, Seat.E.full_name
    (<Seat.E: 'E'>, 1, 2, 'East')
    """

    S = "S"
    E = "E"
    N = "N"
    W = "W"

    # Seats are keys everywhere; Enum's own hash is a Python function, and ten times slower.
    __hash__ = str.__hash__

    @property
    def place(self) -> int:
        """0 to 3 in the order S, E, N, W (`index` is taken by `str`)."""
        return _PLACES[self]

    @property
    def number(self) -> int:
        """1 to 4, for people who prefer numbers."""
        return self.place + 1

    @property
    def full_name(self) -> str:
        """The English word for the seat, as refusals use it."""
        return _FULL_NAMES[self.value]


SEATS = (Seat.S, Seat.E, Seat.N, Seat.W)

_PLACES = {seat: place for place, seat in enumerate(SEATS)}

_SEATS_OF = {2: (Seat.S, Seat.N), 3: (Seat.S, Seat.E, Seat.N), 4: SEATS}


def seats_of(count: int) -> tuple[Seat, ...]:
    """The seats present in a match of 2, 3 or 4, in the order S, E, N, W.

    Raises ValueError for any other number.
    """
    if count not in _SEATS_OF:
        raise ValueError(f"Longana has 2, 3 or 4 seats, not {count}")
    return _SEATS_OF[count]
