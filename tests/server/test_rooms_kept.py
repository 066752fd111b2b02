"""Rooms that rest, come back and expire, on a file as in earnest.

(Rows of faults.md: F18, F39.)
"""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from longana_engine import CUBAN
from longana_server import rooms
from longana_server.events import Entry
from longana_server.log import sqlite
from longana_server.log.sqlite_file import FILE_NAME, connect
from longana_server.rooms import CLOCK_LEAP
from server.clients import Client, Played, short_match
from server.keeping import keeping
from server.scripted_room import SHORT
from server.wire import set_to


DAY = 86400
AT_ONCE = set_to(rest_after=0)


class Clock:
    """How far the clock on the wall is ahead, and the one that only goes on."""

    def __init__(self) -> None:
        self.wall = self.steady = 0.0

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Of the rooms: the connections and the loop keep to the real one."""
    clock = Clock()
    real = SimpleNamespace(time=time.time, monotonic=time.monotonic)
    shifted = SimpleNamespace(
        time=lambda: real.time() + clock.wall, monotonic=lambda: real.monotonic() + clock.steady
    )
    for module in (rooms, sqlite):
        monkeypatch.setattr(module, "time", shifted)
    return clock


async def emptied(played: Played, code: str) -> None:
    """Everybody has gone, and the room rests."""
    for each in played.clients:
        each.drop()
    await played.emptied(code)
    await played.rooms.sweep()
    assert len(played.rooms) == 0


async def test_a_room_that_rests_comes_back_with_all_but_the_talk(tmp_path: Path) -> None:
    async with keeping(tmp_path, AT_ONCE, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await host.do("say", text="hello")
        before = {**host.room, "number": 1}, host.you["hand"], host.table["moves"]
        await emptied(played, host.code)
        back, _ = await played.back(host), await played.back(guest)
        assert ({**back.room, "number": 1}, back.you["hand"], back.table["moves"]) == before
        assert not [message for message in back.received if message["type"] == "said"]


async def test_a_restart_keeps_the_table_and_voids_what_hung_in_the_air(tmp_path: Path) -> None:
    """F37: seat, hand, turn, undo and redo are kept; proposals and pauses end."""
    async with keeping(tmp_path, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await guest.until_my_turn()
        await host.do("undo", turn=host.table["turn"])
        await guest.do("reading", what="rules")
        assert {"proposal", "reading"} <= guest.table.keys()
        hands, turn = (host.you["hand"], guest.you["hand"]), host.table["turn"]
    async with keeping(tmp_path, deals=(SHORT,)) as played:
        host, guest = await played.back(host), await played.back(guest)
        assert not {"proposal", "reading"} & guest.table.keys()
        assert (host.you["hand"], guest.you["hand"]) == hands
        assert guest.table["turn"] == turn
        assert guest.my_turn
        await agreed("undo", host, guest)
        assert host.table.get("moves", []) == []
    async with keeping(tmp_path, deals=(SHORT,)) as played:
        host, guest = await played.back(host), await played.back(guest)
        await agreed("redo", host, guest)
        assert host.table["moves"] == ["S99"]
        await guest.until_my_turn()
        await guest.move()


async def agreed(change: str, asker: Client, other: Client) -> None:
    """Both see the change done."""
    await asker.do(change, turn=asker.table["turn"])
    await other.until(lambda: "proposal" in other.table)
    await other.do("answer", proposal=other.table["proposal"]["number"], yes=True)
    turn = other.table["turn"]
    await asker.until(lambda: bool(asker.table["turn"] == turn))


async def test_computers_go_on_after_a_restart_when_somebody_is_there(tmp_path: Path) -> None:
    async with keeping(tmp_path, deals=(SHORT,), computer_delay=60) as played:
        (host,) = await short_match(played)
        await host.move("S99")
    async with keeping(tmp_path, deals=(SHORT,)) as played:
        await asyncio.sleep(0.05)
        assert len(played.rooms) == 0
        host = await played.back(host)
        await host.until(lambda: len(host.table["moves"]) > 1)


async def test_a_command_sent_again_after_a_restart_has_its_first_answer(tmp_path: Path) -> None:
    async with keeping(tmp_path, deals=(SHORT,)) as played:
        host, _ = await short_match(played, guest=True)
        command = host.command("S99")
        first = await host.ask(**command)
    async with keeping(tmp_path, deals=(SHORT,)) as played:
        host = await played.back(host)
        assert await host.ask(**command) == first
        assert host.table["moves"] == ["S99"]


async def test_a_room_somebody_is_in_does_not_rest(tmp_path: Path, clock: Clock) -> None:
    async with keeping(tmp_path, AT_ONCE) as played:
        await played.host()
        clock.go_on(60 * DAY)
        await played.rooms.sweep()
        assert len(played.rooms) == 1
        assert await played.house.log.unvisited(time.time() + clock.wall - 10) == []


async def test_rooms_expire_by_how_far_they_got(tmp_path: Path, clock: Clock) -> None:
    """Not played: a day. Played: thirty. The operator's own table: never while it runs."""
    async with keeping(tmp_path, AT_ONCE, deals=(SHORT,)) as played:
        unplayed = await played.host("Unplayed")
        (host,) = await short_match(played)
        own = await played.rooms.open(CUBAN, "easy", watching=True)
        for each in (unplayed, host):
            each.drop()
            await played.emptied(each.code)
        await played.rooms.sweep()
        log = played.house.log
        for days, left in (
            (0.9, {unplayed.code, host.code, own}),
            (0.2, {host.code, own}),
            (28.8, {host.code, own}),
            (0.2, {own}),
            (400, {own}),
        ):
            clock.go_on(days * DAY)
            await played.rooms.sweep()
            assert set(await log.rooms()) == left
        assert await played.house.names.names(host.code) == {}
        stranger = await played.client()
        assert await stranger.refused("resume", code=host.code, token=host.token) == "no_room"


