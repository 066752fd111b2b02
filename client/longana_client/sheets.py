"""What is shown besides the table: the lobby, the list of moves, scores, records, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from longana_protocol import catalogue
from longana_protocol.answers import Room
from longana_protocol.commands import RulesChoice
from longana_protocol.words import PersonId, SeatName

from .absence import acts_as_host
from .board import Move
from .connection import Update
from .look import PICTURE_WIDTH
from .panel import away
from .wording import Words, person, player, result_told, setting, tile_text
from .wrapping import in_rows


Lines = list[Text | str]

COMMANDS = ("play", "room", "host", "end")
"""The parts of the list of all commands."""
COMMAND_WIDTH = 18
"""Columns of the commands in it."""


def lobby(words: Words, update: Update, invitation: str, since: Mapping[PersonId, str]) -> Lines:
    """Who sits where, by which rules, and how friends come in, if they can.

    `since` are the times of day at which people went away.
    """
    room = update.room
    preset = str(setting(room, "preset"))
    title = words("ui.lobby.title", preset=preset, target=int(setting(room, "target")))
    lines: Lines = ["", Text(title, "bold"), *_house_rules(words, room)]
    if not room.locked:
        lines.append(words("ui.lobby.invite"))
        lines.append(Text(f"  {words.plain(invitation)}", "bold", no_wrap=True))
    lines += places(words, update, since)
    if update.view.table.watchers:
        lines.append(words("count.watcher", count=update.view.table.watchers) + ".")
    if room.locked:
        lines.append(words("event.locked"))
    if not room.watching:
        lines.append(words("event.no_watching"))
    return [*lines, starter(words, update)]


def places(words: Words, update: Update, since: Mapping[PersonId, str]) -> Lines:
    """Who sits where in the lobby, and who of them is away."""
    room, me = update.room, update.person
    lines: Lines = []
    size = max(cell_len(words.seat(state.seat)) for state in room.seats)
    missing = {one.person for one in update.view.table.away}
    for state in room.seats:
        name = player(words, room, state)
        if state.seat in update.mine:
            name = words("ui.you" if state.person == me else "ui.here", name=name)
        if state.person is not None and state.person == room.host:
            name = words("ui.lobby.host", name=name)
        if state.person in missing and state.person is not None:
            name = away(words, name, since.get(state.person, ""))
        lines.append(f"  {set_cell_size(words.seat(state.seat), size)}  {name}")
    return lines


def starter(words: Words, update: Update) -> str:
    """Whether the reader may start the match, or who does."""
    return words("ui.lobby.start" if acts_as_host(update) else "ui.lobby.wait")


def next_rules(words: Words, room: Room) -> Lines:
    """The rules that the next match goes by."""
    preset, target = str(setting(room, "preset")), int(setting(room, "target"))
    return [words("ui.next_rules", preset=preset, target=target), *_house_rules(words, room)]


def settings(words: Words, room: Room) -> Lines:
    """Every rule of the next match as it is set now, and what can be typed to change it."""
    lines: Lines = [Text(words("ui.set.now"), "bold")]
    for name in RulesChoice.model_fields:
        value = setting_value(words, name, setting(room, name))
        lines += [f"  {words(f'setting.{name}')}: {value}", Text(f"    {words(f'ui.set.{name}')}")]
    return lines


def tally(words: Words, room: Room) -> Lines:
    """What everybody here has won in this room, the best first."""
    if not room.tally:
        return [words("ui.tally.none")]
    rows = [
        [person(words, room, one.person), str(one.matches), str(one.points)]
        for one in sorted(room.tally, key=lambda one: (-one.matches, -one.points, one.person))
    ]
    head = [words(f"ui.tally.{column}") for column in ("name", "matches", "points")]
    sizes = [max(map(cell_len, column)) for column in zip(head, *rows, strict=True)]

    def row(cells: Sequence[str]) -> str:
        name, *numbers = (
            " " * (size - cell_len(cell)) for cell, size in zip(cells, sizes, strict=True)
        )
        filled = (gap + cell for gap, cell in zip(numbers, cells[1:], strict=True))
        return "  " + "  ".join([cells[0] + name, *filled])

    return [Text(row(head), "bold"), *map(row, rows)]


def choices(words: Words, moves: Sequence[Move], width: int) -> Lines:
    """The legal moves, numbered from 1, in as many columns as there is room for."""
    shown = []
    for number, move in enumerate(moves, 1):
        tile = tile_text(move.tile) if move.tile else ""
        where = f" > {words.seat(move.branch)}" if move.branch else ""
        shown.append(f"{number:>3}  {tile}{where}")
    size = max(map(cell_len, shown)) + 2
    columns = max(min(width // size, 4), 1)
    rows = -(-len(shown) // columns)
    return [
        "".join(set_cell_size(entry, size) for entry in shown[row::rows]).rstrip()
        for row in range(rows)
    ]


def score_sheet(words: Words, room: Room) -> Lines:
    """The points of each finished hand, seat by seat, and their totals."""
    seats = [state.seat for state in room.seats]
    head = [words("ui.score.hand"), *(words.seat(seat) for seat in seats)]
    rows = [
        [str(number), *(_points(seat, hand.result.winner, hand.result.points) for seat in seats)]
        for number, hand in enumerate(room.hands, 1)
    ]
    scores = room.scores or tuple(0 for _ in seats)
    total = [words("ui.score.total"), *map(str, scores)]
    sizes = [max(map(cell_len, column)) for column in zip(head, *rows, total, strict=True)]

    def row(cells: Sequence[str]) -> str:
        padded = (
            " " * (size - cell_len(cell)) + cell for cell, size in zip(cells, sizes, strict=True)
        )
        return "  " + "  ".join(padded)

    target = words("ui.score.target", target=int(setting(room, "target")))
    return [Text(row(head), "bold"), *map(row, rows), Text(row(total), "bold"), f"  {target}"]


def records(words: Words, room: Room, number: int | None = None) -> Lines:
    """The finished hands of a match, and how to save its record; `number` if it was asked for."""
    lines: Lines = []
    for at, hand in enumerate(room.hands, 1):
        lines.append(f"{at:>3}  {result_told(words, room, hand.result)[0]}")
        if hand.replayed:
            lines.append(f"     {words('page.score.replayed')}")
    lines = lines or [words("ui.records.none")]
    if room.match > 1 or number is not None:
        lines.insert(0, Text(words("page.records.match.number", number=room.match), "bold"))
    if number is None:
        lines.append(words("ui.records.save"))
    else:
        lines.append(words("ui.records.save.number", number=number))
    if room.match > 1:
        lines.append(words("ui.records.before", number=room.match - 1))
    return lines


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the rules: `number` of `count`."""

    number: int
    count: int
    title: str
    lines: tuple[str, ...]

    def drawn(self) -> Lines:
        """The page with its title."""
        return [
            "",
            Text(f"{self.number}/{self.count}  {self.title}", "bold"),
            "",
            *self.lines,
        ]


