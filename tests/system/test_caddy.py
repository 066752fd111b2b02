"""The Caddyfiles of deploy/ as they run: a real Caddy, its TLS, and the server behind it."""

from __future__ import annotations

import asyncio
import http.client
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from socket import create_connection
from typing import Any
from urllib.parse import urljoin, urlsplit

import msgpack
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from client.turns import LONG_MATCH, own_turn
from free_ports import free_ports
from longana_client.connection import Client, Update
from longana_protocol.commands import RulesChoice
from longana_server.app import App, running
from server.wire import LONGANA, refusal, set_to
from system.caddy import FOREIGN, NAME, Caddy, caddy_before


DEPLOY = Path(__file__).parents[2] / "deploy"
WHOLE = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
LEFT_ON = (DEPLOY / "Caddyfile.path").read_text(encoding="utf-8")
TAKEN_OFF = LEFT_ON.replace("handle /longana/*", "handle_path /longana/*")

LAYOUTS = pytest.mark.parametrize(
    ("caddyfile", "path"),
    [
        pytest.param(WHOLE, "", id="a name of its own"),
        pytest.param(LEFT_ON, "/longana", id="a path"),
        pytest.param(TAKEN_OFF, "/longana", id="a path that is taken off"),
    ],
)


@asynccontextmanager
async def behind_caddy(
    folder: Path, caddyfile: str = WHOLE, path: str = "", **settings: object
) -> AsyncIterator[tuple[App, Caddy]]:
    """A server that trusts one address, and Caddy at that address before it."""
    (port,) = free_ports(1)
    settings = {
        "public_url": f"https://{NAME}:{port}{path}",
        "trusted_proxies": set_to().trusted_proxies[:1],
        "allowed_hosts": ("localhost",),
        **settings,
    }
    async with (
        running(set_to(**settings)) as app,
        caddy_before([app.server.port], caddyfile, folder, port) as caddy,
    ):
        yield app, caddy


def socket(caddy: Caddy, path: str = "", source: str = "127.0.0.1", **more: Any) -> connect:
    """A browser that opens the socket of the page, from an address of this machine."""
    site = f"{NAME}:{caddy.port}"
    more = {"origin": Origin(f"https://{site}"), **more}
    return connect(
        f"wss://{site}{path}/ws",
        host="127.0.0.1",
        port=caddy.port,
        ssl=caddy.trusting,
        local_addr=(source, 0),
        subprotocols=[LONGANA],
        compression=None,
        proxy=None,
        **more,
    )


async def greet(connection: ClientConnection) -> None:
    await connection.send(msgpack.packb({"type": "hello", "version": 1}))


async def ask(connection: ClientConnection, type: str, **fields: object) -> dict[str, Any]:
    """The answer to a command."""
    await connection.send(msgpack.packb({"type": type, "id": type, **fields}))
    async with asyncio.timeout(10):
        while True:
            answer: dict[str, Any] = msgpack.unpackb(await connection.recv())
            if answer["type"] == "welcome" or answer.get("about") == type:
                return answer


async def get(caddy: Caddy, url: str) -> tuple[int, str, bytes]:
    """Status, where it leads, and body."""

    class Here(http.client.HTTPSConnection):
        """Finds the name without a name server."""

        def connect(self) -> None:
            plain = create_connection(("127.0.0.1", caddy.port), 10)
            self.sock = caddy.trusting.wrap_socket(plain, server_hostname=self.host)

    def fetch() -> tuple[int, str, bytes]:
        parts = urlsplit(url)
        connection = Here(parts.netloc, timeout=10)
        try:
            connection.request("GET", parts.path)
            answer = connection.getresponse()
            return answer.status, answer.getheader("Location", ""), answer.read()
        finally:
            connection.close()

    return await asyncio.to_thread(fetch)


@LAYOUTS
@pytest.mark.usefixtures("built_page")
async def test_page_and_socket_over_tls(tmp_path: Path, caddyfile: str, path: str) -> None:
    async with behind_caddy(tmp_path, caddyfile, path) as (app, caddy):
        url = app.base_url
        status, _, page = await get(caddy, f"{url}/")
        assert status == 200
        parts = re.findall(r'(?:href|src)="([^"]+)"', page.decode())
        assert parts
        for part in parts:
            assert (await get(caddy, urljoin(f"{url}/", part)))[0] == 200, part
        async with socket(caddy, path) as connection:
            await greet(connection)
            assert (await ask(connection, "create", name="Ana"))["type"] == "welcome"


