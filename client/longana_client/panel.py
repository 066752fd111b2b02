"""The rules, and each seat: who plays it, tiles left, end, whether it is open, score."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from longana_protocol.answers import Room, SeatState, View
from longana_protocol.words import SeatName

from .board import Board
from .listing import branch_lines
from .look import FITS, OPEN, TINTS, WIDEST_PICTURE, Look
from .wording import Words, player, setting


WIDEST_NAME = 32


def title(room: Room, view: View, look: Look) -> Text:
    """The rules, which hand this is, and what the match goes to."""
    text = look.words(
        "ui.title",
        preset=str(setting(room, "preset")),
        hand=view.table.hand,
        target=int(setting(room, "target")),
    )
    line = Text().append(text, "bold")
    filler = min(look.width, WIDEST_PICTURE) - line.cell_len - 1
    return line.append(" " + look.glyphs.rule * filler, "dim") if filler > 0 else line


def panel(room: Room, view: View, board: Board, look: Look, *, tiles: bool = False) -> list[Text]:
    """Each seat in turn order from the reader on: player, tiles left, end, opening, score.

    With `tiles` each branch is written out below its seat.
    """
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
            lines += branch_lines(board.branch(seat), look)
    if view.table.watchers:
        lines.append(Text("  " + look.words("count.watcher", count=view.table.watchers), "dim"))
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
    first = Text().append(f"{look.glyphs.turn} " if moving else "  ", FITS if moving else None)
    if look.glyphs.shapes[seat].strip():
        first.append(f"{look.glyphs.shapes[seat]} ", TINTS[seat])
    seat_size = max(cell_len(look.words.seat(other.seat)) for other in room.seats)
    first.append(set_cell_size(look.words.seat(seat), seat_size), "bold" if moving else None)
    names = _names(room, state, view, look)
    left, end, opened, score = facts
    if not look.wide:
        size = look.width - first.cell_len - cell_len(score) - 2
        first.append(f" {set_cell_size(_fitting(names, size), size)} {score}")
        second = Text(f"    {left}  ").append(end, "bold")
        return [first, second.append("  ").append(opened, OPEN) if opened else second]
    room_left = look.width - first.cell_len - sum(columns) - 2 * len(columns) - 1
    size = min(room_left, WIDEST_NAME)
    first.append(f" {set_cell_size(_fitting(names, size), size)}")
    styles = (None, "bold", OPEN)
    for fact, width, style in zip((left, end, opened), columns, styles, strict=False):
        first.append("  ").append(set_cell_size(fact, width), style)
    return [first.append(f"  {score.rjust(columns[-1])}")]


def _names(room: Room, state: SeatState, view: View, look: Look) -> tuple[str, ...]:
    """What a player goes by, the longest first: the next where that does not fit."""
    name = player(look.words, room, state)
    if state.seat in view.table.minded:
        return (look.words("ui.minded", name=name),)
    if state.person is not None and state.person in {one.person for one in view.table.away}:
        since = look.away.get(state.person, "")
        return away(look.words, name, since), away(look.words, name, "")
    if state.name is not None:
        level = state.level or "normal"
        return name, look.words("computer.brief", name=state.name, level=level)
    readers = {one.person for one in view.table.reading}
    if state.person in readers and state.seat != look.me:  # one knows what one reads oneself
        return (look.words("ui.reading", name=name),)
    return (look.words("ui.you", name=name) if state.seat == look.me else name,)


def away(words: Words, name: str, time: str) -> str:
    """A name, and since when that person is away."""
    return words("ui.away_since" if time else "ui.away", name=name, time=time)


def _fitting(names: Sequence[str], cells: int) -> str:
    """The longest of the names that takes at most so many columns; the last one cut, if none."""
    return next((name for name in names if cell_len(name) <= cells), _shortened(names[-1], cells))


def _shortened(text: str, cells: int) -> str:
    """The text in at most `cells` columns, its end replaced by a point where it was cut."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, max(cells - 1, 0)).rstrip() + "."
