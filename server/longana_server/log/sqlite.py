"""Rooms in a file: the log that outlives the server. Appends are on the disk when they return."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from ..events import Entry, pack_entry
from . import Conflict, LogError, NoRoom, RoomExists
from .group_commit import GroupCommit, Job, Result
from .sqlite_file import FILE_NAME, connect, held, write_version
from .sqlite_rows import delete_room, entries_of, names_of, rows_of, version_of


NO_ANSWER = 5.0
"""Seconds after which a disk that has not taken a transaction counts as one that takes none."""


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[SqliteLog]:
    """The rooms of a data folder, for one server at a time; raises BadFile or InUse."""
    with held(folder):
        db = connect(folder / FILE_NAME)
        log = SqliteLog(db)
        try:
            yield log
        finally:
            await log.close()


class SqliteLog:
    """`RoomLog` and `NameStore` on one SQLite file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._commits = GroupCommit(db)
        self._followers: dict[str, set[_Follower]] = {}
        self._trouble: str | None = None

    async def close(self) -> None:
        await self._commits.close()

    # --- RoomLog

    @property
    def trouble(self) -> str | None:
        waited = self._commits.under_way
        return "the disk does not answer" if waited > NO_ANSWER else self._trouble

    async def probe(self) -> None:
        with suppress(LogError):
            await self._store(write_version)

    async def _store(self, job: Job[Result]) -> Result:
        """Run a job that writes, and remember whether the disk took it."""
        try:
            result = await self._commits.run(job)
        except (Conflict, NoRoom, RoomExists):
            raise  # answers, not failures
        except LogError as error:
            self._trouble = str(error)
            raise
        self._trouble = None
        return result

    async def create(self, room: str, entry: Entry) -> None:
        packed, now = pack_entry(entry), int(time.time())

        def insert(db: sqlite3.Connection) -> None:
            if not db.execute(
                "INSERT OR IGNORE INTO rooms (code, visited) VALUES (?, ?)", (room, now)
            ).rowcount:
                raise RoomExists(room)
            db.execute("INSERT INTO entries VALUES (?, 1, ?)", (room, packed))

        await self._store(insert)

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        packed = pack_entry(entry)
        version = expected_version + 1

        def insert(db: sqlite3.Connection) -> None:
            # One statement for the usual case: the version before is there, this one is not.
            if not db.execute(
                "INSERT OR IGNORE INTO entries SELECT ?1, ?2, ?3 WHERE EXISTS "
                "(SELECT 1 FROM entries WHERE room = ?1 AND version = ?4)",
                (room, version, packed, expected_version),
            ).rowcount:
                there = version_of(db, room)
                raise Conflict(f"{room} is at version {there}, not {expected_version}")

        await self._store(insert)
        for follower in self._followers.get(room, ()):
            follower.grown.set()
        return version

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        rows = await self._commits.run(lambda db: rows_of(db, room, after))
        # Not on the event loop: the log of a room that is played in all day is long.
        return await asyncio.to_thread(entries_of, room, rows, after)

    async def follow(self, room: str, after: int = 0) -> AsyncIterator[Entry]:
        follower = _Follower()
        self._followers.setdefault(room, set()).add(follower)
        try:
            while not follower.deleted:
                follower.grown.clear()
                for entry in await self.read(room, after):
                    after += 1
                    yield entry
                await follower.grown.wait()
            raise NoRoom(room)  # deleted, and perhaps made anew
        finally:
            self._followers[room].discard(follower)
            if not self._followers[room]:
                del self._followers[room]

    async def delete(self, room: str) -> None:
        await self._store(lambda db: delete_room(db, room))
        for follower in self._followers.get(room, ()):
            follower.deleted = True
            follower.grown.set()

    async def rooms(self) -> list[str]:
        rows = await self._commits.run(
            lambda db: db.execute("SELECT code FROM rooms ORDER BY code").fetchall()
        )
        return [code for (code,) in rows]

    async def visit(self, rooms: Collection[str]) -> None:
        now = int(time.time())
        stamps = [(now, room) for room in rooms]
        await self._store(
            lambda db: db.executemany("UPDATE rooms SET visited = ? WHERE code = ?", stamps)
        )

    async def unvisited(self, since: float, after: float = 0.0) -> list[str]:
        rows = await self._commits.run(
            lambda db: db.execute(
                "SELECT code FROM rooms WHERE visited >= ? AND visited < ?", (after, since)
            ).fetchall()
        )
        return [code for (code,) in rows]

    # --- NameStore

    async def names(self, room: str) -> Mapping[int, str]:
        return await self._commits.run(lambda db: names_of(db, room))

    async def put(self, room: str, person: int, name: str) -> None:
        await self._store(
            lambda db: db.execute(
                "INSERT OR REPLACE INTO names VALUES (?, ?, ?)", (room, person, name)
            )
        )

    async def erase(self, room: str, person: int | None = None) -> None:
        def remove(db: sqlite3.Connection) -> None:
            if person is None:
                db.execute("DELETE FROM names WHERE room = ?", (room,))
            else:
                db.execute("DELETE FROM names WHERE room = ? AND person = ?", (room, person))

        await self._store(remove)
        await self._commits.empty_wal()  # where it would stand until that is written over


class _Follower:
    def __init__(self) -> None:
        self.grown = asyncio.Event()
        self.deleted = False
