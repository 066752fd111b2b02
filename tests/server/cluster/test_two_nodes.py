"""One room, served by two servers at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed

from longana_server.cluster import sharing
from longana_server.events import Moved
from longana_server.throttle import RoomPace
from nats_servers import NatsServer, one_server
from server.clients import TWO, Client, mover, play_hand, start
from server.cluster.together import Node, deaf, guest_at, live_at, moved_over, node, short_match
from server.scripted_room import SHORT, SHORT_MOVES


_prefixes = count(1)

SHORT_FOR_THREE = {"S": "9-9 1-9", "E": "2-9 3-9", "N": "4-9 5-9"}

THREE = {"preset": "cuban", "seats": 3}


@pytest_asyncio.fixture
async def nodes(nats: NatsServer) -> AsyncIterator[tuple[Node, Node]]:
    prefix = f"two-{next(_prefixes)}"
    async with (
        node(nats.url, prefix, deals=(SHORT, SHORT_FOR_THREE)) as one,
        node(nats.url, prefix, deals=(SHORT, SHORT_FOR_THREE)) as other,
    ):
        yield one, other


async def test_two_people_of_one_room_on_two_nodes_see_the_same(nodes: tuple[Node, Node]) -> None:
    ana, beto = await short_match(nodes)
    assert [who["name"] for who in beto.room["people"]] == ["Ana", "Beto"]
    for move in SHORT_MOVES:
        person = await mover(ana, beto)
        assert person is not None
        await person.move(move)
    await ana.until(lambda: ana.is_over)
    await beto.until(lambda: beto.is_over)
    assert ana.table["result"] == beto.table["result"]


async def test_the_newest_connection_wins_wherever_it_is(nodes: tuple[Node, Node]) -> None:
    ana, _ = await short_match(nodes)
    again = await moved_over(ana, nodes[1])
    assert (await ana.farewell())["why"] == "replaced"
    assert again.you["hand"]
    back = await moved_over(again, nodes[0])
    assert (await again.farewell())["why"] == "replaced"
    await back.move("S99")


async def test_a_dropped_line_is_seen_by_way_of_the_other_node(nodes: tuple[Node, Node]) -> None:
    ana, beto = await short_match(nodes)
    ana.drop()
    await beto.until(lambda: [each["person"] for each in beto.table.get("away", ())] == [1])
    again = await moved_over(ana, nodes[1])
    await beto.until(lambda: not beto.table.get("away"))
    await again.move("S99")


async def test_an_undo_is_asked_at_one_node_and_agreed_to_at_the_other(
    nodes: tuple[Node, Node],
) -> None:
    ana, beto = await short_match(nodes)
    await ana.move("S99")
    await beto.until(lambda: beto.my_turn)
    await ana.do("undo", turn=ana.table["turn"])
    await beto.until(lambda: "proposal" in beto.table)
    number = beto.table["proposal"]["number"]
    assert await ana.refused("undo", turn=ana.table["turn"]) == "proposal_open"
    await beto.do("answer", proposal=number, yes=True)
    await ana.until(lambda: not ana.table.get("moves"))
    await beto.until(lambda: not beto.table.get("moves"))
    assert "proposal" not in {*ana.table, *beto.table}


async def test_whoever_reads_at_one_node_holds_the_computers_up_at_the_other(
    nats: NatsServer,
) -> None:
    prefix = f"two-{next(_prefixes)}"
    async with (
        node(nats.url, prefix, computer_delay=0.3) as one,
        node(nats.url, prefix, computer_delay=0.3) as other,
    ):
        ana = await one.host(rules=THREE)
        beto = await guest_at(other, ana)
        await start(ana, beto)
        while (person := await mover_or_computer(ana, beto)) is not None:
            await person.move()
        await ana.do("reading", what="rules")
        await beto.until(lambda: bool(beto.table.get("reading")))
        turn = beto.table["turn"]
        await beto.rest(0.8)
        assert beto.table["turn"] == turn
        await beto.do("carry_on", person=1)
        await beto.until(lambda: beto.table["turn"] > turn)


async def mover_or_computer(*persons: Client) -> Client | None:
    """Whose turn it is; None if it is a computer's."""
    latest = max(person.table["turn"] for person in persons)
    for each in persons:
        while each.table["turn"] < latest:
            await each.receive()
    return next((each for each in persons if each.my_turn), None)


