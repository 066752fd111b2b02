"""A room log in memory: gone with the process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Collection

from ..events import Entry
from . import Conflict, NoRoom, RoomExists


class MemoryLog:
    """`RoomLog` for tests and for rooms that need not outlive the server."""

    def __init__(self) -> None:
        self._rooms: dict[str, list[Entry]] = {}
        self._visited: dict[str, int] = {}
        self._grown: dict[str, asyncio.Event] = {}

    @property
    def trouble(self) -> str | None:
        return None

    async def probe(self) -> None:
        pass

    async def create(self, room: str, entry: Entry) -> None:
        if room in self._rooms:
            raise RoomExists(room)
        self._rooms[room] = [entry]
        self._visited[room] = int(time.time())

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        entries = self._entries(room)
        if len(entries) != expected_version:
            raise Conflict(f"{room} is at version {len(entries)}, not {expected_version}")
        entries.append(entry)
        self._wake(room)
        return len(entries)

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        return self._entries(room)[after:]

    async def follow(self, room: str, after: int = 0) -> AsyncIterator[Entry]:
        entries = self._entries(room)
        while True:
            for entry in entries[after:]:
                after += 1
                yield entry
            if self._rooms.get(room) is not entries:
                raise NoRoom(room)  # deleted, and perhaps made anew
            if len(entries) <= after:
                await self._grown.setdefault(room, asyncio.Event()).wait()

    async def delete(self, room: str) -> None:
        self._rooms.pop(room, None)
        self._visited.pop(room, None)
        self._wake(room)

    async def rooms(self) -> list[str]:
        return list(self._rooms)

    async def visit(self, rooms: Collection[str]) -> None:
        self._visited |= dict.fromkeys(self._rooms.keys() & rooms, int(time.time()))

    async def unvisited(self, since: float, after: float = 0.0) -> list[str]:
        return [room for room, visited in self._visited.items() if after <= visited < since]

    def _entries(self, room: str) -> list[Entry]:
        try:
            return self._rooms[room]
        except KeyError:
            raise NoRoom(room) from None

    def _wake(self, room: str) -> None:
        grown = self._grown.pop(room, None)
        if grown is not None:
            grown.set()
