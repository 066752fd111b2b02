"""`longana arena` itself: matches are played side by side, and what they come to is written down.

The table stands on `out`; how far it has got, and what is wrong, on `err`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any, Final, TextIO

from longana_engine.record_writing import record_bytes
from longana_server.plain_text import say
from longana_server.thinker import Thinker
from longana_server.workers import Workers, WorkFailed

from . import report
from .bot_matches import play_series
from .bot_process import BotFailed
from .matches import play
from .plan import Plan
from .played import Played
from .progress import shown


DONE: Final = 0
FAILED: Final = 1
INTERRUPTED: Final = 130

PATIENCE: Final = 3600.0
"""Seconds for a match."""


def run_arena(
    plan: Plan,
    *,
    jobs: int,
    as_json: Path | None,
    records: Path | None,
    out: TextIO,
    err: TextIO,
) -> int:
    """Play it, and print a table; what was played until Ctrl-C counts. Gives the exit code."""
    archive = Archive(plan, records)
    code = DONE
    try:
        archive.open()
        with shown(plan.matches, err) as step:
            asyncio.run(_play_all(plan, jobs, archive, step))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (OSError, WorkFailed, BotFailed) as error:
        say(err, f"longana: {error}")
        code = FAILED
    for line in report.lines(plan, archive.played):
        say(out, line)
    if as_json is not None:
        try:
            as_json.write_text(json.dumps(report.document(plan, archive.played), indent=1) + "\n")
        except OSError as error:
            say(err, f"longana: {error}")
            code = code or FAILED
    return code


class Archive:
    """What has been played, and a folder of records where that is wished."""

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        self.played: list[Played] = []
        self._plan = plan
        self._folder = folder

    def open(self) -> None:
        """Raises OSError when there can be no such folder."""
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)

    def add(self, match: Played) -> None:
        """Raises OSError when its record cannot be written."""
        self.played.append(match)
        if self._folder is not None and match.record:
            file = self._folder / self._plan.file_name(match.number)
            file.write_bytes(record_bytes(match.record))


async def _play_all(plan: Plan, jobs: int, archive: Archive, step: Callable[[], None]) -> None:
    def add(match: Played) -> None:
        archive.add(match)
        step()

    try:
        if plan.bots:
            await _play_with_bots(plan, jobs, add)
        else:
            await _play_here(plan, jobs, add)
    except* (OSError, WorkFailed, BotFailed) as group:
        raise group.exceptions[0] from None


async def _play_here(plan: Plan, jobs: int, add: Callable[[Played], None]) -> None:
    """So many matches at a time, each in a process."""
    workers = Workers(jobs, PATIENCE)

    async def lane(numbers: Iterator[int]) -> None:
        for number in numbers:
            add(await workers.run(play, plan, number))

    try:
        await _side_by_side(lane, range(plan.matches), jobs)
    finally:
        workers.close()
        await workers.wait_closed()


async def _play_with_bots(plan: Plan, jobs: int, add: Callable[[Played], None]) -> None:
    """So many tables at a time, each with bots of its own."""
    thinker = Thinker(jobs)

    async def lane(every: Iterator[int]) -> None:
        for series in every:
            async with aclosing(play_series(plan, series, thinker)) as matches:
                async for match in matches:
                    add(match)

    try:
        await _side_by_side(lane, range(plan.series), jobs)
    finally:
        thinker.close()
        await thinker.wait_closed()


async def _side_by_side(
    lane: Callable[[Iterator[int]], Coroutine[Any, Any, None]], numbers: range, jobs: int
) -> None:
    """So many lanes, each of which takes the next number when it is done with one."""
    coming = iter(numbers)
    async with asyncio.TaskGroup() as lanes:
        for _ in range(jobs):
            lanes.create_task(lane(coming))
