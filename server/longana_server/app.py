"""A whole server, put together: the one place that knows every part."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from longana_engine import Seat
from longana_engine.record import NotARecord
from longana_engine.record_reading import deal_from

from .addresses import reachable_addresses
from .computers import Thinker
from .connection import Door
from .live_room import House
from .log.memory import MemoryLog
from .name_store import MemoryNames
from .rooms import Rooms
from .serving import Server, listen
from .settings import Settings


logger = logging.getLogger(__name__)

SWEEP_EVERY = 60.0
"""Seconds between two looks for rooms that nobody visits any more."""


class SystemChance:
    """Chance from the system's own randomness."""

    def secret(self) -> bytes:
        return secrets.token_bytes(32)

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        drawn = list(seats)
        secrets.SystemRandom().shuffle(drawn)
        return drawn


class BadDeals(ValueError):
    """The file of test deals is none."""


def read_test_deals(path: Path) -> tuple[Mapping[str, str], ...]:
    """A JSON list of `deal` objects as in records; raises BadDeals naming what is wrong."""
    try:
        deals = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadDeals(f"{path}: {error}") from None
    if not isinstance(deals, list) or not deals:
        raise BadDeals(f"{path}: not a list of deals")
    for number, deal in enumerate(deals):
        try:
            seats = tuple(seat for seat in Seat if isinstance(deal, dict) and seat in deal)
            deal_from(deal, seats, f"deal {number}")
        except NotARecord as error:
            raise BadDeals(f"{path}: {error}") from None
    return tuple(deals)


@dataclass(frozen=True, slots=True)
class App:
    settings: Settings
    rooms: Rooms
    server: Server

    @property
    def base_url(self) -> str:
        """Where others find it, as far as the settings say; else where this machine does."""
        if self.settings.public_url is not None:
            return self.settings.public_url
        return reachable_addresses(self.settings.host)[0].url(self.server.port)


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[App]:
    """A server that serves until the block ends; then clients are told and it closes within 5 s.

    Raises BadDeals for a bad file of test deals, OSError when the port cannot be had.
    """
    deals = read_test_deals(settings.test_deals) if settings.test_deals else ()
    if deals:
        logger.warning("TEST DEALS: tiles come from %s, they are not shuffled", settings.test_deals)
    house = House(
        log=MemoryLog(),
        names=MemoryNames(),
        thinker=Thinker(),
        chance=SystemChance(),
        computer_delay=settings.computer_delay,
        start_patience=settings.start_patience,
        deals=deals,
    )
    rooms = Rooms(house, settings)
    server = await listen(Door(rooms, settings), settings)
    sweeper = asyncio.create_task(_sweep_forever(rooms))
    try:
        yield App(settings, rooms, server)
    finally:
        sweeper.cancel()
        server.stop_accepting()
        rooms.shutdown()
        await server.close()
        house.thinker.close()


async def _sweep_forever(rooms: Rooms) -> None:
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        try:
            await rooms.sweep()
        except Exception:
            logger.exception("rooms nobody visits could not all be forgotten; the next sweep will")
