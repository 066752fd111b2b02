"""Which servers of the cluster are there: each says so every second."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress

from .messages import Stored
from .streams import Streams


BEAT = 1.0
"""Seconds between two signs of life."""

SILENCE = 3.5
"""Seconds after which a node that says nothing is taken for gone."""

NODES = "nodes"
"""In place of a room's code, which it is none of."""

GONE = float("-inf")
"""When somebody was heard last who said goodbye."""

ACQUAINTANCE = 0.3
"""Seconds that the others have to answer a node that begins."""


class Nodes:
    """The servers as this one hears of them. Not for rooms of others than this cluster's."""

    def __init__(self, streams: Streams) -> None:
        self.own = secrets.token_hex(4)
        """This server's name: another one after every start, so that nobody waits for the last."""
        self._streams = streams
        self._heard: dict[str, float] = {}
        """When each was heard last, by this server's clock that only goes on."""
        self._listening_since = 0.0
        self._hello = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Make oneself known, and get to know the others."""
        await self._streams.heard(self._streams.seen(NODES, "*"), self._hear)
        self.listen_anew()
        await self._say("hello")
        await asyncio.sleep(ACQUAINTANCE)
        self._task = asyncio.create_task(self._beat())

    async def end(self) -> None:
        """Say goodbye, so that nobody waits until the silence is long enough."""
        if self._task is not None:
            self._task.cancel()
        await self._say("bye")

    def is_alive(self, node: str) -> bool:
        """Whether it was heard lately. In doubt it was: who hears nobody does not know."""
        if node == self.own or not self._streams.is_connected:
            return True
        heard = self._heard.get(node, self._listening_since)
        if heard != GONE:
            heard = max(heard, self._listening_since)
        return time.monotonic() - heard < SILENCE

    def note(self, node: str) -> None:
        """It does something, so that it is there, whether it was heard to say so or not."""
        if self._heard.get(node) != GONE:
            self._heard[node] = time.monotonic()

    def rename(self) -> None:
        """Begin anew: nobody is here under the old name any more, and all will see that."""
        self.own = secrets.token_hex(4)

    def listen_anew(self) -> None:
        """Nothing was heard for a while, which says nothing of the others."""
        self._listening_since = time.monotonic()

    def _hear(self, stored: Stored) -> None:
        name = stored.data.decode(errors="replace")
        self._heard[name] = time.monotonic()
        match stored.subject.rpartition(".")[2]:
            case "bye":
                self._heard[name] = GONE
            case "hello" if name != self.own:
                self._hello.set()

    async def _say(self, word: str) -> None:
        await self._streams.tell(self._streams.seen(NODES, word), self.own.encode())

    async def _beat(self) -> None:
        """At once, when somebody new wants to know."""
        while True:
            await self._say("here")
            self._hello.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._hello.wait()
