"""The table as lines of text: a picture of the branches where there is room, else a list.

Everything that matters stands in words, numbers or frames; colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from longana_protocol.answers import Room, SeatState, View
from longana_protocol.words import SeatName, TilePair

from .board import Board, Branch, Laid, Mark, Move, read_board, read_move, with_ghost
from .canvas import Canvas
from .glyphs import Glyphs
from .layout import LARGE, LYING_WIDTH, SMALL, Layout, Scale, Side, Spot, lay_out, sides
from .wording import Words, player, setting, tile_text


Shape = Literal["picture", "list"]

PICTURE_WIDTH = 60
"""Below this width the branches are listed: a picture would turn a corner every third tile."""
WIDEST_PICTURE = 120
WIDEST_NAME = 32
PIPED_ROWS = 48
"""How tall a table may be where nobody says how tall the screen is."""

_TINTS: dict[SeatName, str] = {"S": "cyan", "E": "red", "N": "yellow", "W": "magenta"}
_STYLES = {
    Mark.OLD: "",
    Mark.SINCE: "",
    Mark.NEWEST: "bold",
    Mark.GHOST: "bold yellow",
}
_LIST_MARKS = {Mark.OLD: " ", Mark.SINCE: "+", Mark.NEWEST: "*", Mark.GHOST: "?"}
_FITS = "bold yellow"
_OPEN = "bold red"


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw: for whom, in which words and characters, on how much room."""

    words: Words
    glyphs: Glyphs
    width: int
    rows: int | None = None
    shape: Shape = "picture"
    me: SeatName | None = None
    """The reader's own seat."""

    @property
    def wide(self) -> bool:
        return self.width >= PICTURE_WIDTH


def draw_table(room: Room, view: View, look: Look, *, reserve: int = 4) -> list[Text]:
    """The whole table: rules, seats, branches, and the reader's hand.

    `reserve` is how many rows shall stay free for what is said below it. At most `look.width`
    columns wide; a picture too tall for the screen is drawn smaller, then as a list.
    """
    board = read_board([state.seat for state in room.seats], view.table, look.me)
    head = [_title(room, view, look)]
    if board.centre is None:
        return [*head, *_panel(room, view, board, look), *_hand(view, look, LARGE)]
    fits = _fitting_branches(view)
    if look.wide and look.shape == "picture":
        for scale in (LARGE, SMALL):
            layout = lay_out(board, _sides(room, look), min(look.width, WIDEST_PICTURE), scale)
            picture = _picture(board, layout, fits, look)
            legend = _legend(board, scale, fits, look)
            panel = _panel(room, view, board, look)
            hand = _hand(view, look, scale)
            whole = [*head, *picture, *legend, *panel, *hand]
            if len(whole) + reserve <= (look.rows or PIPED_ROWS):
                return whole
    return [
        *head,
        _centre_line(board, look),
        *_panel(room, view, board, look, tiles=True),
        *_list_legend(board, look),
        *_hand(view, look, SMALL),
    ]


def draw_preview(room: Room, view: View, move: Move, look: Look) -> list[Text]:
    """The end of the branch as the move would leave it, the tile that is not played yet included.

    Nothing for a pass.
    """
    board = read_board([state.seat for state in room.seats], view.table, look.me)
    ghost = with_ghost(board, move)
    if move.tile is None or (branch := _branch_of(ghost, move)) is None:
        return []
    if not look.wide:
        return [Text("  ").append_text(_tail_in_list(branch, look))]
    return _tail_picture(branch, look)


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
        line = Text("  ").append(name, _TINTS[seat]).append(f"  {shown}")
        gap = look.width - line.cell_len - cell_len(count)
        if gap < 2:
            lines += [line, Text(" " * (size + 4) + count)]
        else:
            lines.append(line.append("  " + count))
    return lines


# --- seats


def _title(room: Room, view: View, look: Look) -> Text:
    title = look.words(
        "ui.title",
        preset=str(setting(room, "preset")),
        hand=view.table.hand,
        target=int(setting(room, "target")),
    )
    line = Text(title, "bold")
    filler = look.width - line.cell_len - 1
    return line.append(" " + look.glyphs.rule * filler, "dim") if filler > 0 else line


def _panel(room: Room, view: View, board: Board, look: Look, *, tiles: bool = False) -> list[Text]:
    """Each seat in turn order from the reader on: player, tiles left, end, opening, score."""
    order = list(room.order)
    at = order.index(look.me) if look.me in order else 0
    order = [*order[at:], *order[:at]]
    facts = {seat: _facts(room, view, board, look, seat) for seat in order}
    columns = [
        max(cell_len(fact) for fact in column) for column in zip(*facts.values(), strict=True)
    ]
    lines: list[Text] = []
    for seat in order:
        lines += _seat_lines(room, view, look, seat, facts[seat], columns)
        if tiles:
            lines += _wrapped_branch(board.branch(seat), look)
    return lines


