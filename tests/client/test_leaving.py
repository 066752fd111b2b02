"""Giving up a seat is asked about in the right words, and only yes is yes."""

from __future__ import annotations

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Refused
from longana_client.exits import ExitCode
from longana_protocol.commands import Leave


ROOM = a_room()
MY_TURN = an_update(ROOM, a_view(ROOM, ["S99"], hand=[(3, 9)], legal=["S39S"]))


async def test_an_unclear_answer_is_asked_again() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        assert "Give up your seat for good? y or n >\n" in await stage.type("leave")
        for unclear in ("", "perhaps", "3"):
            text = await stage.type(unclear)
            assert text == "Please answer y or n.\nGive up your seat for good? y or n >\n"
        assert "Then nothing changes." in await stage.type("no")
        assert stage.sent() == []


async def test_then_name_and_lines_are_asked_about() -> None:
    for mind, forget in (("y", True), ("n", False)):
        async with a_stage() as stage:
            await stage.news(MY_TURN)
            assert "Erase your name and lines, too? y or n" in await stage.type("leave", "y")
            assert "Please answer y or n." in await stage.type("what?")
            await stage.type(mind)
            (leave,) = stage.client.sent
            assert isinstance(leave, Leave)
            assert leave.forget is forget
            assert await stage.code() == ExitCode.LEFT


async def test_an_onlooker_has_no_seat_to_give_up() -> None:
    async with a_stage() as stage:
        await stage.news(an_update(ROOM, a_view(ROOM, ["S99"]), person=None))
        assert "Stop looking on? y or n >\n" in await stage.type("leave")
        await stage.type("y")
        assert await stage.code() == ExitCode.LEFT
        assert stage.sent() == []


async def test_a_person_without_a_seat_leaves_the_room() -> None:
    room = a_room(**of_friends("Ana", "Beto", seated=1))
    async with a_stage() as stage:
        await stage.news(an_update(room, a_view(room, ["S99"]), person=2))
        assert "Leave the room for good? y or n >\n" in await stage.type("leave")


async def test_a_shared_device_gives_up_all_its_seats() -> None:
    room = a_room(**of_friends("Ana", "Beto", device=[1, 1]))
    async with a_stage() as stage:
        await stage.news(an_update(room, a_view(room, ["S99"], to_move="N")))
        assert "Give up all seats of this device for good?" in await stage.type("leave")


@pytest.mark.parametrize("word", ["close", "disolver"])
async def test_the_room_is_closed_once_its_host_is_sure(word: str) -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        asked = "Close the room for everybody, with all its scores? y or n >\n"
        assert await stage.type(word) == asked
        assert "Then nothing changes." in await stage.type("n")
        assert stage.sent() == []
        await stage.type(word, "y")
        assert stage.sent() == ["close"]
        assert await stage.code() == ExitCode.LEFT


async def test_who_is_not_the_host_closes_nothing() -> None:
    room = a_room(**of_friends("Ana", "Beto"))
    async with a_stage() as stage:
        refusal = Refused("not_host", "Only the host may do that.", {})
        stage.client.answers["close"] = refusal
        await stage.news(an_update(room, a_view(room, ["S99"]), person=2))
        assert "Only the host may do that." in await stage.type("close", "y")


async def test_the_goodbye_may_come_before_the_answer() -> None:
    async with a_stage() as stage:
        await stage.news(MY_TURN)
        await stage.end_room("closed", "The host has closed the room.")
        assert await stage.code() == ExitCode.LEFT
    async with a_stage() as stage:
        await stage.news(an_update(ROOM, a_view(ROOM, ["S99"]), person=None))
        text = await stage.end_room("closed", "The host has closed the room.")
        assert "The host has closed the room." in text
        assert await stage.code() == ExitCode.SENT_AWAY
