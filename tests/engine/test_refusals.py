"""Why a move is refused: every code with its facts and sentence, and the order of the codes."""

from typing import get_args

import pytest

from engine.hands import begin, legal, play
from longana_engine import (
    CUBAN,
    Entitlement,
    Illegal,
    Play,
    Position,
    Refusal,
    RefusalCode,
    Seat,
    Tile,
    parse_move,
    rules_from,
)


def refusal(position: Position, move: str) -> Refusal:
    """The refusal, which must be the one that playing the move raises."""
    found = position.why_not(parse_move(move))
    assert found is not None
    assert not position.can(parse_move(move))
    with pytest.raises(Illegal) as caught:
        position.after(parse_move(move))
    assert caught.value.refusal == found
    assert str(caught.value) == found.text
    return found


START = begin("S", S="8-8 9-9 3-4", E="5-9 0-3 2-3", N="5-5 2-5 0-4", W="0-5 3-9")
EAST = play(START, "S 9-9")
NORTH = play(EAST, "E 5-9>E")
OVER = play(begin("S", S="9-9 2-3", E="4-8", N="6-7", W="4-5"), "S 9-9")
# East's branch, then North's, are open on 9; West may use East's.
WEST = play(begin("S", S="9-9 0-1", E="0-3", N="0-4", W="1-9 0-5"), "S 9-9", "E pass", "N pass")

EVERY_CODE: list[tuple[Position, str, RefusalCode, dict[str, object], str]] = [
    (
        OVER,
        "S 2-3>S",
        "hand_over",
        {"over": "hand"},
        "Nothing more can be played: the hand is over.",
    ),
    (
        EAST,
        "N 5-5>E",
        "not_your_turn",
        {"seat": "N", "to_move": "E"},
        "It is not North's turn: East is to move.",
    ),
    (EAST, "E 6-10>E", "unknown_tile", {"tile": "6-10"}, "There is no tile 6-10."),
    (
        EAST,
        "E 5-9>X",
        "unknown_branch",
        {"branch": "X", "branches": ("S", "E", "N", "W")},
        "There is no branch X in this match, which has S, E, N and W.",
    ),
    (
        EAST,
        "E 5-5>E",
        "tile_not_held",
        {"seat": "E", "tile": "5-5"},
        "East does not hold 5-5.",
    ),
    (
        START,
        "S pass",
        "must_open",
        {"seat": "S", "tiles": ("8-8", "9-9")},
        "South must open the hand with 8-8 or 9-9.",
    ),
    (
        EAST,
        "E 0-3",
        "already_open",
        {"tile": "0-3", "centre": "9-9"},
        "The hand is already open with 9-9: 0-3 needs a branch.",
    ),
    (
        EAST,
        "E 0-3>E",
        "no_match",
        {"seat": "E", "tile": "0-3", "branch": "E", "end": 9},
        "0-3 does not fit East's branch, which ends in 9.",
    ),
    (
        NORTH,
        "N 2-5>E",
        "branch_closed",
        {"seat": "N", "tile": "2-5", "branch": "E", "end": 5},
        "East's branch is closed to North: only a double may be played there.",
    ),
    (
        WEST,
        "W 1-9>N",
        "earlier_open_branch",
        {"seat": "W", "tile": "1-9", "branch": "N", "end": 9, "instead": "E"},
        "1-9 may not be played on North's branch:"
        " East's branch also ends in 9 and opened earlier, so it must be used.",
    ),
    (
        WEST,
        "W pass",
        "must_play",
        {"seat": "W", "moves": ("W 1-9>E", "W 1-9>W")},
        "West may not pass: W 1-9>E or W 1-9>W can be played.",
    ),
]


@pytest.mark.parametrize(
    ("position", "move", "code", "facts", "text"), EVERY_CODE, ids=[case[2] for case in EVERY_CODE]
)
def test_every_code_with_its_facts(
    position: Position, move: str, code: RefusalCode, facts: dict[str, object], text: str
) -> None:
    found = refusal(position, move)
    assert found.code == code
    assert found.facts == facts
    assert found.text == text


def test_no_code_is_left_out() -> None:
    assert [code for _, _, code, _, _ in EVERY_CODE] == list(get_args(RefusalCode))


@pytest.mark.parametrize(
    ("position", "move", "code"),
    [
        (OVER, "E 6-10>X", "hand_over"),
        (OVER, "S 6-10>X", "hand_over"),
        (OVER, "S 9-9", "hand_over"),
        (OVER, "S pass", "hand_over"),
        (START, "E 6-10>X", "not_your_turn"),
        (EAST, "S 6-10>X", "not_your_turn"),
        (EAST, "N pass", "not_your_turn"),
        (START, "S 6-10", "unknown_tile"),
        (START, "S 6-10>X", "unknown_tile"),
        (EAST, "E 6-10>X", "unknown_tile"),
        (START, "S 9-9>X", "unknown_branch"),
        (START, "S 1-1>X", "unknown_branch"),
        (EAST, "E 1-1>X", "unknown_branch"),
        (START, "S 1-1", "tile_not_held"),
        (START, "S 1-1>S", "tile_not_held"),
        (EAST, "E 1-1", "tile_not_held"),
        (EAST, "E 1-9>E", "tile_not_held"),
        (EAST, "E 9-9>E", "tile_not_held"),
        (START, "S 3-4", "must_open"),
        (START, "S 9-9>S", "must_open"),
        (START, "S 3-4>N", "must_open"),
        (EAST, "E 5-9", "already_open"),
        (NORTH, "N 5-5", "already_open"),
        (NORTH, "N 0-4>E", "no_match"),
        (WEST, "W 0-5>N", "no_match"),
        (WEST, "W 1-9>S", "branch_closed"),
        (EAST, "E pass", "must_play"),
    ],
)
def test_the_first_code_that_applies_is_the_answer(
    position: Position, move: str, code: RefusalCode
) -> None:
    assert refusal(position, move).code == code


def test_a_double_that_is_not_permitted_does_not_open() -> None:
    forced = Position.begin(CUBAN, START.hands, Entitlement(Seat.S, (Tile(9, 9),)))
    assert legal(forced) == ["S 9-9"]
    found = refusal(forced, "S 8-8")
    assert (found.code, found.facts["tiles"]) == ("must_open", ("9-9",))
    assert found.text == "South must open the hand with 9-9."


def test_the_branch_of_an_absent_seat_is_none() -> None:
    position = begin("S", rules_from({"seats": 2}), S="9-9 1-9", N="3-9 0-3")
    found = refusal(play(position, "S 9-9"), "N 3-9>W")
    assert found.code == "unknown_branch"
    assert found.facts == {"branch": "W", "branches": ("S", "N")}


def test_a_pair_that_is_no_tile_is_refused_however_it_was_made() -> None:
    found = EAST.why_not(Play(Seat.E, Tile(6, 10), Seat.E))
    assert found == Refusal("unknown_tile", {"tile": "6-10"})
