"""The listening server as a whole: it hears, pings, and closes in time."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from contextlib import suppress

import pytest
import uvloop
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from longana_protocol.words import MAX_COMMAND_BYTES
from longana_server import serving as serving_module
from longana_server.serving import listen
from longana_server.sockets import CannotListen
from server.wire import (
    HERE,
    UPGRADE,
    client,
    close_code,
    echo,
    raw,
    serving,
    set_to,
    still_serves,
)


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits less long for clients that do not answer."""
    monkeypatch.setattr(serving_module, "CLOSE_TIMEOUT", 0.2)
    monkeypatch.setattr(serving_module, "ABORT_TIMEOUT", 0.2)


async def test_somewhat_too_long_is_heard_far_too_long_is_closed() -> None:
    async with serving() as server, client(server) as connection:
        await connection.recv()
        await connection.send(b"x" * (MAX_COMMAND_BYTES + 1))
        assert len(await connection.recv()) == MAX_COMMAND_BYTES + 1
        with suppress(ConnectionClosed):
            await connection.send(b"x" * 100_000)
        assert await close_code(connection) == 1009


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
async def test_it_listens_on_both_families(host: str) -> None:
    if host == "[::1]" and not socket.has_dualstack_ipv6():
        host = "127.0.0.1"
    everywhere = set_to(host="")
    async with serving(settings=everywhere) as server, client(server, host=host) as connection:
        assert await connection.recv() in ("127.0.0.1", "::1")


async def test_a_taken_port_is_an_error_when_it_was_asked_for() -> None:
    async with serving() as server:
        with pytest.raises(CannotListen, match=str(server.port)):
            await listen(echo, set_to(port=server.port))


async def test_idle_connections_are_pinged() -> None:
    """F46: something comes from the server before a proxy loses patience."""
    async with serving(settings=set_to(ping_interval=0.05)) as server, raw(server) as idle:
        await idle.upgrade()
        async with asyncio.timeout(5):
            await idle.reader.readuntil(b"\x89\x04")


@pytest.mark.usefixtures("in_a_hurry")
async def test_a_client_that_answers_no_ping_is_gone() -> None:
    gone = asyncio.Event()

    async def wait(connection: ServerConnection, address: str) -> None:
        await connection.wait_closed()
        gone.set()

    settings = set_to(ping_interval=0.05, ping_timeout=0.05)
    async with serving(wait, settings) as server, raw(server) as mute:
        await mute.upgrade()
        async with asyncio.timeout(5):
            await gone.wait()


async def leave() -> tuple[float, list[int | None], int]:
    """Close with clients of every kind; gives the seconds it took, what those that listen were
    told, and how many connections were left."""
    server = await listen(echo, HERE)
    async with raw(server), raw(server) as deaf:
        await deaf.upgrade()
        clients = [await client(server) for _ in range(3)]
        codes = asyncio.gather(*(close_code(each) for each in clients))
        started = time.monotonic()
        await server.close()
        took = time.monotonic() - started
        return took, await codes, server.connections


async def test_closing_tells_clients_to_come_back_and_takes_less_than_five_seconds() -> None:
    """F37."""
    took, codes, left = await leave()
    assert took < 5
    assert codes == [1012, 1012, 1012]
    assert left == 0


@pytest.mark.usefixtures("in_a_hurry")
def test_it_closes_as_well_on_uvloop() -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        _, codes, left = runner.run(leave())
    assert codes == [1012, 1012, 1012]
    assert left == 0


async def test_a_closed_server_accepts_nobody() -> None:
    async with serving() as server:
        await server.close()
        with pytest.raises(ConnectionRefusedError):
            await client(server)


@pytest.mark.usefixtures("in_a_hurry")
async def test_closing_waits_for_no_client_that_reads_nothing_and_no_handler_that_hangs() -> None:
    async def flood_then_hang(connection: ServerConnection, address: str) -> None:
        try:
            while True:
                await connection.send(b"x" * 2**16)
        except ConnectionClosed:
            await asyncio.sleep(3600)

    async with serving(flood_then_hang) as server, raw(server, limit=1) as stuck:
        stuck.write(UPGRADE)
        await asyncio.sleep(0.2)
        started = time.monotonic()
        await server.close()
        assert time.monotonic() - started < 5


async def test_a_handler_that_fails_closes_its_own_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail_once(connection: ServerConnection, address: str) -> None:
        await connection.send(address)
        async for frame in connection:
            if frame == b"fail":
                raise RuntimeError("a fault of ours")
            await connection.send(frame)

    async with serving(fail_once) as server, client(server) as unlucky:
        await unlucky.recv()
        await unlucky.send(b"fail")
        assert await close_code(unlucky) == 1011
        await still_serves(server)
    assert "a fault of ours" in caplog.text


async def test_nothing_that_was_sent_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Tokens and tiles travel in frames: not even the most talkative log has them."""
    caplog.set_level(logging.DEBUG)
    async with serving() as server, client(server) as connection:
        await connection.recv()
        await connection.send(b"a-secret-token")
        await connection.recv()
    ours = [record for record in caplog.records if record.name.startswith("longana")]
    assert "a-secret-token" not in "".join(record.getMessage() for record in ours)
