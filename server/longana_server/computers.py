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
from .room import Room


class Thinker:
    """Shared by all rooms of a server."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="computers")

    async def choose(self, seen: Observation, level: Level, seed: str) -> Choice:
        """A move for the seat that sees this."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, _choose, seen, level, seed)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


def seed_of(room: Room) -> str:
    """The same place in the same room gives the same thoughts."""
    match = room.match
    if match is None:
        return room.codes[0]
    moves = len(match.hand.position.moves)
    return f"{room.codes[0]} {match.number} {len(match.earlier.hands)} {moves}"


def _choose(seen: Observation, level: Level, seed: str) -> Choice:
    return choose(seen, level, random.Random(seed))
