"""A disk that is full, broken or gone: a clear answer, nothing half-written, others go on.

(Rows of faults.md: F37.)
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from longana_server import kept_rooms
from longana_server.kept_rooms import Kept
from longana_server.log.sqlite_file import FILE_NAME
from system.killing import Player, Process, let_files_grow_to, running


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of other processes")


@pytest_asyncio.fixture
async def process(tmp_path: Path) -> AsyncIterator[Process]:
    async with running(tmp_path) as process:
        yield process


async def playing(process: Process, seed: str) -> Player:
    """Somebody alone with three computers, whose turn it is."""
    player = Player(process.port, Random(seed), seed)
    await player.come()
    await player.surely("start")
    await player.until(lambda: player.my_turn)
    return player


async def move(player: Player) -> str:
    """One legal move; gives "done" or the code of the refusal."""
    await player.until(lambda: player.my_turn)
    answer = await player.move(player.you["legal"][0])
    return str(answer.get("code", answer["type"]))


async def test_on_a_full_disk_moves_are_refused_and_taken_when_there_is_room(
    process: Process,
) -> None:
    player = await playing(process, "full disk")
    before = player.table
    let_files_grow_to(process, 0)
    for _ in range(3):
        assert await move(player) == "try_again"
    assert player.table == before, "nobody was shown anything"
    stranger = Player(process.port, Random("stranger"), "Stranger")
    await stranger.connect()
    refused = await stranger.ask("create", name="Stranger")
    assert refused["code"] == "try_again"
    assert await process.readiness() == 503
    let_files_grow_to(process, None)
    assert await move(player) == "done"
    assert await process.readiness() == 200
    await player.until(lambda: player.table["turn"] > before["turn"])
    await process.end(signal.SIGKILL)
    process.start()
    await process.up()
    await player.back()
    assert await move(player) == "done"
    await player.close()
    await stranger.close()


async def test_a_server_can_be_stopped_while_the_disk_is_full(process: Process) -> None:
    player = await playing(process, "stopped")
    let_files_grow_to(process, 0)
    assert await move(player) == "try_again"
    assert await process.end(signal.SIGTERM) < 5


@pytest.mark.parametrize("harm", ["cut short", "overwritten"])
async def test_a_torn_write_ahead_log_loses_what_is_torn_and_no_room(
    process: Process, harm: str
) -> None:
    players = [await playing(process, f"torn {number}") for number in range(3)]
    for player in players:
        assert await move(player) == "done"
    await process.end(signal.SIGKILL)
    wal = process.folder / f"{FILE_NAME}-wal"
    whole = wal.read_bytes()
    keep = len(whole) - 2500
    wal.write_bytes(whole[:keep] + (b"\x5a" * 2500 if harm == "overwritten" else b""))
    process.start()
    await process.up()
    for player in players:
        player.acknowledged.clear()  # no program can keep what the disk does not
        player._latest = None
        await player.back()
        assert await move(player) == "done"
        await player.close()
    assert process.complaints() == []


async def test_a_room_on_a_damaged_page_is_reported_and_the_others_go_on(process: Process) -> None:
    players = [await playing(process, f"damaged {number}") for number in range(4)]
    await process.end(signal.SIGTERM)
    file, bad = process.folder / FILE_NAME, players[0]
    with closing(sqlite3.connect(file)) as db:
        (entry,) = db.execute(
            "SELECT entry FROM entries WHERE room = ? AND version = 1", (bad.code,)
        ).fetchone()
    whole = bytearray(file.read_bytes())
    at = whole.index(entry)
    whole[at : at + len(entry)] = b"\xc1" * len(entry)
    file.write_bytes(whole)
    process.start()
    await process.up()
    await bad.connect()
    refused = await bad.ask("resume", code=bad.code, token=bad.token)
    assert refused["code"] == "no_room"
    for player in players[1:]:
        await player.back()
        assert await move(player) == "done"
        await player.close()
    await bad.close()
    assert any("damaged" in line for line in process.complaints())
    with kept_rooms.reading(process.folder) as db:
        found = list(kept_rooms.listed(db))
    assert sum(isinstance(each, Kept) for each in found) == 3


async def test_a_damaged_file_is_not_served_and_not_touched(process: Process) -> None:
    await playing(process, "damaged file")
    await process.end(signal.SIGTERM)  # which leaves no log beside it to mend the file from
    file = process.folder / FILE_NAME
    file.write_bytes(b"\x00" * 100 + file.read_bytes()[100:])
    before = file.read_bytes()
    process.start()
    with pytest.raises(AssertionError, match="damaged or no database"):
        async with asyncio.timeout(30):
            await process.up()
    assert file.read_bytes() == before
