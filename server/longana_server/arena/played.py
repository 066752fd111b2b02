"""What a match came to, for the tally and for the archive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from longana_engine.strict_json import Json


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played. Lists are by player, in the order of the plan."""

    number: int
    winner: int | None
    """The player; None when somebody forfeited it."""
    hands: int
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    """Moves that had an alternative."""
    seconds: tuple[float, ...]
    """How long they thought about those; with bots, how long they were waited for, with the way
    over the socket."""
    record: Mapping[str, Json]
    """Empty when the match was forfeited."""
    forfeit: Forfeit | None = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Who could not, or would not, play by the rules; the others have neither won nor lost."""

    player: int
    why: str
