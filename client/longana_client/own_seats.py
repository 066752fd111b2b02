"""The seats of whoever uses this device, so that a closed terminal loses none.

They stand in a file of the user's state folder that only its owner may read: what brings somebody
back to a seat is a secret.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from .connection import Link
from .reading import fold


FILE_NAME: Final = "seats.json"
MOST_SEATS: Final = 20
"""The newest are kept."""
LOST: Final = frozenset({"left", "removed", "closed", "no_room", "bad_token"})
"""Reasons to be gone (`connection.Gone`) after which no way leads back to the seat."""


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """Somebody in a room: what their token brings back."""

    server: str
    code: str
    name: str
    token: str = field(repr=False)

    @property
    def link(self) -> Link:
        """What brings them back."""
        return Link(self.server, self.code, self.token)


class OwnSeats:
    """Reads and writes the file. Where it cannot be written, nothing is remembered."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or state_folder()

    def all(self) -> tuple[OwnSeat, ...]:
        """Every seat, the newest first; none from a file that cannot be read."""
        try:
            found = json.loads((self._folder / FILE_NAME).read_bytes())
        except (OSError, ValueError):
            return ()
        seats = map(_read, found if isinstance(found, list) else [])
        return tuple(seat for seat in seats if seat is not None)

    def at(self, link: Link, name: str | None = None) -> OwnSeat | None:
        """The newest seat in this room, or that of `name`."""
        return next(
            (
                seat
                for seat in self.all()
                if seat.server == link.server
                and _spelled(seat.code) == _spelled(link.code or "")
                and (name is None or is_same_name(name, seat.name))
            ),
            None,
        )

    def with_code(self, code: str) -> OwnSeat | None:
        """The newest seat in a room of this code, on whatever server."""
        return next((seat for seat in self.all() if _spelled(seat.code) == _spelled(code)), None)

    def keep(self, seat: OwnSeat) -> None:
        """Remember it as the newest, in place of what its token stood for before."""
        others = [one for one in self.all() if one.token != seat.token]
        self._write([seat, *others][:MOST_SEATS])

    def forget(self, token: str) -> None:
        """Its token is worth nothing any more."""
        seats = self.all()
        kept = [seat for seat in seats if seat.token != token]
        if len(kept) < len(seats):
            self._write(kept)

    def _write(self, seats: list[OwnSeat]) -> None:
        partial = self._folder / f"{FILE_NAME}.{os.getpid()}"
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            partial.unlink(missing_ok=True)
            new = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(new, "w", encoding="utf-8") as file:
                json.dump([asdict(seat) for seat in seats], file, indent=1)
            partial.replace(self._folder / FILE_NAME)


def state_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where this device remembers seats: LONGANA_STATE_DIR, else as the system wants it."""
    wished = (os.environ if environment is None else environment).get("LONGANA_STATE_DIR")
    return Path(wished) if wished else user_state_path("longana", appauthor=False)


def is_same_name(one: str, other: str) -> bool:
    """Whether both name the same person: capitals, accents and spaces are of no account."""
    return fold(" ".join(one.split())) == fold(" ".join(other.split()))


def _read(found: object) -> OwnSeat | None:
    match found:
        case {"server": str(server), "code": str(code), "name": str(name), "token": str(token)}:
            return OwnSeat(server, code, name, token)
    return None


def _spelled(code: str) -> str:
    """A code may be typed in small letters and groups."""
    return "".join(filter(str.isalnum, code)).upper()
