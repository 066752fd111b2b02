"""The ties of a room that several servers serve: a value that all of them keep together by
compare-and-set, lines of talk that all hear, and the log as it grows.

Nothing here decides: steps are those of `presence.py`, `consent.py` and `attending.py`, and whoever
was slower takes theirs again on what the other made of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from longana_protocol.answers import Said
from longana_protocol.codec import BadMessage, decode_answer, encode

from ..log import Conflict, LogError, NoRoom
from ..presence import Presence
from ..refusing import Refused
from ..ties import Change, Table
from .connection import Unsubscribe
from .everywhere import Everywhere, pack_everywhere, unpack_everywhere
from .messages import Stored


if TYPE_CHECKING:
    from .sharing import Sharing


logger = logging.getLogger(__name__)

RANK = 2.0
"""Seconds that a server leaves to each that comes before it to do what a room does by itself."""

AGAIN = 1.0
"""Seconds before the log is followed again, after it could not be read."""


class Tied:
    """`Ties` to the other servers of the cluster."""

    def __init__(self, sharing: Sharing, table: Table, presence: Presence) -> None:
        self._sharing = sharing
        self._streams = sharing.streams
        self._own = sharing.nodes.own
        self._table = table
        self.place = self._streams.now(table.id)
        """Where the value is kept."""
        self._everywhere = Everywhere(presence)
        self._sequence = 0
        """Of the message that the value was read from, or stored as."""
        self._newer: Stored | None = None
        """What was heard of it and not taken over yet."""
        self._said = 0
        """The sequence of the latest line heard."""
        self._must_read = self._missed_talk = False
        self._stop: Unsubscribe | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_waking = self._is_closed = False

    # --- Ties

    @property
    def presence(self) -> Presence:
        return self._everywhere.presence

    @property
    def with_others(self) -> bool:
        return True

    async def begin(self) -> None:
        id = self._table.id
        try:
            self._stop = await self._streams.heard(self._streams.seen(id), self._hear)
            await self._read()
            await self._read_talk()
        except LogError:
            logger.exception("cluster: what a room shares could not be read")
            self.close()
            raise Refused("try_again") from None
        self._spawn(self._listen())
        self._spawn(self._follow(self._table.version))
        self._sharing.keep(self)
        await self._mend()

    async def change(self, step: Change) -> bool:
        def stepped(everywhere: Everywhere) -> Everywhere | None:
            presence = step(everywhere.presence)
            if presence is None or presence is everywhere.presence:
                return everywhere if presence is not None else None
            return everywhere.after(presence)

        return await self._change(stepped)

    async def came(self, device: int) -> None:
        await self._change(lambda everywhere: everywhere.came(device, self._own))

    async def went(self, device: int, now: float) -> None:
        await self._change(lambda everywhere: everywhere.went(device, self._own, now))

    async def watched(self, watchers: int) -> None:
        await self._change(lambda everywhere: everywhere.watched(self._own, watchers))

    async def say(self, said: Said, by: int, command_id: str) -> None:
        id = self._table.id
        try:
            # The same command sent again, to whichever server, says it once.
            await self._streams.publish(
                self._streams.said(id), encode(said), message_id=f"{id} {by} {command_id}"
            )
        except LogError:
            raise Refused("try_again") from None

    async def tell(self, said: Said) -> None:
        await self._streams.tell(self._streams.seen(self._table.id, "told"), encode(said))

    async def forget(self, people: Collection[int]) -> None:
        self._table.forget(people)  # others find their names erased
        place = self._streams.said(self._table.id)
        try:
            for stored in await self._streams.all_of(place):
                said = _said(stored.data)
                if said is None or said.person in people:
                    await self._streams.remove(place.stream, stored.sequence)
        except LogError:
            raise Refused("try_again") from None

    def deference(self) -> float | None:
        nodes = self._everywhere.nodes
        return nodes.index(self._own) * RANK if self._own in nodes else None

    def elsewhere(self) -> Collection[int]:
        return [id for id, node in self._everywhere.lines.items() if node != self._own]

    async def catch_up(self) -> bool:
        before, said = self._everywhere, self._said
        newer, self._newer = self._newer, None
        if newer is not None and newer.sequence > self._sequence:
            self._adopt(newer)
        with suppress(LogError):  # the next look makes good for it
            if self._must_read:
                await self._read()
                self._must_read = False
            if self._missed_talk:
                await self._read_talk()
                self._missed_talk = False
        await self._mend()
        return before is not self._everywhere or said != self._said

    def close(self) -> None:
        self._is_closed = True
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._sharing.let_go(self)
        stop, self._stop = self._stop, None
        if stop is not None:
            self._sharing.see_to(stop)

    # --- kept together

    def look(self) -> None:
        """Time has passed: nodes may be gone, and something may still be to be told."""
        if self._must_read or self._missed_talk or self._true() is not self._everywhere:
            self.wake()

    def doubt(self) -> None:
        """Talk may have gone unheard; for the rest there is the lookout."""
        self._missed_talk = True
        self.wake()

    async def _listen(self) -> None:
        """Take over what becomes of the value, whether it is heard or found to be missing."""
        seen = self._streams.seen(self._table.id)
        async with self._sharing.lookout.following(self.place, seen) as follower:
            follower.newest = self._sequence
            while True:
                await follower.wait()
                heard = follower.take()
                if heard is None:
                    self._must_read = True
                elif heard and heard[-1].sequence > self._sequence:
                    self._newer = heard[-1]
                else:
                    continue  # it was stored by this server
                await self._table.seen_elsewhere()
                follower.newest = max(follower.newest, self._sequence)

    def wake(self) -> None:
        """Catch up, once the room's lock is free."""
        if not self._is_waking:
            self._is_waking = True
            self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        self._is_waking = False
        await self._table.seen_elsewhere()

    async def _change(self, step: Callable[[Everywhere], Everywhere | None]) -> bool:
        while True:
            changed = step(self._everywhere)
            if changed is None:
                return False
            if changed is self._everywhere or self._is_closed:
                self._everywhere = changed
                return True
            try:
                self._sequence = await self._streams.publish(
                    self.place, pack_everywhere(changed), expected=self._sequence
                )
            except Conflict:
                await self.refresh()
            except LogError:
                raise Refused("try_again") from None
            else:
                self._everywhere = changed
                return True

    async def refresh(self) -> None:
        try:
            await self._read()
        except LogError:
            raise Refused("try_again") from None

    async def _read(self) -> None:
        stored = await self._streams.last(self.place)
        if stored is None:
            self._sequence = 0  # the servers have lost it, or never had it: ours is as good
        else:
            self._adopt(stored)

    def _adopt(self, stored: Stored) -> None:
        self._sequence = stored.sequence
        try:
            self._everywhere = unpack_everywhere(stored.data)
        except ValueError:
            logger.error("cluster: a server of another version tells what this one cannot read")

    def _true(self) -> Everywhere:
        """With the connections there are in fact, as far as this server knows."""
        now, everywhere = self._sharing.clock(), self._everywhere
        for node in everywhere.nodes:
            if not self._sharing.nodes.is_alive(node):
                everywhere = everywhere.lost(node, now)
        everywhere = everywhere.truly(self._own, self._table.devices, now)
        return everywhere.watched(self._own, self._table.watchers)

    async def _mend(self) -> None:
        with suppress(Refused):  # the next look mends it
            await self._change(lambda _: self._true())

    # --- heard

    def _hear(self, stored: Stored) -> None:
        streams, id = self._streams, self._table.id
        subject = stored.subject
        if subject == streams.said(id).subject:
            self._hear_line(stored)
        elif subject == streams.seen(id, "told"):
            said = _said(stored.data)
            if said is not None:
                self._table.hear(said, kept=False)
        elif subject.startswith(streams.name(id, "").subject):
            person = int(subject.rpartition(".")[2])
            self._spawn(self._table.renamed(person, stored.data.decode()))

    async def _read_talk(self) -> None:
        for stored in await self._streams.all_of(self._streams.said(self._table.id), self._said):
            self._hear_line(stored)

    def _hear_line(self, stored: Stored) -> None:
        said = _said(stored.data)
        if said is not None and stored.sequence > self._said:
            self._said = stored.sequence
            self._table.hear(said, kept=True)

    async def _follow(self, version: int) -> None:
        while True:
            try:
                async for entry in self._sharing.log.follow(self._table.id, version):
                    version += 1
                    await self._table.followed(version, entry)
            except NoRoom:
                await self._table.vanished()
                return
            except LogError:
                await asyncio.sleep(AGAIN)
            except Exception:
                logger.exception("cluster: a room could not be followed; it is tried again")
                await asyncio.sleep(AGAIN)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _said(data: bytes) -> Said | None:
    try:
        said = decode_answer(data)
    except BadMessage:
        said = None
    if not isinstance(said, Said):
        logger.error("cluster: a server of another version says what this one cannot read")
        return None
    return said