async def test_a_visit_counts_also_when_the_server_was_down(tmp_path: Path, clock: Clock) -> None:
    async with keeping(tmp_path, AT_ONCE, deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        clock.go_on(20 * DAY)
        await played.rooms.sweep()
    clock.go_on(20 * DAY)
    async with keeping(tmp_path, AT_ONCE, deals=(SHORT,)) as played:
        await played.rooms.sweep()
        assert await played.house.log.rooms() == [host.code]
        clock.go_on(11 * DAY)
        await played.rooms.sweep()
        assert await played.house.log.rooms() == []


async def test_days_that_only_the_clock_saw_are_no_absence(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """F60: the clock was wrong, and is set; or it is set wrong, and back."""
    async with keeping(tmp_path, AT_ONCE, deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        await emptied(played, host.code)
        for leap in (40 * DAY, -80 * DAY, 40 * DAY, CLOCK_LEAP + 1):
            clock.wall += leap
            clock.go_on(60)
            await played.rooms.sweep()
            assert await played.house.log.rooms() == [host.code]
        assert caplog.text.count("the clock was set anew") == 4
        clock.go_on(31 * DAY)
        await played.rooms.sweep()
        assert await played.house.log.rooms() == []


async def test_a_tally_is_left_behind_when_that_is_wanted(tmp_path: Path, clock: Clock) -> None:
    keep = set_to(rest_after=0, keep_tallies=True)
    async with keeping(tmp_path, keep, deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        closed = await played.host("Closed")
        await closed.ask(type="close")
        await emptied(played, host.code)
        clock.go_on(31 * DAY)
        await played.rooms.sweep()
        assert await played.house.log.rooms() == []
    (left,) = (tmp_path / "expired").iterdir()
    assert left.name == f"{host.code}.json"
    assert json.loads(left.read_text(encoding="utf-8"))["people"] == {"1": "Ana"}


async def test_a_damaged_room_is_none_to_those_who_come_and_holds_up_no_sweep(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with keeping(tmp_path, AT_ONCE, deals=(SHORT,)) as played:
        bad, good = (await short_match(played))[0], (await short_match(played))[0]
    db = connect(tmp_path / FILE_NAME)
    db.execute("UPDATE entries SET entry = x'c1' WHERE room = ? AND version = 3", (bad.code,))
    db.close()
    async with keeping(tmp_path, AT_ONCE, deals=(SHORT,)) as played:
        back = await played.client()
        assert await back.refused("resume", code=bad.code, token=bad.token) == "no_room"
        assert "a room is damaged" in caplog.text
        back = await played.back(good)
        await back.move("S99")
        await emptied(played, good.code)
        clock.go_on(31 * DAY)
        await played.rooms.sweep()
        assert await played.house.log.rooms() == [bad.code], "kept, to be mended or deleted"


async def test_many_come_at_once_to_a_room_that_rests(tmp_path: Path) -> None:
    async with keeping(tmp_path, AT_ONCE) as played:
        host = await played.host()
        guests = [await played.guest(host, f"Guest {number}") for number in range(3)]
        await emptied(played, host.code)
        await asyncio.gather(*(played.back(each) for each in (host, *guests)))
        assert len(played.rooms) == 1
        assert played.rooms.visitors(host.code) == 4


async def test_after_a_death_rooms_are_read_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping(tmp_path) as played:
        hosts = [await played.host() for _ in range(3 * rooms.READ_AT_ONCE)]
    read, under_way, most = sqlite.SqliteLog.read, 0, 0

    async def slowly(log: sqlite.SqliteLog, room: str, after: int = 0) -> list[Entry]:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.02)
        under_way -= 1
        return await read(log, room, after)

    monkeypatch.setattr(sqlite.SqliteLog, "read", slowly)
    async with keeping(tmp_path) as played:
        await asyncio.gather(*(played.back(host) for host in hosts))
        assert len(played.rooms) == len(hosts)
    assert most == rooms.READ_AT_ONCE
