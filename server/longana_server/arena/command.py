"""`longana arena` itself: matches are played side by side, and what they come to is written down.

The table stands on `out`; how far it has got, and what is wrong, on `err`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TextIO

from longana_engine.record_writing import record_bytes
from longana_server.plain_text import say
from longana_server.workers import Workers, WorkFailed

from . import report
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
    except (OSError, WorkFailed) as error:
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
    workers = Workers(jobs, PATIENCE)

    async def lane(numbers: Iterator[int]) -> None:
        for number in numbers:
            archive.add(await workers.run(play, plan, number))
            step()

    numbers = iter(range(plan.matches))
    try:
        async with asyncio.TaskGroup() as lanes:
            for _ in range(jobs):
                lanes.create_task(lane(numbers))
    except* (OSError, WorkFailed) as group:
        raise group.exceptions[0] from None
    finally:
        workers.close()
        await workers.wait_closed()
