"""Clients whose time is their own."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field

from client.fake_server import FakeServer
from longana_client.connection import Client


@dataclass
class Naps:
    """Sleeps that take no time and are remembered; the clock goes on by what was slept."""

    slept: list[float] = field(default_factory=list)

    def clock(self) -> float:
        return sum(self.slept)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


def client_of(fake: FakeServer, naps: Naps | None = None, patience: float = 300) -> Client:
    naps = naps or Naps()
    return Client(
        fake.address,
        patience=patience,
        rng=random.Random(7),
        clock=naps.clock,
        sleep=naps.sleep,
    )
