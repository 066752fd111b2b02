"""Several servers of one cluster in one process: each with a connection to NATS of its own."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from random import Random

from longana_server.cluster.jetstream_log import opened
from longana_server.cluster.jetstream_names import JetStreamNames
from longana_server.cluster.sharing import Sharing, shared
from longana_server.cluster.streams import connected
from longana_server.house import House
from longana_server.live_room import LiveRoom
from longana_server.thinker import Thinker
from longana_server.throttle import RoomPace
from server.clients import TWO, Client, Played, playing, start
from server.scripted_room import SeededChance


@dataclass(kw_only=True)
class Node(Played):
    """One of the servers."""

    sharing: Sharing


@asynccontextmanager
async def node(
    url: str,
    prefix: str,
    *,
    deals: tuple[Mapping[str, str], ...] = (),
    computer_delay: float = 0.0,
    away_grace: float = 15.0,
    pace: RoomPace | None = None,
) -> AsyncIterator[Node]:
    """A server that joins those of this prefix."""
    async with (
        connected([url], prefix=prefix) as streams,
        opened(streams) as log,
        shared(streams, log) as sharing,
    ):
        house = House(
            log=log,
            names=JetStreamNames(streams),
            thinker=Thinker(),
            chance=SeededChance(Random(sharing.nodes.own)),
            computer_delay=computer_delay,
            start_patience=5.0,
            away_grace=away_grace,
            deals=deals,
            clock=time.time,
            pace=RoomPace(10**9) if pace is None else pace,
            tie=sharing.tie,
        )
        async with playing(house=house) as played:
            yield Node(played.rooms, played.house, played.server, played.clients, sharing=sharing)


def live_at(server: Node) -> LiveRoom:
    """Its only room."""
    (live,) = server.rooms._live.values()
    return live


@contextmanager
def deaf(server: Node) -> Iterator[LiveRoom]:
    """The server hears nothing of its room meanwhile; it finds out when it looks."""
    live = live_at(server)
    heard = server.sharing.streams._connection._heard
    kept = {subject: heard.pop(subject) for subject in list(heard) if live.id in subject}
    yield live
    heard.update(kept)


async def short_match(nodes: tuple[Node, Node]) -> tuple[Client, Client]:
    """A match for two just dealt, each at a server of their own."""
    one, other = nodes
    ana = await one.host(rules=TWO)
    beto = await guest_at(other, ana)
    await start(ana, beto)
    return ana, beto


async def moved_over(person: Client, to: Node) -> Client:
    """The same person on a new connection, to that server."""
    again = await to.client()
    again.token = person.token
    await again.enter(type="resume", code=person.code, token=person.token)
    return again


async def guest_at(server: Node, host: Client, name: str = "Beto") -> Client:
    """Somebody who has joined the host's room by way of that server; both know it."""
    somebody = await server.client()
    await somebody.enter(type="join", code=host.code, name=name)
    await host.until(lambda: any(who["name"] == name for who in host.room["people"]))
    return somebody
