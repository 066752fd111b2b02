"""Metrics over HTTP, on a port of their own that only this machine reaches."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

from .guard import names_this_machine
from .metrics import Metrics
from .sockets import open_sockets, port_of


PATIENCE = 5.0
"""Seconds for whoever asks, from the first byte to the last."""

_LARGEST_HEAD = 2**13


@asynccontextmanager
async def shown(metrics: Metrics, port: int) -> AsyncIterator[int]:
    """Answer GET /metrics at 127.0.0.1 while the block runs; gives the port.

    Raises:
        CannotListen: when the port is taken.

    """

    async def serve(reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(_answer(head, metrics))
                await writer.drain()
        writer.close()

    sockets = open_sockets("127.0.0.1", port)
    server = await asyncio.start_server(serve, sock=sockets[0], limit=_LARGEST_HEAD)
    try:
        yield port_of(sockets)
    finally:
        server.close()


def _answer(head: bytes, metrics: Metrics) -> bytes:
    first, *headers = head.split(b"\r\n")
    match first.split(b" "):
        case [b"GET" | b"HEAD" as method, _, _] if not _is_asked_here(headers):
            status, body = HTTPStatus.FORBIDDEN, b"Only this machine is answered.\n"
        case [b"GET" | b"HEAD" as method, b"/metrics", _]:
            status, body = HTTPStatus.OK, metrics.text().encode()
        case [b"GET" | b"HEAD" as method, _, _]:
            status, body = HTTPStatus.NOT_FOUND, b"Only /metrics is here.\n"
        case [method, *_]:
            status, body = HTTPStatus.METHOD_NOT_ALLOWED, b""
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: text/plain; version=0.0.4; charset=utf-8",
        "X-Content-Type-Options: nosniff",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "\r\n",
    )
    return "\r\n".join(lines).encode() + (b"" if method == b"HEAD" else body)


def _is_asked_here(headers: Sequence[bytes]) -> bool:
    """Not under a name of somebody else's that leads here (DNS rebinding)."""
    hosts = [line[5:].strip() for line in headers if line[:5].lower() == b"host:"]
    return all(names_this_machine(host.decode("latin-1")) for host in hosts)