def _facts(
    room: Room, view: View, board: Board, look: Look, seat: SeatName
) -> tuple[str, str, str, str]:
    """Tiles left, end, whether open and in which order, and score of a seat."""
    words, table = look.words, view.table
    place = [state.seat for state in room.seats].index(seat)
    left = table.left[place] if place < len(table.left) else 0
    score = room.scores[place] if place < len(room.scores) else 0
    end = opened = ""
    if board.centre is not None:
        branch = board.branch(seat)
        end = words("ui.end", end=branch.end)
        if branch.opened:
            opened = words("ui.open", order=words(f"ui.order.{branch.opened}"))
    return words("count.tile", count=left), end, opened, f"{score}/{setting(room, 'target')}"


def _seat_lines(
    room: Room,
    view: View,
    look: Look,
    seat: SeatName,
    facts: tuple[str, str, str, str],
    columns: Sequence[int],
) -> list[Text]:
    state = next(state for state in room.seats if state.seat == seat)
    moving = seat == view.table.to_move
    first = Text(f"{look.glyphs.turn} " if moving else "  ", _FITS if moving else "")
    if look.glyphs.shapes[seat].strip():
        first.append(f"{look.glyphs.shapes[seat]} ", _TINTS[seat])
    seat_size = max(cell_len(look.words.seat(other.seat)) for other in room.seats)
    first.append(set_cell_size(look.words.seat(seat), seat_size), "bold" if moving else "not bold")
    name = _player(room, state, view, look)
    left, end, opened, score = facts
    if not look.wide:
        size = look.width - first.cell_len - cell_len(score) - 2
        first.append(f" {set_cell_size(_shortened(name, size), size)} {score}", "not bold")
        second = Text(f"    {left}  ").append(end, "bold")
        return [first, second.append("  ").append(opened, _OPEN) if opened else second]
    room_left = look.width - first.cell_len - sum(columns) - 2 * len(columns) - 1
    size = min(room_left, WIDEST_NAME)
    first.append(f" {set_cell_size(_shortened(name, size), size)}", "not bold")
    styles = ("not bold", "bold", _OPEN)
    for fact, width, style in zip((left, end, opened), columns, styles, strict=False):
        first.append("  ").append(set_cell_size(fact, width), style)
    return [first.append(f"  {score.rjust(columns[-1])}", "not bold")]


def _player(room: Room, state: SeatState, view: View, look: Look) -> str:
    name = player(look.words, room, state)
    if state.seat == look.me:
        return look.words("ui.you", name=name)
    if state.seat in view.table.minded:
        return look.words("ui.minded", name=name)
    if state.person is not None and state.person in view.table.away:
        return look.words("ui.away", name=name)
    return name


