"""All of deploy/cluster at once: nodes, NATS servers and Caddy, with the settings of its files."""

from __future__ import annotations

import asyncio
import re
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from free_ports import free_ports
from longana_client.choosing import legal_moves
from system.caddy import caddy_before
from system.compose_cluster import CADDYFILE, NODES, SERVERS, composed, three_servers
from system.killing import Process
from system.test_caddy import is_back, playing


async def players(node: Process) -> int:
    """How many connections a node has."""
    (found,) = re.findall(r"^longana_connections (\d+)", await node.metrics(), re.MULTILINE)
    return int(found)


async def test_whose_node_is_gone_goes_on_at_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (public,) = free_ports(1)
    with three_servers(tmp_path) as servers:
        told = composed()["services"][NODES[0]]["environment"]
        log = told["LONGANA_LOG"]
        for name, ports in zip(SERVERS, servers, strict=True):
            log = log.replace(f"{name}:4222", f"127.0.0.1:{ports.nodes}")
        settings = {
            "log": log,
            "log_replicas": str(told["LONGANA_LOG_REPLICAS"]),
            "public_url": f"https://localhost:{public}",
            "trusted_proxies": "127.0.0.1/32",
        }
        async with AsyncExitStack() as around:
            nodes = [Process(tmp_path / name, **settings) for name in NODES]
            for node in nodes:
                node.folder.mkdir()
                node.start()
                around.push_async_callback(node.end, signal.SIGKILL)
            for node in nodes:
                await node.up()
            caddyfile = CADDYFILE.read_text(encoding="utf-8")
            caddy = await around.enter_async_context(
                caddy_before([node.port for node in nodes], caddyfile, tmp_path, public)
            )
            ana, mine = await around.enter_async_context(playing(caddy, monkeypatch))
            (hers,) = [node for node in nodes if await players(node)]
            back = asyncio.create_task(is_back(ana, mine))
            await hers.end(signal.SIGKILL)
            await back
            turn, move = mine.view.table.turn, legal_moves(mine.view)[0]
            if move.tile is None:
                await ana.pass_(turn)
            else:
                await ana.play(turn, move.tile, move.branch)
