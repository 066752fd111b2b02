"""Rooms of a whole server: full of computers, left by their host, left by all, and the clock moved.

F28, F31, F36, F39, F60.
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from statistics import quantiles

import msgpack
import pytest
from websockets.asyncio.client import connect

from longana_engine.record_reading import read_record
from longana_engine.verify import verify
from longana_server import app as serving_app
from longana_server.app import App
from longana_server.live_room import LiveRoom
from longana_server.reader import Reader
from longana_server.room import Room
from server.wire import LONGANA, ask
from system.company import Company, come_back, company, seeded, sitting_down
from system.table import Raw, live_room


# --- rooms full of computers (F28)


async def test_ten_rooms_of_computers_hold_nobody_up() -> None:
    """F28: matches to 100 at full speed, a watcher in each, while somebody pings and calls."""
    async with seeded("ten rooms") as app:
        watchers = [await watched_computers(app, number) for number in range(10)]
        measuring = asyncio.create_task(latencies(app))
        async with asyncio.timeout(60):
            await asyncio.gather(*map(match_over, watchers))
        measuring.cancel()
        pings, healths = await measuring
        for name, values in (("ping", pings), ("health", healths)):
            print(f"{name}: p95 {1000 * quantiles(values, n=20)[-1]:.1f} ms of {len(values)}")
            assert max(values) < 5, "no stall"
        for watcher in watchers:
            record = (await watcher.ask("record"))["record"]
            assert max(record["scores"].values()) >= 100
            for hand in record["hands"]:
                plays = Counter(move[0] for move in hand["moves"] if not move.endswith("pass"))
                assert max(plays.values()) <= 8
            await watcher.close()


async def watched_computers(app: App, number: int) -> Raw:
    """A match of four computers that only this watcher looks at."""
    host, watcher = Raw(app, Random(number)), Raw(app, Random(number))
    await host.connect()
    await host.enter(
        "create", name="Host", rules={"preset": ["cuban", "international"][number % 2]}
    )
    await watcher.connect()
    await watcher.enter("watch", code=host.code)
    seated = await host.ask("seat", seat="S", to={"kind": "computer"})
    started = await host.ask("start")
    left = await host.ask("leave")
    assert [answer["type"] for answer in (seated, started, left)] == ["done"] * 3
    await host.close()
    assert not any("hand" in m["you"] for m in host.messages if m["type"] == "view")
    return watcher


async def match_over(watcher: Raw) -> None:
    await watcher.until(lambda: bool(watcher.table["phase"] == "match_over"))


async def latencies(app: App) -> tuple[list[float], list[float]]:
    """Seconds that pings and calls of /healthz took, until cancelled; its socket must stay open."""
    pings: list[float] = []
    healths: list[float] = []
    address = f"ws://127.0.0.1:{app.server.port}/ws"
    async with connect(address, subprotocols=[LONGANA], compression=None) as socket:
        await socket.send(msgpack.packb({"type": "hello", "version": 1}))
        try:
            while True:
                pings.append(await (await socket.ping()))
                began = time.perf_counter()
                health = await ask(app.server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                healths.append(time.perf_counter() - began)
                assert health.startswith(b"HTTP/1.1 200 ")
                await asyncio.sleep(0.02)
        except asyncio.CancelledError:
            assert socket.close_code is None
    return pings, healths


async def test_a_redeal_is_announced() -> None:
    """F28: about every 45th deal for two holds no double at all, and is dealt again."""
    for number in range(4, 200):
        async with company(2, seed=f"redeal {number}", seats=2) as two:
            redeals = [person.table.get("redeals", 0) for person in two.persons]
            if any(redeals):
                assert redeals == [1, 1]
                assert two.table["hand"] == 1
                assert two.mover.you["legal"]
                return
    pytest.fail("no deal without a double among 200")


# --- who leaves (F31)


async def test_the_hosts_powers_go_with_the_label() -> None:
    """F31: in the lobby, in a hand, and at last to nobody."""
    async with seeded("the host leaves") as app, sitting_down(app, 3) as three:
        host, second, third = three.persons
        await host.ask("leave")
        await third.until(lambda: bool(third.room["host"] == second.person))
        assert (await third.ask("start"))["code"] == "not_host"
        hard = {"kind": "computer", "level": "hard"}
        assert (await second.ask("seat", seat="W", to=hard))["type"] == "done"

        two = Company(app, [second, third])
        await two.start()
        assert [state["kind"] for state in second.room["seats"]] == [
            *("computer", "person", "person", "computer")
        ]
        assert await two.goes_on()
        hand = third.you["hand"]
        await second.ask("leave")
        await third.until(lambda: third.room["host"] == third.person)
        assert third.room["seats"][1]["kind"] == "computer"
        assert third.you["hand"] == hand, "the running hand goes on"
        assert (await third.ask("lock", locked=True))["type"] == "done"
        alone = Company(app, [third])
        assert await alone.goes_on()

        await third.ask("leave")
        room = live_room(app, third.code)
        await at_rest(room)
        assert room.room.host is None
        assert not room.presence.anybody


async def test_a_seat_left_in_the_lobby_is_free() -> None:
    """F31: for a newcomer, who has the powers of nobody."""
    async with seeded("a guest leaves") as app, sitting_down(app, 2) as two:
        host, guest = two.persons
        seat = guest.you["seat"]
        await guest.ask("leave")
        newcomer = Raw(app, Random("newcomer"))
        await newcomer.connect()
        await newcomer.enter("join", code=host.code, name="Guest", seat=seat)
        assert newcomer.you["seat"] == seat
        assert newcomer.room["host"] == host.person
        await Company(app, [host, newcomer]).start()
        await newcomer.close()


async def test_a_host_whose_line_breaks_comes_back_as_host() -> None:
    """F31: the seat is kept in the lobby too, and what only a host may do."""
    async with seeded("the host drops") as app, sitting_down(app, 2) as two:
        host, guest = two.persons
        await host.drop()
        await guest.until(lambda: away(guest) == [host.person])
        taken = Raw(app, Random("newcomer"))
        await taken.connect()
        answer = await taken.ask("join", code=host.code, name="Late", seat=host.you["seat"])
        assert answer["code"] == "seat_taken"
        await taken.close()
        await come_back(host)
        await two.start()


# --- whose line breaks (F36, F39)


async def test_a_seat_waits_for_whose_turn_it_was() -> None:
    """F36: no close frame; the others wait, nobody plays for them, and their next move is taken."""
    async with company(2, seed="on their own turn") as two:
        assert await two.goes_on()
        gone = two.mover
        (other,) = (person for person in two.persons if person is not gone)
        before, moves = gone.you, other.table.get("moves")
        await gone.drop()
        await other.until(lambda: away(other) == [gone.person])
        await at_rest(live_room(two.app, gone.code))
        assert (other.table["to_move"], other.table.get("moves")) == (before["seat"], moves)
        refused = await other.ask("pass", turn=other.table["turn"])
        assert refused["code"] == "not_your_turn"
        await come_back(gone)
        assert gone.you == before
        await other.until(lambda: "away" not in other.table)
        await two.move(before["legal"][0])


def away(person: Raw) -> list[int]:
    """Who is away, as that person sees it."""
    return [one["person"] for one in person.table.get("away", ())]


async def at_rest(room: LiveRoom) -> None:
    """The room does nothing by itself for a quarter of a second, many times a computer's delay."""
    version = room.room.version
    await asyncio.sleep(0.25)
    assert room.room.version == version


