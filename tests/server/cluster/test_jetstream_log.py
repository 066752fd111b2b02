"""What a room log on NATS must do beside the contract: nodes, lost messages, servers that die."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from longana_server.cluster import jetstream_log, lookout
from longana_server.cluster.jetstream_log import JetStreamLog
from longana_server.cluster.messages import Stored
from longana_server.cluster.streams import Streams, connected
from longana_server.events import Entry, Moved
from longana_server.log import Conflict, CorruptRoom, LogError, NoRoom
from nats_servers import NatsServer, cluster, house, one_server


ROOM, OTHER = "K7MP4RWX", "ACDE2345"


@pytest_asyncio.fixture
async def nodes(nats: NatsServer) -> AsyncIterator[tuple[JetStreamLog, JetStreamLog]]:
    """The logs of two nodes of a house."""
    async with (
        house(nats.url) as streams,
        jetstream_log.opened(streams) as one,
        another(nats.url, streams) as other,
    ):
        yield one, other


@asynccontextmanager
async def another(url: str, streams: Streams) -> AsyncIterator[JetStreamLog]:
    async with (
        connected([url], prefix=streams.prefix) as others,
        jetstream_log.opened(others) as log,
    ):
        yield log


def entry(number: int) -> Entry:
    return Entry(event=Moved(move="S"), id=f"c{number}", at=number)


async def fill(log: JetStreamLog, count: int, room: str = ROOM) -> list[Entry]:
    """A room of so many entries."""
    stored = [entry(number) for number in range(count)]
    await log.create(room, stored[0])
    for version in range(1, count):
        await log.append(room, version, stored[version])
    return stored


async def taken(follower: AsyncIterator[Entry], count: int, within: float = 5) -> list[Entry]:
    async with asyncio.timeout(within):
        return [await anext(follower) for _ in range(count)]


def never_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookout, "LOOK_EVERY", 60.0)


def unheard(monkeypatch: pytest.MonkeyPatch, is_lost: Callable[[Stored], bool]) -> None:
    hear = lookout.Follower.hear

    def hard_of_hearing(self: lookout.Follower, message: Stored) -> None:
        if not is_lost(message):
            hear(self, message)

    monkeypatch.setattr(lookout.Follower, "hear", hard_of_hearing)


# --- two nodes


async def test_each_node_appends_to_what_the_other_did(
    nodes: tuple[JetStreamLog, JetStreamLog],
) -> None:
    one, other = nodes
    await fill(one, 1)
    for version in range(1, 9, 2):
        assert await one.append(ROOM, version, entry(version)) == version + 1
        with pytest.raises(Conflict):
            await other.append(ROOM, version, entry(99))
        assert await other.append(ROOM, version + 1, entry(version + 1)) == version + 2
    assert await one.read(ROOM) == await other.read(ROOM) == [entry(at) for at in range(9)]
    assert await other.read(ROOM, after=7) == [entry(7), entry(8)]


async def test_both_nodes_hear_the_same(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    never_looked(monkeypatch)
    one, other = nodes
    stored = await fill(one, 2)
    followers = [one.follow(ROOM), other.follow(ROOM, after=1)]
    assert [await taken(followers[0], 2), await taken(followers[1], 1)] == [stored, stored[1:]]
    await one.append(ROOM, 2, entry(2))
    await other.append(ROOM, 3, entry(3))
    for follower in followers:
        assert await taken(follower, 2) == [entry(2), entry(3)]


async def test_who_has_followed_appends_in_one_go(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = nodes
    await fill(one, 2)
    await taken(other.follow(ROOM), 2)

    async def no_need(*_: object) -> Stored | None:
        raise AssertionError

    monkeypatch.setattr(Streams, "last", no_need)
    assert await other.append(ROOM, 2, entry(2)) == 3


async def test_a_room_deleted_elsewhere_is_gone_here(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    never_looked(monkeypatch)
    one, other = nodes
    await fill(one, 3)
    follower = one.follow(ROOM)
    await taken(follower, 3)
    await other.delete(ROOM)
    with pytest.raises(NoRoom):
        await taken(follower, 1)
    with pytest.raises(NoRoom):
        await one.append(ROOM, 3, entry(3))
    with pytest.raises(NoRoom):
        await one.read(ROOM, after=3)


async def test_a_deletion_that_went_unheard_is_found_out(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(lookout, "LOOKS_AT_ALL", 3)
    unheard(monkeypatch, lambda message: message.subject.endswith(lookout.GONE))
    one, other = nodes
    await fill(one, 3)
    await fill(one, 1, OTHER)
    stays = one.follow(OTHER)
    follower = one.follow(ROOM)
    await taken(follower, 3)
    await taken(stays, 1)
    await other.delete(ROOM)
    with pytest.raises(NoRoom):
        await taken(follower, 1)
    await other.append(OTHER, 1, entry(1))
    assert await taken(stays, 1) == [entry(1)]


@pytest.mark.parametrize("entries", [1, 3, 4, 5])
async def test_a_room_made_anew_elsewhere_is_another(
    nodes: tuple[JetStreamLog, JetStreamLog], entries: int
) -> None:
    one, other = nodes
    await fill(one, 3)
    follower = one.follow(ROOM)
    await taken(follower, 3)
    await other.delete(ROOM)
    stored = await fill(other, entries)
    with pytest.raises(NoRoom):
        await taken(follower, 1)
    assert await one.read(ROOM, after=1) == stored[1:]
    assert await one.append(ROOM, entries, entry(77)) == entries + 1


# --- what goes unheard


async def test_a_message_that_went_unheard_is_missed_when_the_next_comes(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    never_looked(monkeypatch)
    one, other = nodes
    await fill(one, 2)
    follower = other.follow(ROOM)
    await taken(follower, 2)
    unheard(monkeypatch, lambda message: message.headers.get("Version") == "3")
    for version in (2, 3):
        await one.append(ROOM, version, entry(version))
    assert await taken(follower, 2) == [entry(2), entry(3)]


async def test_the_last_message_is_found_though_nothing_comes_after_it(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "LOOK_EVERY", 0.05)
    one, other = nodes
    await fill(one, 2)
    await fill(one, 2, OTHER)
    followers = [other.follow(ROOM), other.follow(OTHER)]
    for follower in followers:
        await taken(follower, 2)
    await asyncio.sleep(0.2)  # looked at a few times
    unheard(monkeypatch, lambda _: True)
    for room, follower in zip((ROOM, OTHER), followers, strict=True):
        await one.append(room, 2, entry(2))
        assert await taken(follower, 1) == [entry(2)]


async def test_quiet_rooms_cost_nothing_to_look_at(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    never_looked(monkeypatch)
    one, _ = nodes
    rooms = [f"ROOM22{number:02}" for number in range(20)]
    followers = [one.follow(room) for room in rooms]
    for room, follower in zip(rooms, followers, strict=True):
        await fill(one, 2, room)
        await taken(follower, 2)
    answers: list[int] = []
    latest = Streams.latest

    async def counting(self: Streams, *arguments: object) -> object:
        found = await latest(self, *arguments)  # type: ignore[arg-type]
        answers.append(len(found.stored))
        return found

    monkeypatch.setattr(Streams, "latest", counting)
    for _ in range(3):
        one._lookout._looks += 1
        await one._lookout.look()
    await one.append(rooms[3], 2, entry(2))
    one._lookout._looks += 1
    await one._lookout.look()
    assert answers == [20, 0, 0, 1]


async def test_what_came_while_the_connection_was_lost_is_read_afterwards(
    nodes: tuple[JetStreamLog, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    never_looked(monkeypatch)
    one, other = nodes
    await fill(one, 2)
    follower = other.follow(ROOM)
    await taken(follower, 2)
    await other._streams._connection._client.force_reconnect()
    await one.append(ROOM, 2, entry(2))
    assert (other.trouble or "").startswith("NATS cannot be reached")
    assert await taken(follower, 1) == [entry(2)]
    assert other.trouble is None


# --- damage


async def test_what_cannot_be_read_is_damage_to_that_room_only(nats: NatsServer) -> None:
    async with house(nats.url) as streams, jetstream_log.opened(streams) as log:
        for number, (payload, headers) in enumerate(
            [(b"nonsense", {"Version": "3"}), (b"x", {}), (b"x", {"Version": "many"})]
        ):
            room = f"ROOM222{number}"
            await fill(log, 2, room)
            await streams.publish(streams.log(room), payload, headers=headers)
            with pytest.raises(CorruptRoom, match=room):
                await log.read(room)
            with pytest.raises(CorruptRoom, match=room):
                await taken(log.follow(room), 3)
        stored = await fill(log, 3)
        await fill(log, 3, OTHER)
        (_, second, _) = await streams.all_of(streams.log(OTHER))
        await streams.remove(streams.log(OTHER).stream, second.sequence)
        async with another(nats.url, streams) as elsewhere:
            with pytest.raises(CorruptRoom, match=OTHER):
                await elsewhere.read(OTHER)
        assert await log.read(ROOM) == stored


async def test_a_visit_to_no_room_is_forgotten(nats: NatsServer) -> None:
    async with house(nats.url) as streams, jetstream_log.opened(streams) as log:
        await fill(log, 1)
        await log.visit(["NOWHERE2"])
        assert await log.unvisited(time.time() + 10) == [ROOM]
        visits = await streams.all_of(streams.visit("*"))
        assert [visit.subject for visit in visits] == [streams.visit(ROOM).subject]


async def test_visits_are_read_no_further_than_asked(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(nats.url) as streams, jetstream_log.opened(streams) as log:
        for number in range(5):
            monkeypatch.setattr(time, "time", lambda number=number: 1000 * number)
            await log.create(f"ROOM222{number}", entry(0))
        monkeypatch.setattr("longana_server.cluster.streams.BATCH", 1)
        read: list[int] = []
        first_of = Streams.first_of

        async def counting(self: Streams, *arguments: object) -> object:
            read.append(1)
            return await first_of(self, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(Streams, "first_of", counting)
        assert await log.unvisited(1500) == ["ROOM2220", "ROOM2221"]
        assert len(read) == 3


# --- servers that die


async def test_trouble_is_told_while_it_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longana_server.cluster.tries.PATIENCE", 0.3)
    monkeypatch.setattr(jetstream_log, "LOOK_AGAIN", 0.1)
    with one_server(tmp_path) as server:
        async with connected([server.url]) as streams, jetstream_log.opened(streams) as log:
            stored = await fill(log, 3)
            follower = log.follow(ROOM)
            assert await taken(follower, 3) == stored
            coming = asyncio.create_task(taken(follower, 1))
            server.kill()
            with pytest.raises(LogError):
                await log.append(ROOM, 3, entry(3))
            await log.probe()
            assert "NATS cannot be reached" in str(log.trouble)
            with pytest.raises(LogError):
                await log.read(ROOM)
            server.start()
            monkeypatch.setattr("longana_server.cluster.tries.PATIENCE", 10.0)
            assert await log.append(ROOM, 3, entry(3)) == 4
            assert await coming == [entry(3)]
            await log.probe()
            assert (log.trouble, await log.unvisited(0)) == (None, [])
            assert await log.read(ROOM) == [*stored, entry(3)]


async def appended_or_read(log: JetStreamLog, version: int, deed: Entry) -> tuple[int, bool]:
    """The version known then, and whether the entry is there; raises LogError."""
    try:
        return await log.append(ROOM, version, deed), True
    except Conflict:
        found = await log.read(ROOM, version)
        return version + len(found), deed in found


async def test_of_three_servers_one_may_die_in_the_middle_of_it(tmp_path: Path) -> None:
    """Two nodes append by turns; the server that leads the stream is killed; nothing acknowledged
    is lost or doubled.
    """
    with cluster(tmp_path) as servers:
        urls = [server.url for server in servers]
        async with (
            connected(urls, replicas=3) as streams,
            connected(urls, replicas=3) as others,
            jetstream_log.opened(streams) as one,
            jetstream_log.opened(others) as other,
        ):
            await one.create(ROOM, entry(0))
            follower = other.follow(ROOM)
            acknowledged: list[str] = []
            enough, killed_at = asyncio.Event(), 10**9

            async def append(log: JetStreamLog, node: int) -> None:
                version, number = 1, 0
                while len(acknowledged) < killed_at + 60:
                    deed = Entry(event=Moved(move="S"), id=f"{node}-{number}", at=0)
                    try:
                        version, is_there = await appended_or_read(log, version, deed)
                    except LogError:
                        continue  # it may have been stored; a conflict tells
                    if not is_there:
                        continue
                    acknowledged.append(str(deed.id))
                    number += 1
                    if len(acknowledged) > 60:
                        enough.set()

            async def kill() -> None:
                nonlocal killed_at
                await enough.wait()
                leader = await leading(streams)
                killed_at = len(acknowledged)
                servers[leader].kill()

            async with asyncio.timeout(60):
                await asyncio.gather(append(one, 1), append(other, 2), kill())
            stored = [each.id for each in await one.read(ROOM)][1:]
            assert len(stored) == len(set(stored))
            assert set(acknowledged) <= set(stored)
            assert [each.id for each in await taken(follower, len(stored) + 1)][1:] == stored


async def leading(streams: Streams) -> int:
    """The number of the server that leads the log."""
    answer = await streams.api(f"STREAM.INFO.{streams.log_stream(0)}", {})
    return int(answer["cluster"]["leader"].removeprefix("n"))
