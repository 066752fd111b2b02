"""Between our HTTP and the websockets library: who is let in, and what everybody else is answered.

The library hands each well-formed request to `process_request`, whatever its method, and closes
the connection without a word on anything else (a body, chunks, junk). `Connection` says 400 or
405 first. It also keeps count of the sockets each address holds, from the first byte to the last.
"""

from __future__ import annotations

import re
import time
from asyncio import BaseTransport, CancelledError
from collections.abc import Callable, Iterable
from email.utils import formatdate
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage, RequestLineTooLong
from websockets.frames import DATA_OPCODES, CloseCode, Frame
from websockets.http11 import Request, Response
from websockets.protocol import Event, State

from .addresses import reachable_addresses
from .built_page import BuiltPage
from .guard import (
    address_group,
    client_address,
    is_this_machine,
    is_trusted,
    names_this_machine,
    origin_allowed,
)
from .http import Answer, plain, respond
from .settings import Settings
from .throttle import Bucket, Places


_SLACK = 8
"""Sockets an address may hold above its cap, so that whoever comes too many is told why."""

_SLACK_ALTOGETHER = 256

_FORGOTTEN = Request("", Headers())

_END_OF_HEAD = b"\r\n\r\n"

_MOST_EARLY = 2**14
"""Bytes kept of what comes before the answer to a request; a hello takes a hundred."""

_BINARY = 0x80 | 0x2
"""The first byte of a frame that is a whole message: FIN and the opcode."""

_PARTING = 1.0
"""Seconds in which a client that floods can still read why it is cut off."""


class Gate:
    """Lets connections in, or answers them. One for a server."""

    def __init__(
        self,
        settings: Settings,
        port: int,
        trouble: Callable[[], str | None],
        page: BuiltPage | None,
    ) -> None:
        self.settings = settings
        self.port = port
        self.page = page
        self.trouble = trouble
        per_address, altogether = settings.max_connections_per_address, settings.max_connections
        self._sockets = Places(per_address + _SLACK, altogether + _SLACK_ALTOGETHER)
        self._seated = Places(per_address, altogether)
        self.connections: set[Connection] = set()
        self.met_others = False
        """Whether anybody on another machine has come as far as the page or the socket."""

    def comes(self, connection: Connection, peer: str, port: int) -> bool:
        """A socket was opened: nothing is known of it but its other end. False: it may not stay."""
        # Behind a proxy are many, and who they are is told by the request.
        is_proxy = is_trusted(peer, self.settings.trusted_proxies)
        socket_of = f"{peer} {port}" if is_proxy else address_group(peer)
        if not self._sockets.enter(socket_of):
            return False
        connection.socket_of = socket_of
        return True

    def arrived(self, connection: Connection) -> None:
        """It can be spoken to; with TLS it has come before."""
        if connection.socket_of is not None or self.comes(connection, *connection.peer):
            self.connections.add(connection)
        else:
            connection.transport.abort()

    def left(self, connection: Connection) -> None:
        """A socket is closed."""
        self.connections.discard(connection)
        if connection.socket_of is not None:
            self._sockets.leave(connection.socket_of)
            connection.socket_of = None
        if connection.address is not None:
            self._seated.leave(connection.address)
            connection.address = None

    def admit(self, connection: Connection, request: Request) -> Response | None:
        """The answer to a request; None lets the library open the WebSocket."""
        if connection not in self.connections:
            # Closed since it asked, which the library does not look at: nobody would ever give
            # back the place it took.
            return _response(plain(HTTPStatus.SERVICE_UNAVAILABLE, "This connection is closed."))
        host = _only(request.headers, "Host")
        answer = respond(
            request.method,
            request.path,
            host,
            self.settings,
            self.page,
            languages=",".join(request.headers.get_all("Accept-Language")),
            encodings=",".join(request.headers.get_all("Accept-Encoding")),
            trouble=self.trouble(),
            elsewhere=lambda: self._elsewhere(connection, request),
        )
        found = answer.status in (HTTPStatus.OK, HTTPStatus.UPGRADE_REQUIRED)
        if found and not self._is_of_this_machine(connection, request):
            self.met_others = True
        # "Upgrade required" is what the socket's own path answers.
        if answer.status is HTTPStatus.UPGRADE_REQUIRED and _wants_socket(request):
            refused = self._refusal(connection, request, host)
            if refused is None:
                return None
            answer = refused
        return _response(answer)

    def _refusal(self, connection: Connection, request: Request, host: str | None) -> Answer | None:
        origins = request.headers.get_all("Origin")
        origin = origins[0] if len(origins) == 1 else ",".join(origins) or None
        if not origin_allowed(origin, host, self.settings):
            return plain(HTTPStatus.FORBIDDEN, "This page may not connect here.")
        address = address_group(self._client(connection, request))
        if not self._seated.enter(address):
            if len(self._seated) >= self.settings.max_connections:
                return plain(HTTPStatus.SERVICE_UNAVAILABLE, "This server is full; try later.")
            return plain(HTTPStatus.TOO_MANY_REQUESTS, "Too many connections from your address.")
        connection.address = address
        return None

    def _elsewhere(self, connection: Connection, request: Request) -> str | None:
        """Where friends of whoever sits at this machine find the server, if they can.

        Looked up each time, for a laptop goes from network to network. No stranger is told,
        whatever name they come by.
        """
        if not self._is_of_this_machine(connection, request):
            return None
        url = self.settings.public_url
        if url is None:
            best = reachable_addresses(self.settings.host)[0]
            url = best.url(self.port, self.settings.scheme) if best.reach != "machine" else None
        return None if url is None or names_this_machine(urlsplit(url).netloc) else url

    def _client(self, connection: Connection, request: Request) -> str:
        forwarded_for = ",".join(request.headers.get_all("X-Forwarded-For"))
        return client_address(connection.peer[0], forwarded_for, self.settings.trusted_proxies)

    def _is_of_this_machine(self, connection: Connection, request: Request) -> bool:
        """Also when it uses this machine's address in the network: then both ends are the same."""
        client = self._client(connection, request)
        return is_this_machine(client) or client == connection.own_address


