"""Rooms that cannot tell the other servers who is here: they go on, and tell it later."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from longana_server import own_steps
from longana_server.house import House
from longana_server.log.memory import MemoryLog
from longana_server.name_store import MemoryNames
from longana_server.presence import Presence
from longana_server.refusing import Refused
from longana_server.thinker import Thinker
from longana_server.throttle import RoomPace
from longana_server.ties import Alone, Change, Table
from server.clients import Client, playing, short_match
from server.scripted_room import SHORT, SeededChance


class Weak(Alone):
    """Like a server of a cluster, refuses changes at once while the others cannot be reached."""

    def __init__(self, table: Table, presence: Presence) -> None:
        super().__init__(table, presence)
        self.reaches: float = float("inf")
        """So many more changes reach the others."""
        self.refused = 0

    async def change(self, step: Change) -> bool:
        if step(self.presence) is self.presence:
            return True
        if self.reaches > 0:
            self.reaches -= 1
            return await super().change(step)
        self.refused += 1
        if self.refused > 100:
            raise RuntimeError("tried over and over, while nobody else has their turn")
        raise Refused("try_again")


@asynccontextmanager
async def asked_to_undo(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[tuple[Client, Client, Weak]]:
    """South has opened and would like to take it back; it is North's turn."""
    monkeypatch.setattr(own_steps, "LOG_PAUSE", 0.01)
    tied: list[Weak] = []

    def tie(table: Table, presence: Presence) -> Weak:
        tied.append(Weak(table, presence))
        return tied[-1]

    house = House(
        log=MemoryLog(),
        names=MemoryNames(),
        thinker=Thinker(),
        chance=SeededChance(Random(0)),
        computer_delay=0.0,
        start_patience=5.0,
        deals=(SHORT,),
        pace=RoomPace(10**9),
        tie=tie,
    )
    async with playing(house=house) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await host.do("undo", turn=host.table["turn"])
        await guest.until(lambda: "proposal" in guest.table)
        (ties,) = tied
        yield host, guest, ties
        ties.reaches = float("inf")
        await host.until(lambda: "proposal" not in host.table)
        assert ties.refused < 10


async def test_a_void_proposal_that_cannot_be_dropped_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with asked_to_undo(monkeypatch) as (host, guest, ties):
        ties.reaches = 0
        await guest.move(guest.you["legal"][0])
        await host.until(lambda: len(host.table["moves"]) == 2)
        assert ties.refused > 0


async def test_what_was_agreed_to_is_done_once_if_that_cannot_be_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with asked_to_undo(monkeypatch) as (host, guest, ties):
        ties.reaches = 1  # the yes
        turn = host.table["turn"]
        await guest.do("answer", proposal=guest.table["proposal"]["number"], yes=True)
        await host.until(lambda: host.table.get("moves", []) == [])
        assert ties.refused > 0
    assert host.table["turn"] == turn + 1


async def test_a_yes_that_cannot_be_told_may_be_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with asked_to_undo(monkeypatch) as (host, guest, ties):
        number = guest.table["proposal"]["number"]
        ties.reaches = 0
        assert await guest.refused("answer", proposal=number, yes=True) == "try_again"
        ties.reaches = float("inf")
        await guest.do("answer", proposal=number, yes=True)
        await host.until(lambda: host.table.get("moves", []) == [])
