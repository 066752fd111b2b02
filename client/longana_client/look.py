"""How the table shall look: for whom, in which words and characters, on how much room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from longana_protocol.words import PersonId, SeatName

from .board import Mark
from .glyphs import Glyphs
from .wording import Words


Shape = Literal["large", "small", "list"]
"""A picture of the branches, large or small, or their tiles in lines."""
SHAPES: Final[tuple[Shape, ...]] = ("large", "small", "list")
"""The tallest first."""

PICTURE_WIDTH = 60
"""Below this width the branches are listed: a picture would turn a corner every third tile."""
WIDEST_PICTURE = 120

TINTS: dict[SeatName, str] = {"S": "cyan", "E": "red", "N": "yellow", "W": "magenta"}
STYLES = {
    Mark.OLD: "",
    Mark.SINCE: "",
    Mark.NEWEST: "bold",
    Mark.GHOST: "bold yellow",
}
FITS = "bold yellow"
"""What the reader can do now."""
OPEN = "bold red"


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw; `rows` is None where nobody says how tall the screen is."""

    words: Words
    glyphs: Glyphs
    width: int
    rows: int | None = None
    shape: Shape = "large"
    me: SeatName | None = None
    """The reader's own seat; on a shared device the one whose turn it is."""
    away: Mapping[PersonId, str] = field(default_factory=dict)
    """The time of day since which somebody is away; "" where it is not known."""

    @property
    def wide(self) -> bool:
        """Whether there is room for more than a column."""
        return self.width >= PICTURE_WIDTH
