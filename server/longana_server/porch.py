"""Where TLS is spoken, sockets are accepted here: who never shakes hands counts like everybody.

An event loop that accepts by itself tells of a connection only after the handshake. Until then one
address could hold as many as the server may open files, and the memory that a handshake takes.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from ssl import SSLContext
from typing import cast

from .http_adapter import Connection, Gate


HANDSHAKE_TIMEOUT = 10.0
"""Seconds for the handshake."""

SHUTDOWN_TIMEOUT = 0.5
"""Seconds to say goodbye: less than a server has to end."""

_BACKLOG = 100
_PAUSE = 1.0
"""Seconds before the next is accepted where none could be: others must go first."""

logger = logging.getLogger(__name__)


async def opened_porch(
    sock: socket.socket, tls: SSLContext, gate: Gate, make: Callable[[], Connection]
) -> asyncio.Server:
    """In place of `loop.create_server(make, sock=sock, ssl=tls)`."""
    return cast(asyncio.Server, Porch(sock, tls, gate, make))


class Porch(asyncio.AbstractServer):
    """One listening socket. Connections get to the protocol once they have shaken hands."""

    def __init__(
        self, sock: socket.socket, tls: SSLContext, gate: Gate, make: Callable[[], Connection]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._sock, self._tls, self._gate, self._make = sock, tls, gate, make
        self._handshakes: set[asyncio.Task[None]] = set()
        sock.setblocking(False)
        sock.listen(_BACKLOG)
        self._accepting = asyncio.create_task(self._accept_for_ever())

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        return (self._sock,) if self.is_serving() else ()

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def is_serving(self) -> bool:
        return not self._accepting.done() and not self._accepting.cancelling()

    async def start_serving(self) -> None:
        """It does from the beginning."""

    async def serve_forever(self) -> None:
        await self.wait_closed()

    def close(self) -> None:
        for task in (self._accepting, *self._handshakes):
            task.cancel()

    async def wait_closed(self) -> None:
        await asyncio.wait([self._accepting, *self._handshakes])

    async def _accept_for_ever(self) -> None:
        with self._sock:
            while True:
                try:
                    accepted, peer = await self._loop.sock_accept(self._sock)
                except OSError as error:
                    logger.warning("no connection can be accepted just now: %s", error)
                    await asyncio.sleep(_PAUSE)
                else:
                    self._welcome(accepted, str(peer[0]), int(peer[1]))

    def _welcome(self, accepted: socket.socket, peer: str, port: int) -> None:
        connection = self._make()
        if not self._gate.comes(connection, peer, port):
            accepted.close()
            return
        task = asyncio.create_task(self._shake_hands(accepted, connection))
        self._handshakes.add(task)
        task.add_done_callback(self._handshakes.discard)

    async def _shake_hands(self, accepted: socket.socket, connection: Connection) -> None:
        try:
            accepted.setblocking(False)
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(
                lambda: connection,
                accepted,
                ssl=self._tls,
                ssl_handshake_timeout=HANDSHAKE_TIMEOUT,
                ssl_shutdown_timeout=SHUTDOWN_TIMEOUT,
            )
        except BaseException as error:
            accepted.close()
            self._gate.left(connection)
            if not isinstance(error, OSError):  # no TLS, too late, or gone: else the server ends
                raise
