"""Pieces of text set in rows."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text


def in_rows(pieces: Iterable[Text], width: int, *, start: Text, gap: int) -> list[Text]:
    """The pieces one after the other, `gap` columns apart, in rows of at most `width` columns.

    The first row begins with `start`, the others as far in. A piece wider than that has a row of
    its own.
    """
    rows: list[Text] = []
    row = start.copy()
    for piece in pieces:
        if row.cell_len > start.cell_len and row.cell_len + gap + piece.cell_len > width:
            rows.append(row)
            row = Text(" " * start.cell_len)
        if row.cell_len > start.cell_len:
            row.append(" " * gap)
        row.append_text(piece)
    return [*rows, row] if row.cell_len > start.cell_len else rows
