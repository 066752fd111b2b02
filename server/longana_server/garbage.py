"""When Python looks for garbage in a server: seldom, and for a thousandth of the time at most.

What is gone is freed at once: nothing of rooms, moves and connections lies in circles
(tests/server/test_nothing_piles_up.py). The garbage collector is there for what nobody has thought
of. While it looks everybody waits, and left to itself it looks most where most is played: with 500
rooms for 30 ms, every other second.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


AT_START = 10_000
"""New objects after which Python looks for garbage while it loads itself; usually 700."""

AT_ONCE = 500_000
"""So many all the same while the server is up: a hundred megabytes, if all of it were garbage."""

AT_LEAST = 60.0
"""Seconds from one look to the next."""

SHARE = 1 / 1000
"""Of all time, that is spent looking."""


def begin() -> None:
    """While the program starts."""
    gc.set_threshold(AT_START, 10, 100)


@asynccontextmanager
async def looked_for_seldom() -> AsyncIterator[None]:
    """For as long as the server is up, from when it is."""
    before = gc.get_threshold()
    gc.set_threshold(AT_ONCE, 10, 10)
    gc.collect()
    gc.freeze()  # the program itself stays: it need not be looked through each time
    looking = asyncio.create_task(_look_for_ever())
    try:
        yield
    finally:
        looking.cancel()
        gc.unfreeze()
        gc.set_threshold(*before)


async def _look_for_ever() -> None:
    took = 0.0
    while True:
        await asyncio.sleep(until_next(took))
        began = time.perf_counter()
        gc.collect()
        took = time.perf_counter() - began


def until_next(took: float) -> float:
    """The seconds to wait after a look that took so many."""
    return max(AT_LEAST, took / SHARE)
