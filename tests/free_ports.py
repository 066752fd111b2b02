"""Ports for programs that a test starts, and that are told which to take."""

from __future__ import annotations

import secrets
import socket
from contextlib import ExitStack


_FIRST, _LAST = 12_000, 32_000
"""Below those that a system gives by itself, to each connection that goes out: one of these could
be gone before the program has it.
"""


def free_ports(count: int) -> list[int]:
    """So many different ports of this machine that nobody has at the moment."""
    with ExitStack() as held:
        ports: list[int] = []
        while len(ports) < count:
            port = _FIRST + secrets.randbelow(_LAST - _FIRST)
            try:
                held.enter_context(socket.create_server(("127.0.0.1", port)))
            except OSError:
                continue
            ports.append(port)
        return ports


def free_port() -> int:
    """One of them."""
    return free_ports(1)[0]
