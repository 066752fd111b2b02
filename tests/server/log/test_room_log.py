"""What every room log must do, whatever it is made of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from longana_server.events import Entry, Locked, Moved
from longana_server.log import Conflict, NoRoom, RoomExists, RoomLog
from server.stores import STORES


ROOM = "K7MP4RWX"
OTHER = "ACDE2345"
FIRST = Entry(event=Locked(locked=False), by=1, id="first", at=7)


@pytest_asyncio.fixture(params=STORES)
async def log(request: pytest.FixtureRequest) -> AsyncIterator[RoomLog]:
    async with STORES[request.param](request) as (log, _):
        yield log


def entry(number: int, by: int | None = None) -> Entry:
    return Entry(event=Moved(move="S"), by=by, id=f"c{number}", at=number)


async def filled(log: RoomLog, entries: int, room: str = ROOM) -> list[Entry]:
    """A room of so many entries, and those."""
    stored = [FIRST, *(entry(number) for number in range(1, entries))]
    await log.create(room, FIRST)
    for version, later in enumerate(stored[1:], start=1):
        assert await log.append(room, version, later) == version + 1
    return stored


async def taken(follower: AsyncIterator[Entry], count: int) -> list[Entry]:
    async with asyncio.timeout(5):
        return [await anext(follower) for _ in range(count)]


async def test_entries_are_read_as_stored_and_in_order(log: RoomLog) -> None:
    stored = await filled(log, 5)
    assert await log.read(ROOM) == stored
    assert await log.read(ROOM, after=3) == stored[3:]
    assert await log.read(ROOM, after=5) == []
    assert await log.read(ROOM, after=9) == []


async def test_a_room_is_made_once(log: RoomLog) -> None:
    await filled(log, 2)
    with pytest.raises(RoomExists):
        await log.create(ROOM, entry(9))
    assert len(await log.read(ROOM)) == 2


@pytest.mark.parametrize("version", [0, 1, 2, 4, 99])
async def test_another_version_is_a_conflict_and_stores_nothing(log: RoomLog, version: int) -> None:
    stored = await filled(log, 3)
    with pytest.raises(Conflict):
        await log.append(ROOM, version, entry(9))
    assert await log.read(ROOM) == stored


async def test_rooms_do_not_know_each_other(log: RoomLog) -> None:
    stored = await filled(log, 3)
    other = await filled(log, 2, OTHER)
    assert await log.read(ROOM) == stored
    assert await log.read(OTHER) == other
    assert sorted(await log.rooms()) == sorted([ROOM, OTHER])


async def test_there_is_nothing_to_do_with_a_room_that_is_none(log: RoomLog) -> None:
    await filled(log, 1, OTHER)
    with pytest.raises(NoRoom):
        await log.read(ROOM)
    with pytest.raises(NoRoom):
        await log.append(ROOM, 0, entry(1))
    with pytest.raises(NoRoom):
        await taken(log.follow(ROOM), 1)
    await log.delete(ROOM)
    assert await log.rooms() == [OTHER]


async def test_of_two_writers_one_wins_each_version(log: RoomLog) -> None:
    await log.create(ROOM, FIRST)
    each = 30
    conflicts = 0

    async def write(writer: int) -> None:
        nonlocal conflicts
        version = 1
        for number in range(each):
            while True:
                await asyncio.sleep(0)
                try:
                    version = await log.append(ROOM, version, entry(number, by=writer))
                except Conflict:
                    conflicts += 1
                    version += len(await log.read(ROOM, version))
                else:
                    break

    await asyncio.gather(write(1), write(2))
    stored = (await log.read(ROOM))[1:]
    assert conflicts
    for writer in (1, 2):
        own = [entry for entry in stored if entry.by == writer]
        assert own == [entry(number, by=writer) for number in range(each)]
    assert len(stored) == 2 * each


async def test_a_race_for_one_version_has_one_winner(log: RoomLog) -> None:
    stored = await filled(log, 2)
    racers = [log.append(ROOM, 2, entry(number)) for number in range(10, 20)]
    outcomes = await asyncio.gather(*racers, return_exceptions=True)
    assert outcomes.count(3) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 9
    winner = entry(10 + outcomes.index(3))
    assert await log.read(ROOM) == [*stored, winner]


async def test_a_follower_gets_what_is_there_and_what_comes(log: RoomLog) -> None:
    stored = await filled(log, 3)
    follower = log.follow(ROOM)
    assert await taken(follower, 3) == stored
    coming = asyncio.ensure_future(taken(follower, 2))
    await asyncio.sleep(0.01)
    assert not coming.done()
    await log.append(ROOM, 3, entry(3))
    await log.append(ROOM, 4, entry(4))
    assert await coming == [entry(3), entry(4)]


async def test_a_late_follower_begins_after_its_version(log: RoomLog) -> None:
    stored = await filled(log, 4)
    follower = log.follow(ROOM, after=2)
    assert await taken(follower, 2) == stored[2:]
    await log.append(ROOM, 4, entry(4))
    assert await taken(follower, 1) == [entry(4)]


async def test_all_followers_get_everything(log: RoomLog) -> None:
    stored = await filled(log, 1)
    readings = [asyncio.ensure_future(taken(log.follow(ROOM), 20)) for _ in range(4)]
    for version in range(1, 20):
        await asyncio.sleep(0)
        stored.append(entry(version))
        await log.append(ROOM, version, stored[-1])
    assert await asyncio.gather(*readings) == [stored] * 4


async def test_a_deleted_room_is_gone(log: RoomLog) -> None:
    await filled(log, 3)
    await filled(log, 1, OTHER)
    await log.delete(ROOM)
    with pytest.raises(NoRoom):
        await log.read(ROOM)
    with pytest.raises(NoRoom):
        await log.append(ROOM, 3, entry(3))
    assert await log.rooms() == [OTHER]


async def test_who_follows_a_deleted_room_is_told(log: RoomLog) -> None:
    await filled(log, 3)
    coming = asyncio.ensure_future(taken(log.follow(ROOM, after=3), 1))
    await asyncio.sleep(0.01)
    await log.delete(ROOM)
    with pytest.raises(NoRoom):
        await coming


async def test_a_room_made_anew_is_not_the_one_that_was_followed(log: RoomLog) -> None:
    await filled(log, 3)
    coming = asyncio.ensure_future(taken(log.follow(ROOM, after=3), 1))
    await asyncio.sleep(0.01)
    await log.delete(ROOM)
    await filled(log, 2)
    with pytest.raises(NoRoom):
        await coming


async def test_rooms_nobody_visits_are_found(log: RoomLog, monkeypatch: pytest.MonkeyPatch) -> None:
    def at(now: int) -> None:
        monkeypatch.setattr(time, "time", lambda: now)

    at(1000)
    await log.create(ROOM, FIRST)
    await log.create(OTHER, FIRST)
    assert await log.unvisited(1000) == []
    at(2000)
    await log.visit([ROOM, "NOWHERE2"])
    assert await log.unvisited(1500) == [OTHER]
    assert sorted(await log.unvisited(2001)) == sorted([ROOM, OTHER])
    assert await log.unvisited(1500, after=1001) == []
    assert await log.unvisited(2001, after=1500) == [ROOM]
    assert await log.unvisited(3000, after=2001) == []
    at(4000)
    await log.visit([OTHER])
    assert await log.unvisited(4001, after=3000) == [OTHER]
    assert sorted(await log.unvisited(9999)) == sorted([ROOM, OTHER])
    await log.delete(OTHER)
    assert await log.unvisited(9999) == [ROOM]


async def test_a_probe_stores_nothing_that_is_seen(log: RoomLog) -> None:
    stored = await filled(log, 3)
    await log.probe()
    assert log.trouble is None
    assert await log.read(ROOM) == stored
    with pytest.raises(Conflict):
        await log.append(ROOM, 1, entry(9))
    assert log.trouble is None, "an answer is no trouble"
