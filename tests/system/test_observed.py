"""What whoever runs a server gets to see of an evening: numbers, and nobody's secrets.

(Rows of faults.md: F33.)
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from pathlib import Path
from random import Random

import pytest

from system.killing import Player, Process, let_files_grow_to, running


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of other processes")


@pytest.mark.parametrize("form", ["json", "text"])
async def test_an_evening_leaves_no_name_tile_word_or_token_behind(
    tmp_path: Path, form: str
) -> None:
    """At the most talkative, with things that go wrong, and a server that is stopped."""
    async with running(tmp_path, log_level="debug", log_format=form) as process:
        await an_evening(process, form)


async def an_evening(process: Process, form: str) -> None:
    players = [Player(process.port, Random(name), name) for name in ("Zarzamora", "Yerbabuena")]
    await players[0].come(seats=3, target=40)
    await players[1].come(players[0].code)
    await players[0].surely("say", text="Murciélago")
    await players[1].surely("resume", code=players[0].code, token="T" * 32)
    stopped = asyncio.Event()
    playing = [asyncio.create_task(player.play(stopped)) for player in players]
    await asyncio.sleep(1)
    await players[1].drop()
    let_files_grow_to(process, 2**14)  # enough for the log
    await asyncio.sleep(0.5)
    let_files_grow_to(process, None)
    await asyncio.sleep(0.5)
    metrics = await process.metrics()
    assert await process.end(signal.SIGTERM) < 5
    stopped.set()
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    lines = process.log.read_text(encoding="utf-8").splitlines()
    assert any("could not be stored" in line for line in lines)
    if form == "json":  # also what is not ours, such as tracebacks
        assert all(
            {"time", "level", "logger", "message"} <= json.loads(line).keys() for line in lines
        )
    assert re.search(r'longana_moves_total\{by="person"\} [1-9]', metrics)
    assert re.search(r'longana_refusals_total\{code="already_in_room"\} 1', metrics)
    assert "longana_rooms 1\n" in metrics
    assert re.search(r"longana_connections [12]\n", metrics)
    seen = "\n".join([*lines, metrics])
    secret = ["Zarzamora", "Yerbabuena", "Murci", players[0].code, "T" * 32]
    secret += [token for player in players if (token := player.token)]
    assert [word for word in secret if word in seen] == []
    tiles = [line for line in lines if re.search(r"(?<![-\d])\d-\d(?![-\d])|[SENW]\d\d", line)]
    assert tiles == []


async def test_at_rest_nothing_is_counted_in_vain(tmp_path: Path) -> None:
    """F39: a table that everybody has left does not move."""
    async with running(tmp_path) as process:
        await nothing_moves(process)


async def nothing_moves(process: Process) -> None:
    player = Player(process.port, Random("alone"), "Somebody")
    await player.come()
    await player.surely("start")
    await player.until(lambda: player.my_turn)
    await player.drop()
    await asyncio.sleep(0.3)
    before = await process.metrics()
    await asyncio.sleep(0.5)
    after = await process.metrics()
    await process.end(signal.SIGTERM)
    assert "longana_connections 0\n" in before
    assert [each for each in after.splitlines() if "moves" in each] == [
        each for each in before.splitlines() if "moves" in each
    ]
