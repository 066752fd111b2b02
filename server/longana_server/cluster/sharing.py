"""This server among the others of its cluster: which rooms it serves with them, and a look now and
then whether all of them are still there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from ..log import RoomLog
from ..presence import Presence
from ..ties import Table
from .lookout import Lookout
from .nodes import Nodes
from .streams import Streams
from .tied import Tied
from .unawaited import whatever_happens


logger = logging.getLogger(__name__)

LOOK_EVERY = 2.0
"""Seconds between two looks."""

LOST = 10.0
"""Seconds without NATS after which this server sends everybody away: others may have it still."""


AT_ONCE = 64
"""Rooms that catch up at the same time: after a reconnection all want to."""


class Sharing:
    """What the ties of all rooms of a server need."""

    def __init__(self, streams: Streams, nodes: Nodes, log: RoomLog) -> None:
        began = time.time() - time.monotonic()
        self.clock: Callable[[], float] = lambda: began + time.monotonic()
        """Seconds; the same for all servers as nearly as their clocks are, and never set back."""
        self.streams = streams
        self.nodes = nodes
        self.log = log
        self.lookout = Lookout(streams)
        self.at_once = asyncio.Semaphore(AT_ONCE)
        """For what many rooms have to do at the same time, and none does in a hurry."""
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
        task = asyncio.create_task(whatever_happens(work))
        self._last_things.add(task)  # which keeps it from being collected half-way
        task.add_done_callback(self._last_things.discard)

    def doubt(self) -> None:
        """Something may have gone unheard."""
        self.nodes.listen_anew()
        for room in self._rooms:
            room.doubt()

    async def look_for_ever(self) -> None:
        """Every other second: whose node is gone, and whether NATS is."""
        reached = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.streams.is_connected:
                reached = time.monotonic()
            elif time.monotonic() - reached > LOST:
                if self._rooms:
                    self.nodes.rename()  # who was here is not, whatever is stored of it
                self.on_lost()
                continue
            for room in tuple(self._rooms):
                try:
                    room.look()
                except Exception:  # the others are looked at all the same, now and later
                    logger.exception("cluster: a room could not be looked at")


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
        sharing.lookout.close()
        forget()
        await sharing.nodes.end()
