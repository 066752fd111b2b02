"""What a computer thinks, and how long: the work of the processes beside the event loop.

A module of its own, and of little weight: it is all of the server that such a process loads.
"""

from __future__ import annotations

import time
from random import Random

from longana_engine import Choice, Level, Observation, Weighed, choose, think


def choice(seen: Observation, level: Level, seed: str) -> tuple[Choice, float]:
    """The move for the seat that sees this, and the seconds it took."""
    began = time.perf_counter()
    return choose(seen, level, Random(seed)), time.perf_counter() - began


def ranking(seen: Observation, level: Level, seed: str) -> tuple[tuple[Weighed, ...], float]:
    """All its moves, best first, and the seconds it took."""
    began = time.perf_counter()
    return think(seen, level, Random(seed)), time.perf_counter() - began
