"""Rooms whose log fails, or is written by another server too: nothing is half-done or lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence

import pytest

from longana_server import own_steps
from longana_server.events import Closed, Entry, Joined, Locked, Moved, RevealShared
from longana_server.log import Conflict, LogError
from longana_server.log.memory import MemoryLog
from longana_server.name_store import MemoryNames
from server.clients import TWO, play_hand, playing, short_match, start
from server.scripted_room import SHORT


class FragileLog(MemoryLog):
    """Fails when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.failing = False
        self.failures = 0
        """So many moves of computers to come fail."""

    async def create(self, room: str, entry: Entry) -> None:
        self._check()
        await super().create(room, entry)

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        self._check()
        if entry.by is None and self.failures:
            self.failures -= 1
            raise LogError("the disk is full")
        return await super().append(room, expected_version, entry)

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        self._check()
        return await super().read(room, after)

    def _check(self) -> None:
        if self.failing:
            raise LogError("the disk is full")


class SharedLog(MemoryLog):
    """Another server writes to it just before the next append."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[Entry] = []
        self.before_computers: list[Entry] = []
        """Written just before a computer's move."""
        self.unreadable = False

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        version = expected_version
        others = self.before_computers if entry.by is None else self.others
        while others:
            version = await super().append(room, version, others.pop(0))
        return await super().append(room, expected_version, entry)

    async def read(self, room: str, after: int = 0) -> list[Entry]:
        if self.unreadable:
            raise LogError("the network is gone")
        return await super().read(room, after)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_steps, "LOG_PAUSE", 0.01)


# --- a log that fails


async def test_what_the_log_does_not_take_has_not_happened() -> None:
    """Append durably, then broadcast: nobody is shown a thing, and the same command works later."""
    log = FragileLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await guest.rest(0.02)
        command = host.command("S99")
        log.failing = True
        answer = await host.ask(**command)
        assert answer["code"] == "try_again"
        assert await host.rest(0.02) == []
        assert await guest.rest(0.02) == []
        log.failing = False
        assert (await host.ask(**command))["type"] == "done"
        await guest.until(lambda: guest.table.get("moves") == ["S99"])


async def test_no_room_and_nobody_new_without_a_log() -> None:
    log = FragileLog()
    async with playing(log=log) as played:
        host = await played.host()
        stranger = await played.client()
        log.failing = True
        assert await stranger.refused("create", name="Beto") == "try_again"
        assert await stranger.refused("join", code=host.code, name="Beto") == "try_again"
        assert len(played.rooms) == 1
        log.failing = False
        await stranger.enter(type="join", code=host.code, name="Beto")
        await host.until(lambda: len(host.room["people"]) == 2)


async def test_a_room_that_cannot_be_read_now_is_not_gone() -> None:
    log = FragileLog()
    async with playing(log=log) as before:
        host = await before.host()
    async with playing(log=log) as after:
        log.failing = True
        back = await after.client()
        assert await back.refused("resume", code=host.code, token=host.token) == "try_again"
        log.failing = False
        await back.enter(type="resume", code=host.code, token=host.token)


class FragileNames(MemoryNames):
    failing = False

    async def put(self, room: str, person: int, name: str) -> None:
        if self.failing:
            raise LogError("the disk is full")
        await super().put(room, person, name)

    async def erase(self, room: str, person: int | None = None) -> None:
        if self.failing:
            raise LogError("the disk is full")
        await super().erase(room, person)

    async def names(self, room: str) -> Mapping[int, str]:
        if self.failing:
            raise LogError("the disk is full")
        return await super().names(room)


