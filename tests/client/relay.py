"""A wire between client and server that a test can cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Relay:
    """Passes bytes on to a port of this machine."""

    target: int
    port: int = 0
    ends: list[asyncio.StreamWriter] = field(default_factory=list)
    opened: int = 0
    """Connections made so far."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break everything that runs through it, with no goodbye on either side."""
        while self.ends:
            self.ends.pop().transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        answers, commands = await asyncio.open_connection("127.0.0.1", self.target)
        self.ends += [writer, commands]
        await asyncio.gather(pass_on(reader, commands), pass_on(answers, writer))


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on bytes until one side ends."""
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


@asynccontextmanager
async def relay_to(target: int) -> AsyncIterator[Relay]:
    """A relay that listens."""
    relay = Relay(target)
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        relay.cut()
        server.close()
        await server.wait_closed()
