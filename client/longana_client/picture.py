"""Tiles drawn as tiles: the branches around the centre, the end of a branch, the hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.cells import cell_len
from rich.text import Text

from longana_protocol.answers import Room
from longana_protocol.words import SeatName, TilePair

from .board import Board, Branch, Laid, Mark
from .canvas import Canvas
from .layout import LARGE, LYING_WIDTH, Layout, Scale, Side, Spot, sides
from .look import FITS, OPEN, STYLES, TINTS, Look
from .wording import setting
from .wrapping import in_rows


LONGEST_TAIL = 9


def seat_sides(room: Room, look: Look) -> dict[SeatName, Side]:
    """Which side each seat sits on; the reader at the bottom, for an onlooker South."""
    bottom = look.me if look.me in room.order else room.order[0]
    return sides(room.order, bottom, rightwards=setting(room, "direction") == "right")


def branches(board: Board, layout: Layout, fits: Collection[SeatName], look: Look) -> list[Text]:
    """All branches around the centre, each end with its plate."""
    canvas = Canvas()
    centre = board.centre or 0
    middle = Spot(-1, 0, True, True, 1)
    _put_tile(canvas, middle, Laid(centre, centre, board.centre_mark), layout.scale, look)
    for branch in board.branches:
        *places, plate = layout.spots[branch.seat]
        for spot, tile in zip(places, branch.tiles, strict=True):
            _put_tile(canvas, spot, tile, layout.scale, look)
        _put_plate(canvas, plate, branch, layout.scale, look, fits=branch.seat in fits)
    lines = canvas.lines(layout.left, layout.top, layout.bottom)
    while lines and not lines[0].plain:
        lines.pop(0)
    while lines and not lines[-1].plain:
        lines.pop()
    return lines


def _put_tile(canvas: Canvas, spot: Spot, tile: Laid, scale: Scale, look: Look) -> None:
    frame = look.glyphs.frames[tile.mark]
    halves = (tile.inner, tile.outer) if spot.inner_first else (tile.outer, tile.inner)
    if spot.standing:
        rows = (frame.standing if scale is LARGE else frame.standing_small)(*halves)
    else:
        rows = (frame.lying if scale is LARGE else frame.lying_small)(*halves)
    for offset, row in enumerate(rows, -(len(rows) // 2)):
        canvas.put(spot.x, spot.y + offset, row, STYLES[tile.mark])


def _put_plate(
    canvas: Canvas, spot: Spot, branch: Branch, scale: Scale, look: Look, *, fits: bool
) -> None:
    """Seat and end, `E 7`, or `E+7` where the reader can play; its order below when open."""
    y = spot.y - spot.fold * scale.standing if spot.standing else spot.y
    x = spot.x if spot.standing else spot.x + 1
    letter = look.words.letter(branch.seat)
    canvas.put(x, y, letter, f"bold {TINTS[branch.seat]}")
    canvas.put(x + 1, y, f"{'+' if fits else ' '}{branch.end}", FITS if fits else "bold")
    if branch.opened:
        canvas.put(x, y + spot.fold, look.words(f"ui.order.{branch.opened}"), OPEN)


def legend(board: Board, scale: Scale, fits: Collection[SeatName], look: Look) -> list[Text]:
    """What the marks that occur mean."""
    meanings = []
    for mark in (Mark.NEWEST, Mark.SINCE):
        if mark in board.marks:
            frame = look.glyphs.frames[mark]
            sample = frame.lying(0, 0)[0] if scale is LARGE else frame.small[0] + frame.small[2]
            meanings.append(f"{sample} {look.words(f'ui.mark.{mark.value}')}")
    if fits:
        meanings.append(f"+ {look.words('ui.mark.fits')}")
    pieces = [Text(meaning, "dim") for meaning in meanings]
    return in_rows(pieces, look.width, start=Text("  "), gap=3)


def tail(tiles: Sequence[Laid], look: Look) -> list[Text]:
    """The last tiles of a branch in a row, the end on the right."""
    shown = tiles[-min((look.width - 10) // LYING_WIDTH, LONGEST_TAIL) :]
    canvas = Canvas()
    start = "..." if len(shown) < len(tiles) else ""
    canvas.put(0, 0, start)
    x = len(start) + 1 if start else 0
    for tile in shown:
        spot = Spot(x, 0, tile.is_double, True, 1)
        _put_tile(canvas, spot, tile, LARGE, look)
        x += spot.width
    half = LARGE.standing if any(tile.is_double for tile in shown) else LARGE.lying
    return canvas.lines(-2, -half, half)


def hand(
    tiles: Sequence[TilePair], playable: Collection[TilePair | None], label: str, look: Look
) -> list[Text]:
    """The tiles of a hand side by side, `+` under those that can be played."""
    canvas = Canvas()
    canvas.put(0, 0, label, "bold")
    x = cell_len(label) + 2
    frame = look.glyphs.frames[Mark.OLD]
    for tile in tiles:
        style = FITS if tile in playable else ""
        for offset, row in enumerate(frame.lying(*tile), -1):
            canvas.put(x, offset, row, style)
        if tile in playable:
            canvas.put(x + LYING_WIDTH // 2, 2, "+", FITS)
        x += LYING_WIDTH + 1
    return canvas.lines(0, -1, 2 if playable else 1)
