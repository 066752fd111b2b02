"""At the slow pace computers' moves are shown one by one; nobody else is any slower."""

from __future__ import annotations

import asyncio

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client import unhurried
from longana_client.connection import Update
from longana_client.unhurried import Unhurried
from longana_protocol.answers import Proposal, Said, Wish


MOVES = ["S99", "E39E", "N19N", "W69W", "E34E", "N13N", "W67W", "E45E"]
ROOM = a_room()


def after(count: int) -> Update:
    """So many moves into the hand; all others are computers."""
    return an_update(ROOM, a_view(ROOM, MOVES[:count], turn=count))


class Reader:
    def __init__(self) -> None:
        self.slow = True
        self.shown: list[int] = []
        self._news = asyncio.Event()
        self.unhurried = Unhurried(self._see, lambda: self.slow)
        self.unhurried.came(after(1))

    def _see(self, update: Update) -> None:
        self.shown.append(update.view.table.turn)
        self._news.set()

    async def sees_more(self) -> float:
        """When something is shown."""
        self._news.clear()
        await self._news.wait()
        return asyncio.get_running_loop().time()

    def sees(self, *counts: int) -> list[int]:
        for count in counts:
            self.unhurried.came(after(count))
        return self.shown


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unhurried, "BETWEEN", 0.05)


async def test_each_move_waits_until_there_was_time_for_the_one_before() -> None:
    reader = Reader()
    began = asyncio.get_running_loop().time()
    assert reader.sees(2, 3) == [1]
    second = await reader.sees_more()
    assert reader.shown == [1, 2]
    third = await reader.sees_more()
    assert reader.shown == [1, 2, 3]
    assert second - began > 0.04
    assert third - second > 0.04


async def test_a_move_that_comes_late_enough_is_shown_at_once() -> None:
    reader = Reader()
    await asyncio.sleep(0.06)
    assert reader.sees(2) == [1, 2]


async def test_who_types_sees_all_that_waits() -> None:
    reader = Reader()
    reader.sees(2, 3)
    reader.unhurried.hurry()
    assert reader.shown == [1, 2, 3]
    await asyncio.sleep(0.06)
    assert reader.shown == [1, 2, 3]


async def test_at_the_usual_pace_moves_are_shown_as_they_come() -> None:
    reader = Reader()
    reader.slow = False
    assert reader.sees(2, 3, 4) == [1, 2, 3, 4]


async def test_what_is_no_move_of_a_computer_brings_all_that_waits() -> None:
    said = Said(person=1, name="Ana", text="hm")
    for other in (
        an_update(ROOM, a_view(ROOM, MOVES[:1], turn=4)),  # taken back
        Update(after(4).room, after(4).view, 1, online=True, heard=(said,)),
        an_update(a_room(**of_friends("A", "B", "C", "D")), a_view(ROOM, MOVES[:4], turn=4)),
        Update(after(4).room, after(4).view, 1, online=False),
    ):
        reader = Reader()
        assert reader.sees(2, 3) == [1]
        reader.unhurried.came(other)
        assert reader.shown == [1, 2, 3, 4]


async def test_what_happens_without_a_move_is_shown_at_once_and_with_it_all_that_waited() -> None:
    proposal = Proposal(number=1, what="undo", by=2, waiting=(1,))
    for news in ({"proposal": proposal}, {"asking": (Wish(person=3, seat="N"),)}, {"watchers": 1}):
        reader = Reader()
        assert reader.sees(2, 3) == [1]
        reader.unhurried.came(an_update(ROOM, a_view(ROOM, MOVES[:3], turn=3, **news)))
        assert reader.shown == [1, 2, 3, 3]


async def test_a_table_that_is_quicker_for_long_does_not_run_away() -> None:
    reader = Reader()
    assert reader.sees(2, 3, 4, 5, 6) == [1, 2]
    reader.unhurried.stop()


async def test_it_is_switched_on_and_off_by_a_word_and_enter_is_enough_to_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unhurried, "BETWEEN", 60.0)
    async with a_stage("keys") as stage:
        await stage.news(after(1))
        assert "waits now" in await stage.type("slow")
        assert "East" not in await stage.news(after(2))
        assert "East plays 3-9" in await stage.type("")
        assert "as they come" in await stage.type("slow")
        assert "North plays 1-9" in await stage.news(after(3))
