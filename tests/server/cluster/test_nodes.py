"""Which servers are there, as each of them hears of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from longana_server.cluster import nodes as module
from longana_server.cluster.nodes import Nodes
from nats_servers import NatsServer, house


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT", 0.1)
    monkeypatch.setattr(module, "SILENCE", 0.5)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - nobody is there to be told
            await asyncio.sleep(0.01)


async def test_nodes_know_each_other_once_they_have_begun(nats: NatsServer) -> None:
    async with house(nats.url) as streams:
        first, second = Nodes(streams), Nodes(streams)
        await first.begin()
        await second.begin()
        assert first.own != second.own
        assert first.is_alive(second.own)
        assert second.is_alive(first.own)
        await first.end()
        await second.end()


async def test_one_that_says_goodbye_is_gone_at_once(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SILENCE", 60.0)
    async with house(nats.url) as streams:
        first, second = Nodes(streams), Nodes(streams)
        await first.begin()
        await second.begin()
        await second.end()
        await until(lambda: not first.is_alive(second.own))
        await first.end()


async def test_one_that_is_silent_is_gone_after_a_while(nats: NatsServer) -> None:
    async with house(nats.url) as streams:
        first, second = Nodes(streams), Nodes(streams)
        await first.begin()
        await second.begin()
        assert second._task is not None
        second._task.cancel()
        await until(lambda: not first.is_alive(second.own))
        await first.end()


async def test_nobody_is_given_up_by_who_has_heard_nothing_at_all(nats: NatsServer) -> None:
    """After a time without NATS, everybody has a while to be heard again."""
    async with house(nats.url) as streams:
        first = Nodes(streams)
        await first.begin()
        await until(lambda: not first.is_alive("somebody"))
        first.listen_anew()
        assert first.is_alive("somebody")
        await until(lambda: not first.is_alive("somebody"))
        await first.end()
