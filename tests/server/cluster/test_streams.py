"""What the streams promise, on a real server: what is published is stored once or not at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_asyncio
from nats.aio.msg import Msg

from longana_server.cluster import streams as streams_module
from longana_server.cluster import tries
from longana_server.cluster.connection import Connection, Unreachable
from longana_server.cluster.layout import WrongLayout, definitions, make_streams
from longana_server.cluster.messages import Stored
from longana_server.cluster.streams import Streams, connected
from longana_server.log import Conflict, LogError
from nats_servers import NatsServer, house


ROOM = "K7MP4RWX"


@pytest_asyncio.fixture
async def streams(nats: NatsServer) -> AsyncIterator[Streams]:
    async with house(nats.url) as streams:
        yield streams


def first_answers_lost(monkeypatch: pytest.MonkeyPatch, count: int = 1) -> None:
    """What is asked is done, but the first answers do not come back."""
    asked = Connection.request
    left = count

    async def request(self: Connection, *arguments: Any, **others: Any) -> Msg:
        nonlocal left
        answer = await asked(self, *arguments, **others)
        if left:
            left -= 1
            raise Unreachable("the answer is lost")
        return answer

    monkeypatch.setattr(Connection, "request", request)


async def test_what_is_published_is_read_from_the_leader(streams: Streams) -> None:
    place = streams.log(ROOM)
    before = time.time()
    first = await streams.publish(place, b"one", expected=0, headers={"Version": "1"})
    second = await streams.publish(place, b"\x00two", expected=first)
    last = await streams.last(place)
    assert last is not None
    assert (last.subject, last.sequence, last.data) == (place.subject, second, b"\x00two")
    assert before - 1 < last.at < time.time() + 1
    one, two = await streams.all_of(place)
    assert (one.sequence, one.data, one.headers["Version"]) == (first, b"one", "1")
    assert (two.sequence, two.data, two.time) == (second, last.data, last.time)
    (alone,) = await streams.all_of(place, first)
    assert (alone.sequence, alone.data) == (second, last.data)
    assert await streams.all_of(place, second) == []
    assert (await streams.tail(place, second)).last == second
    assert await streams.last(streams.log("NOBODY22")) is None
    assert (await streams.tail(streams.log("NOBODY22"))).last == 0


async def test_of_two_who_expect_the_same_one_is_refused(streams: Streams) -> None:
    place = streams.now(ROOM)
    first = await streams.publish(place, b"a", expected=0)
    racers = [streams.publish(place, bytes([number]), expected=first) for number in range(8)]
    outcomes = await asyncio.gather(*racers, return_exceptions=True)
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
    (winner,) = (outcome for outcome in outcomes if isinstance(outcome, int))
    last = await streams.last(place)
    assert last is not None
    assert (last.sequence, last.data) == (winner, bytes([outcomes.index(winner)]))
    with pytest.raises(Conflict):
        await streams.publish(place, b"b", expected=0)


@pytest.mark.parametrize("lost", [1, 2])
async def test_a_lost_answer_doubles_nothing(
    streams: Streams, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    place, said = streams.log(ROOM), streams.said(ROOM)
    first = await streams.publish(place, b"one", expected=0)
    with monkeypatch.context() as patched:
        first_answers_lost(patched, lost)
        second = await streams.publish(place, b"two", expected=first)
    with monkeypatch.context() as patched:
        first_answers_lost(patched, lost)
        line = await streams.publish(said, b"hello")
    third = await streams.publish(place, b"three", expected=second)
    assert [message.sequence for message in await streams.all_of(place)] == [first, second, third]
    assert [message.sequence for message in await streams.all_of(said)] == [line]


async def test_a_lost_answer_is_no_excuse_for_what_another_stored(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = streams.log(ROOM)
    first = await streams.publish(place, b"one", expected=0)
    await streams.publish(place, b"two", expected=first)
    first_answers_lost(monkeypatch)
    with pytest.raises(Conflict):
        await streams.publish(place, b"mine", expected=first)


async def test_what_is_not_answered_fails_when_time_is_up(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "PATIENCE", 0.3)
    first_answers_lost(monkeypatch, 1000)
    began = time.monotonic()
    with pytest.raises(LogError, match="lost"):
        await streams.publish(streams.log(ROOM), b"one", expected=0)
    assert 0.1 < time.monotonic() - began < 3  # the usual patience is 4 s


async def test_what_is_stored_is_heard(streams: Streams, nats: NatsServer) -> None:
    async with connected([nats.url], prefix=streams.prefix) as others:
        heard: list[Stored] = []
        stop = await others.heard(others.seen(ROOM), heard.append)
        await others.last(others.now(ROOM))
        places = [streams.log(ROOM), streams.name(ROOM, 7), streams.now(ROOM), streams.said(ROOM)]
        stored = [await streams.publish(place, place.subject.encode()) for place in places]
        again = await streams.publish(places[0], b"again", expected=stored[0])
        await streams.tell(streams.seen(ROOM, "gone"), b"bye")
        await streams.publish(streams.visit(ROOM), b"not heard")
        await streams.publish(streams.log("OTHER222"), b"not heard")
        await until_told(streams, others)
        *kept, told = heard
        assert [message.subject for message in kept[:4]] == [place.subject for place in places]
        assert [message.sequence for message in kept] == [*stored, again]
        assert [message.prior for message in (kept[0], kept[4])] == [0, stored[0]]
        assert (told.subject, told.sequence, told.data) == (streams.seen(ROOM, "gone"), 0, b"bye")
        assert kept[0].data == places[0].subject.encode()
        await stop()


async def until_told(sender: Streams, receiver: Streams) -> None:
    """All that was told before is heard."""
    came = asyncio.Event()
    stop = await receiver.heard(receiver.told("barrier"), lambda _: came.set())
    await receiver.last(receiver.now("barrier"))
    await sender.tell(sender.told("barrier"))
    async with asyncio.timeout(5):
        await came.wait()
    await stop()


async def test_long_subjects_come_whole(streams: Streams, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams_module, "BATCH", 4)
    place = streams.log(ROOM)
    stored = [await streams.publish(place, bytes(10)) for _ in range(11)]
    assert [message.sequence for message in await streams.all_of(place)] == stored
    assert [message.sequence for message in await streams.all_of(place, stored[4])] == stored[5:]
    assert [message.sequence for message in await streams.first_of(place)] == stored[:4]


async def test_a_replica_that_lags_is_asked_again(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = streams.log(ROOM)
    stored = [await streams.publish(place, b"x") for _ in range(3)]
    collect = Connection.collect
    answers = 0

    async def lagging(self: Connection, *arguments: Any, **others: Any) -> list[Msg]:
        nonlocal answers
        answers += 1
        messages = await collect(self, *arguments, **others)
        return messages if answers > 2 else [*messages[:-1][: 2 - answers], messages[-1]]

    monkeypatch.setattr(Connection, "collect", lagging)
    assert [message.sequence for message in await streams.all_of(place)] == stored
    assert answers == 3


async def test_the_latest_of_many_as_far_as_they_are_new(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams_module, "MOST_SUBJECTS", 3)
    places = [streams.log(f"ROOM222{number}") for number in range(7)]
    for _ in range(2):
        stored = [await streams.publish(place, b"x") for place in places]
    subjects = [place.subject for place in places] + [streams.log("NOBODY22").subject]
    latest = await streams.latest(places[0].stream, subjects)
    assert [message.sequence for message in latest.stored] == stored
    assert latest.up_to == stored[-1]
    newer = await streams.latest(places[0].stream, subjects[:3], stored[1])
    assert [message.sequence for message in newer.stored] == [stored[2]]
    none = await streams.latest(places[0].stream, subjects[:3], newer.up_to)
    assert (none.stored, none.up_to) == ([], newer.up_to)


async def test_what_is_removed_is_gone(streams: Streams) -> None:
    place, other = streams.log(ROOM), streams.log("OTHER222")
    stored = [await streams.publish(place, b"x") for _ in range(3)]
    await streams.publish(other, b"y")
    await streams.remove(place.stream, stored[1])
    await streams.remove(place.stream, stored[1])
    assert [message.sequence for message in await streams.all_of(place)] == [stored[0], stored[2]]
    assert sorted(await streams.subjects(streams.log_of_shard(0))) == sorted(
        [place.subject, other.subject]
    )
    await streams.purge(place)
    assert await streams.subjects(streams.log_of_shard(0)) == [other.subject]
    assert await streams.last(place) is None
    assert await streams.publish(place, b"anew", expected=0) > stored[2]


async def test_rooms_are_spread_over_all_shards(nats: NatsServer) -> None:
    async with house(nats.url, shards=3) as streams:
        places = [streams.log(f"ROOM{number:04}") for number in range(30)]
        assert len({place.stream for place in places}) == 3
        for place in places[:9]:
            await streams.publish(place, b"x", expected=0)
        shards = [await streams.subjects(streams.log_of_shard(shard)) for shard in range(3)]
        found = [subject for shard in shards for subject in shard]
        assert sorted(found) == sorted(place.subject for place in places[:9])
        with pytest.raises(WrongLayout, match=r"over 3 streams, not over 2.*LOG_SHARDS=3"):
            async with connected([nats.url], prefix=streams.prefix, shards=2):
                pass


async def test_nodes_may_begin_at_the_same_time(nats: NatsServer) -> None:
    async with house(nats.url) as first:

        async def begin() -> None:
            async with connected([nats.url], prefix=first.prefix) as streams:
                await streams.publish(streams.said(ROOM), b"here")

        await asyncio.gather(*(begin() for _ in range(5)))
        assert len(await first.all_of(first.said(ROOM))) == 5


@pytest.mark.parametrize("replicas", [1, 3, 5])
async def test_streams_that_are_otherwise_are_set_right_and_the_rest_is_left(
    replicas: int,
) -> None:
    made: list[tuple[str, Mapping[str, Any]]] = []
    (config, *_) = definitions("p", replicas=3, shards=1)
    present = config | {
        "num_replicas": replicas,
        "max_bytes": 5,
        "metadata": {"own": "note", **config["metadata"]},
    }

    async def api(operation: str, asked: Mapping[str, Any], _: frozenset[int]) -> dict[str, Any]:
        made.append((operation, asked))
        return {"error": {}} if "CREATE.p-log" in operation else {"config": present}

    await make_streams(api, prefix="p", replicas=3, shards=1)
    updates = [asked for operation, asked in made if "UPDATE" in operation]
    assert updates == ([present | {"num_replicas": 3}] if replicas < 3 else [])


async def test_a_server_without_replicas_says_so(nats: NatsServer) -> None:
    with pytest.raises(LogError, match="replicas"):
        async with connected([nats.url], prefix="alone", replicas=3):
            pass
