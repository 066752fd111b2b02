"""Followers of rooms, and a look now and then whether they heard everything.

What the servers store they say once. If the one that says it dies just then, or a route between two
of them breaks, nobody hears it, and nothing need come after it by which one would notice. So all
subjects that somebody follows are looked at every two seconds, a thousand at a time, and of those
only what is new comes back.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from ..log import LogError
from .messages import Place, Stored
from .streams import Streams


logger = logging.getLogger(__name__)

LOOK_EVERY = 2.0
"""Seconds between two looks, more or less: not all nodes at once."""

LOOKS_AT_ALL: Final = 15
"""Every so many looks also at what seems to be as it was: a deleted room does not show else."""

MOST_HEARD: Final = 1000
"""Messages that are kept for a follower that does not take them."""

GONE: Final = "gone"
"""What is told of a room that was deleted, so that its followers look at once."""


class Follower:
    """What was heard of one subject and not taken yet."""

    def __init__(self, subject: str) -> None:
        self._subject = subject
        self._heard: list[Stored] = []
        self._must_look = True
        self._has_news = asyncio.Event()
        self.newest = 0
        """The greatest sequence that was heard or read."""

    def hear(self, message: Stored) -> None:
        """Take in a message of the room's; of other subjects, only that it is gone."""
        if message.subject == self._subject:
            self.newest = max(self.newest, message.sequence)
            self._heard.append(message)
            self._has_news.set()
            if len(self._heard) > MOST_HEARD:
                self.look()
        elif message.subject.endswith(f".{GONE}"):
            self.look()

    def look(self) -> None:
        """Something may have gone unheard."""
        self._heard.clear()
        self._must_look = True
        self._has_news.set()

    def take(self) -> list[Stored] | None:
        """What was heard since, in order; None: it must be read, at first too."""
        heard, self._heard = self._heard, []
        must_look, self._must_look = self._must_look, False
        return None if must_look else heard

    async def wait(self) -> None:
        """Until there is something to take."""
        await self._has_news.wait()
        self._has_news.clear()


class Lookout:
    """Over all followers of a node."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._followers: dict[Place, set[Follower]] = {}
        self._verified: dict[str, int] = {}
        """By stream: up to this sequence its old places were looked at."""
        self._old: set[Place] = set()
        self._looks = 0
        self._at_once = asyncio.Event()
        self._ends_doubt = streams.on_doubt(self._at_once.set)
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        self._ends_doubt()
        if self._task is not None:
            self._task.cancel()

    @asynccontextmanager
    async def following(self, place: Place, seen: str) -> AsyncIterator[Follower]:
        """A follower of a place that hears it on the subject `seen`."""
        follower = Follower(place.subject)
        stop = await self._streams.heard(seen, follower.hear)
        self._followers.setdefault(place, set()).add(follower)
        if self._task is None:
            self._task = asyncio.create_task(self._look_forever())
        try:
            yield follower
        finally:
            self._followers[place].discard(follower)
            if not self._followers[place]:
                del self._followers[place]
                self._old.discard(place)
            await stop()

    async def _look_forever(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY * random.uniform(0.8, 1.2)):
                    await self._at_once.wait()
            self._at_once.clear()
            self._looks += 1
            try:
                await self.look()
            except LogError:
                pass  # what cannot be read now is read at the next look
            except Exception:
                logger.exception("NATS: the followed rooms could not be looked at")

    async def look(self) -> None:
        """Look at everything once; raises LogError."""
        for stream in {place.stream for place in self._followers}:
            places = [place for place in self._followers if place.stream == stream]
            old = [place for place in places if place in self._old]
            new = [place for place in places if place not in self._old]
            verified = 0 if self._looks % LOOKS_AT_ALL == 0 else self._verified.get(stream, 0)
            reached = [
                await self._look_at(stream, part, after)
                for part, after in ((old, verified), (new, 0))
                if part
            ]
            self._verified[stream] = min(reached)
            self._old.update(place for place in places if place in self._followers)

    async def _look_at(self, stream: str, places: list[Place], after: int) -> int:
        """Let those look that have missed something; gives up to what it is certain now."""
        subjects = [place.subject for place in places]
        latest = await self._streams.latest(stream, subjects, after)
        found = {message.subject: message.sequence for message in latest.stored}
        for place in places:
            for follower in self._followers.get(place, ()):
                sequence = found.get(place.subject, 0)
                # Looked at from the beginning, and there is nothing: it was deleted.
                if sequence > follower.newest or (not sequence and not after):
                    follower.look()
        return latest.up_to
