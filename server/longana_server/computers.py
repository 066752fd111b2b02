"""Computers' moves and hints, thought out off the event loop.

A computer is given an `Observation` of its seat and a seeded generator, and nothing else. The seed
comes from the place in the room's history, so replaying a room gives the same moves.
"""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import Executor, ThreadPoolExecutor

from longana_engine import Choice, Observation, choose

from .events import Level


class Thinker:
    """Shared by all rooms of a server."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="computers")

    async def choose(self, seen: Observation, level: Level, seed: str) -> Choice:
        """A move for the seat that sees this. All levels play alike until they differ."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, _choose, seen, seed)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


def _choose(seen: Observation, seed: str) -> Choice:
    return choose(seen, random.Random(seed))
