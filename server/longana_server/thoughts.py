"""What a computer thinks, and how long: the work of the processes beside the event loop.

A module of its own, and of little weight: it is all of the server that such a process loads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import TypeVar, TypeVarTuple

from longana_engine import Level, Move, Observation, think
from longana_engine.computers import Advice, Decision, Reviewed, advice, judged


Result = TypeVar("Result")
Given = TypeVarTuple("Given")


def move(seen: Observation, level: Level, seed: str) -> Move:
    """The move for the seat that sees this."""
    return think(seen, level, Random(seed))[0].move


def hint(seen: Observation, seed: str) -> Advice:
    """What a strong computer says to the seat that sees this."""
    return advice(seen, think(seen, "hard", Random(seed)))


def review(decision: Decision, seed: str) -> Reviewed:
    """What a strong computer says of what a seat has chosen."""
    return judged(decision, lambda again: think(decision.seen, "hard", Random(again)), seed)


def timed(thought: Callable[[*Given], Result], *given: *Given) -> tuple[Result, float]:
    """One of these, and the seconds it took."""
    began = time.perf_counter()
    return thought(*given), time.perf_counter() - began
