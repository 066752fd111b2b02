"""A proxy as it stands before a server on the internet: it knows HTTP as far as the first line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from client.relay import pass_on


@dataclass
class Proxy:
    """Leads what is asked under `path` to the port `target`, which may be set later."""

    path: str
    takes_off: bool
    """Whether the server behind it gets to see the path."""
    keeps_host: bool = True
    """Whether the server behind it gets to see the name it was asked by."""
    target: int = 0
    port: int = 0
    ends: list[asyncio.StreamWriter] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, version = head[0].split(" ")
        if not target.startswith(self.path):
            writer.write(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n")
            writer.close()
            return
        target = (target.removeprefix(self.path) or "/") if self.takes_off else target
        if not self.keeps_host:
            head = [line for line in head if not line.lower().startswith("host:")]
            head[1:1] = [f"Host: 127.0.0.1:{self.target}"]
        head[0] = f"{method} {target} {version}"
        head[1:1] = ["X-Forwarded-For: 198.51.100.7"]
        answers, commands = await asyncio.open_connection("127.0.0.1", self.target)
        self.ends += [writer, commands]
        commands.write("\r\n".join(head).encode("latin-1"))
        await asyncio.gather(pass_on(reader, commands), pass_on(answers, writer))


@asynccontextmanager
async def proxying(path: str, *, takes_off: bool, keeps_host: bool = True) -> AsyncIterator[Proxy]:
    """A proxy that listens; its `target` is still to be set."""
    proxy = Proxy(path, takes_off, keeps_host)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        for end in proxy.ends:
            end.transport.abort()
        server.close()
        await server.wait_closed()
