"""`longana`, with a note of everything by which it could reach beyond its own sockets.

    python wiretap.py FILE ARGUMENTS

Each line of FILE is an event of Python's own audit: whatever opens a connection, sends to an
address, looks a name up, or starts a program comes by there, in our code and in any library.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any


TELLING = {
    "socket.connect",
    "socket.sendto",
    "socket.sendmsg",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.gethostbyaddr",
    "socket.getnameinfo",
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.forkpty",
    "webbrowser.open",
}


def main() -> None:
    file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(event: str, details: tuple[Any, ...]) -> None:
        if event in TELLING:
            os.write(file, f"{event} {[*map(_shown, details)]}\n".encode())

    sys.addaudithook(note)
    # Its C code tells the audit nothing. What our own code does is the same on Python's own loop.
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    from longana_server.main import main as longana

    longana(sys.argv[2:])


def _shown(detail: Any) -> Any:
    """A socket as what it is: its kind says whether connecting it sends anything."""
    return detail.type.name if isinstance(detail, socket.socket) else detail


if __name__ == "__main__":
    main()
