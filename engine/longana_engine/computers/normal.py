"""The middle level: the chain-aware scorer."""

from random import Random

from ..moves import Pass
from ..observation import Observation
from .chain import judge
from .weighed import Weighed, ranked


def think(seen: Observation, rng: Random) -> tuple[Weighed, ...]:
    """The moves by the sum of their terms; `rng` decides between equals."""
    weighed = [
        Weighed(move, sum(judge(seen, move).weights))
        for move in seen.legal
        if not isinstance(move, Pass)
    ]
    rng.shuffle(weighed)
    return ranked(weighed)
