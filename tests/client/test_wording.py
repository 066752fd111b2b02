"""What happened is told in words, each thing once, one of a thing in the singular (F58)."""

from __future__ import annotations

import pytest

from client.tables import a_room, a_view
from longana_client.wording import (
    Words,
    player,
    plays,
    result_told,
    setting,
    told,
    why_pass,
)
from longana_protocol.answers import HandState, Result, SeatState
from longana_protocol.words import SeatName


WORDS = Words("en")
ROOM = a_room()
LOWEST = "The table is blocked. Ana (South) has the lowest total and wins the hand with"


def test_moves_are_told_with_what_they_open_and_close() -> None:
    view = a_view(ROOM, ["S99", "E29E", "N", "W", "S39S", "E", "N24E", "W"])
    assert plays(WORDS, view.table) == [
        "South opens with 9-9.",
        "East plays 2-9 on their own branch.",
        "North passes. North's branch is open now.",
        "West passes. West's branch is open now.",
        "South plays 3-9 on their own branch.",
        "East passes. East's branch is open now.",
        "North plays 2-4 on East's branch.",
        "North's branch is closed again.",
        "West passes again. West's branch stays open.",
    ]


def test_what_a_computer_played_for_somebody_is_said_to_be_its() -> None:
    after = a_view(ROOM, ["S99", "E29E", "N", "W", "S39S"], by_computer=(0, 4)).table
    assert plays(WORDS, after)[0] == "South opens with 9-9. (A computer, in their place.)"
    before = a_view(ROOM, ["S99", "E29E", "N"], by_computer=(0,)).table
    assert told(WORDS, ROOM, before, after) == [
        "West passes. West's branch is open now.",
        "South plays 3-9 on their own branch. (A computer, in their place.)",
    ]


def test_only_what_is_new_is_told() -> None:
    before = a_view(ROOM, ["S99", "E29E", "N"]).table
    after = a_view(ROOM, ["S99", "E29E", "N", "W", "S39S"]).table
    assert told(WORDS, ROOM, before, after) == [
        "West passes. West's branch is open now.",
        "South plays 3-9 on their own branch.",
    ]
    assert told(WORDS, ROOM, after, after) == []


def test_what_is_taken_back_is_told_and_what_was_played_since() -> None:
    before = a_view(ROOM, ["S99", "E29E", "N", "W"]).table
    assert told(WORDS, ROOM, before, a_view(ROOM, ["S99"]).table) == [
        "Taken back: 2-9 by Chano, a pass by Tula and a pass by Cachita."
    ]
    assert told(WORDS, ROOM, before, a_view(ROOM, ["S99", "E49E"]).table) == [
        "Taken back: 2-9 by Chano, a pass by Tula and a pass by Cachita.",
        "East plays 4-9 on their own branch.",
    ]
    assert told(WORDS, ROOM, before, a_view(ROOM, []).table) == [
        "The hand starts again from the same tiles."
    ]


@pytest.mark.parametrize(
    ("hands", "moves", "to_move", "why"),
    [
        (1, [], "E", True),
        (1, ["E88"], "N", True),
        (1, ["S88"], "E", False),
        (1, [], "S", False),
        (0, ["E88"], "N", False),
        (2, ["E88"], "N", False),  # of a hand that is played again
    ],
)
def test_it_is_said_why_the_winner_does_not_open(
    hands: int, moves: list[str], to_move: SeatName, why: bool
) -> None:
    won = HandState(result=Result(kind="out", points=9, pips=(0, 1, 2, 6), winner="S"))
    room = a_room(hands=(won,) * hands)
    after = a_view(room, moves, hand_number=2, to_move=to_move).table
    said = told(WORDS, room, a_view(room, ["S99"]).table, after)
    line = "Ana (South) won the hand before but holds no double, so East opens."
    assert (said[1:2] == [line]) == why
    assert (line in said) == why


def test_after_a_tie_nobody_is_said_to_open_instead() -> None:
    tied = HandState(result=Result(kind="block", points=0, pips=(1, 1, 2, 6)))
    room = a_room(hands=(tied,))
    after = a_view(room, ["E88"], hand_number=2).table
    assert told(WORDS, room, None, after) == ["Hand 2 is dealt.", "East opens with 8-8."]


