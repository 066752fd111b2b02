"""The seats of whoever uses this device, so that a closed terminal loses none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

from .connection import Link
from .reading import fold
from .state_file import StateFile


FILE_NAME: Final = "seats.json"
MOST_SEATS: Final = 20
"""The newest are kept."""
MOST_FORMER: Final = 5
"""Of the codes a room had before, and of the other addresses of its server, the latest are kept."""
LOST: Final = frozenset({"left", "removed", "closed", "no_room", "bad_token"})
"""Reasons to be gone (`connection.Gone`) after which no way leads back to the seat."""


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """Somebody in a room: what their token brings back."""

    server: str
    code: str
    name: str
    token: str = field(repr=False)
    former: tuple[str, ...] = ()
    """Codes the room had before, the latest first: friends' old links still name them."""
    others: tuple[str, ...] = ()
    """Other addresses that its server is or was found under."""

    @property
    def codes(self) -> tuple[str, ...]:
        """All that the room has or had."""
        return (self.code, *self.former)

    @property
    def servers(self) -> tuple[str, ...]:
        """All addresses of its server."""
        return (self.server, *self.others)

    def is_in(self, code: str) -> bool:
        """Whether the room has or had this code."""
        return _spelled(code) in map(_spelled, self.codes)

    @property
    def link(self) -> Link:
        """What brings them back."""
        return Link(self.server, self.code, self.token)


class OwnSeats:
    """Reads and writes the file. Where it cannot be written, nothing is remembered."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = StateFile(FILE_NAME, folder)

    def all(self) -> tuple[OwnSeat, ...]:
        """Every seat, the newest first; none from a file that cannot be read."""
        seats = map(_read, self._file.read())
        return tuple(seat for seat in seats if seat is not None)

    def at(self, link: Link, name: str | None = None) -> OwnSeat | None:
        """The newest seat in this room, or that of `name`."""
        return next(
            (
                seat
                for seat in self.all()
                if link.server in seat.servers
                and seat.is_in(link.code or "")
                and (name is None or is_same_name(name, seat.name))
            ),
            None,
        )

    def with_code(self, code: str) -> OwnSeat | None:
        """The newest seat in a room of this code, on whatever server."""
        return next((seat for seat in self.all() if seat.is_in(code)), None)

    def keep(self, seat: OwnSeat) -> None:
        """Remember it as the newest, in place of what its token stood for before; the codes and
        addresses of then are still known.
        """
        seats = self.all()
        before = [one for one in seats if one.token == seat.token]
        others = [one for one in seats if one.token != seat.token]
        codes = dict.fromkeys(code for one in (seat, *before) for code in one.codes)
        servers = dict.fromkeys(server for one in (seat, *before) for server in one.servers)
        kept = replace(
            seat,
            former=tuple(codes)[1 : 1 + MOST_FORMER],
            others=tuple(servers)[1 : 1 + MOST_FORMER],
        )
        self._write([kept, *others][:MOST_SEATS])

    def forget(self, token: str) -> None:
        """Its token is worth nothing any more."""
        seats = self.all()
        kept = [seat for seat in seats if seat.token != token]
        if len(kept) < len(seats):
            self._write(kept)

    def _write(self, seats: Sequence[OwnSeat]) -> None:
        self._file.write([asdict(seat) for seat in seats])


def is_same_name(one: str, other: str) -> bool:
    """Whether both name the same person: capitals, accents and spaces are of no account."""
    return fold(" ".join(one.split())) == fold(" ".join(other.split()))


def _read(found: object) -> OwnSeat | None:
    match found:
        case {
            "server": str(server),
            "code": str(code),
            "name": str(name),
            "token": str(token),
            **more,
        }:
            former, others = _texts(more.get("former")), _texts(more.get("others"))
            return OwnSeat(server, code, name, token, former, others)
    return None


def _texts(found: object) -> tuple[str, ...]:
    """What earlier versions of this program did not write is missing."""
    return tuple(str(item) for item in found) if isinstance(found, list) else ()


def _spelled(code: str) -> str:
    """A code may be typed in small letters and groups."""
    return "".join(filter(str.isalnum, code)).upper()
