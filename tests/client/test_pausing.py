"""Ctrl-Z leaves the terminal in order, and `fg` takes it again."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from subprocess import Popen

import pytest


pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

PLAY = "from longana_server.main import main; main()"


class Screen:
    """A terminal of 80 columns, and `longana play` running in it."""

    def __init__(self) -> None:
        self.side, inner = pty.openpty()
        termios.tcsetwinsize(inner, (24, 80))
        self.running = Popen(
            [sys.executable, "-c", PLAY, "play", "--lang", "en", "--ascii"],
            stdin=inner,
            stdout=inner,
            env=os.environ | {"TERM": "xterm"},
        )
        self.inner = inner
        self.shown = ""

    def until(self, wanted: str) -> str:
        """What has been printed, once this is there."""
        end = time.monotonic() + 20
        while wanted not in self.shown:
            assert time.monotonic() < end, self.shown
            self.shown += os.read(self.side, 65536).decode(errors="replace")
        shown, self.shown = self.shown, ""
        return shown

    def is_echoing(self) -> bool:
        """Whether the terminal is in its ordinary mode: whole lines, echoed."""
        local = termios.tcgetattr(self.inner)[3]
        return bool(local & termios.ECHO) and bool(local & termios.ICANON)

    def close(self) -> None:
        self.running.kill()
        self.running.wait()
        os.close(self.side)
        os.close(self.inner)


@pytest.fixture
def screen() -> Iterator[Screen]:
    made = Screen()
    yield made
    made.close()


def test_the_terminal_is_given_back_and_taken_again(screen: Screen) -> None:
    screen.until("Your hand")
    assert not screen.is_echoing()
    for _ in range(2):
        screen.running.send_signal(signal.SIGTSTP)
        _, status = os.waitpid(screen.running.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert screen.is_echoing()
        screen.running.send_signal(signal.SIGCONT)
        screen.until("Your hand")
        assert not screen.is_echoing()
    screen.running.send_signal(signal.SIGTERM)
    assert screen.running.wait(10) == 143
    assert screen.is_echoing()