def _shortened(text: str, cells: int) -> str:
    """The text in at most `cells` columns, its end replaced by a point where it was cut."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, max(cells - 1, 0)).rstrip() + "."


# --- the picture


def _sides(room: Room, look: Look) -> dict[SeatName, Side]:
    bottom = look.me if look.me in room.order else room.order[0]
    return sides(room.order, bottom, rightwards=setting(room, "direction") == "right")


def _picture(board: Board, layout: Layout, fits: Collection[SeatName], look: Look) -> list[Text]:
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
        canvas.put(spot.x, spot.y + offset, row, _STYLES[tile.mark])


def _put_plate(
    canvas: Canvas, spot: Spot, branch: Branch, scale: Scale, look: Look, *, fits: bool
) -> None:
    """Seat and end, `E 7`, or `E+7` where the reader can play; its order below when open."""
    y = spot.y - spot.fold * (scale.standing - 1) if spot.standing else spot.y
    x = spot.x if spot.standing else spot.x + 1
    letter = look.words.letter(branch.seat)
    canvas.put(x, y, letter, f"bold {_TINTS[branch.seat]}")
    canvas.put(x + 1, y, f"{'+' if fits else ' '}{branch.end}", _FITS if fits else "bold")
    if branch.opened:
        canvas.put(x, y + spot.fold, look.words(f"ui.order.{branch.opened}"), _OPEN)


def _legend(board: Board, scale: Scale, fits: Collection[SeatName], look: Look) -> list[Text]:
    parts = []
    for mark in (Mark.NEWEST, Mark.SINCE):
        if mark in board.marks:
            frame = look.glyphs.frames[mark]
            row = frame.lying(0, 0)[0] if scale is LARGE else frame.lying_small(0, 0)[0]
            sample = row if scale is LARGE else row[0] + row[-1]
            parts.append(f"{sample} {look.words(f'ui.mark.{mark.value}')}")
    if fits:
        parts.append(f"+ {look.words('ui.mark.fits')}")
    return [Text("  " + "   ".join(parts), "dim")] if parts else []


# --- the list


def _centre_line(board: Board, look: Look) -> Text:
    mark = _LIST_MARKS[board.centre_mark].strip()
    return Text(f"  {look.words('ui.centre')} {mark}{board.centre}-{board.centre}")


def _wrapped_branch(branch: Branch, look: Look) -> list[Text]:
    """All tiles of the branch from the centre on, as many rows as it takes."""
    a_row = max((look.width - 5) // 4, 1)
    tiles = branch.tiles
    rows = [tiles[start : start + a_row] for start in range(0, len(tiles), a_row)]
    lines = []
    for row in rows:
        line = Text("   ")
        for tile in row:
            line.append(_in_list(tile, look), _STYLES[tile.mark] or None)
        lines.append(line)
    return lines


def _in_list(tile: Laid, look: Look) -> str:
    joint = look.glyphs.double if tile.is_double else "|"
    return f"{_LIST_MARKS[tile.mark]}{tile.inner}{joint}{tile.outer}"


def _list_legend(board: Board, look: Look) -> list[Text]:
    return [
        Text(f"  {_LIST_MARKS[mark]} {look.words(f'ui.mark.{mark.value}')}", "dim")
        for mark in (Mark.NEWEST, Mark.SINCE)
        if mark in board.marks
    ]


# --- the preview


def _branch_of(board: Board, move: Move) -> Branch | None:
    """The branch the move is on; for an opening, the centre as if it were a branch."""
    if move.branch is not None:
        return board.branch(move.branch)
    if board.centre is None:
        return None
    centre = Laid(board.centre, board.centre, board.centre_mark)
    return Branch(move.seat, (centre,), board.centre, None)


def _tail(branch: Branch, count: int) -> tuple[str, Sequence[Laid]]:
    elided = len(branch.tiles) > count
    return ("..." if elided else ""), branch.tiles[-count:]


def _tail_in_list(branch: Branch, look: Look) -> Text:
    start, tiles = _tail(branch, (look.width - 16) // 4)
    line = Text(start)
    for tile in tiles:
        line.append(_in_list(tile, look), _STYLES[tile.mark] or None)
    return line.append("  ").append(look.words("ui.end", end=branch.end), "bold")


def _tail_picture(branch: Branch, look: Look) -> list[Text]:
    canvas = Canvas()
    start, tiles = _tail(branch, (look.width - 20) // LYING_WIDTH)
    canvas.put(0, 0, start)
    x = len(start) + 1 if start else 0
    for tile in tiles:
        spot = Spot(x, 0, tile.is_double, True, 1)
        _put_tile(canvas, spot, tile, LARGE, look)
        x += spot.width
    canvas.put(x + 1, 0, look.words("ui.end", end=branch.end), "bold")
    tall = any(tile.is_double for tile in tiles)
    half = LARGE.standing if tall else LARGE.lying
    return canvas.lines(-2, -half, half)


# --- the hand


def _fitting_branches(view: View) -> frozenset[SeatName]:
    legal = view.you.legal if view.you else ()
    return frozenset(move.branch for move in map(read_move, legal) if move.branch)


def _hand(view: View, look: Look, scale: Scale) -> list[Text]:
    """The reader's tiles; `+` at those that can be played now."""
    if view.you is None or not view.you.hand:
        return []
    tiles = view.you.hand
    playable = {move.tile for move in map(read_move, view.you.legal)}
    label = look.words("ui.hand")
    if look.wide and scale is LARGE:
        return _hand_picture(tiles, playable, label, look)
    a_row = max((look.width - cell_len(label)) // (LYING_WIDTH + 1), 1)
    lines = []
    for start in range(0, len(tiles), a_row):
        line = Text(label if not start else " " * cell_len(label), "bold")
        for tile in tiles[start : start + a_row]:
            fits = tile in playable
            line.append(f" {'+' if fits else ' '}")
            line.append(tile_text(tile), _FITS if fits else "not bold")
        lines.append(line)
    return lines


def _hand_picture(
    tiles: Sequence[TilePair], playable: Collection[TilePair | None], label: str, look: Look
) -> list[Text]:
    canvas = Canvas()
    canvas.put(0, 0, label, "bold")
    x = cell_len(label) + 2
    frame = look.glyphs.frames[Mark.OLD]
    for tile in tiles:
        style = _FITS if tile in playable else ""
        for offset, row in enumerate(frame.lying(*tile), -1):
            canvas.put(x, offset, row, style)
        if tile in playable:
            canvas.put(x + LYING_WIDTH // 2, 2, "+", _FITS)
        x += LYING_WIDTH + 1
    return canvas.lines(0, -1, 2 if playable else 1)
