"""Every tile that a message could be read to name, in whatever way."""

from __future__ import annotations

import re
from collections.abc import Mapping


NUMBERS_ONLY = {
    *("ends", "left", "scores", "pips", "fits", "away", "acting", "waiting"),
    "by_computer",
}
"""Lists of numbers by seat, value, person or move: two of them are no tile."""

NO_TILES = {"token", "code", "about", "problem"}
"""Texts drawn by chance, or somebody's own."""

_IN_WORDS = re.compile(r"(?<![0-9-])([0-9])-([0-9])(?![0-9-])")
_AS_MOVES = re.compile(r"(?<![0-9A-Za-z-])[SENW]([0-9])([0-9])[SENW]?(?![0-9A-Za-z-])")
_ALONE = re.compile(r"([0-9])([0-9])[SENW]?")


def tiles_in(value: object, key: object = None) -> set[tuple[int, int]]:
    """Walk all values and keys; tiles are low-high."""
    match value:
        case Mapping():
            inside = [tiles_in(part, name) | tiles_in(name) for name, part in value.items()]
            return set().union(*inside)
        case [int(a), int(b)] if key not in NUMBERS_ONLY and 0 <= a <= 9 and 0 <= b <= 9:
            return {(min(a, b), max(a, b))}
        case list() | tuple():
            return set().union(*(tiles_in(part, key) for part in value))
        case str() if key not in NO_TILES:
            return _named(value)
    return set()


def _named(text: str) -> set[tuple[int, int]]:
    found = _IN_WORDS.findall(text) + _AS_MOVES.findall(text)
    if alone := _ALONE.fullmatch(text):
        found.append(alone.groups())
    return {(int(min(pair)), int(max(pair))) for pair in found}
