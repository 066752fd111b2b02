"""A room that follows its log, with names beside it; sockets have no part in it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from longana_protocol.commands import Leave
from longana_server.events import Entry, Joined, Left, Locked, MovedTo
from longana_server.house import House
from longana_server.kept_room import KeptRoom, cleaned
from longana_server.log import LogError
from longana_server.log.memory import MemoryLog
from longana_server.name_store import MemoryNames
from longana_server.refusing import Refused
from longana_server.room import begin
from longana_server.thinker import Thinker
from server.scripted_room import SeededChance, created, made


CODE = "K7MP4RWX"


class BrokenLog(MemoryLog):
    is_broken = False

    async def create(self, room: str, entry: Entry) -> None:
        if self.is_broken:
            raise LogError("the disk is full")
        await super().create(room, entry)

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        if self.is_broken:
            raise LogError("the disk is full")
        return await super().append(room, expected_version, entry)


@pytest.fixture
def house() -> Iterator[House]:
    thinker = Thinker()
    yield House(BrokenLog(), MemoryNames(), thinker, SeededChance(Random(0)), 0.0, 1.0)
    thinker.close()


async def kept_in(house: House) -> KeptRoom:
    entry = Entry(event=created())
    await house.log.create(CODE, entry)
    return KeptRoom(CODE, begin(entry), {1: "Ana"}, house)


async def test_what_is_appended_is_in_the_log_and_in_the_room(house: House) -> None:
    kept = await kept_in(house)
    assert await kept.append(Locked(locked=True), 1, "a")
    assert kept.room.locked
    assert (await house.log.read(CODE))[-1].id == "a"


async def test_what_another_writer_did_is_read_and_nothing_else_is_done(house: House) -> None:
    kept = await kept_in(house)
    await house.names.put(CODE, 2, "Beto")
    await house.log.append(CODE, 1, Entry(event=Joined(person=2, token=bytes(32)), by=2))
    assert not await kept.append(Locked(locked=True), 1, "a")
    assert (kept.room.version, kept.room.locked, kept.name_of(2)) == (2, False, "Beto")
    assert await kept.append(Locked(locked=True), 1, "a")


async def test_what_the_log_does_not_take_has_not_happened(house: House) -> None:
    kept = await kept_in(house)
    before = kept.room
    assert isinstance(house.log, BrokenLog)
    house.log.is_broken = True
    with pytest.raises(Refused, match="try_again"):
        await kept.append(Locked(locked=True), 1, "a")
    with pytest.raises(Refused, match="try_again"):
        await kept.reserve("ZZZZZZZZ")
    assert kept.room is before


async def test_a_new_code_leads_to_the_log_unless_it_is_anothers(house: House) -> None:
    kept = await kept_in(house)
    assert await kept.reserve("ZZZZZZZZ")
    assert (await house.log.read("ZZZZZZZZ"))[0].event == MovedTo(room=CODE)
    assert not await kept.reserve("ZZZZZZZZ")


async def test_names_are_told_apart_and_can_be_forgotten(house: House) -> None:
    kept = await kept_in(house)
    name = kept.new_name(" Ana ")
    assert name != "Ana"
    assert await kept.append_newcomer(Joined(person=2, token=bytes(32)), name, 2, "a")
    assert (kept.name_of(2), await house.names.names(CODE)) == (name, {2: name})
    await kept.erase_names([2])
    assert (kept.name_of(2), await house.names.names(CODE)) == ("", {})


async def test_a_name_is_not_brought_back_for_who_has_left_by_another_way(house: House) -> None:
    """Their line broke, and the same command went to another server, too: it was first."""
    kept = await kept_in(house)
    joined = Joined(person=2, token=bytes(32))
    assert await kept.append_newcomer(joined, "Beto", 2, "a")
    left = Left(person=2)
    await house.log.append(CODE, kept.room.version, Entry(event=left, by=2, id="b"))
    assert not await kept.append_decided(left, 2, made(Leave, forget=True))
    assert (kept.name_of(2), await house.names.names(CODE)) == ("", {})


async def test_who_could_not_leave_is_called_as_before(house: House) -> None:
    kept = await kept_in(house)
    assert await kept.append_newcomer(Joined(person=2, token=bytes(32)), "Beto", 2, "a")
    assert isinstance(house.log, BrokenLog)
    house.log.is_broken = True
    with pytest.raises(Refused, match="try_again"):
        await kept.append_decided(Left(person=2), 2, made(Leave, forget=True))
    assert kept.name_of(2) == "Beto"


def test_a_name_with_nothing_to_see_in_it_is_none() -> None:
    with pytest.raises(Refused, match="bad_name"):
        cleaned("\u200b")
