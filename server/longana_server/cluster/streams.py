"""What the nodes of one house share: JetStream streams, and the few things done with them.

Every stream keeps messages by subject, and what it has stored it says again on `seen(room)`, so
that whoever follows a room needs no consumer: one core subscription to `seen(room)` hears all of

    longana-log-<shard>   PREFIX.log.<shard>.<room>     heard as  PREFIX.seen.<room>.log
    longana-names         PREFIX.name.<room>.<person>             PREFIX.seen.<room>.name.<person>
    longana-now           PREFIX.now.<room>                       PREFIX.seen.<room>.now
    longana-said          PREFIX.said.<room>                      PREFIX.seen.<room>.said

and whatever a node `tell`s on a subject below it. `longana-visits` (PREFIX.visit.<room>) is not
said again. Names, visits and now have one message a subject, the latest; said has the latest 50.

What was said again may go unheard (the server that stored it died before it could; a route broke).
So who follows must look as well: `Connection.on_doubt`, and `latest` now and then.

    async with connected(["nats://127.0.0.1:4222"]) as streams:
        place = streams.now("K7MP4RWX")
        first = await streams.publish(place, b"…", expected=0)
        await streams.publish(place, b"…", expected=first)      # raises Conflict if it is not so
        stored = await streams.last(place)
        stop = await streams.heard(streams.seen("K7MP4RWX"), print)
        await stop()
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Any, Final
from zlib import crc32

from nats.aio.msg import Msg

from ..log import Conflict, LogError
from .connection import END_OF_BATCH, Connection, Remove, Unreachable, Unsubscribe, status_of
from .layout import make_streams, shards_of
from .messages import Latest, Place, Stored, Tail, from_json, from_message
from .tries import Tries, passing


logger = logging.getLogger(__name__)

BATCH: Final = 512
"""Messages asked for at once."""

MOST_SUBJECTS: Final = 1000
"""Subjects whose latest message can be asked for at once; the servers take 1024."""

CONFLICT: Final = 10071
"""The subject's last sequence is another."""

NOT_FOUND: Final = frozenset({10037, 10043})
"""There is no such message, no such sequence."""

EXPECTED, ID, OWN_ID = "Nats-Expected-Last-Subject-Sequence", "Nats-Msg-Id", "Id"


@asynccontextmanager
async def connected(
    urls: Sequence[str],
    *,
    replicas: int = 1,
    shards: int = 1,
    prefix: str = "longana",
    patience: float = 10.0,
) -> AsyncIterator[Streams]:
    """The house's streams, made where they are not there yet.

    Raises:
        Unreachable: for `patience` seconds no server could be reached, or none that has JetStream.
        WrongLayout: there are rooms, in another number of shards.
        LogError: the servers refuse to keep the streams; the message says why.

    """
    by = time.monotonic() + patience
    connection = Connection(list(urls))
    await connection.open(patience)
    streams = Streams(connection, prefix=prefix, replicas=replicas, shards=shards)
    try:
        await streams.make(by)
        # A server that is alone may have been started anew on another disk.
        making: set[asyncio.Task[None]] = set()

        def make_again() -> None:
            task = asyncio.create_task(streams.make_again())
            making.add(task)
            task.add_done_callback(making.discard)

        connection.on_doubt(make_again)
        yield streams
    finally:
        await connection.close()


@asynccontextmanager
async def visited(
    urls: Sequence[str], *, prefix: str = "longana", patience: float = 10.0
) -> AsyncIterator[Streams]:
    """The streams of a house as they are, for whoever looks after them; nothing is made.

    Raises:
        Unreachable: no server could be reached, or none that has JetStream.
        WrongLayout: there are no such streams.

    """
    connection = Connection(list(urls))
    await connection.open(patience)
    try:
        shards = await shards_of(Streams(connection, prefix=prefix).api, prefix)
        yield Streams(connection, prefix=prefix, shards=shards)
    finally:
        await connection.close()