def test_a_new_hand_is_told_from_its_start() -> None:
    before = a_view(ROOM, ["S99", "E29E"]).table
    after = a_view(ROOM, ["E88"], hand_number=2).table
    assert told(WORDS, ROOM, before, after) == ["Hand 2 is dealt.", "East opens with 8-8."]
    assert told(WORDS, ROOM, None, a_view(ROOM, []).table) == ["Hand 1 is dealt."]
    assert told(WORDS, ROOM, None, a_view(ROOM, [], redeals=1).table) == [
        "Hand 1 is dealt.",
        "Nobody held a double, so the tiles were dealt again.",
    ]


@pytest.mark.parametrize(
    ("preset", "kind", "winner", "pips", "points", "lines"),
    [
        (
            "cuban",
            "out",
            "E",
            (12, 0, 20, 9),
            41,
            [
                "Chano (East) plays their last tile and wins the hand with 41 points.",
                "The winner scores the pips in all other hands.",
                "South 12 + North 20 + West 9 = 41",
            ],
        ),
        (
            "cuban",
            "block",
            "S",
            (5, 12, 20, 9),
            46,
            [
                f"{LOWEST} 46 points.",
                "After a block the winner scores all pips left, their own included.",
                "South 5 + East 12 + North 20 + West 9 = 46",
            ],
        ),
        (
            "international",
            "block",
            "S",
            (5, 12, 20, 9),
            36,
            [
                f"{LOWEST} 36 points.",
                "After a block the winner scores the others' pips less their own.",
                "East 12 + North 20 + West 9 - South 5 = 36",
            ],
        ),
        (
            "cuban",
            "block",
            None,
            (5, 12, 5, 9),
            0,
            [
                "The table is blocked, and Ana (South) and Tula (North) tie for the lowest total. "
                "Nobody scores."
            ],
        ),
        (
            "cuban",
            "out",
            "W",
            (0, 1, 0, 0),
            1,
            [
                "Cachita (West) plays their last tile and wins the hand with 1 point.",
                "The winner scores the pips in all other hands.",
                "South 0 + East 1 + North 0 = 1",
            ],
        ),
    ],
)
def test_points_are_explained_as_the_rules_count_them(
    preset: str, kind: str, winner: str | None, pips: tuple[int, ...], points: int, lines: list[str]
) -> None:
    fields = {"kind": kind, "winner": winner, "pips": pips, "points": points}
    assert result_told(WORDS, a_room(preset=preset), Result.model_validate(fields)) == lines


def test_a_house_rule_comes_before_its_preset() -> None:
    rules = {"preset": "cuban", "seats": 4, "target": 50, "block_score": "difference"}
    room = a_room(rules=rules)
    assert setting(room, "target") == 50
    assert setting(room, "block_score") == "difference"
    assert setting(room, "direction") == "right"
    assert setting(a_room(rules={}), "preset") == "cuban"


def test_a_forced_pass_says_why_and_what_it_does() -> None:
    view = a_view(ROOM, ["S99", "E79E"], legal=["S"], fits=[9, 7])
    assert why_pass(WORDS, view) == [
        "No 7, 9 or double fits, so you have to pass.",
        "Your pass opens your branch to everybody.",
    ]
    again = a_view(ROOM, ["E99", "S"], legal=["S"], fits=[9])
    assert why_pass(WORDS, again) == ["No 9 or double fits, so you have to pass."]


def test_seats_have_players() -> None:
    kinds = a_room(
        2,
        seats=(SeatState(seat="S", kind="person", person=1), SeatState(seat="N", kind="open")),
        name="A\x07na",
    )
    assert [player(WORDS, kinds, state) for state in kinds.seats] == ["A␇na", "free seat"]
    assert player(WORDS, ROOM, ROOM.seats[1]) == "Chano (computer, normal)"
    of_old = SeatState(seat="N", kind="computer", level="easy")
    assert player(WORDS, ROOM, of_old) == "Computer, easy"


def test_letters_are_those_of_the_language() -> None:
    assert [Words("es").letter(seat) for seat in ("S", "E", "N", "W")] == ["S", "E", "N", "O"]
    assert Words("de").language == "en"


def test_texts_keep_to_the_characters_there_are() -> None:
    assert Words("es", "ascii")("ui.you", name="Peña") == "Pena (tu)"
