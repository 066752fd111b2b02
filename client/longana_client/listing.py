"""Tiles written in lines, for narrow terminals and for whoever prefers to read."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.cells import cell_len
from rich.text import Text

from longana_protocol.words import TilePair

from .board import Board, Branch, Laid, Mark
from .layout import LYING_WIDTH
from .look import FITS, PLAIN, STYLES, Look
from .wording import tile_text


LIST_MARKS = {Mark.OLD: " ", Mark.SINCE: "+", Mark.NEWEST: "*", Mark.GHOST: "?"}


def centre(board: Board, look: Look) -> Text:
    """The double in the centre."""
    mark = LIST_MARKS[board.centre_mark].strip()
    return Text(f"  {look.words('ui.centre')} {mark}{board.centre}-{board.centre}")


def branch_lines(branch: Branch, look: Look) -> list[Text]:
    """All tiles of the branch from the centre on, as many rows as it takes."""
    a_row = max((look.width - 5) // 4, 1)
    tiles = branch.tiles
    rows = [tiles[start : start + a_row] for start in range(0, len(tiles), a_row)]
    lines = []
    for row in rows:
        line = Text("   ")
        for tile in row:
            line.append(_in_list(tile, look), STYLES[tile.mark] or None)
        lines.append(line)
    return lines


def _in_list(tile: Laid, look: Look) -> str:
    joint = look.glyphs.double if tile.is_double else "|"
    return f"{LIST_MARKS[tile.mark]}{tile.inner}{joint}{tile.outer}"


def legend(board: Board, look: Look) -> list[Text]:
    """What the marks that occur mean, a line each."""
    return [
        Text(f"  {LIST_MARKS[mark]} {look.words(f'ui.mark.{mark.value}')}", "dim")
        for mark in (Mark.NEWEST, Mark.SINCE)
        if mark in board.marks
    ]


def tail(tiles: Sequence[Laid], look: Look) -> Text:
    """The last tiles of a branch, as many as one row holds."""
    shown = tiles[-((look.width - 8) // 4) :]
    line = Text("  ").append("..." if len(shown) < len(tiles) else "")
    for tile in shown:
        line.append(_in_list(tile, look), STYLES[tile.mark] or None)
    return line


def hand(
    tiles: Sequence[TilePair], playable: Collection[TilePair | None], label: str, look: Look
) -> list[Text]:
    """The tiles of a hand, `+` before those that can be played, in as few rows as fit."""
    a_row = max((look.width - cell_len(label)) // (LYING_WIDTH + 1), 1)
    lines = []
    for start in range(0, len(tiles), a_row):
        line = Text(label if not start else " " * cell_len(label), "bold")
        for tile in tiles[start : start + a_row]:
            fits = tile in playable
            line.append(f" {'+' if fits else ' '}", PLAIN)
            line.append(tile_text(tile), FITS if fits else PLAIN)
        lines.append(line)
    return lines
