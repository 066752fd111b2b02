"""In which shape the table is drawn: settled when a hand begins, and kept while it lasts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from rich.text import Text

from longana_protocol.answers import Room, View

from .drawing import draw_table
from .look import SHAPES, Look, Shape


LARGE_ROWS: Final = 36
"""Rows of a screen on which nearly every hand is drawn large to its end."""
SMALL_ROWS: Final = 24
"""The same for the small picture: its title may scroll away when there is much to choose from."""
_BELOW: Final = 2
"""Rows below the table that are always needed."""
_ROWS_OF_PAPER: Final = 48
"""How tall a table may be where nobody says how tall the screen is."""


class Shapes:
    """Chooses the shape by the screen; a person may wish otherwise."""

    def __init__(self) -> None:
        self._wish: Literal["picture", "list"] | None = None
        self._hand: tuple[int, int] | None = None
        self._settled: Shape = "large"

    def wish(self, shape: Literal["picture", "list"]) -> None:
        """Draw the table like this from now on, whether it fits or not."""
        self._wish, self._hand = shape, None

    def draw(self, room: Room, view: View, look: Look) -> tuple[list[Text], bool]:
        """The table, and whether it had to change its shape in mid-hand."""
        rows = look.rows or _ROWS_OF_PAPER
        hand = (room.match, view.table.hand)
        if hand != self._hand:
            self._hand, self._settled = hand, self._at_first(look, rows)
        before = self._settled
        drawn = draw_table(room, view, replace(look, shape=before))
        for shape in SHAPES[SHAPES.index(before) + 1 :]:
            if len(drawn) + _BELOW <= rows or (before == "small" and self._wish == "picture"):
                break
            drawn = draw_table(room, view, replace(look, shape=shape))
            self._settled = shape
        return drawn, self._settled != before

    def _at_first(self, look: Look, rows: int) -> Shape:
        if not look.wide or self._wish == "list":
            return "list"
        if rows >= LARGE_ROWS:
            return "large"
        return "small" if rows >= SMALL_ROWS or self._wish == "picture" else "list"
