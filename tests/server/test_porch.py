"""Who comes where TLS is spoken, from the first byte on."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake

from longana_server import porch
from server.wire import CERTIFICATES, LONGANA, raw, serving, set_to


SECURE = set_to(cert=CERTIFICATES / "certificate.pem", key=CERTIFICATES / "key.pem")


@pytest.fixture(autouse=True)
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine trusts the certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATES / "certificate.pem"))


@pytest.mark.parametrize("factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_who_says_nothing_counts_before_the_handshake_too(
    factory: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    """Else one address would take all the files that a server may open, and its memory."""
    few = SECURE.model_copy(update={"max_connections_per_address": 3, "trusted_proxies": ()})

    async def crowd() -> None:
        async with serving(settings=few) as server:
            async with AsyncExitStack() as silent, asyncio.TaskGroup() as group:
                lines = [await silent.enter_async_context(raw(server)) for _ in range(40)]
                ends = [group.create_task(line.read_to_end()) for line in lines]
                for end in asyncio.as_completed(ends[11:], timeout=5):
                    assert await end == b""
                assert not any(end.done() for end in ends[:11])
                for end in ends[:11]:
                    end.cancel()
            address = f"wss://localhost:{server.port}/ws"
            for again in range(100):  # until it is noticed that they have gone
                with suppress(OSError, InvalidHandshake):
                    async with connect(address, subprotocols=[LONGANA]) as connection:
                        assert await connection.recv() == "127.0.0.1"
                    break
                await asyncio.sleep(0.01 * again)
            else:
                pytest.fail("nobody gets in any more")

    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(crowd())


async def test_what_cannot_be_accepted_now_is_accepted_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As when there is no file left to open."""
    monkeypatch.setattr(porch, "_PAUSE", 0.01)
    loop = asyncio.get_running_loop()
    accept, failures = loop.sock_accept, 3

    async def failing(sock: socket.socket) -> Any:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise OSError(errno.EMFILE, "Too many open files")
        return await accept(sock)

    monkeypatch.setattr(loop, "sock_accept", failing)
    async with serving(settings=SECURE) as server:
        address = f"wss://localhost:{server.port}/ws"
        async with connect(address, subprotocols=[LONGANA]) as connection:
            assert await connection.recv() == "127.0.0.1"
    assert caplog.text.count("Too many open files") == 3


async def test_who_has_no_patience_and_who_speaks_no_tls_give_their_place_back() -> None:
    few = SECURE.model_copy(update={"max_connections_per_address": 5, "trusted_proxies": ()})
    async with serving(settings=few) as server:
        for _ in range(30):
            async with raw(server) as connection:
                connection.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert await connection.read_to_end() == b""
        address = f"wss://localhost:{server.port}/ws"
        for _ in range(30):
            async with connect(address, subprotocols=[LONGANA]) as served:
                assert await served.recv() == "127.0.0.1"
