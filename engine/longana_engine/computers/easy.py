"""The level for beginners: sheds what is heavy and looks no further, but is never silly."""

from collections.abc import Iterable
from random import Random

from ..moves import Pass
from ..observation import Observation
from .chain import Terms, judge
from .weighed import Weighed, ranked


BLUR = 0.5
"""How far a worth may be misjudged either way, in the scorer's unit."""

LINKS = 3
"""So many links of one's own chain are not thrown away for nothing."""

SET_BACK = 2.0
"""What being silly takes from a worth: more than all the rest can differ."""


def think(seen: Observation, rng: Random) -> tuple[Weighed, ...]:
    """The moves by pips and doubles, a little misjudged; silly ones last."""
    judged = {move: judge(seen, move) for move in seen.legal if not isinstance(move, Pass)}
    weighed = []
    for move, terms in judged.items():
        pips, double, *_ = terms.weights
        worth = pips + double + rng.uniform(-BLUR, BLUR)
        if is_silly(terms, judged.values()):
            worth -= SET_BACK
        weighed.append(Weighed(move, worth))
    return ranked(weighed)


def is_silly(terms: Terms, among: Iterable[Terms]) -> bool:
    """Whether some other move keeps `LINKS` more of one's own chain, and sheds no less."""
    return any(other.chain >= terms.chain + LINKS and other.pips >= terms.pips for other in among)
