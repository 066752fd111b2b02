"""A server that dies in the middle of everything, over and over: nobody loses a tile or a turn.

F37. The long form is 100 rooms and 50 deaths of each kind, unless told otherwise:

    ./longana soak --rooms 30 --deaths 5 tests/system/test_restarts.py

(Rows of faults.md: F18.)
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conftest import Soak
from longana_server import kept_rooms
from longana_server.log.sqlite_file import FILE_NAME
from system.killing import Player, Process, check_room, running, sat_down


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def check_log(folder: Path, players: list[Player]) -> Counter[str]:
    """Every record replays, and whatever was acknowledged happened once. Counts what happened."""
    happened: Counter[str] = Counter()
    with kept_rooms.reading(folder) as db:
        for code in {player.code for player in players}:
            document: dict[str, Any] = kept_rooms.exported(db, code, with_secrets=True)
            happened.update(entry["event"]["type"] for entry in document["log"])
            entries = [(entry["by"], entry["id"]) for entry in document["log"]]
            check_room(entries, document, [each for each in players if each.code == code])
    return happened


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "told to stop"])
async def test_a_server_that_dies_costs_nobody_anything(
    tmp_path: Path, how: signal.Signals, soak: Soak | None
) -> None:
    rooms, deaths = (soak.rooms or 100, soak.deaths or 50) if soak else (6, 3)
    await play_through(tmp_path, how, rooms, deaths)


async def play_through(folder: Path, how: signal.Signals, rooms: int, deaths: int) -> None:
    """So many rooms are played in while their server dies so many times."""
    async with running(folder) as process:
        await _play_through(process, how, rooms, deaths)


async def _play_through(process: Process, how: signal.Signals, rooms: int, deaths: int) -> None:
    rng, stopped, slowest = Random(f"{how}"), asyncio.Event(), 0.0
    players = await sat_down(rooms, rng, partial(Player, process.port))
    playing = [asyncio.create_task(player.play(stopped)) for player in players]
    for _ in range(deaths):
        await asyncio.sleep(rng.uniform(0.1, 1.5 + rooms / 50))
        slowest = max(slowest, await process.end(how))
        process.start()
        await process.up()
    await asyncio.sleep(1)
    for _ in range(1200):  # on a busy machine that may not have been enough
        if sum(len(player.acknowledged) for player in players) > 4 * rooms:
            break
        await asyncio.sleep(0.1)
    stopped.set()
    async with asyncio.timeout(120):
        await asyncio.gather(*playing)
    for player in players:
        if not player.online:
            await player.back()
        await player.close()
    await process.end(signal.SIGTERM)
    happened = check_log(process.folder, players)
    acknowledged = sum(len(player.acknowledged) for player in players)
    print(f"{deaths} deaths, {acknowledged} acknowledged, slowest end {slowest:.1f} s, {happened}")
    assert acknowledged > 3 * rooms
    assert happened["moved"] > 3 * rooms
    assert process.complaints() == []
    if how is signal.SIGTERM:
        assert slowest < 5
    assert (process.folder / FILE_NAME).stat().st_mode & 0o777 == 0o600
