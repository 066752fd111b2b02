"""A node that has not heard yet of what was done at another, or takes it for gone: nobody gets in
by what is so no longer, nothing is undone by it, and no two nodes correct each other for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio

from longana_server.cluster.tied import Tied
from longana_server.tokens import new_token
from nats_servers import NatsServer
from server.clients import TWO, start
from server.cluster.together import (
    Node,
    deaf,
    guest_at,
    live_at,
    moved_over,
    node,
    short_match,
)
from server.scripted_room import SHORT


_prefixes = count(1)

THREE = {"preset": "cuban", "seats": 3}


@pytest_asyncio.fixture
async def nodes(nats: NatsServer) -> AsyncIterator[tuple[Node, Node]]:
    prefix = f"lag-{next(_prefixes)}"
    async with (
        node(nats.url, prefix, deals=(SHORT,)) as one,
        node(nats.url, prefix, deals=(SHORT,)) as other,
    ):
        yield one, other


def stored_last(server: Node) -> int:
    """The sequence of what the nodes keep together."""
    ties = live_at(server)._ties
    assert isinstance(ties, Tied)
    return ties._sequence


async def test_two_nodes_come_to_an_end_about_what_they_keep_together(nats: NatsServer) -> None:
    """While somebody reads, and while somebody without a seat asks for one."""
    prefix = f"lag-{next(_prefixes)}"
    async with (
        node(nats.url, prefix, computer_delay=30.0) as one,
        node(nats.url, prefix, computer_delay=30.0) as other,
    ):
        ana = await one.host(rules=THREE)
        beto = await guest_at(other, ana)
        await start(ana, beto)
        await guest_at(other, ana, "Carla")
        await ana.do("reading", what="rules")
        await ana.rest(0.5)
        before = stored_last(one)
        await ana.rest(1.0)
        assert stored_last(one) == before


async def test_a_node_whose_signs_of_life_are_not_heard_is_not_argued_with(
    nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = nodes
    ana = await one.host(rules=TWO)
    await guest_at(other, ana)

    async def nothing(word: str) -> None:
        pass

    monkeypatch.setattr(other.sharing.nodes, "_say", nothing)
    before = stored_last(one)
    await ana.rest(7.0)
    assert stored_last(one) - before < 10


async def test_a_join_sent_again_at_another_node_is_one_person(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ana = await one.host(rules=THREE)
    await moved_over(ana, other)
    here, there = await one.client(), await other.client()
    command = {"type": "join", "id": "j", "code": ana.code, "name": "Beto", "token": new_token()}
    with deaf(other) as live:
        first = await here.ask(**command)
        assert await there.ask(**command) == first
    assert sorted(live.room.people) == [1, 2]


async def test_nobody_gets_in_by_what_is_so_no_longer(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ana = await one.host(rules=THREE, watching=True)
    beto = await guest_at(other, ana)
    carla = await guest_at(other, ana, "Carla")
    with deaf(other):
        await ana.do("remove", person=beto.person)
        await ana.do("watching", allowed=False)
        await ana.do("lock", locked=False, new_code=True)
        new = ana.room["code"]
        stranger = await other.client()
        assert await stranger.refused("join", code=ana.code, name="Dora") == "no_room"
        assert await stranger.refused("watch", code=new) == "no_watching"
        answer = await stranger.ask(type="resume", code=ana.code, token=beto.token)
        assert answer["code"] == "no_room"
        assert not [each for each in stranger.received if each["type"] != "refused"]
        again = await other.client()
        await again.enter(type="resume", code=ana.code, token=carla.token)
        dora = await other.client()
        await dora.enter(type="join", code=new, name="Dora")


async def test_what_a_node_has_read_it_shows(nodes: tuple[Node, Node]) -> None:
    """It reads on before it refuses something, and then must not take that for shown."""
    ana, beto = await short_match(nodes)
    with deaf(nodes[1]):
        await ana.move("S99")
        assert await beto.refused("lock", locked=True) == "not_host"
        await beto.until(lambda: beto.my_turn)


async def test_a_proposal_is_not_void_to_who_lags_behind(nodes: tuple[Node, Node]) -> None:
    ana, beto = await short_match(nodes)
    live = live_at(nodes[1])
    async with live._lock:  # so that it does not take the move over
        await ana.move("S99")
        await ana.do("undo", turn=ana.table["turn"])
        await asyncio.sleep(0.3)
    await beto.until(lambda: "proposal" in beto.table)
    await beto.do("answer", proposal=beto.table["proposal"]["number"], yes=True)
    await ana.until(lambda: not ana.table.get("moves"))


async def test_who_waits_for_a_room_that_is_sent_away_is_told_to_try_again(
    nodes: tuple[Node, Node],
) -> None:
    _, beto = await short_match(nodes)
    again = await nodes[1].client()
    async with live_at(nodes[1])._lock:
        await again.send(type="resume", id="r", code=beto.code, token=beto.token)
        await asyncio.sleep(0.2)
        nodes[1].rooms.send_away()
    assert (await again.answer_to("r"))["code"] == "try_again"
    await again.enter(type="resume", code=beto.code, token=beto.token)


async def test_a_room_rests_in_a_cluster_too(nodes: tuple[Node, Node]) -> None:
    ana = await nodes[0].host(rules=TWO)
    ana.drop()
    rooms = nodes[0].rooms
    rooms._settings = rooms._settings.model_copy(update={"rest_after": 0.1})
    async with asyncio.timeout(5):
        while len(rooms):
            await asyncio.sleep(0.05)
            await rooms.sweep()
