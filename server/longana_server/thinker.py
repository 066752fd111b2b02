"""What computers think, of their own moves and of others': quick thoughts at once, long ones in
processes beside the event loop.

A computer is given an `Observation` of its seat and a seeded generator, and nothing else, wherever
it thinks. The seed comes from the place in the room's history, so replaying a room gives the same
moves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from longana_engine import Level, Move, Observation
from longana_engine.computers import Advice, Decision, Reviewed

from . import thoughts
from .metrics import Metrics
from .room import Room
from .workers import Workers


Result = TypeVar("Result")
Given = TypeVarTuple("Given")


class Thinker:
    """Shared by all rooms of a server, which take turns."""

    def __init__(self, processes: int = 0, metrics: Metrics | None = None) -> None:
        """`processes`: most there are, started when a long thought is to be had; 0: a thread."""
        self._workers = Workers(processes)
        self._metrics = metrics or Metrics()
        self._leisure = asyncio.Semaphore(1)

    async def choose(self, seen: Observation, level: Level, seed: str) -> Move:
        """A move for the seat that sees this.

        `seed` begins with the room's code, and tells the rooms that take turns apart. Whoever is
        cancelled withdraws the thought. Raises WorkFailed, and RuntimeError after `close`.
        """
        return await self._now(_is_quick(seen, level), seed, thoughts.move, seen, level, seed)

    async def hint(self, seen: Observation, seed: str) -> Advice:
        """What a strong computer says to the seat that sees this; otherwise as `choose`."""
        return await self._now(_is_quick(seen, "hard"), seed, thoughts.hint, seen, seed)

    async def review(self, decision: Decision, seed: str) -> Reviewed:
        """What a strong computer says of a choice of old; otherwise as `choose`.

        When nobody waits for another thought, and one at a time in all rooms, so that most of the
        processes stay free.
        """
        async with self._leisure:
            return await self._workers.run(
                thoughts.review, decision, seed, of=_room(seed), later=True
            )

    async def _now(
        self, is_quick: bool, seed: str, thought: Callable[[*Given], Result], *given: *Given
    ) -> Result:
        began = time.perf_counter()
        if is_quick:
            found, seconds = thoughts.timed(thought, *given)
        else:
            found, seconds = await self._workers.run(
                thoughts.timed, thought, *given, of=_room(seed)
            )
        self._note(began, seconds)
        return found

    def _note(self, began: float, thought: float) -> None:
        """How long it thought, and how long it had waited until it could."""
        self._metrics.lasted("thinking", thought)
        self._metrics.lasted("waiting", max(0.0, time.perf_counter() - began - thought))

    def close(self) -> None:
        """Nothing more is thought; who waits for a thought is cancelled."""
        self._workers.close()

    async def wait_closed(self) -> None:
        """Until the processes are gone."""
        await self._workers.wait_closed()


def seed_of(room: Room) -> str:
    """The same place in the same room gives the same thoughts."""
    match = room.match
    if match is None:
        return room.codes[0]
    return seed_at(room, match.number, len(match.earlier.hands), len(match.hand.position.moves))


def seed_at(room: Room, match: int, hands: int, moves: int) -> str:
    """Of a place of old: after so many hands of that match, and so many moves."""
    return f"{room.codes[0]} {match} {hands} {moves}"


def _is_quick(seen: Observation, level: Level) -> bool:
    """Whether it takes a millisecond or two: no longer than to have it done elsewhere."""
    return level != "hard" or len(seen.legal) == 1


def _room(seed: str) -> str:
    return seed.partition(" ")[0]
