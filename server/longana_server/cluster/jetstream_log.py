"""The room log on JetStream: one subject a room, and whoever appends first wins.

A message is an entry, packed, with its version in a header. An append expects the last sequence of
the room's subject to be the one that its version has: the servers compare, so that nodes need not
agree on anything among themselves. Which sequence a version has never changes; it is remembered,
and one round trip is enough then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeVar

from ..events import Entry, pack_entry, unpack_entry
from ..log import Conflict, CorruptRoom, LogError, NoRoom, RoomExists
from .lookout import GONE, Follower, Lookout
from .messages import Stored
from .streams import Streams


Result = TypeVar("Result")

VERSION: Final = "Version"

ROLLUP: Final = {"Nats-Rollup": "sub"}
"""What is published with it is all that stays of its subject."""

REMEMBERED: Final = 20_000
"""Rooms of which a version's sequence is remembered: a few megabytes."""

AT_ONCE: Final = 64
"""Rooms whose visit is noted at the same time."""

LONG_LOG: Final = 100
"""Entries from which they are unpacked beside the event loop."""

LOOK_AGAIN = 1.0
"""Seconds before a follower asks again for what it could not read."""

CLOCKS_DIFFER = 60
"""Seconds that two nodes' clocks may be apart."""


@dataclass(frozen=True, slots=True)
class Point:
    """The sequence of a version."""

    version: int
    sequence: int


BEGINNING: Final = Point(0, 0)


@asynccontextmanager
async def opened(streams: Streams) -> AsyncIterator[JetStreamLog]:
    """The rooms of a house, for any number of nodes at a time."""
    log = JetStreamLog(streams)
    try:
        yield log
    finally:
        log.close()