async def test_computers_do_not_play_to_an_empty_house() -> None:
    """F39: the only person drops in a computer's turn; back again, the hand goes on."""
    async with seeded("empty house", computer_delay=0.02) as app, sitting_down(app, 1) as alone:
        await alone.start()
        assert await alone.goes_on()
        raw, room = alone.host, live_room(app, alone.host.code)
        await raw.move(raw.you["legal"][0])
        await raw.drop()
        await asyncio.sleep(0.05)
        assert not room.presence.anybody
        await at_rest(room)
        await come_back(raw)
        assert await alone.goes_on()


async def test_rooms_nobody_visits_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """F39: 200 rooms made and dropped are gone after their time; a second round adds nothing."""
    monkeypatch.setattr(serving_app, "SWEEP_EVERY", 0.02)
    async with seeded("rooms", unplayed_ttl=0.1, rest_after=0) as app:
        before = instances(LiveRoom, Room, Reader)
        for _ in range(2):
            for number in range(200):
                visitor = Raw(app, Random(number))
                await visitor.connect()
                await visitor.enter("create", name="Somebody")
                await visitor.drop()
            del visitor
            assert await soon(lambda: not len(app.rooms) and not app.server.connections)
            assert instances(LiveRoom, Room, Reader) <= before


async def soon(wanted: Callable[[], bool]) -> bool:
    """Whether it comes true within ten seconds."""
    for _ in range(500):
        if wanted():
            return True
        await asyncio.sleep(0.02)
    return False


def instances(*kinds: type) -> Counter[str]:
    """How many objects of each kind there are."""
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, kinds))


# --- the clock (F60)


async def test_the_clock_may_be_moved_back_and_forth(monkeypatch: pytest.MonkeyPatch) -> None:
    """F60: an hour back in a hand, ten minutes and forty days ahead; nothing expires."""
    real, shift = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: real() + shift)
    async with seeded("clock", computer_delay=0.001) as app, sitting_down(app, 2) as two:
        await two.start()
        host = two.host
        for hours in (-1, 1 / 6, -24, 24 * 40):
            shift = 3600.0 * hours
            assert await two.goes_on()
            await two.move(two.mover.you["legal"][0])
            for person in two.persons:
                await person.drop()
            assert await soon(lambda: app.server.connections == 0)
            await app.rooms.sweep()
            for person in two.persons:
                await come_back(person)
            async with sitting_down(app, 2) as others:
                await others.start()
        while await two.goes_on():
            await two.move(two.mover.you["legal"][0])
        record = (await host.ask("record"))["record"]
        assert verify(read_record(json.dumps(record).encode())) == 1
