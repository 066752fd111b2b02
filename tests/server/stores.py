"""Everything a server may keep its rooms and names in. A new backend adds one line to `STORES`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from longana_server.cluster import jetstream_log
from longana_server.cluster.jetstream_names import JetStreamNames
from longana_server.log import RoomLog, sqlite
from longana_server.log.memory import MemoryLog
from longana_server.name_store import MemoryNames, NameStore
from nats_servers import NatsServer, house


Stores = tuple[RoomLog, NameStore]


@asynccontextmanager
async def _memory(_: pytest.FixtureRequest) -> AsyncIterator[Stores]:
    yield MemoryLog(), MemoryNames()


@asynccontextmanager
async def _file(request: pytest.FixtureRequest) -> AsyncIterator[Stores]:
    folder: Path = request.getfixturevalue("tmp_path")
    async with sqlite.opened(folder) as both:
        yield both, both


@asynccontextmanager
async def _jetstream(request: pytest.FixtureRequest) -> AsyncIterator[Stores]:
    nats: NatsServer = request.getfixturevalue("nats")
    async with house(nats.url) as streams, jetstream_log.opened(streams) as log:
        yield log, JetStreamNames(streams)


STORES: dict[str, Callable[[pytest.FixtureRequest], AbstractAsyncContextManager[Stores]]] = {
    "memory": _memory,
    "sqlite": _file,
    "jetstream": _jetstream,
}
