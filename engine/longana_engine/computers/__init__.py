"""The computers: three levels that see what one seat may see, and a generator, nothing else.

`think` ranks the moves of the reader, `choose` takes the best and says why. Both are pure: the same
observation and state of the generator give the same answer.
"""

from random import Random
from typing import Literal

from ..observation import Observation
from . import easy, hard, normal
from .reasons import (
    Alternative,
    Choice,
    Drawback,
    DrawbackKey,
    Reason,
    ReasonKey,
    alternatives,
    reason,
)
from .review import Decision, Reviewed, decisions, reviewed, together
from .weighed import Weighed


__all__ = [
    "Alternative",
    "Choice",
    "Decision",
    "Drawback",
    "DrawbackKey",
    "Level",
    "Reason",
    "ReasonKey",
    "Reviewed",
    "Weighed",
    "alternatives",
    "choose",
    "decisions",
    "reason",
    "reviewed",
    "think",
    "together",
]

Level = Literal["easy", "normal", "hard"]

_LEVELS = {"easy": easy.think, "normal": normal.think, "hard": hard.think}


def think(seen: Observation, level: Level, rng: Random) -> tuple[Weighed, ...]:
    """The reader's legal moves and their worth to it, best first.

    A move without alternative is not thought about: it is worth 0. Raises ValueError when it is not
    the reader's turn.
    """
    if not seen.legal:
        raise ValueError("there is nothing to choose out of turn")
    if len(seen.legal) == 1:
        return (Weighed(seen.legal[0], 0.0),)
    return _LEVELS[level](seen, rng)


def choose(seen: Observation, level: Level, rng: Random) -> Choice:
    """The move the level makes, and why; raises as `think` does."""
    ranked = think(seen, level, rng)
    return Choice(ranked[0].move, reason(seen, ranked))
