"""The level for beginners: sheds what is heavy, looks no further, and is not careful about it."""

from random import Random

from ..moves import Pass
from ..observation import Observation
from .chain import judge
from .weighed import Weighed, ranked


CARELESS = 0.5
"""How far, in the scorer's unit, a worth may be misjudged either way."""


def think(seen: Observation, rng: Random) -> tuple[Weighed, ...]:
    """The moves by pips and doubles, misjudged a little."""
    weighed = []
    for move in seen.legal:
        if not isinstance(move, Pass):
            pips, double, *_ = judge(seen, move).weights
            weighed.append(Weighed(move, pips + double + rng.uniform(-CARELESS, CARELESS)))
    return ranked(weighed)
