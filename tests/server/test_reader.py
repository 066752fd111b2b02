"""Sending to one connection never waits, and a slow one holds on to little."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import cast

import pytest
from websockets.protocol import State

from longana_protocol.answers import Bye, Done
from longana_protocol.codec import decode_answer
from longana_server.http_adapter import Connection
from longana_server.metrics import Metrics
from longana_server.reader import MAX_PENDING, Reader
from server.wire import Raw, raw, serving


class FakeConnection:
    """As much of a connection as a reader uses; `paused` says whether its line is clogged."""

    def __init__(self) -> None:
        self.state = State.OPEN
        self.sent: list[bytes] = []
        self.writes = 0
        self.closed: tuple[int, str] | None = None
        self.aborted = False
        self.lost: Exception | None = None
        self._free = asyncio.Event()
        self._free.set()
        self.transport = self

    @property
    def paused(self) -> bool:
        return not self._free.is_set()

    def pause(self) -> None:
        self._free.clear()

    def resume(self) -> None:
        self._free.set()

    async def drain(self) -> None:
        await self._free.wait()
        if self.lost is not None:
            raise self.lost

    def write(self, messages: Iterable[bytes]) -> None:
        if self.state is State.OPEN:
            self.writes += 1
            self.sent += messages

    def abort(self) -> None:
        self.aborted = True
        self.state = State.CLOSED
        self.resume()

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason
        self.state = State.CLOSED


@pytest.fixture
def connection() -> FakeConnection:
    return FakeConnection()


@pytest.fixture
def reader(connection: FakeConnection) -> Reader:
    return Reader(cast(Connection, connection), send_timeout=5)


def done(number: int) -> Done:
    return Done(about=f"c{number}", turn=number)


def read(frames: list[bytes]) -> list[object]:
    """Answers by what they are about, room and view as the test wrote them."""
    return [frame if len(frame) == 2 else about(frame) for frame in frames]


def about(frame: bytes) -> object:
    answer = decode_answer(frame)
    return answer.why if isinstance(answer, Bye) else getattr(answer, "about", None)


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(5):
        await asyncio.sleep(0)


# --- a reader that keeps up


async def test_frames_are_written_at_once_and_in_order(
    reader: Reader, connection: FakeConnection
) -> None:
    reader.show("room", b"r1")
    reader.show("view", b"v1")
    reader.answer(done(1))
    reader.show("view", b"v2")
    assert read(connection.sent) == [b"r1", b"v1", "c1", b"v2"]
    assert connection.writes == 2, "what stands before a view is written with it"


async def test_what_no_view_follows_is_written_all_the_same(
    reader: Reader, connection: FakeConnection
) -> None:
    reader.answer(done(1))
    reader.answer(done(2))
    await settle()
    assert read(connection.sent) == ["c1", "c2"]
    assert connection.writes == 1


async def test_goodbye_is_the_last_word(reader: Reader, connection: FakeConnection) -> None:
    reader.choose_language("es-CU")
    reader.show("view", b"v1")
    reader.goodbye("removed")
    reader.show("view", b"v2")
    reader.answer(done(1))
    await settle()
    assert read(connection.sent) == [b"v1", "removed"]
    bye = decode_answer(connection.sent[-1])
    assert isinstance(bye, Bye)
    assert "anfitrión" in bye.text
    assert connection.closed == (1000, "removed")


async def test_nothing_is_written_to_a_closed_connection(
    reader: Reader, connection: FakeConnection
) -> None:
    connection.state = State.CLOSING
    reader.show("view", b"v1")
    reader.answer(done(1))
    reader.goodbye("shutdown", 1012)
    await settle()
    assert connection.sent == []


async def test_languages_are_those_there_are(reader: Reader) -> None:
    assert reader.language == "en"
    reader.choose_language("fr-CA, es-MX;q=0.8")
    assert reader.language == "es"
    reader.choose_language("tlh")
    assert reader.language == "en"


# --- a reader that does not


async def test_a_slow_reader_gets_all_answers_and_the_latest_state(
    reader: Reader, connection: FakeConnection
) -> None:
    connection.pause()
    for number in range(1, 6):
        reader.show("view", b"v%d" % number)
        reader.answer(done(number))
        reader.show("room", b"r%d" % number)
    await settle()
    assert connection.sent == []
    connection.resume()
    await settle()
    assert read(connection.sent) == ["c1", "c2", "c3", "c4", "c5", b"r5", b"v5"]


async def test_nothing_overtakes_what_waits(reader: Reader, connection: FakeConnection) -> None:
    connection.pause()
    reader.answer(done(1))
    await settle()
    connection.resume()
    reader.answer(done(2))
    reader.show("view", b"v2")
    await settle()
    assert read(connection.sent) == ["c1", "c2", b"v2"]
    reader.show("view", b"v3")
    assert read(connection.sent)[-1] == b"v3", "it has caught up"


async def test_a_reader_may_be_slow_again(reader: Reader, connection: FakeConnection) -> None:
    for number in (1, 2, 3):
        connection.pause()
        reader.show("view", b"x%d" % number)
        reader.show("view", b"v%d" % number)
        connection.resume()
        await settle()
    assert connection.sent == [b"v1", b"v2", b"v3"]


async def test_a_reader_that_takes_no_answers_is_closed(
    reader: Reader, connection: FakeConnection
) -> None:
    connection.pause()
    reader.show("view", b"v1")
    for number in range(10 * MAX_PENDING):
        reader.answer(done(number))
    connection.resume()
    await settle()
    assert connection.closed == (1008, "too_fast")
    assert len(connection.sent) <= MAX_PENDING


async def test_it_is_counted_what_slow_readers_miss(connection: FakeConnection) -> None:
    metrics = Metrics()
    reader = Reader(cast(Connection, connection), send_timeout=5, metrics=metrics)
    connection.pause()
    for number in range(4):
        reader.show("view", b"v%d" % number)
    reader.show("room", b"r1")
    for number in range(MAX_PENDING + 1):
        reader.answer(done(number))
    connection.resume()
    await settle()
    assert connection.sent == [], "neither state nor answers follow"
    assert connection.closed == (1008, "too_fast")
    clogged = FakeConnection()
    clogged.pause()
    dead = Reader(cast(Connection, clogged), send_timeout=0.01, metrics=metrics)
    dead.show("view", b"v1")
    await asyncio.sleep(0.05)
    counted = [line for line in metrics.text().splitlines() if line.startswith("longana_dropped")]
    assert counted == [
        'longana_dropped_total{what="connection"} 2',
        'longana_dropped_total{what="view"} 3',
    ]


async def test_a_dead_reader_is_cut_off_after_a_while(connection: FakeConnection) -> None:
    reader = Reader(cast(Connection, connection), send_timeout=0.02)
    connection.pause()
    reader.show("view", b"v1")
    await asyncio.sleep(0.05)
    assert connection.aborted
    reader.show("view", b"v2")
    assert connection.sent == []


async def test_goodbye_to_a_slow_reader_comes_after_what_waits(
    reader: Reader, connection: FakeConnection
) -> None:
    connection.pause()
    reader.answer(done(1))
    reader.show("room", b"r1")
    reader.show("view", b"v1")
    reader.goodbye("replaced")
    reader.show("view", b"v2")
    await settle()
    assert connection.closed is None
    connection.resume()
    await settle()
    assert read(connection.sent)[-1] == "replaced"
    assert "c1" in read(connection.sent)
    assert b"v2" not in connection.sent
    assert connection.closed == (1000, "replaced")


async def test_goodbye_to_a_dead_reader_waits_no_longer_than_anything(
    connection: FakeConnection,
) -> None:
    reader = Reader(cast(Connection, connection), send_timeout=0.02)
    connection.pause()
    reader.show("view", b"v1")
    reader.goodbye("closed")
    await asyncio.sleep(0.05)
    assert connection.aborted


async def test_a_connection_that_is_lost_meanwhile_is_no_error(
    reader: Reader, connection: FakeConnection, caplog: pytest.LogCaptureFixture
) -> None:
    """F43: no line about a task whose exception was never retrieved."""
    connection.pause()
    reader.show("view", b"v1")
    await settle()
    connection.lost = ConnectionResetError("reset by peer")
    connection.state = State.CLOSED
    connection.resume()
    await settle()
    gc.collect()
    assert caplog.records == []
    assert connection.sent == []


# --- on a real socket


@asynccontextmanager
async def unread(send_timeout: float) -> AsyncIterator[tuple[Reader, Connection, Raw]]:
    """A reader whose client takes nothing until the test does."""
    connections: asyncio.Queue[Connection] = asyncio.Queue()

    async def serve(connection: Connection, address: str) -> None:
        connections.put_nowait(connection)
        await connection.wait_closed()

    async with serving(serve) as server, raw(server) as client:
        await client.upgrade()
        connection = await connections.get()
        yield Reader(connection, send_timeout), connection, client


LARGE = 100_000
"""Bytes: more than a socket takes at once."""


async def test_a_socket_that_is_not_read_costs_one_view() -> None:
    async with unread(send_timeout=5) as (reader, connection, client), asyncio.timeout(5):
        for number in range(200):
            reader.show("view", number.to_bytes(4, "big") + bytes(LARGE))
            await asyncio.sleep(0)
        assert connection.transport.get_write_buffer_size() < 3 * LARGE
        reader.answer(done(1))
        numbers = [await first_four(client)]
        while numbers[-1] != 199:
            frame = await first_four(client)
            numbers.append(frame)
        assert numbers[:2] == [0, 1]
        assert len(numbers) < 200


async def first_four(client: Raw) -> int:
    """The number a large frame begins with; frames that are small are passed over."""
    while True:
        _, length = await client.reader.readexactly(2)
        if length == 127:
            length = int.from_bytes(await client.reader.readexactly(8), "big")
        frame = await client.reader.readexactly(length)
        if length > LARGE:
            return int.from_bytes(frame[:4], "big")


async def test_a_socket_that_is_never_read_is_cut_off() -> None:
    async with unread(send_timeout=0.05) as (reader, connection, _), asyncio.timeout(5):
        while not connection.paused:
            reader.show("view", bytes(LARGE))
            await asyncio.sleep(0)
        reader.show("view", bytes(LARGE))
        await connection.wait_closed()
        reader.show("view", bytes(LARGE))
        reader.goodbye("shutdown")
