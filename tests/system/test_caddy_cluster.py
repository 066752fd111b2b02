"""deploy/cluster/Caddyfile as it runs: a real Caddy before several nodes, some of them gone."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from free_ports import free_ports
from longana_server.http_adapter import Connection
from longana_server.serving import Server, listen
from server.wire import set_to
from system.caddy import NAME, Caddy, caddy_before
from system.test_caddy import get, socket


CADDYFILE = Path(__file__).parents[2] / "deploy" / "cluster" / "Caddyfile"


class Node:
    """A server with Longana's own HTTP, which tells whoever opens a socket what it is called."""

    def __init__(self, name: str, port: int, public_port: int) -> None:
        self.name = name
        self.trouble: str | None = None
        self.looked_at = asyncio.Event()
        self._settings = set_to(port=port, public_url=f"https://{NAME}:{public_port}")
        self._server: Server | None = None

    async def start(self) -> None:
        self._server = await listen(self._tell, self._settings, self._look)

    async def stop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            await server.close()

    async def _tell(self, connection: Connection, _: str) -> None:
        await connection.send(self.name)
        await connection.wait_closed()

    def _look(self) -> str | None:
        self.looked_at.set()
        return self.trouble


class Site:
    """Two nodes behind Caddy, and the players that came."""

    def __init__(self, first: Node, second: Node, caddy: Caddy, players: AsyncExitStack) -> None:
        self.first = first
        self.second = second
        self.caddy = caddy
        self._players = players

    async def looked_at(self) -> None:
        """Wait until Caddy has asked all nodes whether they take players."""
        async with asyncio.timeout(10):
            await self.first.looked_at.wait()
            await self.second.looked_at.wait()
        await asyncio.sleep(0.2)  # for their answers

    async def come(self, players: int = 1) -> Counter[str]:
        """By way of which nodes so many players come in; they stay."""
        names: Counter[str] = Counter()
        for _ in range(players):
            connection: ClientConnection = await self._players.enter_async_context(
                socket(self.caddy)
            )
            names[str(await connection.recv())] += 1
        return names


@asynccontextmanager
async def behind_caddy(folder: Path, first_trouble: str | None = None) -> AsyncIterator[Site]:
    *ports, public = free_ports(3)
    first, second = (
        Node(name, port, public) for name, port in zip(["first", "second"], ports, strict=True)
    )
    first.trouble = first_trouble
    async with AsyncExitStack() as around:
        for node in (first, second):
            await node.start()
            around.push_async_callback(node.stop)
        caddy = await around.enter_async_context(
            caddy_before(ports, CADDYFILE.read_text(encoding="utf-8"), folder, public)
        )
        players = await around.enter_async_context(AsyncExitStack())
        site = Site(first, second, caddy, players)
        await site.looked_at()
        yield site


async def test_players_are_spread_over_the_nodes(tmp_path: Path) -> None:
    async with behind_caddy(tmp_path) as site:
        assert await site.come(4) == {"first": 2, "second": 2}


async def test_a_node_that_takes_no_players_gets_none_until_it_does(tmp_path: Path) -> None:
    async with behind_caddy(tmp_path, first_trouble="rooms cannot be stored") as site:
        assert await site.come(4) == {"second": 4}
        site.first.trouble = None
        site.first.looked_at.clear()
        await site.looked_at()
        assert await site.come(4) == {"first": 4}, "the one with the fewest connections"


async def test_when_a_node_is_gone_whoever_comes_gets_to_another_at_once(tmp_path: Path) -> None:
    async with behind_caddy(tmp_path) as site:
        assert await site.come(2) == {"first": 1, "second": 1}
        await site.first.stop()
        async with asyncio.timeout(1.5):  # sooner than Caddy looks again
            assert await site.come(4) == {"second": 4}
            status, _, _ = await get(site.caddy, f"https://{NAME}:{site.caddy.port}/healthz")
            assert status == 200


async def test_while_all_are_gone_whoever_comes_waits(tmp_path: Path) -> None:
    async with behind_caddy(tmp_path) as site:
        await site.first.stop()
        await site.second.stop()
        coming = asyncio.create_task(site.come())
        await asyncio.sleep(0.5)
        assert not coming.done()
        await site.first.start()
        async with asyncio.timeout(8):
            assert await coming == {"first": 1}