def rules(words: Words) -> tuple[Page, ...]:
    """The rules, page by page."""
    names = catalogue.rules_pages()
    return tuple(
        Page(
            number,
            len(names),
            words(f"rules.{name}.title"),
            tuple(words.paragraphs(f"rules.{name}.text")),
        )
        for number, name in enumerate(names, 1)
    )


def contents(words: Words, pages: Sequence[Page]) -> Lines:
    """The titles of all pages with their numbers."""
    return [*(f"{page.number:>3}  {page.title}" for page in pages), words("ui.rules.choose")]


def commands(words: Words, width: int, parts: Sequence[str] = COMMANDS) -> Lines:
    """The commands of these parts, and what they do, side by side if there is room."""
    lines: Lines = []
    for line in (line for part in parts for line in words.paragraphs(f"ui.help.{part}")):
        command, _, meaning = line.partition(" - ")
        size = COMMAND_WIDTH if width >= PICTURE_WIDTH else 0
        if cell_len(command) > size:
            lines.append(Text(command, "bold"))
            pieces = map(Text, meaning.split())
            lines += in_rows(pieces, width, start=Text(" " * ((size or 2) + 2)), gap=1)
        else:
            padded = set_cell_size(command, size)
            lines.append(Text().append(padded, "bold").append(f"  {meaning}"))
    return lines


def _house_rules(words: Words, room: Room) -> list[str]:
    """The settings in which the room differs from its preset, besides the target."""
    lines = []
    for name, value in room.rules.items():
        if name in ("preset", "target", "seats"):
            continue
        shown = words.known(f"setting.{name}", name)
        lines.append(f"  {shown}: {setting_value(words, name, value)}")
    return lines


def setting_value(words: Words, name: str, value: str | int | bool) -> str:
    """What a setting is set to, in words."""
    if isinstance(value, bool):
        return words("setting.yes" if value else "setting.no")
    if name == "preset":
        return words.known(f"preset.{value}", str(value))
    return words.known(f"setting.{name}.{value}", str(value))


def _points(seat: SeatName, winner: SeatName | None, points: int) -> str:
    return str(points) if seat == winner else "-"
