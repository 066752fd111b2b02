"""A bell rings when it becomes one's turn, at a terminal and if wished."""

from __future__ import annotations

from client.stage import a_stage
from client.tables import a_room, a_view, an_update


ROOM = a_room()
THEIRS = an_update(ROOM, a_view(ROOM, ["S99"], to_move="E"))
MINE = an_update(ROOM, a_view(ROOM, ["S99", "E", "N", "W"], legal=["S"], hand=[(1, 3)]))


async def test_it_rings_once_a_turn_and_can_be_switched_off() -> None:
    async with a_stage("keys") as stage:
        assert "\a" not in await stage.news(THEIRS)
        assert (await stage.news(MINE, MINE)).count("\a") == 1
        assert "The bell is off." in await stage.type("bell")
        assert "\a" not in await stage.news(THEIRS, MINE)
        assert "A bell tells you" in await stage.type("bell")


async def test_it_rings_also_while_the_rules_are_open() -> None:
    async with a_stage("keys") as stage:
        await stage.news(THEIRS)
        await stage.type("rules")
        assert "\a" in await stage.news(MINE)


async def test_it_is_silent_in_a_pipe_and_against_computers_alone() -> None:
    async with a_stage() as stage:
        assert "\a" not in await stage.news(THEIRS, MINE)
    async with a_stage("keys", alone=True) as stage:
        assert "\a" not in await stage.news(THEIRS, MINE)
