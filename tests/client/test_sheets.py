"""The lobby, the moves, scores, records and rules as they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from rich.text import Text

from client.tables import a_room, a_view
from longana_client.board import read_move
from longana_client.connection import Update
from longana_client.sheets import (
    choices,
    commands,
    contents,
    lobby,
    next_rules,
    records,
    rules,
    score_sheet,
    tally,
)
from longana_client.wording import Words
from longana_protocol.answers import Away, HandState, PersonState, Result, SeatState, Tally


WORDS = Words("en")
HANDS = (
    HandState(result=Result(kind="out", points=41, pips=(12, 0, 20, 9), winner="E")),
    HandState(result=Result(kind="block", points=0, pips=(5, 9, 5, 9))),
)


def plain(lines: Sequence[Text | str]) -> list[str]:
    return [line if isinstance(line, str) else line.plain for line in lines]


def test_the_lobby_says_who_sits_where_and_how_to_come_in() -> None:
    room = a_room(
        people=(
            PersonState(person=1, name="Ana", device=1),
            PersonState(person=2, name="Bea\x07", device=2),
        ),
        seats=(
            SeatState(seat="S", kind="person", person=1),
            SeatState(seat="E", kind="person", person=2),
            SeatState(seat="N", kind="computer", level="hard", name="Tula"),
            SeatState(seat="W", kind="open"),
        ),
        rules={
            "preset": "cuban",
            "target": 50,
            "direction": "left",
            "doubles_obey_priority": False,
        },
    )
    link = "http://192.168.1.7:8765/#K7QF2M9X"
    update = Update(room, a_view(room, phase="lobby"), 2, True)
    assert plain(lobby(WORDS, update, link, {})) == [
        "",
        "The room: Cuban rules, to 50",
        "  Play goes: to the left",
        "  Doubles obey equal-end priority: no",
        "Friends come in with this link:",
        f"  {link}",
        "  South  Ana, host",
        "  East   Bea␇ (you)",
        "  North  Tula (computer, hard)",
        "  West   free seat",
        "The host starts the match.",
    ]
    host = replace(update, person=1)
    assert plain(lobby(WORDS, host, link, {}))[-1].startswith("Type start to begin.")


def test_the_lobby_says_who_is_away_shares_a_device_or_looks_on() -> None:
    room = a_room(
        people=(
            PersonState(person=1, name="Ana", device=1),
            PersonState(person=2, name="Beto", device=1),
            PersonState(person=3, name="Caro", device=3),
        ),
        seats=(
            SeatState(seat="S", kind="person", person=1),
            SeatState(seat="E", kind="person", person=2),
            SeatState(seat="N", kind="person", person=3),
            SeatState(seat="W", kind="open"),
        ),
        locked=True,
    )
    view = a_view(room, phase="lobby", away=(Away(person=3, seconds=9),), watchers=2)
    lines = plain(lobby(WORDS, Update(room, view, 1, True), "link", {3: "20:14"}))
    for line in (
        "  South  Ana (you), host",
        "  East   Beto (on this device)",
        "  North  Caro (away since 20:14)",
        "2 people watching.",
        "The room is closed to newcomers.",
    ):
        assert line in lines


def test_the_tally_has_the_best_first() -> None:
    room = a_room(
        people=(
            PersonState(person=1, name="Ana", device=1),
            PersonState(person=2, name="Beatriz", device=2),
        ),
        tally=(Tally(person=1, matches=1, points=230), Tally(person=2, matches=2, points=98)),
    )
    assert plain(tally(WORDS, room)) == [
        "  Name     Matches won  Points",
        "  Beatriz            2      98",
        "  Ana                1     230",
    ]
    assert plain(tally(WORDS, a_room())) == ["Nobody has sat through a match here yet."]


def test_the_next_match_may_have_other_rules() -> None:
    rules = {"preset": "international", "target": 50, "direction": "right"}
    assert plain(next_rules(WORDS, a_room(rules=rules))) == [
        "Rules of the next match: International, to 50",
        "  Play goes: to the right",
    ]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (20, ["  1  9-9", "  2  3-7 > South", "  3  3-7 > West"]),
        (40, ["  1  9-9            3  3-7 > West", "  2  3-7 > South"]),
        (80, ["  1  9-9            2  3-7 > South    3  3-7 > West"]),
    ],
)
def test_moves_are_numbered_in_columns(width: int, lines: list[str]) -> None:
    moves = [read_move(text) for text in ("S99", "S37S", "S37W")]
    assert choices(WORDS, moves, width) == lines


def test_scores_add_up_hand_by_hand() -> None:
    room = a_room(hands=HANDS, scores=[0, 41, 0, 0])
    assert plain(score_sheet(WORDS, room)) == [
        "   Hand  South  East  North  West",
        "      1      -    41      -     -",
        "      2      -     -      -     -",
        "  Total      0    41      0     0",
        "  The match goes to 100.",
    ]


def test_records_list_the_finished_hands() -> None:
    assert plain(records(WORDS, a_room(hands=HANDS))) == [
        "  1  Chano (East) plays their last tile and wins the hand with 41 points.",
        "  2  The table is blocked, and Ana (South) and Tula (North) tie for the lowest total. "
        "Nobody scores.",
        "save FILE writes the record of this match to a file.",
    ]
    assert plain(records(WORDS, a_room()))[0] == "No hand of this match is finished yet."


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_rules_have_pages_with_the_example_and_the_credits(language: str) -> None:
    words = Words(language)
    pages = rules(words)
    titles = [page.title for page in pages]
    assert words("rules.example.title") in titles
    assert words("rules.credits.title") == titles[-1]
    assert plain(pages[1].drawn())[1] == f"2/{len(pages)}  {titles[1]}"
    assert all("\n" not in line for page in pages for line in page.lines)
    assert [line.split("  ")[-1] for line in plain(contents(words, pages))[:-1]] == titles


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [40, 80])
def test_all_commands_are_listed(language: str, width: int) -> None:
    words = Words(language)
    lines = plain(commands(words, width))
    told = [
        line
        for part in ("play", "room", "host", "end")
        for line in words.paragraphs(f"ui.help.{part}")
    ]
    assert all(" - " in line for line in told)
    for line in told:
        command, _, meaning = line.partition(" - ")
        assert any(shown.startswith(command) for shown in lines)
        assert meaning in " ".join(" ".join(lines).split())
    assert len(lines) < 2 * len(told) or width == 40
    if width == 40:  # what a command does stands further in than the command, in every row
        assert all(len(line) <= width for line in lines if line.startswith("    "))
        commands_alone = [line for line in lines if not line.startswith("    ")]
        assert commands_alone == [line.partition(" - ")[0] for line in told]
