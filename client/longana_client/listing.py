"""Tiles written in lines, for narrow terminals and for whoever prefers to read."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from longana_protocol.words import TilePair

from .board import Board, Branch, Laid, Mark
from .look import FITS, STYLES, Look
from .wording import tile_text
from .wrapping import in_rows


LIST_MARKS = {Mark.OLD: "", Mark.SINCE: "~", Mark.NEWEST: "*", Mark.GHOST: "?"}


def centre(board: Board, look: Look) -> Text:
    """The double in the centre."""
    mark = LIST_MARKS[board.centre_mark]
    return Text(f"  {look.words('ui.centre')} {mark}{board.centre}-{board.centre}")


def branch_lines(branch: Branch, look: Look) -> list[Text]:
    """All tiles of the branch from the centre on, as many rows as it takes."""
    tiles = [_tile(tile, look) for tile in branch.tiles]
    return in_rows(tiles, look.width, start=Text("    "), gap=1)


def legend(board: Board, look: Look, *, fits: bool) -> list[Text]:
    """What the marks that occur mean; `fits`: there are tiles in the hand that can be played."""
    meanings = [
        Text(f"{LIST_MARKS[mark]} {look.words(f'ui.mark.{mark.value}')}", "dim")
        for mark in (Mark.NEWEST, Mark.SINCE)
        if mark in board.marks
    ]
    if fits:
        meanings.append(Text(f"+ {look.words('ui.mark.fits')}", "dim"))
    return in_rows(meanings, look.width, start=Text("  "), gap=3)


def tail(tiles: Sequence[Laid], look: Look) -> Text:
    """The last tiles of a branch, as many as one row holds."""
    shown = tiles[-((look.width - 8) // 5) :]
    line = Text("  ...") if len(shown) < len(tiles) else Text(" ")
    for tile in shown:
        line.append(" ").append_text(_tile(tile, look))
    return line


def hand(
    tiles: Sequence[TilePair], playable: Collection[TilePair | None], label: str, look: Look
) -> list[Text]:
    """The tiles of a hand, `+` before those that can be played, in as few rows as fit."""
    written = [
        Text(
            f"{'+' if tile in playable else ' '}{tile_text(tile)}", FITS if tile in playable else ""
        )
        for tile in tiles
    ]
    return in_rows(written, look.width, start=Text(f"{label} "), gap=1)


def _tile(tile: Laid, look: Look) -> Text:
    joint = look.glyphs.double if tile.is_double else "|"
    return Text(f"{LIST_MARKS[tile.mark]}{tile.inner}{joint}{tile.outer}", STYLES[tile.mark])
