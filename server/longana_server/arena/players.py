"""The players that this program has: three levels, and two that show what those are worth."""

from __future__ import annotations

from random import Random
from typing import Final, cast, get_args

from longana_engine import Level, Move, Observation, Pass, think


LEVELS: Final[tuple[str, ...]] = get_args(Level)

BASELINES: Final = ("random", "heaviest")
"""Any legal move, and the heaviest tile that fits."""

KINDS: Final = (*LEVELS, *BASELINES)


def move_of(kind: str, seen: Observation, rng: Random) -> Move:
    """What this kind of player does; ValueError for a kind that this program does not have."""
    if kind in LEVELS:
        return think(seen, cast("Level", kind), rng)[0].move
    return simple_move(kind, seen.legal, rng)


def simple_move(kind: str, legal: tuple[Move, ...], rng: Random) -> Move:
    """What one of the simple players does; ValueError for any other."""
    if kind == "random":
        return rng.choice(legal)
    if kind == "heaviest":
        most = max(map(_pips, legal))
        return rng.choice([move for move in legal if _pips(move) == most])
    raise ValueError(f"there is no player {kind!r}")


def _pips(move: Move) -> int:
    return 0 if isinstance(move, Pass) else move.tile.pips
