"""This server among the others of its cluster: which rooms it serves with them, and a look now and
then at what may have gone unheard.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from ..log import LogError, RoomLog
from ..presence import Presence
from ..ties import Table
from .nodes import Nodes
from .streams import Streams
from .tied import Tied


logger = logging.getLogger(__name__)

LOOK_EVERY = 2.0
"""Seconds between two looks."""

LOST = 10.0
"""Seconds without NATS after which this server sends everybody away: others may have it still."""

AT_ONCE = 500
"""Rooms that are looked after with one request."""


class Sharing:
    """What the ties of all rooms of a server need."""

    def __init__(
        self, streams: Streams, nodes: Nodes, log: RoomLog, clock: Callable[[], float] = time.time
    ) -> None:
        """`clock`: seconds, the same for all servers as nearly as their clocks are."""
        self.streams = streams
        self.nodes = nodes
        self.log = log
        self.clock = clock
        self.on_lost: Callable[[], None] = lambda: None
        """Called when NATS is out of reach for so long that people had better go elsewhere."""
        self._rooms: set[Tied] = set()
        self._last_things: set[asyncio.Task[None]] = set()

    def tie(self, table: Table, presence: Presence) -> Tied:
        """For `House.tie`."""
        return Tied(self, table, presence)

    def keep(self, room: Tied) -> None:
        """It is served here from now on."""
        self._rooms.add(room)

    def let_go(self, room: Tied) -> None:
        """It no longer is."""
        self._rooms.discard(room)

    def see_to(self, work: Callable[[], Awaitable[None]]) -> None:
        """Something that nobody waits for."""

        async def done() -> None:
            await work()

        task = asyncio.create_task(done())
        self._last_things.add(task)  # which keeps it from being collected half-way
        task.add_done_callback(self._last_things.discard)

    def doubt(self) -> None:
        """Something may have gone unheard."""
        self.nodes.listen_anew()
        for room in self._rooms:
            room.doubt()

    async def look_for_ever(self) -> None:
        """Every other second: what was stored and not heard, and whose node is gone."""
        reached = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.streams.is_connected:
                reached = time.monotonic()
            elif time.monotonic() - reached > LOST:
                self.on_lost()
                continue
            try:
                await self._look()
            except LogError as error:
                logger.warning("cluster: could not look after the rooms: %s", error)
            except Exception:
                logger.exception("cluster: could not look after the rooms")

    async def _look(self) -> None:
        rooms = {room.place.subject: room for room in self._rooms}
        subjects = list(rooms)
        for start in range(0, len(subjects), AT_ONCE):
            some = subjects[start : start + AT_ONCE]
            stream = rooms[some[0]].place.stream
            newest = {
                stored.subject: stored
                for stored in (await self.streams.latest(stream, some)).stored
            }
            for subject in some:
                rooms[subject].look(newest.get(subject))


@asynccontextmanager
async def shared(streams: Streams, log: RoomLog) -> AsyncIterator[Sharing]:
    """This server makes itself known to the others, until the block ends."""
    sharing = Sharing(streams, Nodes(streams), log)
    await sharing.nodes.begin()
    forget = streams.on_doubt(sharing.doubt)
    looking = asyncio.create_task(sharing.look_for_ever())
    try:
        yield sharing
    finally:
        looking.cancel()
        forget()
        await sharing.nodes.end()
