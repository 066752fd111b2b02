"""How long to wait before trying to come back: longer each time, and never in step with others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random


FIRST = 0.5
LONGEST = 15.0


def delays(rng: Random) -> Iterator[float]:
    """Seconds to wait before each attempt: a random half to whole of 0.5, 1, 2, … up to 15."""
    step = FIRST
    while True:
        yield step * rng.uniform(0.5, 1.0)
        step = min(2 * step, LONGEST)
