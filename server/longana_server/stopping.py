"""How a command that goes on until it is told to stop is told, and what it then leaves undone."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from .deadline import leave_within
from .settings import Settings


Result = TypeVar("Result")


def stopping(stopped: asyncio.Event, settings: Settings) -> Callable[[], None]:
    """What a signal does: the server ends, in time whatever it is at."""

    def stop() -> None:
        stopped.set()
        if settings.tunnel is None:  # whose program must not be left behind
            leave_within()

    return stop


def stop_on_signals(stop: Callable[[], object]) -> None:
    """Call `stop` when the process is told to, or its terminal is closed."""
    loop = asyncio.get_running_loop()
    numbers = [signal.SIGINT, signal.SIGTERM]
    # With nohup the hang-up is ignored, and stays so.
    if os.name == "posix" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    for number in numbers:
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows' loop has none; Ctrl-C interrupts it all the same
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


async def unless(stopped: asyncio.Event, work: Coroutine[Any, Any, Result]) -> Result | None:
    """What comes of `work`; None when the process is told to stop before it is done."""
    working, told = asyncio.create_task(work), asyncio.create_task(stopped.wait())
    await asyncio.wait({working, told}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    if working.done():
        return working.result()
    working.cancel()
    await asyncio.wait({working})
    return None
