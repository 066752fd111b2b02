"""`longana` as a program of its own: its pipes, and a real terminal for it."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


LONGANA = [sys.executable, "-c", "from longana_server.main import main; main()"]
_AS_ITS_OWN_TERMINAL = [
    sys.executable,
    "-c",
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execvp(sys.argv[1], sys.argv[1:])",
]
"""Whose closing hangs up on the program."""

LINK = re.compile(rb"https?://[^ ]+/#[A-Z0-9]+")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    return kept | {"LANG": "en_US.UTF-8", "COLUMNS": "80"} | more


class Screen:
    """What a program prints, read as far as a test has got."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self._is_closed = False

    def until(self, wanted: bytes, seconds: float = 10) -> bytes:
        """What comes until `wanted`, which is the end of it."""
        deadline = time.monotonic() + seconds
        while wanted not in self._rest:
            ready, _, _ = select.select([self._descriptor], [], [], deadline - time.monotonic())
            assert ready, self._rest.decode(errors="replace")
            self._rest += os.read(self._descriptor, 4096)
        before, _, self._rest = self._rest.partition(wanted)
        return before + wanted

    def type(self, keys: bytes) -> None:
        """At a terminal."""
        os.write(self._descriptor, keys)

    def close(self) -> None:
        """Close the terminal's window."""
        if not self._is_closed:
            self._is_closed = True
            os.close(self._descriptor)


@contextmanager
def at_a_terminal(
    command: Sequence[str], **more: str
) -> Iterator[tuple[Screen, subprocess.Popen[bytes]]]:
    """Run it at a terminal of its own."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*_AS_ITS_OWN_TERMINAL, *command],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm", **more),
        start_new_session=True,
    )
    os.close(theirs)
    screen = Screen(ours)
    try:
        yield screen, process
    finally:
        process.kill()
        process.wait()
        screen.close()
