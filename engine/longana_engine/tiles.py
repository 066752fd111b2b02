"""The double-nine set: 55 tiles, each once."""

import re
from typing import NamedTuple


class UnknownTile(ValueError):
    """No tile of the double-nine set is meant, such as 6-10."""


class Tile(NamedTuple):
    """A tile of the set, low number first; take it from `tile` or `TILES`, which hold the 55.

    Tiles sort as records list them, by low, then by high number.
    """

    low: int
    high: int

    @property
    def pips(self) -> int:
        """The points it is worth to whoever wins it; 0-0 is worth 0."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        return self.low == self.high

    def carries(self, value: int) -> bool:
        """Whether one of its halves shows `value`."""
        return value in (self.low, self.high)

    def other(self, value: int) -> int:
        """The end that shows once `value` is joined; raises ValueError if it isn't carried."""
        if not self.carries(value):
            raise ValueError(f"{self} does not carry {value}")
        return self.high if value == self.low else self.low

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


TILES = tuple(Tile(low, high) for low in range(10) for high in range(low, 10))

_INTERNED = {(a, b): t for t in TILES for a, b in ((t.low, t.high), (t.high, t.low))}


def tile(a: int, b: int) -> Tile:
    """The tile with these halves, in either order; raises UnknownTile.

    >>> tile(7, 3)
    Tile(low=3, high=7)
    """
    try:
        return _INTERNED[a, b]
    except KeyError:
        raise UnknownTile(f"there is no tile {a}-{b}") from None


def parse_tile(text: str) -> Tile:
    """Read "3-7" or "7-3"; raises UnknownTile for everything else.

    >>> str(parse_tile("7-3"))
    '3-7'
    """
    if not re.fullmatch("[0-9]-[0-9]", text):
        raise UnknownTile(f"there is no tile {text!r}")
    return tile(int(text[0]), int(text[2]))
