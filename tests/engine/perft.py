"""Counting every way a position can go on, as chess engines do (perft).

A rule that is a little off seldom shows in a few games, but it does in the number of all games.
`perft.json` holds positions, each under several sets of rules, with the counts the naive model
found; the engine must find the same. To count anew, from the root of the repository:

    PYTHONPATH=tests python -m engine.perft
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from engine.naive import Hand, read_move, read_tiles, settings_of, who_opens
from engine.random_games import after


DATA = Path(__file__).with_name("perft.json")

Place = TypeVar("Place")
MoveMade = TypeVar("MoveMade")


@dataclass(slots=True)
class Counts:
    """What comes of a position within a number of moves."""

    sequences: list[int] = field(default_factory=list)
    """How many sequences of one move, of two, and so on there are."""
    out: int = 0
    block: int = 0
    tied: int = 0
    points: int = 0
    """The points won in all the hands that ended, added up."""


def count(
    start: Place,
    legal: Callable[[Place], Iterable[MoveMade]],
    play: Callable[[Place, MoveMade], Place],
    ending: Callable[[Place], tuple[str, int] | None],
    depth: int | None,
) -> Counts:
    """Follow every legal move for `depth` moves, or to the end of the hand for None.

    `ending` gives the kind of a finished hand ("out", "block" or "tied") and its points.
    """
    counts = Counts()
    places = [start]
    while places and (depth is None or len(counts.sequences) < depth):
        places = [play(place, move) for place in places for move in legal(place)]
        if places:
            counts.sequences.append(len(places))
        for kind, points in filter(None, map(ending, places)):
            setattr(counts, kind, getattr(counts, kind) + 1)
            counts.points += points
    return counts


def naive_start(rules: dict[str, Any], position: dict[str, Any]) -> Hand:
    """A position of the data file under a set of rules, in the naive model."""
    settings = settings_of(rules)
    deal = {seat: read_tiles(tiles) for seat, tiles in position["deal"].items()}
    hand = Hand(settings, deal, who_opens(settings, deal, **position["previous"]))
    for text in position["moves"]:
        move = read_move(text)
        assert move is not None
        hand.play(move)
    return hand


def naive_ending(hand: Hand) -> tuple[str, int] | None:
    if hand.result is None:
        return None
    kind, points = hand.result["kind"], hand.result["points"]
    assert isinstance(points, int)
    return "tied" if hand.result["winner"] is None else str(kind), points


def naive_counts(rules: dict[str, Any], position: dict[str, Any]) -> Counts:
    start = naive_start(rules, position)
    return count(start, Hand.legal, after, naive_ending, position["depth"])


def count_anew() -> None:
    """Write the counts of the naive model into the data file."""
    positions = json.loads(DATA.read_text())
    for position in positions:
        for game in position["games"]:
            game["counts"] = asdict(naive_counts(game["rules"], position))
    DATA.write_text(json.dumps(positions, indent=1) + "\n")


if __name__ == "__main__":
    count_anew()
