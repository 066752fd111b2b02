"""Every tile that a message names, in whatever way."""

from __future__ import annotations

import re
from collections.abc import Mapping


PUBLIC_NUMBERS = {"ends", "left", "scores", "pips", "fits", "away", "acting"}
"""Lists of numbers by seat, value or person: two of them are no tile."""

_IN_WORDS = re.compile(r"(?<![0-9])([0-9])-([0-9])(?![0-9])")
_IN_SHORT = re.compile(r"[SENW]?([0-9])([0-9])[SENW]?")


def tiles_in(value: object, key: object = None) -> set[tuple[int, int]]:
    """Walk all values and keys; tiles are low-high."""
    match value:
        case Mapping():
            inside = [tiles_in(part, name) | tiles_in(name) for name, part in value.items()]
            return set().union(*inside)
        case [int(a), int(b)] if key not in PUBLIC_NUMBERS and 0 <= a <= 9 and 0 <= b <= 9:
            return {(min(a, b), max(a, b))}
        case list() | tuple():
            return set().union(*(tiles_in(part, key) for part in value))
        case str():
            return _named(value)
    return set()


def _named(text: str) -> set[tuple[int, int]]:
    found = _IN_WORDS.findall(text)
    if short := _IN_SHORT.fullmatch(text):
        found.append(short.groups())
    return {(int(min(pair)), int(max(pair))) for pair in found}
