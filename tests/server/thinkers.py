"""Thinkers whose thoughts a test holds back or counts."""

from __future__ import annotations

import asyncio

from longana_engine import Choice, Observation, Weighed
from longana_server.computers import Thinker
from longana_server.events import Level


class PonderingThinker(Thinker):
    """Takes its time over the first thoughts, so many or all, until it may go on."""

    def __init__(self, ponders: float = float("inf")) -> None:
        super().__init__()
        self.ponders = ponders
        self.thoughts = 0
        self.pondering = asyncio.Event()
        self.may_go_on = asyncio.Event()

    async def choose(self, seen: Observation, level: Level, seed: str) -> Choice:
        await self._ponder()
        return await super().choose(seen, level, seed)

    async def think(
        self, seen: Observation, level: Level, seed: str, *, later: bool = False
    ) -> tuple[Weighed, ...]:
        await self._ponder()
        return await super().think(seen, level, seed, later=later)

    async def _ponder(self) -> None:
        self.thoughts += 1
        if self.thoughts <= self.ponders:
            self.pondering.set()
            await self.may_go_on.wait()
