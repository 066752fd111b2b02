"""A whole server, put together: the one place that knows every part."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from longana_engine import Seat, seats_of
from longana_engine.record import NotARecord
from longana_engine.record_reading import deal_from
from longana_engine.strict_json import Json, NotJson, parse

from .addresses import reachable_addresses
from .cluster import joined
from .codes import new_code
from .connection import Door
from .house import House
from .log import RoomLog
from .log.memory import MemoryLog
from .log.sqlite import opened
from .metrics import Metrics
from .metrics_port import shown
from .name_store import MemoryNames, NameStore
from .rooms import Rooms
from .serving import Server, listen
from .settings import Settings
from .thinker import Thinker
from .throttle import RoomPace


if TYPE_CHECKING:
    from .cluster.streams import Streams


logger = logging.getLogger(__name__)

SWEEP_EVERY = 60.0
"""Seconds between two looks for rooms that nobody visits any more."""

PROBE_EVERY, PROBE_AGAIN = 60.0, 5.0
"""Seconds between two looks whether rooms can be stored: while they can, and while not. With NATS
always the latter: a node may be connected, and its servers too few to store anything.
"""


class SystemChance:
    """Chance from the system's own randomness."""

    def secret(self) -> bytes:
        return secrets.token_bytes(32)

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        drawn = list(seats)
        secrets.SystemRandom().shuffle(drawn)
        return drawn

    def code(self) -> str:
        return new_code(())

    def number(self) -> int:
        return secrets.randbits(32)


class BadDeals(ValueError):
    """The file of test deals is none."""


def read_test_deals(path: Path) -> tuple[Mapping[str, str], ...]:
    """A JSON list of `deal` objects as in records; raises BadDeals naming what is wrong."""
    try:
        deals = parse(path.read_bytes())
        if not isinstance(deals, list) or not deals:
            raise BadDeals(f"{path}: not a list of deals")
        return tuple(_read_deal(deal, f"deal {number}") for number, deal in enumerate(deals))
    except (OSError, NotJson, NotARecord) as error:
        raise BadDeals(f"{path}: {error}") from None


def _read_deal(deal: Json, where: str) -> Mapping[str, str]:
    """One deal, for two, three or four seats, its tiles written as records write them."""
    count = len(deal) if isinstance(deal, dict) else 0
    table = seats_of(count) if count in (2, 3, 4) else seats_of(4)
    hands = deal_from(deal, table, where)
    return {seat.value: " ".join(str(tile) for tile in hand) for seat, hand in hands.items()}


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
        return reachable_addresses(self.settings.host)[0].url(
            self.server.port, self.settings.scheme
        )

    @property
    def own_port(self) -> int:
        """Where programs of this machine get in, for whoever runs it `at_home`."""
        if self.server.own_port is None:
            raise RuntimeError("the server does not run at_home")
        return self.server.own_port


@contextlib.asynccontextmanager
async def running(settings: Settings, *, at_home: bool = False) -> AsyncIterator[App]:
    """A server that serves until the block ends; then clients are told and it closes within 5 s.

    `at_home`: as for `listen`. Raises BadDeals for a bad file of test deals, BadCertificate for
    a bad certificate, CannotListen when the port cannot be had, BadFile or InUse when rooms cannot
    be kept in the data folder, CannotJoin when they cannot in NATS.
    """
    deals = read_test_deals(settings.test_deals) if settings.test_deals else ()
    if deals:
        logger.warning("TEST DEALS: tiles come from %s, they are not shuffled", settings.test_deals)
    async with contextlib.AsyncExitStack() as around:
        kept = await around.enter_async_context(_kept(settings))
        log = kept.log
        metrics = Metrics()
        house = House(
            log=log,
            names=kept.names,
            thinker=Thinker(settings.computer_processes, metrics),
            chance=SystemChance(),
            computer_delay=settings.computer_delay,
            start_patience=settings.start_patience,
            away_grace=settings.away_grace,
            deals=deals,
            metrics=metrics,
            pace=RoomPace(settings.entries_per_day),
        )
        if kept.streams is None:
            rooms = Rooms(house, settings)
        else:
            rooms = await around.enter_async_context(_among_others(house, kept.streams, settings))
        if settings.metrics_port is not None:
            port = await around.enter_async_context(shown(rooms.metrics, settings.metrics_port))
            logger.info("metrics at http://127.0.0.1:%d/metrics", port)
        server = await listen(
            Door(rooms, settings), settings, lambda: _trouble(log), at_home=at_home
        )
        rooms.metrics.watch("rooms", lambda: len(rooms))
        rooms.metrics.watch("connections", lambda: server.connections)
        chores = [
            asyncio.create_task(_sweep_forever(rooms)),
            asyncio.create_task(_probe_forever(log, PROBE_AGAIN if kept.streams else PROBE_EVERY)),
        ]
        try:
            yield App(settings, rooms, server)
        finally:
            for chore in chores:
                chore.cancel()
            server.stop_accepting()
            rooms.shutdown()
            await server.close()
            house.thinker.close()
            await house.thinker.wait_closed()


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where rooms and names are kept."""

    log: RoomLog
    names: NameStore
    streams: Streams | None = None
    """What the servers of a cluster share; None for a server that is alone."""


@contextlib.asynccontextmanager
async def _kept(settings: Settings) -> AsyncIterator[_Kept]:
    """Raises BadFile, InUse or CannotJoin when nothing can be kept there."""
    if settings.nats_urls:
        async with joined(settings) as shared:
            yield _Kept(shared.log, shared.names, shared.streams)
    elif settings.log == "memory":
        yield _Kept(MemoryLog(), MemoryNames())
    else:
        async with opened(settings.data_dir) as log:
            yield _Kept(log, log)


@contextlib.asynccontextmanager
async def _among_others(house: House, streams: Streams, settings: Settings) -> AsyncIterator[Rooms]:
    """As one of several servers of the same rooms, whose clocks tell the same time."""
    from .cluster.sharing import shared  # needs an extra to be installed

    async with shared(streams, house.log) as sharing:
        rooms = Rooms(replace(house, tie=sharing.tie, clock=sharing.clock), settings)
        sharing.on_lost = rooms.send_away
        yield rooms


async def _sweep_forever(rooms: Rooms) -> None:
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        try:
            await rooms.sweep()
        except Exception:
            logger.exception("rooms nobody visits could not all be forgotten; the next sweep will")


async def _probe_forever(log: RoomLog, every: float) -> None:
    """So that /readyz knows of a full disk before anybody plays, and when there is room again."""
    while True:
        before = log.trouble
        await asyncio.sleep(every if before is None else PROBE_AGAIN)
        await log.probe()
        if before is None and log.trouble is not None:
            logger.error("room log: %s; moves are refused until that is mended", log.trouble)


def _trouble(log: RoomLog) -> str | None:
    return None if log.trouble is None else f"rooms cannot be stored: {log.trouble}"
