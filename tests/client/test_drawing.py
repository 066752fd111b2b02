"""What must be seen is seen: on any table, at any width, in any characters (F53, F54, F56)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from client.tables import Drawn, a_room, a_view, of_friends, tables
from longana_client.board import read_board, read_move
from longana_client.drawing import draw_preview, draw_reveal, draw_table
from longana_client.glyphs import ASCII, BOXES
from longana_client.look import SHAPES, Look, Shape
from longana_client.wording import Words
from longana_protocol.answers import Away, Reader, Result
from longana_protocol.words import SeatName


DRAWN = Path(__file__).parent / "drawn"
MOVES = ["S99", "E29E", "N", "W59W", "S69S", "E69N", "N68N", "W55W", "S56S", "E22E", "N24E", "W"]
HAND = [(0, 5), (1, 1), (3, 5), (4, 8)]
LEGAL = ["S05S", "S35S", "S48E"]


def a_look(
    width: int,
    *,
    ascii_only: bool = False,
    language: str = "en",
    rows: int | None = None,
    shape: Shape = "large",
    me: SeatName | None = "S",
) -> Look:
    return Look(
        words=Words(language, "ascii" if ascii_only else "utf-8"),
        glyphs=ASCII if ascii_only else BOXES,
        width=width,
        rows=rows,
        shape=shape,
        me=me,
    )


def plain(lines: Sequence[Text]) -> str:
    return "".join(f"{line.plain.rstrip()}\n" for line in lines)


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("40-ascii", a_look(40, ascii_only=True)),
        ("60-small", a_look(60, shape="small")),
        ("80-boxes", a_look(80)),
        ("80-spanish-ascii", a_look(80, ascii_only=True, language="es")),
        ("120-boxes", a_look(120)),
    ],
)
def test_a_table_looks_as_it_was_last_judged_good(name: str, look: Look) -> None:
    room = a_room(scores=[34, 61, 12, 7])
    view = a_view(room, MOVES, hand=HAND, legal=LEGAL)
    drawn = plain(
        [*draw_table(room, view, look), *draw_preview(room, view, read_move(LEGAL[1]), look)]
    )
    assert drawn == (DRAWN / f"{name}.txt").read_text(encoding="utf-8")


@settings(max_examples=60)
@given(
    tables(),
    st.sampled_from([40, 47, 60, 80, 120]),
    st.booleans(),
    st.sampled_from(["en", "es"]),
    st.sampled_from(SHAPES),
)
def test_seats_ends_openings_and_hand_are_always_there(
    drawn: Drawn, width: int, ascii_only: bool, language: str, shape: Shape
) -> None:
    look = a_look(width, ascii_only=ascii_only, language=language, shape=shape)
    lines = draw_table(drawn.room, drawn.view, look)
    text = plain(lines)
    assert all(cell_len(line.plain) <= width for line in lines)
    assert "\x1b" not in text
    if ascii_only:
        assert text.isascii()
    board = read_board([state.seat for state in drawn.room.seats], drawn.view.table, "S")
    for branch, left in zip(board.branches, drawn.view.table.left, strict=True):
        at = text.index(look.words.seat(branch.seat))
        about = text[at:].split(look.words("ui.hand"))[0]
        assert look.words("count.tile", count=left) in about
        assert look.words("ui.end", end=branch.end) in about
        if branch.opened:
            order = look.words(f"ui.order.{branch.opened}")
            assert look.words("ui.open", order=order) in about
    assert drawn.view.you is not None
    hand = text[text.rindex(look.words("ui.hand")) :] + text[: text.rindex(look.words("ui.hand"))]
    for low, high in drawn.view.you.hand or ():
        shown = (f"{low}-{high}", f"|{low}|{high}|", f"│{low}│{high}│")
        assert any(form in hand for form in shown)


@settings(max_examples=60)
@given(tables(), st.sampled_from([60, 80, 120]), st.booleans())
def test_in_the_picture_every_end_has_its_plate(drawn: Drawn, width: int, ascii_only: bool) -> None:
    look = a_look(width, ascii_only=ascii_only)
    text = plain(draw_table(drawn.room, drawn.view, look))
    board = read_board([state.seat for state in drawn.room.seats], drawn.view.table, "S")
    legal = [read_move(move) for move in (drawn.view.you.legal if drawn.view.you else ())]
    fits = {move.branch for move in legal if move.tile}
    for branch in board.branches:
        mark = "+" if branch.seat in fits else " "
        assert f"{branch.seat}{mark}{branch.end}" in text


@settings(max_examples=60)
@given(tables(), st.integers(20, 59), st.booleans())
def test_in_the_list_every_tile_of_every_branch_stands_in_order(
    drawn: Drawn, width: int, ascii_only: bool
) -> None:
    look = a_look(width, ascii_only=ascii_only)
    text = plain(draw_table(drawn.room, drawn.view, look)).split(look.words("ui.hand"))[0]
    written = "".join(
        character if character.isdigit() or character in "|=║" else " " for character in text
    ).split()
    tiles = [token for token in written if len(token) == 3 and token[1] in "|=║"]
    board = read_board([state.seat for state in drawn.room.seats], drawn.view.table, "S")
    at = drawn.room.order.index("S")
    order = [*drawn.room.order[at:], *drawn.room.order[:at]]
    laid = [tile for seat in order for tile in board.branch(seat).tiles]
    assert [(token[0], token[2]) for token in tiles] == [
        (str(tile.inner), str(tile.outer)) for tile in laid
    ]
    assert all(("|" in token) == (token[0] != token[2]) for token in tiles)


def test_the_newest_and_what_came_since_my_last_move_are_told_by_their_frames() -> None:
    room = a_room()
    view = a_view(room, MOVES)
    boxes = plain(draw_table(room, view, a_look(80)))
    assert "╔═╦═╗" in boxes  # N 2-4 on East's, the newest tile
    assert "┃2┃" in boxes  # E 2-2, since South's 5-6
    assert "newest" in boxes
    assert "since your last move" in boxes
    listed = plain(draw_table(room, view, a_look(40, ascii_only=True)))
    assert "~2=2 *2|4" in listed
    assert "* newest" in listed


def test_before_the_opening_there_are_seats_and_hand() -> None:
    room = a_room()
    view = a_view(room, hand=HAND, legal=["S11"])
    text = plain(draw_table(room, view, a_look(80)))
    assert "8 tiles" in text
    assert "│1│1│" in text
    assert "end" not in text
    assert plain(draw_preview(room, view, read_move("S11"), a_look(80))) == "1-1 in the centre.\n"


def test_somebody_away_minded_or_reading_is_called_so() -> None:
    room = a_room()
    view = a_view(room, MOVES, away=(Away(person=1, seconds=3),))
    look = a_look(80, me=None)
    assert "Ana (away)" in plain(draw_table(room, view, look))
    look = replace(look, away={1: "20:14"})
    assert "Ana (away since 20:14)" in plain(draw_table(room, view, look))
    view = a_view(room, MOVES, reading=(Reader(person=1, what="rules"),))
    assert "Ana (reading)" in plain(draw_table(room, view, look))
    view = a_view(room, MOVES, minded=("S",))
    assert "Ana (a computer plays)" in plain(draw_table(room, view, a_look(80, me=None)))


def test_one_tile_is_not_tiles() -> None:
    """F58."""
    room = a_room()
    view = a_view(room, MOVES).model_copy(deep=True)
    table = view.table.model_copy(update={"left": (1, 0, 2, 8)})
    text = plain(draw_table(room, view.model_copy(update={"table": table}), a_look(80)))
    assert "1 tile " in text
    assert "0 tiles" in text


def test_a_preview_shows_the_end_of_a_long_branch_only() -> None:
    room = a_room(2)
    moves = ["S99", "N29N", "S23N", "N34N", "S45N", "N56N", "S67N", "N78N", "S18N", "N16N", "S66N"]
    view = a_view(room, moves, legal=["S46N"])
    for look in (a_look(80), a_look(40, ascii_only=True)):
        text = plain(draw_preview(room, view, read_move("S46N"), look))
        assert "4-6 on North's branch, which then ends in 4." in text
        assert "..." in text
        assert all(len(line) <= look.width for line in text.splitlines()[1:])
    assert draw_preview(room, view, read_move("S"), a_look(80)) == []


@pytest.mark.parametrize("width", [40, 80])
def test_when_a_hand_is_over_all_tiles_are_shown_with_their_pips(width: int) -> None:
    room = a_room()
    hands = [[(0, 1)], [], [(1, 1), (2, 3), (4, 5), (6, 7), (8, 9), (0, 9), (3, 3)], [(5, 5)]]
    pips = tuple(sum(map(sum, hand)) for hand in hands)
    result = Result(kind="out", points=sum(pips), pips=pips, winner="E")
    view = a_view(room, MOVES, hand=[(0, 1)], result=result, reveal=hands, phase="hand_over")
    lines = draw_reveal(room, view, a_look(width))
    text = plain(lines)
    assert all(cell_len(line.plain) <= width for line in lines)
    assert "1 pip\n" in text
    assert f"{pips[2]} pips" in text
    assert "no tiles" in text
    assert all(f"{low}-{high}" in text for hand in hands for low, high in hand)
    assert "Your hand" not in plain(draw_table(room, view, a_look(width)))


def test_onlookers_are_counted() -> None:
    room = a_room()
    for look in (a_look(80), a_look(80, shape="list")):
        assert "1 person watching" in plain(draw_table(room, a_view(room, MOVES, watchers=1), look))
        assert "watching" not in plain(draw_table(room, a_view(room, MOVES), look))


@pytest.mark.parametrize(
    ("width", "told"), [(64, "Ciro (ausente) "), (80, "(ausente desde 10:15)")]
)
def test_where_the_time_somebody_went_does_not_fit_it_is_left_out(width: int, told: str) -> None:
    room = a_room(**of_friends("Ana", "Bea", "Ciro"))
    view = a_view(room, MOVES, away=(Away(person=3, seconds=60),))
    for shape in SHAPES:
        look = replace(a_look(width, language="es", shape=shape), away={3: "10:15"})
        assert told in plain(draw_table(room, view, look))