class JetStreamLog:
    """`RoomLog`. A failed append may have been stored all the same; the next one finds out."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._points: dict[str, Point] = {}
        """The latest known of each room, the room used last at the end."""
        self._lookout = Lookout(streams)
        self._trouble: str | None = None
        self._visits_before = 0.0, 0
        """A time, and the sequence of a visit up to which all were before that."""

    def close(self) -> None:
        self._lookout.close()

    @property
    def trouble(self) -> str | None:
        return self._streams.trouble or self._trouble

    async def probe(self) -> None:
        places = [self._streams.log_probe(shard) for shard in range(self._streams.shards)]
        stored = [self._streams.publish(place, b"", headers=ROLLUP) for place in places]
        with suppress(LogError):
            await self._noting(asyncio.gather(*stored))

    async def create(self, room: str, entry: Entry) -> None:
        # The visit first: a room without one would never be deleted, one without a room is found.
        await self._noting(self._note_visit(room))
        try:
            await self._store(room, BEGINNING, entry)
        except Conflict:
            raise RoomExists(room) from None

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        point = self._points.get(room)
        if point is None or point.version != expected_version:
            point = await self._latest_point(room)
            if point.version != expected_version:
                raise Conflict(f"{room} is at version {point.version}, not {expected_version}")
        try:
            await self._store(room, point, entry)
        except Conflict:
            await self._latest_point(room)  # raises NoRoom when it was deleted meanwhile
            raise
        return expected_version + 1

    async def _store(self, room: str, before: Point, entry: Entry) -> None:
        """The entry after this point; raises Conflict when something else is there."""
        version = before.version + 1
        sequence = await self._noting(
            self._streams.publish(
                self._streams.log(room),
                pack_entry(entry),
                expected=before.sequence,
                headers={VERSION: str(version)},
            )
        )
        self._remember(room, Point(version, sequence))

    async def _latest_point(self, room: str) -> Point:
        """Not remembered: whoever asks for it has not read so far. Raises NoRoom."""
        last = await self._noting(self._streams.last(self._streams.log(room)))
        if last is None:
            self._points.pop(room, None)
            raise NoRoom(room)
        return Point(_version_of(room, last), last.sequence)

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        point = self._points.get(room, BEGINNING)
        if point.version > after:
            point = BEGINNING
        stored = await self._read_on(room, point)
        if stored and point != BEGINNING and _version_of(room, stored[0]) != point.version + 1:
            point = BEGINNING  # deleted and made anew, since it was remembered
            stored = await self._read_on(room, point)
        checked = _in_order(room, point, stored)
        if checked:
            self._remember(room, Point(point.version + len(checked), checked[-1].sequence))
        wanted = checked[after - point.version :]
        if len(wanted) < LONG_LOG:
            return _entries(room, wanted)
        return await asyncio.to_thread(_entries, room, wanted)

    async def _read_on(self, room: str, after: Point) -> list[Stored]:
        """What is stored after this point; raises NoRoom when nothing is stored at all."""
        tail = await self._streams.tail(self._streams.log(room), after.sequence)
        if not tail.last:
            self._points.pop(room, None)
            raise NoRoom(room)
        return tail.stored

    async def follow(self, room: str, after: int = 0) -> AsyncIterator[Entry]:
        """As `RoomLog.follow`. While nothing can be read it waits."""
        place = self._streams.log(room)
        async with self._lookout.following(place, self._streams.seen(room)) as follower:
            point = self._points.get(room, BEGINNING)
            if point.version != after:
                point = BEGINNING
            while True:
                for message in await self._news(room, point, follower):
                    point = Point(point.version + 1, message.sequence)
                    self._remember(room, point)
                    if point.version > after:
                        yield _entry(room, message)
                await follower.wait()

    async def _news(self, room: str, point: Point, follower: Follower) -> list[Stored]:
        """What comes after this point: as it was heard, or read when that is not certain.

        Raises NoRoom, also when the room was deleted and made anew.
        """
        heard = follower.take()
        if heard is not None:
            heard = [message for message in heard if message.sequence > point.sequence]
            if _is_chain(room, point, heard):
                return heard
        while True:
            try:
                stored = await self._read_on(room, point)
            except (NoRoom, CorruptRoom):
                raise
            except LogError:
                await asyncio.sleep(LOOK_AGAIN)
            else:
                break
        if stored and point != BEGINNING and _version_of(room, stored[0]) != point.version + 1:
            raise NoRoom(room)
        follower.newest = stored[-1].sequence if stored else point.sequence
        return _in_order(room, point, stored)

    async def delete(self, room: str) -> None:
        self._points.pop(room, None)
        for place in (self._streams.log(room), self._streams.now(room), self._streams.said(room)):
            await self._noting(self._streams.purge(place))
        await self._noting(self._streams.purge(self._streams.visit(room)))
        await self._streams.tell(self._streams.seen(room, GONE))

    async def rooms(self) -> list[str]:
        subjects = [
            subject
            for shard in range(self._streams.shards)
            for subject in await self._streams.subjects(self._streams.log_of_shard(shard))
        ]
        return [_room_of(subject) for subject in subjects]

    async def visit(self, rooms: Collection[str]) -> None:
        waiting = iter(tuple(rooms))

        async def note() -> None:
            for room in waiting:
                await self._note_visit(room)

        await self._noting(asyncio.gather(*(note() for _ in range(min(AT_ONCE, len(rooms))))))

    async def _note_visit(self, room: str) -> None:
        await self._streams.publish(self._streams.visit(room), str(int(time.time())).encode())

    async def visits(self) -> dict[str, int]:
        """When each room was last visited, in UTC seconds since 1970."""
        visits = await self._streams.all_of(self._streams.visit("*"))
        return {_room_of(visit.subject): int(visit.data) for visit in visits}

    async def unvisited(self, since: float, after: float = 0.0) -> list[str]:
        """As `RoomLog.unvisited`; visits are read from the oldest on, no further than asked.

        Where a call goes on from one before, it begins where that ended.
        """
        codes: list[str] = []
        known, reached = self._visits_before
        if known > after:
            reached = 0
        latest, firm = 0.0, reached
        while latest < since + CLOCKS_DIFFER:
            visits = await self._streams.first_of(self._streams.visit("*"), reached)
            if not visits:
                break
            for visit in visits:
                reached, latest = visit.sequence, float(visit.data)
                if after <= latest < since:
                    codes.append(_room_of(visit.subject))
                if latest < since - CLOCKS_DIFFER:
                    firm = reached
        if after:
            self._visits_before = since, firm
        return await self._with_log(codes)

    async def _with_log(self, codes: Sequence[str]) -> list[str]:
        """Those that have a log. What was noted of the others is forgotten."""
        places = {code: self._streams.log(code) for code in codes}
        there: set[str] = set()
        for stream in {place.stream for place in places.values()}:
            subjects = [place.subject for place in places.values() if place.stream == stream]
            there |= {
                last.subject for last in (await self._streams.latest(stream, subjects)).stored
            }
        for code, place in places.items():
            if place.subject not in there and await self._streams.last(place) is None:
                await self._streams.purge(self._streams.visit(code))
        return [code for code, place in places.items() if place.subject in there]

    def _remember(self, room: str, point: Point) -> None:
        self._points.pop(room, None)
        self._points[room] = point
        if len(self._points) > REMEMBERED:
            del self._points[next(iter(self._points))]

    async def _noting(self, work: Awaitable[Result]) -> Result:
        """Remember whether something could be stored, and why not."""
        try:
            result = await work
        except Conflict:
            raise  # an answer, no failure
        except LogError as error:
            self._trouble = str(error)
            raise
        self._trouble = None
        return result


def _room_of(subject: str) -> str:
    return subject.rpartition(".")[2]


def _version_of(room: str, message: Stored) -> int:
    try:
        return int(message.headers[VERSION])
    except (KeyError, ValueError):
        raise CorruptRoom(f"room {room}: an entry has no version") from None


def _is_chain(room: str, point: Point, heard: Sequence[Stored]) -> bool:
    """Whether nothing is missing between this point and what was heard, nor in between."""
    for message in heard:
        version = _version_of(room, message)
        if (message.prior, version) != (point.sequence, point.version + 1):
            return False
        point = Point(version, message.sequence)
    return True


def _in_order(room: str, point: Point, stored: list[Stored]) -> list[Stored]:
    """What was read after this point; raises CorruptRoom when something is missing."""
    versions = [_version_of(room, message) for message in stored]
    if versions != list(range(point.version + 1, point.version + 1 + len(versions))):
        raise CorruptRoom(f"room {room}: entries are missing")
    return stored


def _entries(room: str, stored: Sequence[Stored]) -> list[Entry]:
    return [_entry(room, message) for message in stored]


def _entry(room: str, message: Stored) -> Entry:
    try:
        return unpack_entry(message.data)
    except ValueError:
        raise CorruptRoom(f"room {room}: an entry cannot be read") from None
