"""A server that is up for months: rooms come and go, guests come and go, and it stays as it was."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from longana_server import serving
from longana_server.log.sqlite import opened
from server.clients import TWO, Played, play_hand, playing, start
from server.wire import ask, raw, set_to


async def an_evening(played: Played, number: int) -> None:
    """A room is made, played in, talked in, given another code, and closed."""
    host = await played.host(f"Ana {number}", rules=TWO, token=f"host-of-evening-number-{number}")
    guest = await played.guest(host, token=f"guest-of-evening-number-{number}")
    await host.do("lock", locked=False, new_code=True)
    await start(host, guest)
    await guest.do("say", text="Good evening!")
    await guest.do("reading", what="rules")
    await guest.ask(type="leave")
    await host.ask(type="close")
    await played.emptied(host.code)
    await played.rooms.sweep()
    for each in played.clients:
        await each.be_gone()
    played.clients.clear()


def sizes(played: Played) -> Counter[str]:
    """How much each part holds, and how many of our own objects there are altogether."""
    gc.collect()
    counted: Counter[str] = Counter()
    for part in (played.rooms, played.house.log, played.house.names):
        for name, value in vars(part).items():
            if isinstance(value, dict | set | list):
                counted[f"{type(part).__name__}.{name}"] = len(value)
    for one in gc.get_objects():
        if str(type(one).__module__).startswith("longana_server."):
            counted[type(one).__name__] += 1
    return counted


async def test_rooms_that_are_gone_leave_nothing_behind() -> None:
    async with playing() as played:
        await an_evening(played, 0)
        before = sizes(played)
        for number in range(1, 6):
            await an_evening(played, number)
        more = {name: count for name, count in (sizes(played) - before).items() if count > 2}
        assert more == {}


async def test_guests_who_are_gone_leave_nothing_behind_in_a_room() -> None:
    async with playing() as played:
        host = await played.host(rules=TWO)

        async def a_visit() -> None:
            guest = await played.guest(host)
            await guest.do("say", text="Just looking in.")
            await guest.ask(type="leave", forget=True)
            await guest.be_gone()
            played.clients.remove(guest)
            await host.until(lambda: len(host.room["people"]) == 1)

        await a_visit()
        (live,) = played.rooms._live.values()

        def held() -> dict[str, int]:
            room, presence = live.room, live.presence
            return {
                "people": len(room.people),
                "answered": len(room.answered),
                "known": len(presence.answered.turns),
                "names": len(live._kept.names),
                "away": len(presence.away_since),
                "asking": len(presence.asking),
                "heard": len(live._talk.lines),
                "readers": len(live._audience.everybody()),
            }

        before = held()
        for _ in range(5):
            await a_visit()
        assert held() == before


@contextmanager
def in_circles() -> Iterator[Counter[str]]:
    """What of the server's is gone after the block, but held until the garbage collector comes."""
    found: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        kinds = (f"{type(one).__module__}.{type(one).__name__}" for one in gc.garbage)
        ours = ("longana_server.", "websockets.server.", "websockets.asyncio.server.")
        found.update(kind for kind in kinds if kind.startswith(ours))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_rooms_that_rest_are_gone_without_the_garbage_collector(tmp_path: Path) -> None:
    async with opened(tmp_path) as log, playing(set_to(rest_after=0), log=log, names=log) as played:
        with in_circles() as left:
            host = await played.host(rules=TWO)
            guest, watcher = await played.guest(host), await played.watcher(host)
            await start(host, guest)
            await play_hand(host, guest)
            await host.ask(type="record", format="json")
            host.drop()
            await played.back(host)
            for each in (*played.clients, watcher):
                each.drop()
            played.clients.clear()
            await played.emptied(host.code)
            await played.rooms.sweep()
            assert len(played.rooms) == 0
        assert left == {}


async def test_connections_are_gone_without_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "CLOSE_TIMEOUT", 0.05)
    impatient = set_to(ping_interval=0.1, ping_timeout=0.1)
    async with opened(tmp_path) as log, playing(impatient, log=log, names=log) as played:
        with in_circles() as left:
            polite, rude, vast = [await played.client() for _ in range(3)]
            assert await polite.refused("watch", code="AAAAAAAA") == "no_room"
            await polite.connection.close()
            rude.drop()
            await vast.connection.send(bytes(2**20))
            with pytest.raises(ConnectionClosed):
                await vast.receive()
            played.clients.clear()
            await ask(played.server, b"GET / HTTP/1.1\r\nX: " + b"a" * 9000 + b"\r\n\r\n")
            await ask(played.server, b"junk\r\n\r\n")
            async with raw(played.server) as connection:
                await connection.upgrade()
                connection.write(b"\xf2\x80\0\0\0\0")
                await connection.ended()
            async with raw(played.server) as connection:
                await connection.upgrade()
                connection.write(b"\x81\x81\0\0\0\0\xff")  # text that is no text
                await connection.ended()
            async with raw(played.server) as mute:  # answers no ping
                await mute.upgrade()
                await mute.ended()
            async with raw(played.server) as connection:
                connection.write(b"GET /ws")
            async with asyncio.timeout(5):
                while played.server.connections:  # noqa: ASYNC110 - nobody is there to be told
                    await asyncio.sleep(0.005)
        assert left == {}
