"""The ties of a room that several servers serve: a value that all of them keep together by
compare-and-set, lines of talk that all hear, and the log as it grows.

Nothing here decides: steps are those of `presence.py`, `consent.py` and `attending.py`, and whoever
was slower takes theirs again on what the other made of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVarTuple
from weakref import proxy

from longana_protocol.answers import Said
from longana_protocol.codec import BadMessage, decode_answer, encode

from ..log import Conflict, CorruptRoom, LogError, NoRoom
from ..presence import Presence
from ..refusing import Refused
from ..ties import Change, Table
from .connection import Unsubscribe
from .everywhere import Everywhere, pack_everywhere, unpack_everywhere
from .messages import Stored
from .unawaited import whatever_happens


if TYPE_CHECKING:
    from .sharing import Sharing


Given = TypeVarTuple("Given")

logger = logging.getLogger(__name__)

RANK = 2.0
"""Seconds that a server leaves to each that comes before it to do what a room does by itself."""

AGAIN, UNREADABLE = 1.0, 30.0
"""Seconds before the log is followed again: when it could not be read, or not be understood."""

PAUSE = 2.0
"""Seconds that nothing is tried for a room after something could not be stored."""

NODE = "Node"
"""The header that says which node has stored a value."""


class Tied:
    """`Ties` to the other servers of the cluster."""

    def __init__(self, sharing: Sharing, table: Table, presence: Presence) -> None:
        self._sharing = sharing
        self._streams = sharing.streams
        self._own = sharing.nodes.own
        self._table: Table = proxy(table)  # which has these ties: no circle
        self.place = self._streams.now(table.id)
        """Where the value is kept."""
        self._everywhere = Everywhere(presence)
        self._sequence = 0
        """Of the message that the value was read from, or stored as."""
        self._newer: Stored | None = None
        """What was heard of it and not taken over yet."""
        self._said = 0
        """The sequence of the latest line heard."""
        self._must_read = self._missed_words = self._is_unreadable = False
        self._lost: frozenset[str] = frozenset()
        """Nodes by way of which somebody was here, and that are gone."""
        self._had_lost = False
        self._not_before = 0.0
        """When to try again, after something could not be stored."""
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
        try:
            await self._begin()
        except LogError as error:
            logger.error("cluster: what a room shares could not be read: %s", error)
            self.close()
            raise Refused("try_again") from None
        except BaseException:  # nobody will have the room: nothing may go on for it
            self.close()
            raise

    async def _begin(self) -> None:
        id = self._table.id
        self._stop = await self._streams.heard(self._streams.seen(id), self._hear)
        await self._read()
        await self._read_talk()
        self._spawn(self._listen_for_ever)
        self._spawn(self._follow, self._table.version)
        self._sharing.keep(self)
        with suppress(Refused):
            await self._change(lambda _: self._true())

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
        place, streams = self._streams.said(self._table.id), self._streams

        async def remove() -> None:
            for stored in await streams.all_of(place):
                said = _said(stored.data)
                if said is None or said.person in people:
                    await streams.remove(place.stream, stored.sequence)

        try:
            await remove()
        except LogError:
            self._sharing.see_to(remove)

    def deference(self) -> float | None:
        nodes = self._everywhere.nodes
        return nodes.index(self._own) * RANK if self._own in nodes else None

    def elsewhere(self) -> Collection[int]:
        if self._is_unreadable:
            return ()
        return [id for id, node in self._everywhere.lines.items() if node != self._own]

    async def catch_up(self) -> None:
        self._is_waking = False
        newer, self._newer = self._newer, None
        if newer is not None and newer.sequence > self._sequence:
            self._adopt(newer)
        with suppress(LogError):  # the next look makes good for it
            if self._must_read:
                await self._read()
                self._must_read = False
            if self._missed_words:
                await self._read_talk()
                await self._read_names()
                self._missed_words = False
        with suppress(Refused):  # so does it for what the log has by now, and for what is true
            await self._know_the_room()
            await self._change(lambda _: self._true())

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
        """Time has passed: nodes may be gone, and something may still be to be told or shown."""
        nodes = self._everywhere.nodes
        lost = frozenset(node for node in nodes if not self._sharing.nodes.is_alive(node))
        # Whoever is first of the others says so; the rest if it did not.
        others = [node for node in nodes if node not in lost]
        if self._had_lost or not others or others[0] == self._own:
            self._lost = lost
        self._had_lost = bool(lost)
        if (
            self._must_read
            or self._missed_words
            or not self._table.is_settled
            or self._true() is not self._everywhere
        ):
            self.wake()

    def doubt(self) -> None:
        """Talk and names may have gone unheard; for the rest there is the lookout."""
        self._missed_words = True
        self.wake()

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except LogError:
                pass
            except Exception:
                logger.exception("cluster: a room could not be listened to; it is tried again")
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        """Take over what becomes of the value, whether it is heard or found to be missing."""
        seen = self._streams.seen(self._table.id)
        async with self._sharing.lookout.following(self.place, seen) as follower:
            follower.newest = self._sequence
            while True:
                await follower.wait()
                heard = follower.take()
                for message in heard or ():
                    self._sharing.nodes.note(message.headers.get(NODE, ""))
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
            self._spawn(self._catch_up)

    async def _catch_up(self) -> None:
        async with self._sharing.at_once:
            await self._table.seen_elsewhere()

    async def _change(self, step: Callable[[Everywhere], Everywhere | None]) -> bool:
        while True:
            changed = step(self._everywhere)
            if changed is None:
                return False
            if changed == self._everywhere:
                return True
            if self._is_closed:
                self._everywhere = changed
                return True
            if self._is_unreadable or time.monotonic() < self._not_before:
                raise Refused("try_again")
            changed = replace(changed, version=max(changed.version, self._table.version))
            try:
                self._sequence = await self._streams.publish(
                    self.place,
                    pack_everywhere(changed),
                    expected=self._sequence,
                    headers={NODE: self._own},
                )
            except Conflict:
                await self.refresh()
            except LogError:
                # Nobody waits for it again and again: whoever comes next is refused at once.
                self._not_before = time.monotonic() + PAUSE
                raise Refused("try_again") from None
            else:
                self._everywhere = changed
                return True

    async def refresh(self) -> None:
        try:
            await self._read()
        except LogError:
            raise Refused("try_again") from None
        await self._know_the_room()

    async def _know_the_room(self) -> None:
        """As those did who changed it last, or what is newer here would be taken for outdated.

        Raises Refused.
        """
        if self._everywhere.version > self._table.version:
            await self._table.read_on()

    async def _read(self) -> None:
        stored = await self._streams.last(self.place)
        if stored is None:
            self._sequence = 0  # the servers have lost it, or never had it: ours is as good
        else:
            self._adopt(stored)

    def _adopt(self, stored: Stored) -> None:
        self._sequence, self._lost = stored.sequence, frozenset()
        try:
            self._everywhere = unpack_everywhere(stored.data)
        except ValueError:
            # Nor is it overwritten: this server only looks on until it can read it again.
            self._is_unreadable = True
            logger.error("cluster: a server of another version tells what this one cannot read")
        else:
            self._is_unreadable = False

    def _true(self) -> Everywhere:
        """With the connections there are in fact, as far as this server knows."""
        now, everywhere = self._sharing.clock(), self._everywhere
        for node in self._lost:
            everywhere = everywhere.lost(node, now)
        everywhere = everywhere.truly(self._own, self._table.devices, now)
        return everywhere.watched(self._own, self._table.watchers)

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
            self._hear_name(stored)

    def _hear_name(self, stored: Stored) -> None:
        person = int(stored.subject.rpartition(".")[2])
        self._spawn(self._table.renamed, person, stored.data.decode())

    async def _read_names(self) -> None:
        for stored in await self._streams.all_of(self._streams.name(self._table.id, "*")):
            self._hear_name(stored)

    async def _read_talk(self) -> None:
        for stored in await self._streams.all_of(self._streams.said(self._table.id), self._said):
            self._hear_line(stored)

    def _hear_line(self, stored: Stored) -> None:
        if stored.sequence <= self._said:
            return
        if stored.prior > self._said:
            self.doubt()  # something before it went unheard
            return
        self._said = stored.sequence
        said = _said(stored.data)
        if said is not None:
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
            except CorruptRoom as error:
                logger.error("cluster: a room cannot be read on; it is tried again: %s", error)
                await asyncio.sleep(UNREADABLE)
            except LogError:
                await asyncio.sleep(AGAIN)
            except Exception:
                logger.exception("cluster: a room could not be followed; it is tried again")
                await asyncio.sleep(AGAIN)

    def _spawn(self, work: Callable[[*Given], Awaitable[None]], *given: *Given) -> None:
        task = asyncio.create_task(whatever_happens(work, *given))
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
