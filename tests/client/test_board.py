"""The branches as they follow from the moves."""

from __future__ import annotations

import pytest
from hypothesis import given

from client.tables import SEATS, Drawn, a_room, a_view, tables
from longana_client.board import Laid, Mark, Move, read_board, read_move, with_ghost


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("S99", Move("S", (9, 9))),
        ("E37W", Move("E", (3, 7), "W")),
        ("N", Move("N")),
    ],
)
def test_moves_are_taken_apart(text: str, move: Move) -> None:
    assert read_move(text) == move


def test_a_letter_that_is_no_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat"):
        read_move("X")


def test_before_the_opening_there_is_nothing() -> None:
    board = read_board(SEATS[4], a_view(a_room()).table, "S")
    assert board.centre is None
    assert board.branches == ()
    assert board.marks == frozenset()


def test_tiles_are_turned_to_join_and_marked_by_when_they_were_played() -> None:
    room = a_room()
    view = a_view(room, ["S99", "E29E", "N24E", "W", "S39S", "E37S", "N77S"])
    board = read_board(SEATS[4], view.table, "S")
    assert (board.centre, board.centre_mark) == (9, Mark.OLD)
    east, south = board.branch("E"), board.branch("S")
    assert east.tiles == (Laid(9, 2, Mark.OLD), Laid(2, 4, Mark.OLD))
    assert south.tiles == (
        Laid(9, 3, Mark.OLD),
        Laid(3, 7, Mark.SINCE),
        Laid(7, 7, Mark.NEWEST),
    )
    assert south.tiles[-1].is_double
    assert (east.end, south.end) == (4, 7)
    assert board.branch("W").opened == 1
    assert east.opened is None
    assert board.marks == {Mark.OLD, Mark.SINCE, Mark.NEWEST}


def test_for_an_onlooker_only_the_newest_tile_is_marked() -> None:
    view = a_view(a_room(), ["S99", "E29E", "N24E"])
    marks = [tile.mark for tile in read_board(SEATS[4], view.table, None).branch("E").tiles]
    assert marks == [Mark.OLD, Mark.NEWEST]


def test_a_ghost_shows_what_a_move_would_do_and_changes_nothing_else() -> None:
    board = read_board(SEATS[4], a_view(a_room(), ["S99", "E29E"]).table, "S")
    ghost = with_ghost(board, Move("N", (2, 4), "E"))
    assert ghost.branch("E").tiles[-1] == Laid(2, 4, Mark.GHOST)
    assert ghost.branch("E").end == 4
    assert [ghost.branch(seat) for seat in "SNW"] == [board.branch(seat) for seat in "SNW"]  # type: ignore[arg-type]
    assert with_ghost(board, Move("N")) == board


def test_a_ghost_may_be_the_opening() -> None:
    board = read_board(SEATS[4], a_view(a_room()).table, "S")
    ghost = with_ghost(board, Move("S", (9, 9)))
    assert (ghost.centre, ghost.centre_mark) == (9, Mark.GHOST)


@given(tables())
def test_every_tile_joins_the_one_before_it_and_the_last_shows_the_end(drawn: Drawn) -> None:
    seats = [state.seat for state in drawn.room.seats]
    board = read_board(seats, drawn.view.table, "S")
    played = [move for move in map(read_move, drawn.view.table.moves) if move.tile]
    assert sum(len(branch.tiles) for branch in board.branches) == len(played) - 1
    for branch in board.branches:
        values = [board.centre, *(tile.outer for tile in branch.tiles)]
        assert [tile.inner for tile in branch.tiles] == values[:-1]
        assert branch.end == values[-1]
