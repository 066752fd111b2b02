"""One connection that is lost and made again, and what becomes of those who use it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from nats.aio.msg import Msg

from longana_server.cluster.connection import Connection, Unreachable
from nats_servers import NatsServer, one_server


@asynccontextmanager
async def connection(*urls: str) -> AsyncIterator[Connection]:
    made = Connection(list(urls))
    await made.open(5)
    try:
        yield made
    finally:
        await made.close()


async def reached(connection: Connection, subject: str, heard: list[Msg]) -> None:
    """Once what is told on this subject is heard."""
    async with asyncio.timeout(5):
        while not heard:
            await connection.tell(subject)
            await asyncio.sleep(0.02)


async def asked(*connections: Connection) -> None:
    """All that was sent before has come to the server, and what it sent has come back."""
    for each in connections:
        with pytest.raises(Unreachable, match="nobody there"):
            await each.request("test.nobody", within=5)
        await asyncio.sleep(0)


async def test_all_who_hear_a_subject_hear_it_until_they_stop(nats: NatsServer) -> None:
    async with connection(nats.url) as here, connection(nats.url) as there:
        first: list[bytes] = []
        second: list[bytes] = []
        stop_first = await here.heard("test.a.>", lambda message: first.append(message.data))
        stop_second = await here.heard("test.a.>", lambda message: second.append(message.data))
        await asked(here)
        await there.tell("test.a.x", b"one")
        await asked(there, here)
        await stop_first()
        await stop_first()
        await there.tell("test.a.x", b"two")
        await asked(there, here)
        await stop_second()
        await there.tell("test.a.x", b"three")
        await asked(there, here)
        assert (first, second) == ([b"one"], [b"one", b"two"])


async def test_a_listener_that_fails_keeps_nothing_from_the_others(
    nats: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with connection(nats.url) as here:
        heard: list[Msg] = []
        await here.heard("test.b", lambda _: [][0])
        await here.heard("test.b", heard.append)
        await reached(here, "test.b", heard)
    assert "could not be dealt with" in caplog.text


async def test_what_is_asked_when_the_server_dies_fails_at_once(tmp_path: Path) -> None:
    with one_server(tmp_path) as server:
        async with connection(server.url) as here:
            await here.heard("test.silent", lambda _: None)
            question = asyncio.create_task(here.request("test.silent", within=30))
            await asyncio.sleep(0.05)
            assert not question.done()
            server.kill()
            async with asyncio.timeout(2):
                with pytest.raises(Unreachable, match="lost"):
                    await question
            assert (here.trouble or "").startswith("NATS cannot be reached")
            with pytest.raises(Unreachable):
                await here.request("test.silent", within=30)
            await here.tell("test.silent")  # and says nothing
            doubts: list[int] = []
            here.on_doubt(lambda: doubts.append(1))
            heard: list[Msg] = []
            await here.heard("test.later", heard.append)
            server.start()
            await reached(here, "test.later", heard)
            assert (here.is_connected, here.trouble, doubts) == (True, None, [1])


@asynccontextmanager
async def connected_first_to(server: NatsServer, other: NatsServer) -> AsyncIterator[Connection]:
    """Which of them comes first is left to chance."""
    while True:
        async with connection(server.url, other.url) as here:
            if here.server and server.url.endswith(here.server):
                yield here
                return


async def test_a_server_that_froze_is_left_for_another(tmp_path: Path, nats: NatsServer) -> None:
    with one_server(tmp_path) as server:
        async with connected_first_to(server, nats) as here:
            heard: list[Msg] = []
            await here.heard("test.c", heard.append)
            again = asyncio.Event()
            here.on_doubt(again.set)
            server.freeze()
            try:
                async with asyncio.timeout(4):
                    await again.wait()
                assert here.server is not None
                assert nats.url.endswith(here.server)
            finally:
                server.thaw()
            await reached(here, "test.c", heard)


async def test_a_connection_the_server_ends_with_a_word_is_made_again(nats: NatsServer) -> None:
    async with connection(nats.url) as here:
        heard: list[Msg] = []
        again = asyncio.Event()
        here.on_doubt(again.set)
        await here.heard("test.d", heard.append)
        assert here._client._transport is not None
        here._client._transport.write(b"NONSENSE\r\n")
        async with asyncio.timeout(5):
            await again.wait()
        await reached(here, "test.d", heard)
        assert here.trouble is None


async def test_nobody_is_waited_for_longer_than_said() -> None:
    made = Connection(["nats://127.0.0.1:1"])
    with pytest.raises(Unreachable, match=r"no server could be reached for 0 s \(.*127.0.0.1"):
        await made.open(0.3)
