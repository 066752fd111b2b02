"""The computers: three levels that see what one seat may see, and a generator, nothing else.

`think` ranks the moves of the reader, and `advice` says why they stand so; `judged` looks back on a
move. All are pure: the same observation and state of the generator give the same answer.
"""

from random import Random
from typing import Literal

from ..observation import Observation
from . import easy, hard, normal
from .reasons import Advice, Alternative, Drawback, DrawbackKey, Reason, ReasonKey, advice, reason
from .review import COSTLY, Decision, Reviewed, decisions, judged
from .weighed import Weighed


__all__ = [
    "COSTLY",
    "Advice",
    "Alternative",
    "Decision",
    "Drawback",
    "DrawbackKey",
    "Level",
    "Reason",
    "ReasonKey",
    "Reviewed",
    "Weighed",
    "advice",
    "decisions",
    "judged",
    "reason",
    "think",
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
