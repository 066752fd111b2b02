"""Whoever reads keeps the computers waiting, until they have read or do something else."""

from __future__ import annotations

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Update
from longana_protocol.answers import Reader
from longana_protocol.commands import CarryOn, Reading


ROOM = a_room(**of_friends("Ana", "Beto"))
TABLE = an_update(ROOM, a_view(ROOM, ["S99"], hand=[(0, 9)], legal=["S09S"]))


async def test_the_rules_and_the_records_are_told_and_closed() -> None:
    async with a_stage() as stage:
        await stage.news(TABLE)
        await stage.type("rules", "", "q")
        text = await stage.type("records")
        assert text.endswith("Enter goes back >\n")
        assert (await stage.type("")).endswith("Enter plays it >\n")
        told = [command.what for command in stage.client.sent if isinstance(command, Reading)]
        assert told == ["rules", None, "records", None]


async def test_any_other_command_closes_what_is_open_and_is_done() -> None:
    async with a_stage() as stage:
        await stage.news(TABLE)
        await stage.type("rules", "undo")
        assert stage.sent() == ["reading", "reading", "undo"]


async def test_after_a_drop_one_is_still_reading() -> None:
    async with a_stage() as stage:
        await stage.news(TABLE)
        await stage.type("rules")
        await stage.news(Update(ROOM, TABLE.view, 1, False), TABLE)
        assert stage.sent() == ["reading", "reading"]


async def test_onlookers_keep_nobody_waiting() -> None:
    async with a_stage() as stage:
        await stage.news(an_update(ROOM, a_view(ROOM, ["S99"]), person=None))
        await stage.type("rules", "q")
        assert stage.sent() == []


async def test_anybody_may_let_the_computers_carry_on() -> None:
    async with a_stage() as stage:
        reading = (Reader(person=2, what="rules"), Reader(person=3, what="rules", waits=False))
        await stage.news(an_update(ROOM, a_view(ROOM, ["S99"], reading=reading)))
        await stage.type("carry on")
        (command,) = stage.client.sent
        assert isinstance(command, CarryOn)
        assert command.person == 2
        await stage.news(TABLE)
        assert "Nobody is reading." in await stage.type("carry on")


async def test_whoever_reads_is_told_once_that_it_is_their_turn() -> None:
    async with a_stage("lines") as stage:
        await stage.news(an_update(ROOM, a_view(ROOM, ["S99", "E29E"], to_move="N")))
        await stage.type("rules 2")
        mine = an_update(ROOM, a_view(ROOM, ["S99", "E29E", "N", "W"], hand=[(0, 9)], legal=["S"]))
        assert "It is your turn now. q goes back to the table.\n" in await stage.news(mine)
        assert await stage.news(mine) == ""
        assert (await stage.type("q")).endswith("Enter passes > ")
