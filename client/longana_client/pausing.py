"""Ctrl-Z and back: whoever has the terminal meanwhile finds it in order, and no hand on it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from typing import Protocol

from .keyboard import KeyMode


class Pausable(Protocol):
    """What has something on the screen."""

    def pause(self) -> None:
        """Leave nothing there that is not for everybody."""

    def resume(self) -> None:
        """Show again what is needed to go on."""


@contextlib.contextmanager
def pausing(mode: KeyMode, shown: Pausable) -> Iterator[None]:
    """Let Ctrl-Z stop the program only after a pause, and `fg` take the terminal again."""

    def stop() -> None:
        shown.pause()
        mode.give_back()
        os.kill(os.getpid(), signal.SIGSTOP)

    def go_on() -> None:
        mode.take()
        shown.resume()

    loop = asyncio.get_running_loop()
    handled = []
    # Not on Windows, and not outside the main thread.
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError, AttributeError):
        for number, handler in ((signal.SIGTSTP, stop), (signal.SIGCONT, go_on)):
            loop.add_signal_handler(number, handler)
            handled.append(number)
    try:
        yield
    finally:
        for number in handled:
            loop.remove_signal_handler(number)
