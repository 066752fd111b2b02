"""Backup and restore as deploy/README.md tells it: while people play, and onto another machine."""

from __future__ import annotations

import asyncio
import random
import subprocess
from pathlib import Path

from system.program import LONGANA, environment
from system.table import Raw, served


async def rooms(*words: str, data_dir: Path) -> tuple[int, str]:
    """`longana rooms` as a program of its own: its exit code, and what it says."""
    done = await asyncio.to_thread(
        subprocess.run,
        [*LONGANA, "rooms", *words, "--data-dir", str(data_dir)],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


async def test_saved_while_people_play_and_brought_back_elsewhere(tmp_path: Path) -> None:
    here, there, saved = tmp_path / "here", tmp_path / "there", tmp_path / "FRIDAY.longana"
    async with served(log="file", data_dir=here) as app:
        ana = Raw(app, random.Random("ana"))
        await ana.connect()
        await ana.enter("create", name="Ana", rules={"seats": 2})
        await ana.ask("start")
        await ana.until(lambda: ana.my_turn)
        assert (await ana.move(ana.you["legal"][0]))["type"] == "done"
        await ana.until(lambda: ana.my_turn or ana.table["phase"] != "playing")
        turn, you = ana.table["turn"], ana.you

        assert await rooms("backup", str(saved), data_dir=here) == (
            0,
            f"Backed up 1 room to {saved}.\n",
        )
        code, said = await rooms("restore", "--replace", str(saved), data_dir=here)
        assert code != 0, "not under a server that runs"
        assert "server" in said
        await ana.close()
    assert (await rooms("restore", str(saved), data_dir=here))[0] != 0, "not without --replace"
    assert saved.stat().st_mode & 0o077 == 0, "it holds secrets"

    code, _ = await rooms("restore", str(saved), data_dir=there)
    assert code == 0
    async with served(log="file", data_dir=there) as app:
        again = Raw(app, random.Random("again"))
        await again.connect()
        welcome = await again.enter("resume", code=ana.code, token=ana.token)
        assert welcome["type"] == "welcome"
        assert (again.table["turn"], again.you) == (turn, you)
        await again.close()
