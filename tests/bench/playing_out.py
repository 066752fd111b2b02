"""Random play-outs, timed: what `engine.py` and `playouts.py` share. Needs nothing installed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable


SECS, REPS = 2.0, 3

PlayOut = Callable[[], int]
"""Plays one hand or game at random; gives the number of decisions."""


def print_playouts(engine: str, make: Callable[[], PlayOut], **more: object) -> None:
    """One line of JSON: decisions and hands a second, in each repetition."""
    row: dict[str, object] = {"engine": engine, **more}
    try:
        row |= _measured(make())
    except Exception as error:  # an engine that is not there is no reason to measure no other
        row["error"] = f"{type(error).__name__}: {error}"[:120]
    print(json.dumps(row), flush=True)


def _measured(play: PlayOut) -> dict[str, object]:
    _timed(play, SECS / 4)
    runs = [_timed(play, SECS) for _ in range(REPS)]
    decisions = [count / took for count, _, took in runs]
    hands = [played / took for _, played, took in runs]
    count, played, _ = runs[-1]
    return {
        "decisions_s": [round(each) for each in decisions],
        "hands_s": [round(each) for each in hands],
        "decisions_hand": round(count / played, 1),
    }


def _timed(play: PlayOut, secs: float) -> tuple[int, int, float]:
    """Decisions, hands, and the seconds they took."""
    count = played = 0
    began = time.perf_counter()
    while True:
        count += play()
        played += 1
        took = time.perf_counter() - began
        if took >= secs:
            return count, played, took
