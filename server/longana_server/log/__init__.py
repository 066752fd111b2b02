"""Where a room's events are kept: one small interface, several backends.

`append` is the only place where two writers meet. It is conditional on the version the writer had
folded, so a room needs no lock, whether its writers share a process or not.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import Protocol

from ..events import Entry


class LogError(Exception):
    """The log could not be read or written; nothing was half-written."""


class NoRoom(LogError):
    """No room of that code has a log here."""


class RoomExists(LogError):
    """The code is taken."""


class Conflict(LogError):
    """Another writer was first: read on and check again."""


class CorruptRoom(LogError):
    """What is stored of the room cannot be read. Other rooms are not concerned."""


class RoomLog(Protocol):
    """Events of rooms by code. A room's version is the number of its entries."""

    @property
    def trouble(self) -> str | None:
        """Why the latest attempt to store something failed; None if it did not."""

    async def probe(self) -> None:
        """Store something of no account: `trouble` is as it is now, then. Raises nothing."""

    async def create(self, room: str, entry: Entry) -> None:
        """Begin a room with its first entry; raises RoomExists."""

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        """Store one entry durably and return the new version.

        Raises:
            Conflict: the room's version is not `expected_version`.
            NoRoom: there is no such room.

        """

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        """All entries after that version, in order; raises NoRoom."""

    def follow(self, room: str, after: int = 0) -> AsyncIterator[Entry]:
        """The entries after that version and then each new one as it is stored.

        Raises NoRoom, also as soon as the room is deleted.
        """

    async def delete(self, room: str) -> None:
        """Forget the room; no error if there is none."""

    async def rooms(self) -> list[str]:
        """The codes of all rooms, in no particular order."""

    async def visit(self, rooms: Collection[str]) -> None:
        """Somebody is in these rooms now; those there are none of are left out."""

    async def unvisited(self, since: float, after: float = 0.0) -> list[str]:
        """The codes of rooms that were last visited before `since` (UTC seconds since 1970).

        Not those that were so at `after` already. A room that was just made counts as visited.
        """
