"""Giving up a seat is asked about in the right words, and only yes is yes."""

from __future__ import annotations

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
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
