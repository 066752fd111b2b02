"""Thinkers whose thoughts a test holds back or counts."""

from __future__ import annotations

import asyncio

from longana_engine import Move, Observation
from longana_engine.computers import Advice, Decision, Reviewed
from longana_server.events import Level
from longana_server.thinker import Thinker


class PonderingThinker(Thinker):
    """Takes its time over the first thoughts, so many or all, until it may go on."""

    def __init__(self, ponders: float = float("inf")) -> None:
        super().__init__()
        self.ponders = ponders
        self.thoughts = 0
        self.pondering = asyncio.Event()
        self.may_go_on = asyncio.Event()

    async def choose(self, seen: Observation, level: Level, seed: str) -> Move:
        await self._ponder()
        return await super().choose(seen, level, seed)

    async def hint(self, seen: Observation, seed: str) -> Advice:
        await self._ponder()
        return await super().hint(seen, seed)

    async def review(self, decision: Decision, seed: str) -> Reviewed:
        await self._ponder()
        return await super().review(decision, seed)

    async def _ponder(self) -> None:
        self.thoughts += 1
        if self.thoughts <= self.ponders:
            self.pondering.set()
            await self.may_go_on.wait()
