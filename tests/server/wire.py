"""A server on a real socket, and what connects to it: clients, and bytes as they are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from longana_server.serving import Handler, Server, listen
from longana_server.settings import Settings


LONGANA = Subprotocol("longana.v1")
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: longana.v1\r\n\r\n"
)
HERE = Settings(host="127.0.0.1", port=0)
CERTIFICATES = Path(__file__).with_name("certificates")
"""A certificate for localhost and its key, made for these tests."""


def set_to(**changes: object) -> Settings:
    """Settings of a server on this machine and any port, but for what is said."""
    return HERE.model_copy(update=changes)


async def echo(connection: ServerConnection, address: str) -> None:
    """Says who you are, then what you say."""
    await connection.send(address)
    async for frame in connection:
        await connection.send(frame)


@asynccontextmanager
async def serving(
    handler: Handler = echo,
    settings: Settings = HERE,
    trouble: Callable[[], str | None] = lambda: None,
) -> AsyncIterator[Server]:
    server = await listen(handler, settings, trouble)
    try:
        yield server
    finally:
        await server.close()


def client(
    server: Server,
    *,
    host: str = "127.0.0.1",
    subprotocols: list[Subprotocol] | None = None,
    origin: Origin | None = None,
    headers: dict[str, str] | None = None,
) -> connect:
    """A client as ours are, but for what is said."""
    return connect(
        f"ws://{host}:{server.port}/ws",
        subprotocols=[LONGANA] if subprotocols is None else subprotocols,
        origin=origin,
        additional_headers=headers,
        proxy=None,
    )


async def refusal(opening: connect) -> int:
    """The status a client is refused with."""
    with pytest.raises(InvalidStatus) as refused:
        await opening
    return refused.value.response.status_code


async def close_code(connection: ClientConnection) -> int | None:
    await connection.wait_closed()
    return connection.close_code


@dataclass(frozen=True, slots=True)
class Raw:
    """A bare TCP connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def write(self, sent: bytes) -> None:
        self.writer.write(sent)

    async def ended(self) -> None:
        """Until the server closes it, whatever comes before."""
        with suppress(ConnectionError):
            await self.reader.read()

    async def read_to_end(self) -> bytes:
        async with asyncio.timeout(5):
            return await self.reader.read()

    async def upgrade(self) -> None:
        self.write(UPGRADE)
        async with asyncio.timeout(5):
            assert b" 101 " in await self.reader.readuntil(b"\r\n\r\n")


@asynccontextmanager
async def raw(server: Server, limit: int = 2**16) -> AsyncIterator[Raw]:
    """A bare connection; it stops to take what comes while more than `limit` is not read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=limit)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


async def ask(server: Server, sent: bytes) -> bytes:
    """Everything that comes back before the server closes."""
    async with raw(server) as connection:
        connection.write(sent)
        return await connection.read_to_end()


async def still_serves(server: Server) -> None:
    async with client(server) as other:
        await other.recv()
        await other.send(b"still there?")
        assert await other.recv() == b"still there?"
