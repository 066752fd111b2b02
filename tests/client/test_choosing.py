"""A typed move becomes a legal one, or the reason why it isn't, in the order of the codes."""

from __future__ import annotations

import pytest

from client.tables import a_room, a_view
from longana_client.board import Move
from longana_client.choosing import Chosen, NotThat, choose, legal_moves, why_not, why_not_pass
from longana_client.reading import Number, TileOn, read_line
from longana_client.wording import Words
from longana_protocol.answers import Result, View
from longana_protocol.words import TilePair


WORDS = Words("en")
ROOM = a_room()
# East's and North's open branches end in 5, East's opened first; South's own ends in 8.
MOVES = ["S99", "E59E", "N59N", "W", "S89S", "E", "N"]
HAND = [(1, 3), (2, 5), (3, 8), (4, 9), (5, 5)]
LEGAL = ["S25E", "S38S", "S55E", "S49W"]


def a_turn(**more: object) -> View:
    fields: dict[str, object] = {"hand": HAND, "legal": LEGAL, "barred": {"N": "E"}}
    return a_view(ROOM, MOVES, **(fields | more))  # type: ignore[arg-type]


def reasons(typed: Number | TileOn, view: View) -> tuple[str, ...]:
    outcome = choose(WORDS, ROOM, view, typed)
    assert isinstance(outcome, NotThat)
    return outcome.lines


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        (Number(1), Move("S", (2, 5), "E")),
        (Number(4), Move("S", (4, 9), "W")),
        (Number(25), Move("S", (2, 5), "E")),  # 25 as a tile: there is no 25th move
        (Number(83), Move("S", (3, 8), "S")),
        (TileOn((2, 5), None), Move("S", (2, 5), "E")),
        (TileOn((2, 5), "E"), Move("S", (2, 5), "E")),
    ],
)
def test_a_legal_move_by_number_or_tile(typed: Number | TileOn, move: Move) -> None:
    assert choose(WORDS, ROOM, a_turn(), typed) == Chosen(move)


def test_a_tile_that_fits_in_several_places_asks_where() -> None:
    view = a_turn(legal=["S49E", "S49W"])
    assert reasons(TileOn((4, 9), None), view) == (
        "4-9 fits on more than one branch. Say which: 4-9 > East or West.",
    )


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (Number(5), "There are 4 moves: choose 1 to 4, or type a tile such as 3-7."),
        (Number(0), "There are 4 moves: choose 1 to 4, or type a tile such as 3-7."),
        (TileOn((6, 10), "W"), "There is no tile 6-10. A double-nine set goes from 0-0 to 9-9."),
        (TileOn((6, 10), None), "There is no tile 6-10. A double-nine set goes from 0-0 to 9-9."),
        (
            TileOn((2, 5), "X"),
            "There is no branch X here. This match has the branches of"
            " South, East, North and West.",
        ),
        (TileOn((5, 6), "E"), "South does not hold 5-6."),
        (TileOn((5, 6), None), "South does not hold 5-6."),
        (TileOn((1, 3), "W"), "1-3 does not fit West's branch, which ends in 9."),
        (TileOn((1, 3), None), "1-3 fits none of the ends, which are 5, 8 and 9."),
        (
            TileOn((2, 5), "N"),
            "2-5 may not go on North's branch: East's branch also ends in 5 and opened earlier,"
            " so that one comes first.",
        ),
    ],
)
def test_why_not(typed: Number | TileOn, reason: str) -> None:
    assert reasons(typed, a_turn()) == (reason,)


def test_a_closed_branch_takes_doubles_only() -> None:
    view = a_view(ROOM, ["S99", "E29E"], hand=[(2, 4)], legal=["S"], fits=[9])
    reason = "East's branch is closed, so South may only play a double there."
    assert reasons(TileOn((2, 4), "E"), view) == (reason,)
    assert reasons(TileOn((2, 4), None), view) == (reason,)


def test_the_hand_has_to_be_opened_with_a_double() -> None:
    view = a_view(ROOM, hand=[(1, 1), (2, 3), (4, 4)], legal=["S11", "S44"])
    reason = "South has to open the hand with 1-1 or 4-4."
    assert reasons(TileOn((2, 3), None), view) == (reason,)
    assert reasons(TileOn((2, 3), "E"), view) == (reason,)
    assert choose(WORDS, ROOM, view, TileOn((4, 4), "S")) == Chosen(Move("S", (4, 4)))
    assert why_not_pass(WORDS, ROOM, view) == reason


def test_nobody_passes_while_something_fits() -> None:
    assert why_not_pass(WORDS, ROOM, a_turn(legal=["S25E", "S55E"])) == (
        "South may not pass while something fits: 2-5 on East's branch or 5-5 on East's branch."
    )
    assert why_not_pass(WORDS, ROOM, a_turn(legal=["S"])) is None


@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (
            a_view(ROOM, MOVES, hand=HAND, to_move="E"),
            "It is not South's turn: Chano (East) is to move.",
        ),
        (
            a_view(ROOM, MOVES, result=Result(kind="out", points=1, pips=(0,) * 4, winner="E")),
            "Nothing more can be played: the hand is over.",
        ),
        (
            a_view(
                ROOM,
                MOVES,
                phase="match_over",
                result=Result(kind="out", points=1, pips=(0,) * 4, winner="E"),
            ),
            "Nothing more can be played: the match is over.",
        ),
        (a_view(ROOM, phase="lobby", to_move=None), "The match has not started yet."),
    ],
)
def test_when_it_is_not_the_time(view: View, reason: str) -> None:
    assert legal_moves(view) == ()
    tile: TilePair = (2, 5)
    for typed in (Number(1), Number(25), TileOn(tile, None), TileOn(tile, "E")):
        assert reasons(typed, view) == (reason,)
    assert why_not_pass(WORDS, ROOM, view) == reason
    assert why_not(WORDS, ROOM, view, tile, "E") == reason


def test_in_spanish_too() -> None:
    assert why_not(Words("es"), ROOM, a_turn(), (1, 3), "W") == (
        "El 1-3 no encaja en la rama de Oeste, que termina en 9."
    )


@pytest.mark.parametrize("typed", ["1-3>O", "1-3 o", "13O", "1-3 en oeste", "1-3>W"])
def test_west_is_oeste_in_spanish_and_never_called_w(typed: str) -> None:
    read = read_line(typed)
    assert read == TileOn((1, 3), "W")
    of_two = a_room(2)
    view = a_view(of_two, ["S99"], hand=HAND, legal=["S49S"])
    outcome = choose(Words("es"), of_two, view, read)
    assert isinstance(outcome, NotThat)
    assert outcome.lines == (
        "Aquí no hay ninguna rama O. En esta partida están las ramas de Sur y Norte.",
    )
