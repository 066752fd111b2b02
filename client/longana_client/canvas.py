"""A sheet of character cells that text is put on, and that becomes styled lines."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from rich.text import Text


class Canvas:
    """Cells by column and row; whatever is put later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write `text`, one column a character, from column `x` of row `y` on."""
        for offset, character in enumerate(text):
            self._cells[x + offset, y] = (character, style)

    def lines(self, left: int, top: int, bottom: int) -> list[Text]:
        """The rows from `top` to `bottom`, starting at column `left`, without trailing blanks."""
        lines = []
        for row in range(top, bottom + 1):
            last = max((x for x, y in self._cells if y == row), default=left - 1)
            cells = [self._cells.get((x, row), (" ", "")) for x in range(left, last + 1)]
            line = Text()
            for style, run in groupby(cells, key=itemgetter(1)):
                line.append("".join(character for character, _ in run), style or None)
            line.rstrip()
            lines.append(line)
        return lines