class Connection(ServerConnection):
    """A connection that answers what is no request, and reports to its gate."""

    gate: Gate
    """Set by a subclass: the library makes the connections."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._first_bytes = b""
        self._last_bytes = b""
        self._early = b""
        settings = self.gate.settings
        self._beside = Bucket(settings.commands_per_second, settings.commands_burst)
        self._is_answered = False
        self.peer = "", 0
        """The other end of the socket: address and port."""
        self.own_address = ""
        """Our end of it."""
        self.socket_of: str | None = None
        """Whose socket it is, while it has a place."""
        self.address: str | None = None
        """Whose connection it is, once it has a place."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        # Asked now: a transport that is closed has forgotten them, or raises.
        peer = transport.get_extra_info("peername") or ("", 0)
        self.peer = str(peer[0]), int(peer[1])
        self.own_address = str((transport.get_extra_info("sockname") or ("",))[0])
        self.gate.arrived(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.gate.left(self)
        protocol = self.protocol
        for problem in (protocol.parser_exc, protocol.handshake_exc, self.connection_exc):
            _forget_frames(problem)

    async def keepalive(self) -> None:
        try:
            await super().keepalive()
        except CancelledError as cancelled:  # the line is gone: perhaps it answered no ping
            _forget_frames(cancelled)
            raise

    def data_received(self, data: bytes) -> None:
        if self.request is None:
            head = len(data)
            if len(self._first_bytes) < 16:
                self._first_bytes += data[:16]
            end = (self._last_bytes + data).find(_END_OF_HEAD)
            if end >= 0:
                head = end + len(_END_OF_HEAD) - len(self._last_bytes)
            self._last_bytes = (self._last_bytes + data)[-3:]
            super().data_received(data[:head])
            data = data[head:]
        if self.state is State.CONNECTING:
            # What comes before the answer is taken up after it: one request is answered, and a
            # client need not wait to be let in.
            self._early = (self._early + data)[:_MOST_EARLY]
        elif data:
            super().data_received(data)

    def forget_head(self) -> None:
        """Drop what was asked and answered before the conversation.

        With all the headers of a browser it is a good part of what is kept of a connection.
        """
        self.request = _FORGOTTEN
        self.response = None
        self._first_bytes = self._last_bytes = b""

    def write(self, messages: Iterable[bytes]) -> None:
        """Send whole binary messages in one write, for that costs more than what is written.

        Nothing is sent on a line that is closing.
        """
        if self.protocol.state is State.OPEN and not self.transport.is_closing():
            # Framed here: the library would make an object and a buffer for each of them.
            self.transport.write(b"".join([frame_head(len(each)) + each for each in messages]))

    def send_data(self) -> None:
        """Write what the protocol has to send; in place of a silent close, say why."""
        problem = self.protocol.handshake_exc
        if self.request is None and problem is not None and not self._is_answered:
            self._is_answered = True
            if not isinstance(problem, InvalidMessage):
                # Too long a line, or too many: answered by the library already, in its words.
                self.protocol.data_to_send()
                self.protocol.writes.append(b"")
            self.transport.write(_response(plain(self._what_is_wrong(problem))).serialize())
        super().send_data()
        if self._early and self.state is State.OPEN:
            early, self._early = self._early, b""
            self.loop.call_soon(self._take_up, early)

    def _take_up(self, early: bytes) -> None:
        if self.state is State.OPEN:  # else the client has gone meanwhile
            self.data_received(early)

    def _what_is_wrong(self, problem: Exception) -> HTTPStatus:
        if isinstance(problem, RequestLineTooLong):
            return HTTPStatus.REQUEST_URI_TOO_LONG
        if not isinstance(problem, InvalidMessage):
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        method = re.match(rb"([A-Z]+) /", self._first_bytes)
        is_get = method is None or method[1] in (b"GET", b"HEAD")
        return HTTPStatus.BAD_REQUEST if is_get else HTTPStatus.METHOD_NOT_ALLOWED

    def process_event(self, event: Event) -> None:
        """Count what no command is: pings, pongs and pieces of messages are work all the same."""
        if isinstance(event, Frame) and not (event.fin and event.opcode in DATA_OPCODES):
            if self.state is not State.OPEN:
                return
            if not self._beside.take(time.monotonic()):
                self.protocol.fail(CloseCode.POLICY_VIOLATION, "too_fast")
                self.send_data()
                self.loop.call_later(_PARTING, self.transport.abort)
                return
        super().process_event(event)


def _forget_frames(error: BaseException | None) -> None:
    """Drop where an error came about.

    Whoever keeps the error, the library or a task, is held by its frames in turn: a circle that
    only the garbage collector would find, for each line that breaks.
    """
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def frame_head(length: int) -> bytes:
    """What stands before a binary message of so many bytes (RFC 6455, 5.2): whole, not masked."""
    if length < 126:
        return bytes((_BINARY, length))
    if length < 2**16:
        return bytes((_BINARY, 126, length >> 8, length & 255))
    return bytes((_BINARY, 127)) + length.to_bytes(8, "big")


def _wants_socket(request: Request) -> bool:
    upgrade = ",".join(request.headers.get_all("Upgrade")).lower()
    return request.method == "GET" and "websocket" in upgrade


def _only(headers: Headers, name: str) -> str | None:
    """The value of a header that stands exactly once."""
    values = headers.get_all(name)
    return values[0] if len(values) == 1 else None


def _response(answer: Answer) -> Response:
    transport = (("Date", formatdate(usegmt=True)), ("Connection", "close"))
    headers = Headers([*transport, *answer.headers])
    return Response(answer.status.value, answer.status.phrase, headers, answer.body)
