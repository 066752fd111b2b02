"""The sockets the server listens on: both families, and the next port where one is taken."""

from __future__ import annotations

import errno
import socket
from contextlib import ExitStack

from .settings import DEFAULT_PORT


TRIES = 100
"""Ports looked at from the usual one on, when none was asked for."""

_BACKLOG = 1024  # a whole club that comes back after a restart
_TAKEN = (errno.EADDRINUSE, errno.EACCES)  # EACCES: a port that Windows keeps for itself


class CannotListen(OSError):
    """No listening socket could be had; the text says where and why."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        where = f"{host or 'any address'}, port {port}"
        super().__init__(error.errno, f"cannot listen on {where}: {_reason(error)}")

    def __str__(self) -> str:
        return str(self.strerror)


def open_sockets(host: str, wanted: int | None) -> tuple[socket.socket, ...]:
    """Listening sockets, all on one port.

    Args:
        host: An address or name of this machine; empty for all addresses of both families.
        wanted: That port or an error, 0 for any free one. None: the usual one or the next free.

    Raises:
        CannotListen: when the port is taken or the host is none of this machine's.

    """
    ports = range(DEFAULT_PORT, DEFAULT_PORT + TRIES) if wanted is None else (wanted,)
    for port in ports:
        try:
            return _without_delay(_open(host, port))
        except CannotListen as error:
            if error.errno not in _TAKEN or port == ports[-1]:
                raise
    raise AssertionError("there is always a port to try")


def port_of(sockets: tuple[socket.socket, ...]) -> int:
    """The port they share."""
    port: int = sockets[0].getsockname()[1]
    return port


def reach_loopback(sockets: tuple[socket.socket, ...]) -> bool:
    """Whether they can be reached at 127.0.0.1 (`::` is open for both families)."""
    return any(each.getsockname()[0] in ("127.0.0.1", "0.0.0.0", "::") for each in sockets)


def _without_delay(sockets: tuple[socket.socket, ...]) -> tuple[socket.socket, ...]:
    """Let accepted connections send at once, which they inherit.

    asyncio sees to that for sockets it opens, not for those it is handed. Without it a view waits
    until the client has acknowledged the answer before it, 40 ms and more.
    """
    for opened in sockets:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sockets


def _open(host: str, port: int) -> tuple[socket.socket, ...]:
    try:
        if host in ("", "*", "::"):
            return (_open_everywhere(port),)
        return _open_each(host, port)
    except OSError as error:
        raise CannotListen(host, port, error) from None


def _open_everywhere(port: int) -> socket.socket:
    """One socket for both families, or for IPv4 alone where this machine has no IPv6."""
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(
                ("", port), family=socket.AF_INET6, backlog=_BACKLOG, dualstack_ipv6=True
            )
        except OSError as error:
            if error.errno in _TAKEN:
                raise
    return socket.create_server(("", port), backlog=_BACKLOG)


def _open_each(host: str, port: int) -> tuple[socket.socket, ...]:
    """A socket for each address a name has here; `localhost` has two."""
    opened: tuple[socket.socket, ...] = ()
    failed = OSError(errno.EADDRNOTAVAIL, "no address")
    found = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    with ExitStack() as on_failure:
        for family, address in dict.fromkeys((family, str(at[0])) for family, *_, at in found):
            try:
                server = socket.create_server((address, port), family=family, backlog=_BACKLOG)
            except OSError as error:
                if error.errno in _TAKEN:
                    raise
                failed = error  # a family this machine does not have
            else:
                opened = (*opened, on_failure.enter_context(server))
                port = port_of(opened)
        if not opened:
            raise failed
        on_failure.pop_all()
        return opened


def _reason(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "another program uses it (perhaps Longana is running already)"
    if error.errno == errno.EACCES:
        return "this user may not use that port"
    if error.errno == errno.EADDRNOTAVAIL:
        return "this machine has no such address"
    return (error.strerror or str(error)).partition(" (while")[0]
