"""One screen for two: never the hand of one before the eyes of the other (F07)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client import cover
from longana_client.connection import Refused, Update
from longana_client.cover import Cover, is_covered, to_uncover
from longana_protocol.answers import Hint, Result, Room, Said, You
from longana_protocol.commands import PlayCommand, Uncover
from longana_protocol.words import SeatName, TilePair


ROOM = a_room(**of_friends("Ana", "Beto", device=[1, 1]))
WIPE = "\x1b[H\x1b[2J\x1b[3J"
ANAS: list[TilePair] = [(0, 9), (3, 9)]
BETOS: list[TilePair] = [(6, 9), (7, 8)]


def covered(moves: list[str], to_move: SeatName, **more: Any) -> Update:
    view = a_view(ROOM, moves, to_move=to_move, **more)
    return an_update(ROOM, view.model_copy(update={"you": You()}))


def uncovered(moves: list[str], seat: SeatName, hand: list[TilePair], legal: list[str]) -> Update:
    view = a_view(ROOM, moves, to_move=seat)
    you = You.model_validate({"seat": seat, "hand": tuple(hand), "legal": tuple(legal)})
    return an_update(ROOM, view.model_copy(update={"you": you}))


ANA_TO_COME = covered(["E99", "N", "W"], "S")
ANA = uncovered(["E99", "N", "W"], "S", ANAS, ["S09S", "S39S"])
BETO_TO_COME = covered(["E99", "N", "W", "S39S"], "E")
BETO = uncovered(["E99", "N", "W", "S39S"], "E", BETOS, ["E69E"])
COMPUTERS = covered(["E99", "N", "W", "S39S", "E69E"], "N")


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "REST", 0.0)


def test_what_is_covered() -> None:
    assert is_covered(ANA_TO_COME)
    assert not is_covered(ANA)
    assert is_covered(COMPUTERS)
    assert (to_uncover(ANA_TO_COME), to_uncover(ANA), to_uncover(COMPUTERS)) == ("S", None, None)
    alone = a_room()
    assert not is_covered(an_update(alone, a_view(alone)))


def test_the_cover_goes_up_once_for_each_hand_that_was_shown() -> None:
    guard = Cover()
    shown = [ANA_TO_COME, ANA_TO_COME, ANA, BETO_TO_COME, COMPUTERS, BETO_TO_COME, BETO, COMPUTERS]
    assert [guard.goes_up(update) for update in shown] == [
        True,  # nobody knows what stood there before
        False,
        False,
        True,
        False,
        False,
        False,
        True,
    ]


async def test_the_screen_goes_from_hand_to_hand() -> None:
    async with a_stage("keys", rows=40) as stage:
        text = await stage.news(ANA_TO_COME)
        assert text.startswith(WIPE)
        assert "Give the screen to Ana.\n" in text
        assert text.endswith("Enter shows Ana's tiles > ")
        assert "E 9" in text  # the table is for everybody
        await stage.type("")
        (command,) = stage.client.sent
        assert isinstance(command, Uncover)
        assert (command.turn, command.seat) == (3, "S")
        text = await stage.news(ANA)
        assert "|0|9|" in text
        await stage.type("2", "")
        assert isinstance(stage.client.sent[-1], PlayCommand)
        text = await stage.news(BETO_TO_COME)
        wiped, _, after = text.rpartition(WIPE)
        assert "|0|9|" not in wiped.rpartition("plays it")[2]
        assert "|0|9|" not in after
        assert "South plays 3-9 on their own branch.\n" in after
        assert after.endswith("Enter shows Beto's tiles > ")
        assert stage.forgotten == 2  # what was half typed goes with whoever typed it


@pytest.mark.parametrize("line", ["1", "3-9", "pass", "hint"])
async def test_under_the_cover_it_is_said_whose_tiles_have_to_be_shown_first(line: str) -> None:
    async with a_stage() as stage:
        await stage.news(BETO_TO_COME)
        assert "The tiles of Beto are covered. Enter shows them.\n" in await stage.type(line)
        await stage.news(COMPUTERS)
        assert stage.sent() == []


async def test_while_computers_play_the_one_to_move_is_named() -> None:
    async with a_stage("lines") as stage:
        await stage.news(COMPUTERS)
        assert "Tula (North) is to move.\nTula (North) is to move > " in await stage.type("1")


@pytest.mark.parametrize(
    "after",
    [covered(["E99"], "N", turn=9), covered([], "S", turn=9), COMPUTERS],
    ids=["undo", "restart", "computers"],
)
async def test_undo_restart_and_computers_cover_the_hand(after: Update) -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(ANA)
        await stage.type("1")
        text = await stage.news(after)
        assert WIPE in text
        last = text.rpartition(WIPE)[2]
        assert "|0|9|" not in last
        assert "0-9" not in last


async def test_a_hand_covered_while_the_rules_are_open_leaves_the_screen_as_well() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(ANA)
        await stage.type("rules")
        text = await stage.news(BETO_TO_COME)
        assert text.rpartition(WIPE)[2].endswith("Enter shows Beto's tiles > ")


async def test_lines_typed_by_whoever_sat_here_before_are_dropped() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(ANA)
        stage.client.held = asyncio.Event()
        await stage.type("1", "", "", "1", "")  # impatient, while the move is under way
        await stage.news(BETO_TO_COME)
        stage.client.held.set()
        await stage.printed()
        assert stage.sent() == ["play"]


async def test_enter_pressed_twice_shows_nobody_elses_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "REST", 60.0)
    async with a_stage("keys", rows=40) as stage:
        await stage.news(ANA, BETO_TO_COME)
        await stage.type("")
        assert stage.sent() == []


async def test_a_log_keeps_what_was_shown_and_is_not_wiped() -> None:
    async with a_stage() as stage:
        text = await stage.news(ANA_TO_COME)
        text += await stage.type("")
        text += await stage.news(ANA)
        text += await stage.news(BETO_TO_COME)
        assert "\x1b" not in text
        assert "6-9" not in text
        assert text.endswith("Enter shows Beto's tiles >\n")


async def test_piped_lines_wait_for_the_hand_they_ask_for() -> None:
    async with a_stage() as stage:
        await stage.news(ANA_TO_COME)
        await stage.type("", "2", "")
        assert stage.sent() == ["uncover"]
        await stage.news(ANA)
        assert stage.sent() == ["uncover", "play"]


async def test_a_refused_look_can_be_asked_for_again() -> None:
    async with a_stage() as stage:
        stage.client.answers["uncover"] = Refused("try_again", "Please try again.", {})
        await stage.news(ANA_TO_COME)
        assert "Please try again.\n" in await stage.type("")
        del stage.client.answers["uncover"]
        await stage.type("")
        assert stage.sent() == ["uncover", "uncover"]


async def test_a_hint_that_comes_after_the_cover_says_nothing() -> None:
    async with a_stage("keys", rows=40) as stage:
        hint = Hint(about="x", turn=3, move="S39S", reason="heaviest", text="It is heavy.")
        stage.client.answers["hint"] = hint
        await stage.news(ANA)
        stage.client.held = asyncio.Event()
        await stage.type("hint")
        await stage.news(ANA_TO_COME)
        stage.client.held.set()
        assert "3-9" not in await stage.printed()


async def test_all_hands_are_shown_when_the_hand_is_over() -> None:
    async with a_stage("keys", rows=60) as stage:
        await stage.news(BETO)
        result = Result(kind="out", points=41, pips=(12, 0, 20, 9), winner="E")
        reveal = [[(5, 7)], [], [(8, 9)], [(4, 5)]]
        over = covered(["E99"], "N", phase="hand_over", result=result, reveal=reveal, turn=40)
        text = await stage.news(over)
        assert WIPE not in text
        assert "  South  5-7  12 pips\n" in text


async def test_who_quits_leaves_no_hand_behind() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(ANA)
        assert (await stage.type("quit")).endswith(f"{WIPE}Your move 1-2, ? for help > ")


# --- a terminal that is left for a while


async def test_a_hand_is_covered_before_the_terminal_is_left_and_its_person_uncovers_it() -> None:
    async with a_stage("keys", rows=24) as stage:
        assert "Your hand" in await stage.news(BETO_TO_COME, BETO)
        await stage.type("6-9")
        stage.session.pause()
        left = await stage.printed()
        assert "Enter shows Beto's tiles > \n" in left
        assert "Your hand" not in left[left.rindex(WIPE) :]

        stage.session.resume()
        assert "Your hand" not in await stage.printed()
        assert "Your hand" not in await stage.type("table", "1")
        # Whatever else happens in the room, the cover stays.
        assert "Your hand" not in await stage.news(BETO)
        sent = stage.sent()
        assert "Your hand" in await stage.type("")
        assert stage.sent() == sent, "the server has uncovered this hand already"
        await stage.type("")
        assert stage.sent()[-1] == "play"


async def test_a_cover_of_our_own_is_off_when_the_table_moves_on() -> None:
    async with a_stage("lines", rows=24) as stage:
        await stage.news(BETO)
        stage.session.pause()
        await stage.news(COMPUTERS, ANA_TO_COME, ANA)
        assert "3-9" in await stage.type("table")


async def test_who_plays_alone_on_a_device_finds_the_table_again() -> None:
    room = a_room()
    alone = an_update(room, a_view(room, ["S99"], hand=ANAS, legal=["S39S"]))
    async with a_stage("lines") as stage:
        await stage.news(alone)
        stage.session.pause()
        assert "3-9" not in await stage.printed()
        stage.session.resume()
        text = await stage.printed()
        assert "3-9 on South's branch" in text
        assert text.endswith("Enter plays it > ")


# --- a hand in sight whose person is no longer here


@pytest.mark.parametrize("remaining", [["Ana"], []], ids=["one stays", "nobody stays"])
async def test_a_hand_leaves_the_screen_with_the_seat_and_then_it_is_said_why(
    remaining: list[str],
) -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(BETO)
        await stage.type("6-9")
        room = a_room(**of_friends(*remaining, device=[1] * len(remaining)))
        view = a_view(room, ["E99", "N", "W", "S39S"], to_move="E", turn=5)
        text = await stage.news(an_update(room, view.model_copy(update={"you": You()})))
        assert text.count(WIPE) == 1
        last = text.rpartition(WIPE)[2]
        assert "Beto has left.\n" in last
        assert "6-9" not in last
        assert "7-8" not in last
        assert text.endswith("(East) is to move > ")


ALONE = a_room(**of_friends("Ana", device=[1]))


def remaining(update: Update, room: Room = ALONE) -> Update:
    """The same for Ana, when Beto has given up his seat; the server covers her hand as before."""
    return replace(update, room=room)


def test_a_hand_that_is_not_sent_is_covered_whoever_else_is_still_here() -> None:
    assert is_covered(remaining(ANA_TO_COME))
    assert to_uncover(remaining(ANA_TO_COME)) == "S"
    assert is_covered(remaining(BETO_TO_COME))
    assert to_uncover(remaining(BETO_TO_COME)) is None
    assert not is_covered(remaining(ANA))
    nobody = a_room(**of_friends(device=[]))
    assert not is_covered(remaining(ANA_TO_COME, nobody))


async def test_the_hand_that_remains_on_a_device_is_shown_to_its_own_person_only() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(BETO)
        text = await stage.news(remaining(ANA_TO_COME))
        assert WIPE in text
        assert text.endswith("Enter shows Ana's tiles > ")
        assert "The tiles of Ana are covered." in await stage.type("1")
        await stage.type("")
        (command,) = stage.client.sent
        assert isinstance(command, Uncover)
        assert (command.turn, command.seat) == (3, "S")
        assert "|0|9|" in await stage.news(remaining(ANA))
        await stage.type("2", "")
        assert stage.sent() == ["uncover", "play"]
        text = await stage.news(remaining(BETO_TO_COME))
        assert WIPE in text
        assert "|0|9|" not in text.rpartition(WIPE)[2]


async def test_the_hand_that_remains_leaves_the_screen_with_its_person() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(remaining(ANA_TO_COME), remaining(ANA))
        stage.session.pause()
        left = await stage.printed()
        assert "Your hand" not in left[left.rindex(WIPE) :]
        assert "Your hand" in await stage.type("")
        assert WIPE in await stage.type("quit")


async def test_from_the_next_deal_on_the_device_is_one_persons() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(remaining(ANA_TO_COME))
        view = a_view(ALONE, ["E99", "N", "W"], hand=ANAS, legal=["S39S"], hand_number=2, turn=30)
        assert "Your hand" in await stage.news(an_update(ALONE, view))
        await stage.type("")
        assert stage.sent() == ["play"]
        moved = a_view(ALONE, ["E99", "N", "W", "S39S"], to_move="E", hand_number=2, turn=31)
        assert WIPE not in await stage.news(an_update(ALONE, moved))


async def test_after_the_hand_is_over_a_lost_seat_wipes_nothing() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(BETO)
        result = Result(kind="out", points=41, pips=(12, 0, 20, 9), winner="E")
        reveal = [[(5, 7)], [], [(8, 9)], [(4, 5)]]
        over: dict[str, Any] = {
            "phase": "hand_over",
            "result": result,
            "reveal": reveal,
            "turn": 40,
        }
        await stage.news(covered(["E99"], "N", **over))
        room = a_room(**of_friends("Ana", device=[1]))
        assert WIPE not in await stage.news(an_update(room, a_view(room, ["E99"], **over)))


async def test_what_is_said_while_a_hand_is_covered_stands_on_the_clean_screen() -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(BETO)
        line = Said(person=1, name="Ana", text="My turn soon?")
        text = await stage.news(replace(COMPUTERS, heard=(line,)))
        assert text.rpartition(WIPE)[2].count("Ana: My turn soon?\n") == 1


@pytest.mark.parametrize("reason", ["replaced", "closed", "removed", "unreachable"])
async def test_the_farewell_stands_on_the_clean_screen(reason: str) -> None:
    async with a_stage("keys", rows=40) as stage:
        await stage.news(replace(BETO, room=BETO.room.model_copy(update={"host": 3})))
        text = await stage.end_room(reason, "So it ends.")
        await stage.code()
        text += await stage.printed()
        said = "The server is gone" if reason == "unreachable" else "So it ends."
        assert text.count(WIPE) == 1
        assert said in text.rpartition(WIPE)[2]