async def test_a_name_that_could_not_be_stored_comes_with_the_same_join_sent_again() -> None:
    """As it does when the server died between the person and their name."""
    names = FragileNames()
    async with playing(names=names) as before:
        host, guest = await before.host(), await before.client()
        token = secrets.token_urlsafe(24)
        names.failing = True
        stranger = await before.client()
        assert await stranger.refused("create", name="Carla") == "try_again"
        join = {"type": "join", "code": host.code, "name": "Beto", "token": token}
        assert await guest.refused(**join) == "try_again"
        names.failing = False
        await guest.enter(**join)
        assert [who["name"] for who in guest.room["people"]] == ["Ana", "Beto"]
        house = before.house
        del names._rooms[host.code][2]
    async with playing(house=house) as after:
        names.failing = True
        back = await after.client()
        assert await back.refused(**join) == "try_again"
        names.failing = False
        await back.enter(**join)
        assert [who["name"] for who in back.room["people"]] == ["Ana", "Beto"]
        assert (await names.names(host.code))[2] == "Beto"


async def test_who_cannot_be_forgotten_now_is_still_here_and_may_ask_again() -> None:
    names = FragileNames()
    async with playing(names=names) as played:
        host = await played.host()
        guest = await played.guest(host)
        names.failing = True
        assert await guest.refused("leave", forget=True) == "try_again"
        names.failing = False
        assert (await guest.ask(type="leave", forget=True))["type"] == "done"
        assert await names.names(host.code) == {1: "Ana"}


