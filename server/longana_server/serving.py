"""The listening server: sockets open, clients pinged, floods capped, closed within five seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from websockets.asyncio import server as websockets
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from longana_protocol.words import MAX_COMMAND_BYTES, SUBPROTOCOL

from .built_page import BuiltPage
from .http_adapter import Connection, Gate
from .porch import opened_porch
from .settings import Settings
from .sockets import open_sockets, port_of, reach_loopback
from .tls import tls_context


Handler = Callable[[Connection, str], Awaitable[None]]
"""Serves one connection until it ends. The text says whose: one address, or one /64 of IPv6."""

OPEN_TIMEOUT = 10.0
"""Seconds a socket has to say what it wants."""

CLOSE_TIMEOUT = 2.0
"""Seconds a client has to answer a close, so that a server can stop within five."""

ABORT_TIMEOUT = 0.5
"""Seconds for those that did not answer to be gone, and then for what serves them to notice."""

_SPOKEN = [Subprotocol(SUBPROTOCOL)]

_LARGEST_FRAME = 2 * MAX_COMMAND_BYTES
"""Somewhat too long is answered, far too long is closed (1009)."""

_WRITE_LIMIT = 2**15
"""Bytes that wait for a slow reader before sending waits as well."""

logger = logging.getLogger(__name__)

# The library's own lines at lower levels hold frames, that is tiles and tokens.
_library_log = logging.getLogger("longana_server.websockets")
_library_log.setLevel(logging.WARNING)


class Server:
    """A server that listens."""

    def __init__(
        self, gate: Gate, port: int, own_port: int | None, servers: tuple[websockets.Server, ...]
    ) -> None:
        self.port = port
        self.own_port = own_port
        """Where it speaks plain http at 127.0.0.1, if it does."""
        self._gate = gate
        self._servers = servers

    @property
    def connections(self) -> int:
        """How many sockets are open, those that have not said yet what they want included."""
        return len(self._gate.connections)

    @property
    def met_others(self) -> bool:
        """Whether any other machine has come as far as the page or the socket."""
        return self._gate.met_others

    def publish(self, public_url: str) -> None:
        """From now on be at home under this address: a tunnel's is known after it is open."""
        self._gate.settings = self._gate.settings.model_copy(update={"public_url": public_url})

    def stop_accepting(self) -> None:
        """Let nobody new in; who is in stays."""
        for server in self._servers:
            server.server.close()

    async def close(self) -> None:
        """Stop accepting, close all connections with 1012 (come back later), within 5 seconds."""
        for server in self._servers:
            server.close(code=CloseCode.SERVICE_RESTART, reason="restarting")
        for connection in tuple(self._gate.connections):
            if connection.state is State.CONNECTING:
                connection.transport.abort()
        waiting = {asyncio.create_task(server.wait_closed()) for server in self._servers}
        _, waiting = await asyncio.wait(waiting, timeout=CLOSE_TIMEOUT)
        if waiting:
            # Somebody does not take the close frame, and holds the library up.
            for connection in tuple(self._gate.connections):
                connection.transport.abort()
            _, waiting = await asyncio.wait(waiting, timeout=ABORT_TIMEOUT)
        if waiting:
            for handler in [task for server in self._servers for task in server.handler_tasks]:
                handler.cancel()
            await asyncio.wait(waiting, timeout=ABORT_TIMEOUT)


async def listen(
    handler: Handler,
    settings: Settings,
    trouble: Callable[[], str | None] = lambda: None,
    *,
    at_home: bool = False,
) -> Server:
    """Start to serve; `handler` gets each WebSocket that may come in.

    Args:
        handler: Its connections speak `longana.v1`, come from a page that may connect, and have
            a place. When it returns, the connection is closed.
        settings: Where to listen, whom to admit.
        trouble: Why no players can be taken just now, for /readyz; None while they can.
        at_home: Whether programs of this machine need a way in over plain http at 127.0.0.1, as a
            tunnel and the host's own terminal do. Where the settings' port is none, it gets a
            port of its own that no other machine can reach.

    Raises:
        BadCertificate: when there shall be TLS and cannot.
        CannotListen: when the port or the address cannot be had.

    """
    tls = tls_context(settings)
    sockets = open_sockets(settings.host, settings.port)
    ways = [(each, tls) for each in sockets]
    own_port = port_of(sockets) if tls is None and reach_loopback(sockets) else None
    if own_port is None and at_home:
        at_loopback = open_sockets("127.0.0.1", 0)
        own_port = port_of(at_loopback)
        ways += [(each, None) for each in at_loopback]
    for each in sockets:
        logger.info("listening at %s, port %d", *each.getsockname()[:2])
    _allow_files(settings.max_connections + 512)
    page = BuiltPage.read()
    if page is None:
        logger.warning("the page has not been built: friends can come from terminals only")
    gate = Gate(settings, port_of(sockets), trouble, page)

    async def handle(connection: ServerConnection) -> None:
        assert isinstance(connection, Connection)
        assert connection.address is not None
        connection.forget_head()
        with suppress(ConnectionClosed):  # how each connection ends
            await handler(connection, connection.address)

    def admit(connection: ServerConnection, request: Request) -> Response | None:
        assert isinstance(connection, Connection)
        return gate.admit(connection, request)

    class GatedConnection(Connection):
        """The library makes the connections; this is how they know their gate."""

    GatedConnection.gate = gate
    patience: dict[str, Any] = {
        "ping_interval": settings.ping_interval,
        "ping_timeout": settings.ping_timeout,
        "close_timeout": CLOSE_TIMEOUT,
        "write_limit": _WRITE_LIMIT,
    }

    def protocol_for(server: websockets.Server) -> Connection:
        """As the library makes it."""
        protocol = ServerProtocol(
            subprotocols=_SPOKEN, max_size=_LARGEST_FRAME, logger=_library_log
        )
        return GatedConnection(protocol, server, **patience)

    servers = []
    for sock, context in ways:
        server = websockets.serve(
            handle,
            sock=sock,
            subprotocols=_SPOKEN,
            compression=None,  # memory for each connection, and one more way to flood
            process_request=admit,
            server_header=None,
            open_timeout=OPEN_TIMEOUT,
            max_size=_LARGEST_FRAME,
            logger=_library_log,
            create_connection=GatedConnection,
            **patience,
        )
        if context is not None:
            make = partial(protocol_for, server)
            server.create_server = partial(opened_porch, sock, context, gate, make)
        servers.append(await server)
    return Server(gate, port_of(sockets), own_port, tuple(servers))


def _allow_files(wanted: int) -> None:
    """Ask for as many open files as there may be connections; systems start with 256 or 1024."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # a system that allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