class Streams:
    """All of them raise LogError (mostly `Unreachable`) when it could not be done for 4 seconds."""

    def __init__(
        self, connection: Connection, *, prefix: str, replicas: int = 1, shards: int = 1
    ) -> None:
        self._connection = connection
        self.prefix = prefix
        self._replicas = replicas
        self.shards = shards
        self._own, self._ids = secrets.token_urlsafe(6), count(1)

    async def make(self, by: float | None = None) -> None:
        """Make the streams where they are not there, until this time (of `time.monotonic`)."""
        api = partial(self.api, by=by)
        try:
            await make_streams(api, prefix=self.prefix, replicas=self._replicas, shards=self.shards)
        except Unreachable as error:
            raise Unreachable(
                f"JetStream does not answer ({error}). It must be switched on (nats-server -js), "
                "and more than half of the cluster's servers must be there"
            ) from None

    async def make_again(self) -> None:
        """The same of a server that runs: what goes wrong is logged."""
        try:
            await self.make()
        except LogError as error:
            logger.warning("NATS: the streams could not be looked after: %s", error)

    # --- where things are kept

    def log(self, room: str) -> Place:
        shard = crc32(room.encode()) % self.shards
        return Place(self.log_stream(shard), f"{self.prefix}.log.{shard}.{room}")

    def log_stream(self, shard: int) -> str:
        return f"{self.prefix}-log-{shard}"

    def log_of_shard(self, shard: int) -> Place:
        """All rooms of a shard."""
        return Place(self.log_stream(shard), f"{self.prefix}.log.{shard}.*")

    def log_probe(self, shard: int) -> Place:
        """Where something of no account can be stored."""
        return Place(self.log_stream(shard), f"{self.prefix}.probe.{shard}")

    def name(self, room: str, person: int | str) -> Place:
        """`*` for the person: all of the room."""
        return Place(f"{self.prefix}-names", f"{self.prefix}.name.{room}.{person}")

    def visit(self, room: str) -> Place:
        """`*` for the room: all rooms."""
        return Place(f"{self.prefix}-visits", f"{self.prefix}.visit.{room}")

    def now(self, room: str) -> Place:
        return Place(f"{self.prefix}-now", f"{self.prefix}.now.{room}")

    def said(self, room: str) -> Place:
        return Place(f"{self.prefix}-said", f"{self.prefix}.said.{room}")

    def seen(self, room: str, what: str = ">") -> str:
        """The subject on which all of a room is heard, or what of it."""
        return f"{self.prefix}.seen.{room}.{what}"

    def told(self, what: str) -> str:
        """A subject of the house's own, for what is told and not kept: `told("node.*")`."""
        return f"{self.prefix}.told.{what}"

    # --- the connection

    @property
    def is_connected(self) -> bool:
        return self._connection.is_connected

    @property
    def trouble(self) -> str | None:
        """Why there is no connection; None if there is one."""
        return self._connection.trouble

    def on_doubt(self, callback: Callable[[], None]) -> Remove:
        """Have it called whenever something may have gone unheard (see `Connection`)."""
        return self._connection.on_doubt(callback)

    async def heard(self, subject: str, callback: Callable[[Stored], None]) -> Unsubscribe:
        """Have it called with each message on a subject from now on; `await` what it gives to end.

        From now on: whatever is stored after what `last` or `tail` gives from here on is heard.
        Best with `seen(room)`: all who hear the same subject share one subscription. What was
        stored comes with the subject it is kept under (`log(room).subject`), what was told with
        the one it was told on.
        """
        return await self._connection.heard(
            subject, lambda message: callback(from_message(message))
        )

    async def tell(self, subject: str, payload: bytes = b"") -> None:
        """Send it to whoever listens now, if that can be done. Never raises."""
        await self._connection.tell(subject, payload)

    # --- what is kept

    async def publish(
        self,
        place: Place,
        payload: bytes,
        *,
        expected: int | None = None,
        message_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> int:
        """Store a message, durably as its stream is; gives its sequence.

        With `expected`, only if that is the sequence of the subject's last message (0: it has
        none). It is tried again as long as nobody answers, and stored once all the same: where
        nothing is expected, the servers know it by its id; else nothing else can have followed.

        Raises:
            Conflict: the last sequence is another.
            LogError: it may have been stored or not.

        """
        id = message_id or f"{self._own}{next(self._ids)}"
        sent = dict(headers or {})
        if expected is None:
            sent[ID] = id
        else:
            # Not ID: the servers would remember it for two minutes, and yet look at what is
            # expected first, so that whoever tries again would hear of a conflict with itself.
            sent |= {OWN_ID: id, EXPECTED: str(expected)}
        tries = Tries()
        while True:
            message = await tries.answered(
                lambda within: self._connection.request(place.subject, payload, sent, within=within)
            )
            answer: dict[str, Any] = json.loads(message.data.decode())
            if "error" not in answer:
                return int(answer["seq"])
            if answer["error"].get("err_code") == CONFLICT and expected is not None:
                before = await self._earlier_try(place, expected, id) if tries.count else None
                if before is not None:
                    return before
                raise Conflict(f"{place.subject}: {answer['error'].get('description')}")
            await tries.pause(passing(answer["error"]))

    async def _earlier_try(self, place: Place, expected: int, id: str) -> int | None:
        """The sequence of what an earlier try stored after all."""
        after = (await self.tail(place, expected)).stored
        return after[0].sequence if after and after[0].headers.get(OWN_ID) == id else None

    async def last(self, place: Place) -> Stored | None:
        """The subject's last message, from the stream's leader: nothing stored is missing."""
        asked = {"last_by_subj": place.subject}
        answer = await self.api(f"STREAM.MSG.GET.{place.stream}", asked, NOT_FOUND)
        return from_json(answer["message"]) if "message" in answer else None

    async def all_of(self, place: Place, after_sequence: int = 0) -> list[Stored]:
        """As `tail`, without the end; wildcards may stand in the subject."""
        return (await self.tail(place, after_sequence)).stored

    async def tail(self, place: Place, after_sequence: int = 0) -> Tail:
        """The subject's messages after that sequence, in order: all that is stored.

        They come from any replica, and one that lags behind the leader is asked again.
        """
        tries = Tries()
        last, stored = await asyncio.gather(
            self.last(place), self._batch(place, after_sequence + 1, tries)
        )
        if last is None:
            return Tail([], 0)
        while (reached := stored[-1].sequence if stored else after_sequence) < last.sequence:
            more = await self._batch(place, reached + 1, tries)
            if not more:
                await tries.pause(Unreachable(f"{place.stream}: a replica lags behind"))
            stored += more
        return Tail(stored, max(reached, last.sequence))

    async def first_of(self, place: Place, after_sequence: int = 0) -> list[Stored]:
        """Some messages of a subject after that sequence, in order; none: there are no more.

        From any replica: the very latest may be missing.
        """
        return await self._batch(place, after_sequence + 1, Tries())

    async def latest(self, stream: str, subjects: Sequence[str], after_sequence: int = 0) -> Latest:
        """The last message of each subject whose last one has a greater sequence.

        From any replica, which may lag behind: meant for looking now and then whether something
        went unheard. Subjects of which there is none are left out.
        """
        parts = [
            await self._latest(stream, subjects[start : start + MOST_SUBJECTS], after_sequence)
            for start in range(0, len(subjects), MOST_SUBJECTS)
        ]
        stored = [message for part in parts for message in part.stored]
        return Latest(stored, min((part.up_to for part in parts), default=after_sequence))

    async def _latest(self, stream: str, subjects: Sequence[str], after_sequence: int) -> Latest:
        asked: dict[str, object] = {"multi_last": list(subjects), "batch": MOST_SUBJECTS}
        if after_sequence:
            asked["seq"] = after_sequence + 1
        messages = await self._collect(stream, asked, Tries())
        end = messages.pop().headers or {}
        stored = [from_message(message) for message in messages]
        if int(end.get("Nats-Num-Pending", 0)) and stored:  # more than goes into one answer
            return Latest(stored, stored[-1].sequence)
        return Latest(stored, int(end.get("Nats-UpTo-Sequence", after_sequence)))

    async def subjects(self, place: Place) -> list[str]:
        """All subjects of a stream that match and have a message."""
        found: dict[str, int] = {}
        while True:
            asked = {"subjects_filter": place.subject, "offset": len(found)}
            answer = await self.api(f"STREAM.INFO.{place.stream}", asked)
            page = answer["state"].get("subjects") or {}
            found |= page
            if not page or len(found) >= answer.get("total", 0):
                return list(found)

    async def purge(self, place: Place) -> None:
        """Delete all messages of a subject; wildcards may stand in it."""
        await self.api(f"STREAM.PURGE.{place.stream}", {"filter": place.subject})

    async def remove(self, stream: str, sequence: int) -> None:
        """Delete one message; no error if there is none."""
        await self.api(f"STREAM.MSG.DELETE.{stream}", {"seq": sequence}, NOT_FOUND)

    async def _batch(self, place: Place, sequence: int, tries: Tries) -> list[Stored]:
        asked = {"seq": sequence, "next_by_subj": place.subject, "batch": BATCH}
        return [
            from_message(message)
            for message in (await self._collect(place.stream, asked, tries))[:-1]
        ]

    async def _collect(self, stream: str, asked: object, tries: Tries) -> list[Msg]:
        """The answers of a batch, the last of which is the status that ends it."""
        payload = json.dumps(asked).encode()
        while True:
            messages = await tries.answered(
                lambda within: self._connection.collect(
                    f"$JS.API.DIRECT.GET.{stream}", payload, within=within
                )
            )
            if status_of(messages[-1]) in (END_OF_BATCH, "404"):
                return messages
            await tries.pause(LogError(f"{stream}: {messages[-1].headers}"))

    async def api(
        self,
        operation: str,
        asked: object,
        answers: frozenset[int] = frozenset(),
        by: float | None = None,
    ) -> dict[str, Any]:
        """What the servers answer; errors with one of these codes are answers too."""
        payload = json.dumps(asked).encode()
        tries = Tries(by)
        while True:
            message = await tries.answered(
                lambda within: self._connection.request(
                    f"$JS.API.{operation}", payload, within=within
                )
            )
            answer: dict[str, Any] = json.loads(message.data.decode())
            if "error" not in answer or answer["error"].get("err_code") in answers:
                return answer
            await tries.pause(passing(answer["error"]))
