"""A server that is gone is told from one that only doesn't answer."""

from __future__ import annotations

import asyncio
import socket

import pytest

from longana_client.vanishing import nobody_listens


async def test_a_port_where_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        assert await nobody_listens(f"http://127.0.0.1:{port}/longana", grace=0)


async def test_a_port_where_somebody_does() -> None:
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        assert not await nobody_listens(f"http://127.0.0.1:{port}", grace=0)


@pytest.mark.parametrize("error", [TimeoutError(), OSError("network is unreachable")])
async def test_a_silent_network_says_nothing_about_the_server(
    error: OSError, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(host: str, port: int) -> None:
        assert (host, port) == ("host.example", 443)
        raise error

    monkeypatch.setattr(asyncio, "open_connection", fail)
    assert not await nobody_listens("https://host.example", grace=0)