async def test_a_line_is_heard_at_both_nodes_and_once(nodes: tuple[Node, Node]) -> None:
    ana = await nodes[0].host(rules=THREE)
    beto = await guest_at(nodes[1], ana)
    await ana.ask(type="say", id="once", text="Hola")
    await beto.until(lambda: lines(beto) == ["Hola"])
    again = await moved_over(ana, nodes[1])
    await again.ask(type="say", id="once", text="Hola")
    await again.ask(type="say", text="Ya")
    await beto.until(lambda: "Ya" in lines(beto))
    assert lines(beto) == ["Hola", "Ya"]
    carla = await guest_at(nodes[0], beto, "Carla")
    assert lines(carla) == ["Hola", "Ya"]


def lines(client: Client) -> list[str]:
    return [each["text"] for each in client.received if each["type"] == "said" and "text" in each]


async def test_who_is_forgotten_is_forgotten_at_both_nodes(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ana = await one.host(rules=THREE)
    beto = await guest_at(other, ana)
    await beto.ask(type="say", text="Nobody saw me")
    await beto.ask(type="leave", forget=True)
    await ana.until(lambda: len(ana.room["people"]) == 1)
    carla = await guest_at(one, ana, "Carla")
    dora = await guest_at(other, ana, "Dora")
    assert lines(carla) == lines(dora) == []
    for server in nodes:
        live = live_at(server)
        assert sorted(live._kept.names.values()) == ["Ana", "Carla", "Dora"]


async def test_onlookers_are_counted_over_all_nodes(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ana = await one.host(rules=TWO, watching=True)
    for number, server in enumerate((one, other, other), start=1):
        onlooker = await server.client()
        await onlooker.enter(type="watch", code=ana.code)
        while ana.table.get("watchers") != number:
            await ana.receive()
    onlooker.drop()
    await ana.until(lambda: ana.table.get("watchers") == 2)


async def test_a_hand_that_an_onlooker_elsewhere_saw_the_end_of_is_final(
    nodes: tuple[Node, Node],
) -> None:
    one, other = nodes
    ana = await one.host(rules=TWO, watching=True)
    onlooker = await other.client()
    await onlooker.enter(type="watch", code=ana.code)
    await ana.until(lambda: ana.table.get("watchers") == 1)
    await start(ana)
    await play_hand(ana)
    assert await ana.refused("undo", turn=ana.table["turn"]) == "revealed"


async def test_whoever_is_removed_at_one_node_is_gone_from_the_other(
    nodes: tuple[Node, Node],
) -> None:
    one, other = nodes
    ana = await one.host(rules=TWO)
    beto = await guest_at(other, ana)
    await ana.do("remove", person=beto.person)
    assert (await beto.farewell())["why"] == "removed"
    again = await other.client()
    answer = await again.ask(type="resume", code=ana.code, token=beto.token)
    assert answer["code"] == "bad_token"


async def test_a_new_code_is_known_at_both_nodes(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ana = await one.host(rules=TWO)
    beto = await guest_at(other, ana)
    await ana.do("lock", locked=False, new_code=True)
    await beto.until(lambda: beto.room["code"] == ana.room["code"] != beto.code)
    await beto.ask(type="leave")
    ana.code = ana.room["code"]
    await guest_at(other, ana, "Carla")


async def test_a_move_that_is_sent_again_elsewhere_is_answered_again(
    nodes: tuple[Node, Node],
) -> None:
    ana, beto = await short_match(nodes)
    command = ana.command("S99", id="resent")
    first = await ana.ask(**command)
    again = await moved_over(ana, nodes[1])
    assert await again.ask(**command) == first
    await beto.until(lambda: beto.my_turn)
    assert beto.table["moves"] == ["S99"]


async def test_moves_for_one_seat_from_two_nodes_at_once_are_one_move(
    nodes: tuple[Node, Node],
) -> None:
    """Whoever is slower is refused, or hears that another connection has taken their place."""
    ana, beto = await short_match(nodes)
    again = await nodes[1].client()
    again.token = ana.token
    turn = ana.table["turn"]
    await again.send(type="resume", id="r", code=ana.code, token=ana.token)
    await again.send(**again_command("there", turn))
    await ana.send(**again_command("here", turn))
    await beto.until(lambda: beto.my_turn)
    assert beto.table["moves"] == ["S99"]
    answers = [
        each
        for client in (ana, again)
        for each in [*client.received, *await client.rest(0.5)]
        if each.get("about") in ("here", "there")
    ]
    done = {each["about"] for each in answers if each["type"] == "done"}
    assert len(done) == 1
    assert {each["code"] for each in answers if each["type"] == "refused"} <= {
        "stale",
        "not_in_room",
    }


def again_command(id: str, turn: int) -> dict[str, object]:
    return {"type": "play", "id": id, "turn": turn, "tile": (9, 9), "branch": None}


async def test_a_computer_moves_once_and_also_when_its_node_is_gone(nats: NatsServer) -> None:
    prefix = f"two-{next(_prefixes)}"
    async with node(nats.url, prefix, computer_delay=0.01) as one:
        async with node(nats.url, prefix, computer_delay=0.01) as other:
            ana = await one.host(rules={"preset": "cuban", "seats": 4})
            beto = await guest_at(other, ana)
            await start(ana, beto)
            for _ in range(3):
                person = await mover(ana, beto)
                assert person is not None
                await person.move()
        # The second node is gone, and whoever was connected to it: the first plays on alone.
        await ana.until(lambda: [each["person"] for each in ana.table.get("away", ())] == [2])
        its = (ana.seat, beto.seat)
        await ana.until(lambda: ana.is_over or ana.table["to_move"] in its)


async def test_a_node_that_ends_without_a_word_leaves_nobody_here(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its people count as away once it has been silent for long enough."""
    prefix = f"two-{next(_prefixes)}"
    async with node(nats.url, prefix) as one, node(nats.url, prefix) as other:
        ana = await one.host(rules=TWO)
        beto = await guest_at(other, ana)
        live = live_at(other)
        live._ties.close()
        monkeypatch.setattr(other.sharing.nodes, "_say", nothing_said)
        await ana.until(lambda: [each["person"] for each in ana.table.get("away", ())] == [2])
        monkeypatch.undo()
        again = await moved_over(beto, one)
        await ana.until(lambda: not ana.table.get("away"))
        assert again.person == 2


async def nothing_said(word: str) -> None:
    pass


async def test_what_went_unheard_is_found_out(nodes: tuple[Node, Node]) -> None:
    """A server of NATS may die before it tells what it has stored."""
    ana, beto = await short_match(nodes)
    with deaf(nodes[1]):
        await ana.move("S99")
        await ana.do("reading", what="rules")
        await beto.until(lambda: beto.my_turn and bool(beto.table.get("reading")))


async def test_a_name_that_went_unheard_is_found_out(nodes: tuple[Node, Node]) -> None:
    """As when it is stored only after the other server has looked."""
    ana = await nodes[0].host(rules=TWO)
    await guest_at(nodes[1], ana)
    live_at(nodes[0])._kept.forget_names([2])
    await ana.do("lock", locked=True)
    await ana.until(lambda: [who["name"] for who in ana.room["people"]] == ["Ana", ""])
    nodes[0].sharing.doubt()
    await ana.until(lambda: [who["name"] for who in ana.room["people"]] == ["Ana", "Beto"])


async def test_what_people_may_add_to_a_room_is_counted_over_all_nodes(nats: NatsServer) -> None:
    prefix = f"two-{next(_prefixes)}"
    async with (
        node(nats.url, prefix, pace=RoomPace(40)) as one,
        node(nats.url, prefix, pace=RoomPace(40)) as other,
    ):
        ana = await one.host(rules=TWO)
        beto = await guest_at(other, ana)
        for locked in range(8):
            await ana.do("lock", locked=bool(locked % 2))
        await beto.rest(0.2)
        again = await moved_over(ana, other)
        answers = [await again.ask(type="lock", locked=bool(number % 2)) for number in range(4)]
        assert [each["type"] for each in answers] == ["done", "done", "refused", "refused"]
        assert answers[-1]["code"] == "too_fast"


async def test_a_room_that_is_closed_leaves_nothing_behind(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ana = await one.host(rules=TWO)
    beto = await guest_at(other, ana)
    await ana.ask(type="say", text="Good night")
    await ana.ask(type="close")
    assert (await beto.farewell())["why"] == "closed"
    await one.rooms.sweep()
    streams = one.sharing.streams
    for place in (streams.log(ana.code), streams.now(ana.code), streams.said(ana.code)):
        assert await streams.all_of(place) == []
    stranger = await other.client()
    assert await stranger.refused("join", code=ana.code, name="Carla") == "no_room"


async def test_without_nats_moves_are_refused_and_then_everybody_is_sent_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "LOST", 6.0)
    monkeypatch.setattr(sharing, "LOOK_EVERY", 0.3)
    with one_server(tmp_path) as nats:
        async with node(nats.url, "lost", deals=(SHORT,)) as one:
            one.sharing.on_lost = one.rooms.send_away
            ana = await one.host(rules=TWO)
            await start(ana)
            nats.kill()
            assert await ana.refused(**ana.command("S99")) == "try_again"
            assert (await ana.farewell())["why"] == "shutdown"
            nats.start()
            again = await back(one, ana)
            assert again.table.get("moves", []) == []
            await again.move("S99")


async def back(server: Node, person: Client) -> Client:
    """On a new connection, as soon as the server has its rooms again."""
    again = await server.client()
    while True:
        answer = await again.ask(type="resume", code=person.code, token=person.token)
        if answer["type"] == "welcome":
            await again.until(lambda: bool(again.table))
            return again
        assert answer["code"] == "try_again"


async def test_nobody_is_refused_for_what_is_so_no_longer(nodes: tuple[Node, Node]) -> None:
    """The first node has not heard yet of who came in at the second when it is told to start."""
    one, other = nodes
    ana = await one.host(rules=TWO)
    beto = await other.client()
    with deaf(one) as live:
        await beto.enter(type="join", code=ana.code, name="Beto")
        await live._kept.read_on()
        assert not live.is_here(2)
        await ana.do("start")
    await asyncio.gather(ana.share(), beto.share())


async def test_a_room_deleted_by_one_node_is_none_at_the_other(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ana = await one.host(rules=TWO)
    await one.house.log.delete(ana.code)
    assert (await ana.farewell())["why"] == "shutdown"
    for server in (one, other):
        stranger = await server.client()
        answer = await stranger.ask(type="resume", code=ana.code, token=ana.token)
        assert answer["code"] == "no_room"


async def test_two_nodes_hammered_with_moves_for_the_same_seat_apply_one(
    nodes: tuple[Node, Node],
) -> None:
    """Neither has heard of the other's connection yet, so that only the log can decide. Whoever is
    slower is refused, or told that another connection has their place by then.
    """
    ana, beto = await short_match(nodes)
    people = {"S": ana, "N": beto}
    for number, move in enumerate(SHORT_MOVES):
        with deaf(nodes[0]), deaf(nodes[1]):
            pair = [await moved_over(people[move[0]], server) for server in nodes]
            command = pair[0].command(move)
            asked = [
                client.ask(**{**command, "id": f"{number}-{at}"}) for at, client in enumerate(pair)
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
        done = [each for each in answers if isinstance(each, dict) and each["type"] == "done"]
        (other,) = [each for each in answers if each not in done]
        assert len(done) == 1
        if isinstance(other, ConnectionClosed):
            assert other.rcvd is not None
            assert other.rcvd.reason == "replaced"
        else:
            assert isinstance(other, dict)
            assert other["code"] in ("stale", "not_in_room")
    entries = await nodes[0].house.log.read(ana.code)
    moved = [entry.event.move for entry in entries if isinstance(entry.event, Moved)]
    assert moved == list(SHORT_MOVES)