async def test_computers_try_again_until_the_log_takes_their_move(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = FragileLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        host = await played.host(rules=TWO)
        watcher = await played.watcher(host)
        await start(host)
        log.failures = 3
        await host.move("S99")
        await host.until(lambda: len(host.table.get("moves", [])) == 2)
        await watcher.until(lambda: len(watcher.table.get("moves", [])) == 2)
        assert log.failures == 0
    failed = [line for line in caplog.records if "could not be stored" in line.message]
    assert len(failed) == 3


async def test_what_all_agreed_to_and_the_log_does_not_take_is_asked_still() -> None:
    """The last to say yes is told, and may say it again."""
    log = FragileLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await host.do("undo", turn=host.table["turn"])
        await guest.until(lambda: "proposal" in guest.table)
        number = guest.table["proposal"]["number"]
        log.failing = True
        assert await guest.refused("answer", proposal=number, yes=True) == "try_again"
        await host.do("say", text="well?")
        assert host.table["proposal"]["waiting"] == [guest.person]
        log.failing = False
        await guest.do("answer", proposal=number, yes=True)
        assert guest.table.get("moves", []) == []
        await host.until(lambda: "proposal" not in host.table)
        assert host.table.get("moves", []) == []


async def test_what_nobody_is_left_to_object_to_is_tried_until_the_log_takes_it() -> None:
    log = FragileLog()
    async with playing(log=log, deals=(SHORT,), away_grace=0.05) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        await host.do("undo", turn=host.table["turn"])
        log.failing = True
        guest.drop()
        await asyncio.sleep(0.15)
        await host.rest(0.02)
        assert host.table["proposal"]["waiting"] == []
        log.failing = False
        await host.until(lambda: "proposal" not in host.table)
        assert host.table.get("moves", []) == []


async def test_the_end_of_a_hand_is_not_shown_before_it_is_stored_that_it_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else it could be undone after a crash, though somebody has seen all tiles."""
    monkeypatch.setattr(own_steps, "LOG_PAUSE", 0.1)
    log = UnseeingLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        watcher = await played.watcher(host)
        log.failing = True
        while not log.failures:
            if host.my_turn:
                await host.ask(**host.command(host.you["legal"][0]))
            await host.rest(0.02)
        await watcher.rest(0.02)
        late = await played.client()
        assert (await late.ask(type="watch", code=host.code))["type"] == "welcome"
        await late.rest(0.02)
        turn = host.table["turn"]
        for each, command in (
            (host, {"type": "undo", "turn": turn}),
            (watcher, {"type": "record"}),
        ):
            assert (await each.ask(**command))["code"] == "try_again"
        assert not host.is_over
        assert not watcher.is_over
        assert late.table == {}
        log.failing = False
        await late.until(lambda: bool(late.table))
        assert late.is_over
        await watcher.until(lambda: watcher.is_over)
        await host.until(lambda: host.is_over)
        assert late.room["code"] == host.code
        assert await host.refused("undo", turn=host.table["turn"]) == "revealed"


class UnseeingLog(MemoryLog):
    """Does not take that a reveal was seen, when told so."""

    failing = False
    failures = 0

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        if self.failing and isinstance(entry.event, RevealShared):
            self.failures += 1
            raise LogError("the disk is full")
        return await super().append(room, expected_version, entry)


async def test_a_code_that_cannot_be_stored_is_not_given_out() -> None:
    log = FragileLog()
    async with playing(log=log) as played:
        host = await played.host()
        log.failing = True
        assert await host.refused("lock", locked=True, new_code=True) == "try_again"
        log.failing = False
        await host.do("lock", locked=True, new_code=True)
        assert host.room["code"] != host.code


async def test_computers_try_again_after_an_error_nobody_foresaw(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = OddLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        (host,) = await short_match(played)
        log.errors = [RuntimeError("a bug"), Conflict("with nobody")]
        await host.move("S99")
        await host.until(lambda: len(host.table.get("moves", [])) == 2)
    assert log.errors == []
    errors = [line for line in caplog.records if line.levelname == "ERROR"]
    assert len(errors) == 2


class OddLog(MemoryLog):
    """Raises these when a computer moves."""

    errors: Sequence[Exception] = ()

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        if entry.by is None and self.errors:
            first, *self.errors = self.errors
            raise first
        return await super().append(room, expected_version, entry)


# --- another writer


async def test_a_command_is_decided_anew_after_what_another_server_wrote() -> None:
    log = SharedLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        log.others = [Entry(event=Locked(locked=True), by=1, id="there")]
        await host.move("S99")
        assert host.room["locked"]
        await guest.until(lambda: guest.table.get("moves") == ["S99"])
        assert guest.room["locked"]
        entries = await log.read(host.code)
        assert [entry.event for entry in entries[-2:]] == [Locked(locked=True), Moved(move="S99")]


async def test_a_command_that_another_server_has_overtaken_is_refused() -> None:
    log = SharedLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        log.others = [Entry(event=Moved(move="S99"), by=1, id="there")]
        assert await host.refused(**host.command("S99")) == "stale"
        assert host.table["moves"] == ["S99"]
        await guest.until_my_turn()
        log.others = []
        assert (await host.ask(**host.command("S99", id="there")))["type"] == "done"


async def test_a_newcomer_gets_another_number_and_seat_when_one_came_elsewhere() -> None:
    log = SharedLog()
    async with playing(log=log) as played:
        host = await played.host()
        log.others = [Entry(event=Joined(person=2, token=bytes(32), seat="E"), by=2, id="there")]
        guest = await played.guest(host)
        assert (guest.person, guest.you["seat"]) == (3, "N")
        assert guest.room["people"][1]["person"] == 2


async def test_computers_go_on_after_what_another_server_wrote() -> None:
    """Be it what it may: nothing that leaves it their turn, or their very move."""
    for other in (Locked(locked=True), Moved(move="N09N")):
        log = SharedLog()
        async with playing(log=log, deals=(SHORT,)) as played:
            (host,) = await short_match(played)
            log.before_computers = [Entry(event=other)]
            await host.move("S99")
            while len(host.table["moves"]) < 2:
                await host.receive()
            assert log.before_computers == []
            await play_hand(host)


async def test_a_room_closed_elsewhere_is_closed() -> None:
    log = SharedLog()
    async with playing(log=log) as played:
        host = await played.host()
        guest = await played.guest(host)
        log.others = [Entry(event=Closed(), by=1, id="there")]
        await guest.send(type="seat", id="late", seat="N", to={"kind": "person", "person": 2})
        for each in (host, guest):
            assert (await each.farewell())["why"] == "closed"


async def test_a_log_that_cannot_be_read_after_a_conflict_is_a_log_that_fails() -> None:
    log = SharedLog()
    async with playing(log=log, deals=(SHORT,)) as played:
        host, _ = await short_match(played, guest=True)
        log.others = [Entry(event=Locked(locked=True), by=1, id="there")]
        log.unreadable = True
        command = host.command("S99")
        assert await host.refused(**command) == "try_again"
        log.unreadable = False
        answer = await host.ask(**command)
        assert answer["type"] == "done"
        assert host.room["locked"]
