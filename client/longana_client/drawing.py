"""The table as lines of text: a picture of the branches where there is room, else a list.

Everything that matters stands in words, numbers or frames; colour only repeats it.
"""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from longana_protocol.answers import Room, View

from . import listing, picture
from .board import Board, Laid, Move, read_board, read_move, with_ghost
from .layout import LARGE, SMALL, Scale, lay_out
from .look import TINTS, WIDEST_PICTURE, Look
from .panel import panel, title
from .wording import tile_text


def draw_table(room: Room, view: View, look: Look) -> list[Text]:
    """The whole table: rules, seats, branches, and the reader's hand.

    At most `look.width` columns wide; listed where that is too narrow for a picture.
    """
    board = read_board([state.seat for state in room.seats], view.table, look.me)
    head = title(room, view, look)
    is_picture = look.wide and look.shape != "list"
    scale = LARGE if is_picture and look.shape == "large" else SMALL
    if board.centre is None:
        return [head, *panel(room, view, board, look), *_hand(view, look, scale)]
    if is_picture:
        return [head, *_pictured(room, view, board, look, scale)]
    fits = view.you is not None and any(len(move) > 1 for move in view.you.legal)
    return [
        head,
        listing.centre(board, look),
        *panel(room, view, board, look, tiles=True),
        *listing.legend(board, look, fits=fits),
        *_hand(view, look, SMALL),
    ]


def draw_preview(room: Room, view: View, move: Move, look: Look) -> list[Text]:
    """What a play would be, in words and as the end of its branch, its tile still a ghost."""
    if move.tile is None:
        return []
    tile = tile_text(move.tile)
    if move.branch is None:
        return [Text(look.words("ui.preview.opening", tile=tile))]
    board = read_board([state.seat for state in room.seats], view.table, look.me)
    branch = with_ghost(board, move).branch(move.branch)
    sentence = look.words("ui.preview.play", tile=tile, branch=branch.seat, end=branch.end)
    centre = board.centre or 0
    tiles = (Laid(centre, centre, board.centre_mark), *branch.tiles)
    if look.wide:
        return [Text(sentence), *picture.tail(tiles, look)]
    return [Text(sentence), listing.tail(tiles, look)]


def draw_reveal(room: Room, view: View, look: Look) -> list[Text]:
    """All hands with their pips once the hand is over, one seat a line (wrapped when narrow)."""
    lines = []
    seats = [state.seat for state in room.seats]
    size = max(cell_len(look.words.seat(seat)) for seat in seats)
    for seat, tiles in zip(seats, view.table.reveal, strict=False):
        pips = sum(low + high for low, high in tiles)
        name = set_cell_size(look.words.seat(seat), size)
        shown = " ".join(tile_text(tile) for tile in tiles) or look.words("ui.no_tiles")
        count = look.words("count.pip", count=pips)
        line = Text("  ").append(name, TINTS[seat]).append(f"  {shown}")
        gap = look.width - line.cell_len - cell_len(count)
        if gap < 2:
            lines += [line, Text(" " * (size + 4) + count)]
        else:
            lines.append(line.append("  " + count))
    return lines


def _pictured(room: Room, view: View, board: Board, look: Look, scale: Scale) -> list[Text]:
    where = picture.seat_sides(room, look)
    layout = lay_out(board, where, min(look.width, WIDEST_PICTURE), scale)
    legal = view.you.legal if view.you else ()
    fits = {move.branch for move in map(read_move, legal) if move.branch}
    return [
        *picture.branches(board, layout, fits, look),
        *picture.legend(board, scale, fits, look),
        *panel(room, view, board, look),
        *_hand(view, look, scale),
    ]


def _hand(view: View, look: Look, scale: Scale) -> list[Text]:
    """The reader's tiles, those marked that can be played now; none once all hands are shown."""
    if view.you is None or not view.you.hand or view.table.result is not None:
        return []
    playable = {move.tile for move in map(read_move, view.you.legal)}
    draw = picture.hand if look.wide and scale is LARGE else listing.hand
    return draw(view.you.hand, playable, look.words("ui.hand"), look)
