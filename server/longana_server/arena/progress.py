"""How far it has got: a bar at a terminal, now and then a line anywhere else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from longana_server.plain_text import say


LINE_EVERY = 10.0
"""Seconds between two lines."""

Step = Callable[[], None]
"""To be called once for each match."""


@contextmanager
def shown(matches: int, out: TextIO, clock: Callable[[], float] = time.monotonic) -> Iterator[Step]:
    """Show how many of the matches have been played, on `out`."""
    if not out.isatty():
        yield _lines(matches, out, clock)
        return
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=out), transient=True) as progress:
        task = progress.add_task("matches", total=matches)
        yield lambda: progress.advance(task)


def _lines(matches: int, out: TextIO, clock: Callable[[], float]) -> Step:
    played, said = 0, clock()

    def step() -> None:
        nonlocal played, said
        played += 1
        if clock() - said >= LINE_EVERY:
            said = clock()
            say(out, f"{played} of {matches} matches")
            out.flush()

    return step