@pytest.mark.parametrize("caddyfile", [LEFT_ON, TAKEN_OFF])
async def test_a_path_needs_its_slash_and_leaves_the_rest_of_the_site_alone(
    tmp_path: Path, caddyfile: str
) -> None:
    async with behind_caddy(tmp_path, caddyfile, "/longana") as (app, caddy):
        url = app.base_url
        status, leads_to, _ = await get(caddy, url)
        assert (status // 100, urljoin(url, leads_to)) == (3, f"{url}/")
        assert await get(caddy, urljoin(url, "/healthz")) == (200, "", b"")  # Caddy's own nothing
        assert await get(caddy, f"{url}/healthz") == (200, "", b"ok\n")


async def test_other_names_and_other_pages_stay_outside(tmp_path: Path) -> None:
    """DNS rebinding and F59: the server sees to it, by the names that the proxy hands on."""
    async with behind_caddy(tmp_path) as (_, caddy):
        assert (await get(caddy, f"https://{NAME}:{caddy.port}/healthz"))[0] == 200
        assert (await get(caddy, f"https://{FOREIGN}:{caddy.port}/healthz"))[0] == 421
        assert await refusal(socket(caddy, origin=Origin("https://evil.example"))) == 403


async def test_limits_count_who_calls_and_not_the_proxy(tmp_path: Path) -> None:
    """Whoever claims to be somebody else is counted all the same."""
    settings: dict[str, Any] = {"max_connections_per_address": 2}
    async with (
        behind_caddy(tmp_path, **settings) as (_, caddy),
        socket(caddy, source="127.0.0.2"),
        socket(caddy, source="127.0.0.2"),
    ):
        assert await refusal(socket(caddy, source="127.0.0.2")) == 429
        claims = {"X-Forwarded-For": "203.0.113.9"}
        third = socket(caddy, source="127.0.0.2", additional_headers=claims)
        assert await refusal(third) == 429
        async with socket(caddy, source="127.0.0.3") as neighbour:
            await greet(neighbour)
            assert (await ask(neighbour, "create", name="Bea"))["type"] == "welcome"


async def test_somebody_idle_stays_connected(tmp_path: Path, long_form: bool) -> None:
    """F46. The long form: a minute without a byte. The short one: only pings, both ways."""
    silent = 65.0 if long_form else 1.5
    interval, timeout = (3600.0, 3600.0) if long_form else (0.2, 0.6)
    async with (
        behind_caddy(tmp_path, ping_interval=interval, ping_timeout=timeout) as (_, caddy),
        socket(caddy, ping_interval=None) as connection,
    ):
        await greet(connection)
        await ask(connection, "create", name="Ana")
        await asyncio.sleep(silent)
        answer = await ask(connection, "say", text="still here")
        assert answer["type"] == "done"


@asynccontextmanager
async def playing(caddy: Caddy, patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Client, Update]]:
    """Ana against a computer, over TLS, and her turn."""
    patch.setenv("SSL_CERT_FILE", str(caddy.authority))
    async with Client(f"https://localhost:{caddy.port}", patience=30) as ana:
        await ana.create("Ana", RulesChoice(seats=2, target=LONG_MATCH))
        await ana.start()
        yield ana, await own_turn(ana)


async def is_back(ana: Client, mine: Update) -> None:
    """By herself, at the same turn of the same hand."""
    async with asyncio.timeout(30):
        await ana.until(lambda update: not ana.online)
        back = await ana.until(lambda update: ana.online)
    assert (back.view.table.turn, back.view.you) == (mine.view.table.turn, mine.view.you)


async def test_players_come_back_when_caddy_was_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        behind_caddy(tmp_path) as (_, caddy),
        playing(caddy, monkeypatch) as (ana, mine),
    ):
        back = asyncio.create_task(is_back(ana, mine))
        await caddy.stop()
        await caddy.start()
        await back


async def test_players_come_back_when_the_server_was_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F37. Caddy holds those who come while nobody is there, and the rooms are on the disk."""
    server_port, port = free_ports(2)
    settings = set_to(
        port=server_port,
        public_url=f"https://localhost:{port}",
        log="file",
        data_dir=tmp_path / "kept",
    )
    async with (
        caddy_before([server_port], WHOLE, tmp_path, port) as caddy,
        AsyncExitStack() as first,
    ):
        await first.enter_async_context(running(settings))
        async with playing(caddy, monkeypatch) as (ana, mine):
            back = asyncio.create_task(is_back(ana, mine))
            await first.aclose()
            async with running(settings):
                await back
