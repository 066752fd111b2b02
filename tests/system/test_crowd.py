"""A full house with strangers at the door: play stays quick, and nothing is left behind.

F39, F42, F43, F45. The long form is 500 rooms of 4 sockets for 10 minutes, unless told otherwise:

    ./longana soak --rooms 100 --minutes 1 tests/system/test_crowd.py
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import quantiles

import msgpack
import pytest
from websockets.exceptions import WebSocketException

from conftest import Soak
from system.killing import Player, Process, running
from system.mischief import be_a_nuisance, knock


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux tells it")

TIDY = [
    sys.executable,
    "-c",
    "from longana_server import app, main; app.SWEEP_EVERY = 0.5; main.main()",
]
"""Looks often for rooms that nobody is in."""


async def test_a_crowd_leaves_nothing_behind(tmp_path: Path, soak: Soak | None) -> None:
    rooms, seconds = (soak.rooms or 500, 30 * (soak.minutes or 10)) if soak else (8, 3.0)
    await two_evenings(tmp_path, rooms, seconds)


async def two_evenings(folder: Path, rooms: int, seconds: float) -> None:
    """The second of two alike needs no more memory than the first."""
    async with running(
        folder,
        TIDY,
        rest_after="0",
        computer_delay="0.2",
        commands_per_second="20",
        commands_burst="60",
        guesses_burst="1000000",  # all are of one address
    ) as process:
        await _two_evenings(process, rooms, seconds)


async def _two_evenings(process: Process, rooms: int, seconds: float) -> None:
    rng, memory = Random(f"{rooms} rooms"), []
    for _ in range(2):
        waited = await evening(process, rooms, seconds, rng)
        await emptied(process)
        memory.append(resident(process.pid))
        p95 = 1000 * quantiles(waited, n=20)[-1]
        print(f"{rooms} rooms: p95 {p95:.0f} ms of {len(waited)}, then {memory[-1] / 1e6:.1f} MB")
        assert p95 < 5000, "no stall"
    assert memory[1] <= 1.1 * memory[0]
    await process.end(signal.SIGTERM)
    assert process.complaints() == []


async def evening(process: Process, rooms: int, seconds: float, rng: Random) -> list[float]:
    """Two who play, one who looks on and comes and goes, one who never reads; and strangers.

    Gives the seconds that somebody in a room of their own waited for each answer.
    """
    stopped = asyncio.Event()
    # All of them live in this one process, which must keep up too: the more, the slower each.
    pause = max(1.0, rooms / 50)

    def another() -> Random:
        return Random(rng.random())

    hosts = [Player(process.port, another(), "Ana") for _ in range(rooms)]
    guests = [Player(process.port, another(), "Beto") for _ in range(rooms)]
    bystander = Player(process.port, another(), "Carla")
    for group in range(0, rooms, 20):
        await asyncio.gather(*(host.come(target=30) for host in hosts[group : group + 20]))
        pairs = zip(hosts, guests, strict=True)
        chosen = list(pairs)[group : group + 20]
        await asyncio.gather(*(guest.come(host.code) for host, guest in chosen))
    await bystander.come()
    doing = [
        *(player.play(stopped) for player in (*hosts, *guests)),
        *(come_and_go(process.port, host.code, another(), pause, stopped) for host in hosts),
        *(never_read(process.port, host.code, stopped) for host in hosts),
        *(be_a_nuisance(process.port, another(), stopped) for _ in range(max(3, rooms // 20))),
    ]
    for player in (*hosts, *guests):
        player.pause = pause / 2
    tasks = [asyncio.create_task(each) for each in doing]
    waited: list[float] = []
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        began = time.perf_counter()
        assert (await bystander.ask("reading", what="rules"))["type"] == "done"
        waited.append(time.perf_counter() - began)
        await asyncio.sleep(0.1)
    stopped.set()
    async with asyncio.timeout(120):
        await asyncio.gather(*tasks)
    for player in (*hosts, *guests, bystander):
        await player.drop()
    return waited


async def come_and_go(
    port: int, code: str, rng: Random, pause: float, stopped: asyncio.Event
) -> None:
    while not stopped.is_set():
        with suppress(OSError, WebSocketException):
            socket = await knock(port)
            await socket.send(msgpack.packb({"type": "watch", "id": "w", "code": code}))
            await asyncio.sleep(rng.uniform(0, pause))
            if rng.random() < 0.5:
                socket.transport.abort()
            else:
                await socket.close()


async def never_read(port: int, code: str, stopped: asyncio.Event) -> None:
    """Looks on, and takes nothing of what is sent."""
    while not stopped.is_set():
        with suppress(OSError, WebSocketException):  # the time to open a line may run out here
            socket = await knock(port)
            await socket.send(msgpack.packb({"type": "watch", "id": "w", "code": code}))
            await stopped.wait()
            socket.transport.abort()


async def emptied(process: Process) -> None:
    """Until no room and no connection is left."""
    async with asyncio.timeout(60):
        while True:
            text = await process.metrics()
            if "longana_rooms 0\n" in text and "longana_connections 0\n" in text:
                return
            await asyncio.sleep(0.2)


def resident(pid: int) -> int:
    """Bytes of memory a process has."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return 1024 * int(found[1])
