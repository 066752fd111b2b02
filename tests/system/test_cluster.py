"""Several nodes and several NATS servers, any of which dies: nobody loses a tile or a turn.

The long form is 100 rooms and 30 deaths, unless told otherwise:

    ./longana soak --rooms 30 --deaths 10 tests/system/test_cluster.py
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from conftest import Soak
from longana_server import room as folding
from longana_server.cluster.jetstream_log import opened
from longana_server.cluster.jetstream_names import JetStreamNames
from longana_server.cluster.streams import connected
from longana_server.kept_rooms import document_of
from nats_servers import NatsServer, cluster
from system.killing import Player, Process, check_room, running, sat_down
from system.table import Message


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


class Roamer(Player):
    """Somebody whose client goes to whichever node it finds."""

    def __init__(self, nodes: Sequence[Process], rng: Random, name: str) -> None:
        super().__init__(nodes[0].port, rng, name)
        self._nodes = nodes

    async def connect(self) -> None:
        self._address = f"ws://127.0.0.1:{self._chance.choice(self._nodes).port}/ws"
        await super().connect()


@asynccontextmanager
async def started(folder: Path, servers: Sequence[NatsServer]) -> AsyncIterator[list[Process]]:
    """Three nodes on those NATS servers."""
    settings = {
        "log": ",".join(server.url for server in servers),
        "log_replicas": str(len(servers)),
        "away_grace": "3",
        "start_patience": "5",  # a NATS server takes as long to be done without
    }
    async with AsyncExitStack() as stack:
        nodes = []
        for number in range(3):
            own = folder / f"node-{number}"
            own.mkdir()
            nodes.append(await stack.enter_async_context(running(own, **settings)))
        yield nodes


async def check_log(servers: Sequence[NatsServer], players: Sequence[Roamer]) -> Counter[str]:
    """Every record replays, and whatever was acknowledged happened once. Counts what happened."""
    happened: Counter[str] = Counter()
    async with (
        connected([server.url for server in servers], replicas=len(servers)) as streams,
        opened(streams) as log,
    ):
        for code in {player.code for player in players}:
            entries = await log.read(code)
            names = await JetStreamNames(streams).names(code)
            happened.update(entry.event.type for entry in entries)
            check_room(
                [(entry.by, entry.id) for entry in entries],
                document_of(folding.fold(entries), names),
                [each for each in players if each.code == code],
            )
    return happened


async def test_whichever_server_dies_costs_nobody_anything(
    tmp_path: Path, soak: Soak | None
) -> None:
    rooms, deaths = (soak.rooms or 100, soak.deaths or 30) if soak else (6, 4)
    with cluster(tmp_path) as servers:
        async with started(tmp_path, servers) as nodes:
            await play_through(servers, nodes, rooms, deaths)


async def play_through(
    servers: Sequence[NatsServer], nodes: Sequence[Process], rooms: int, deaths: int
) -> None:
    """So many rooms are played in while one server after another dies and comes back."""
    rng, stopped = Random(f"{rooms} rooms, {deaths} deaths"), asyncio.Event()
    players = await sat_down(rooms, rng, partial(Roamer, nodes))
    playing = [asyncio.create_task(player.play(stopped)) for player in players]
    await asyncio.sleep(1)
    stood_still: list[float] = []
    kinds: tuple[Sequence[Process | NatsServer], ...] = (nodes, servers)
    for number in range(deaths):
        victim = rng.choice(kinds[number % 2])
        before = progress(players)
        died = time.monotonic()
        if isinstance(victim, Process):
            await victim.end(signal.SIGKILL)
        else:
            victim.kill()
        await went_on(players, playing, before)
        stood_still.append(time.monotonic() - died)
        victim.start()
        if isinstance(victim, Process):
            await victim.up()
        await asyncio.sleep(rng.uniform(1.5, 3.0))
    stopped.set()
    async with asyncio.timeout(180):
        await asyncio.gather(*playing)
    for player in players:
        if not player.online:
            await player.back()
        await player.close()
    happened = await check_log(servers, players)
    acknowledged = sum(len(player.acknowledged) for player in players)
    again = sum(player.tried_again for player in players)
    worst = ", ".join(f"{seconds:.1f}" for seconds in sorted(stood_still)[-5:])
    print(
        f"{deaths} deaths, {acknowledged} acknowledged, {again} to be tried again, {happened}\n"
        f"seconds until every room had gone on, the longest: {worst}"
    )
    assert acknowledged > 3 * rooms
    assert happened["moved"] > 3 * rooms


def _but_moves(table: Message) -> Message:
    return {name: value for name, value in table.items() if name != "moves"}


def progress(players: Sequence[Roamer]) -> dict[str, int]:
    """How far each room has come, as its people see it."""
    turns: dict[str, int] = {}
    for player in players:
        turns[player.code] = max(turns.get(player.code, 0), player.table.get("turn", 0))
    return turns


async def went_on(
    players: Sequence[Roamer], playing: Sequence[asyncio.Task[None]], before: dict[str, int]
) -> None:
    """Until every room has gone on."""
    ends = time.monotonic() + 60
    while still := [code for code, turn in progress(players).items() if turn <= before[code]]:
        for task in playing:
            if task.done():
                task.result()  # what a player objects to is why their room stands still
        assert time.monotonic() < ends, "\n".join(
            f"{player.name} in {player.code}: online={player.online}, waits for an answer to "
            f"{player.asking}, sees {_but_moves(player.table)}"
            for player in players
            if player.code in still
        )
        await asyncio.sleep(0.05)
