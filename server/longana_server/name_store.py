"""Names of the people of each room. They stand outside the log, so that they can be erased."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class NameStore(Protocol):
    async def names(self, room: str) -> Mapping[int, str]:
        """Names by person."""

    async def put(self, room: str, person: int, name: str) -> None: ...

    async def erase(self, room: str, person: int | None = None) -> None:
        """Forget one person's name, or the whole room's."""


class MemoryNames:
    """`NameStore` that is gone with the process."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[int, str]] = {}

    async def names(self, room: str) -> Mapping[int, str]:
        return dict(self._rooms.get(room, {}))

    async def put(self, room: str, person: int, name: str) -> None:
        self._rooms.setdefault(room, {})[person] = name

    async def erase(self, room: str, person: int | None = None) -> None:
        if person is None:
            self._rooms.pop(room, None)
        else:
            self._rooms.get(room, {}).pop(person, None)
