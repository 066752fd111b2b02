"""What an append to a room's log costs: in the data folder, in one NATS server, in three with three
replicas.

    python tests/bench/log_appends.py [--seconds 3]

Each append is conditional on the version before it, through `RoomLog`, with an entry of a usual
move. By one room alone: how long it takes. By 64 rooms at once: how many a second. The node and the
NATS servers share the machine's processors; CPU is the node's own.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from statistics import quantiles


sys.path.insert(0, str(Path(__file__).parents[1]))

import uvloop

from longana_server.cluster import jetstream_log
from longana_server.cluster.streams import connected
from longana_server.events import Entry, Locked, Moved
from longana_server.log import RoomLog, sqlite
from nats_servers import cluster, one_server


Place = Callable[[Path], AbstractAsyncContextManager[RoomLog]]

FIRST = Entry(event=Locked(locked=False), by=1, id="first", at=1_700_000_000)
MOVE = Entry(event=Moved(move="N57W"), by=2, id="k3x9w2a7", at=1_700_000_000)


@asynccontextmanager
async def one_nats(folder: Path) -> AsyncIterator[RoomLog]:
    with one_server(folder) as server:
        async with connected([server.url]) as streams, jetstream_log.opened(streams) as log:
            yield log


@asynccontextmanager
async def three_nats(folder: Path) -> AsyncIterator[RoomLog]:
    with cluster(folder) as servers:
        urls = [server.url for server in servers]
        async with (
            connected(urls, replicas=3, patience=20) as streams,
            jetstream_log.opened(streams) as log,
        ):
            yield log


PLACES: dict[str, Place] = {
    "data folder (SQLite)": sqlite.opened,
    "one NATS server": one_nats,
    "three NATS servers, three replicas": three_nats,
}


async def appending(log: RoomLog, rooms: int, seconds: float) -> tuple[list[float], float, float]:
    """How long each append took, all of them together, and the processor's time (seconds)."""
    took: list[float] = []
    names = [f"R{number:03}{time.monotonic_ns() % 10**4:04}" for number in range(rooms)]
    for name in names:
        await log.create(name, FIRST)
    began, cpu = time.perf_counter(), time.process_time()
    until = began + seconds

    async def one(room: str) -> None:
        version = 1
        while (now := time.perf_counter()) < until:
            version = await log.append(room, version, MOVE)
            took.append(time.perf_counter() - now)

    await asyncio.gather(*(one(name) for name in names))
    return took, time.perf_counter() - began, time.process_time() - cpu


async def measure(seconds: float) -> None:
    print("| log | at once | appends/s | p50 ms | p99 ms | CPU µs/append |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, opened in PLACES.items():
        with tempfile.TemporaryDirectory() as folder:
            async with opened(Path(folder)) as log:
                for rooms in (1, 64):
                    await appending(log, rooms, seconds / 4)  # to warm up
                    took, wall, cpu = await appending(log, rooms, seconds)
                    centiles = quantiles(took, n=100)
                    print(
                        f"| {name} | {rooms} | {len(took) / wall:,.0f} | {centiles[49] * 1e3:.2f} "
                        f"| {centiles[98] * 1e3:.2f} | {cpu / len(took) * 1e6:.0f} |",
                        flush=True,
                    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--seconds", type=float, default=3.0, help="for each line (3)")
    given = arguments.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(measure(given.seconds))


if __name__ == "__main__":
    main()
