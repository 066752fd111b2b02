"""Under `/longana/` of a site with other things, whether its proxy takes that off or not."""

from __future__ import annotations

import asyncio
import http.client
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urljoin, urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from longana_client.connection import Client, parse_link
from longana_engine import CUBAN
from longana_server.addresses import Address
from longana_server.app import App, running
from longana_server.hosting import ready_lines, table
from longana_server.qr import qr_text
from server.proxy import Proxy, proxying
from server.wire import LONGANA, set_to


PROXIES = pytest.mark.parametrize(
    ("takes_off", "keeps_host"), [(True, True), (True, False), (False, True), (False, False)]
)


@asynccontextmanager
async def behind_a_proxy(takes_off: bool, keeps_host: bool) -> AsyncIterator[tuple[App, Proxy]]:
    async with (
        proxying("/longana", takes_off=takes_off, keeps_host=keeps_host) as proxy,
        running(set_to(public_url=proxy.url)) as app,
    ):
        proxy.target = app.server.port
        yield app, proxy


async def get(url: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body, redirections not followed."""

    def fetch() -> tuple[int, dict[str, str], bytes]:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=5)
        try:
            connection.request("GET", parts.path)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    return await asyncio.to_thread(fetch)


@PROXIES
async def test_the_page_and_all_it_fetches(takes_off: bool, keeps_host: bool) -> None:
    async with behind_a_proxy(takes_off, keeps_host) as (_, proxy):
        status, _, page = await get(f"{proxy.url}/")
        assert status == 200
        parts = re.findall(r'(?:href|src)="([^"]+)"', page.decode())
        assert parts
        for part in parts:
            address = urljoin(f"{proxy.url}/", part)
            assert address.startswith(f"{proxy.url}/")
            assert (await get(address))[0] == 200, part
        assert (await get(f"{proxy.url}/nothing"))[0] == 404
        assert (await get(proxy.url.removesuffix("longana")))[0] == 404


async def test_without_the_slash_one_is_led_to_it_where_the_path_can_be_seen() -> None:
    async with behind_a_proxy(takes_off=False, keeps_host=True) as (_, proxy):
        status, headers, _ = await get(proxy.url)
        assert (status, urljoin(proxy.url, headers["Location"])) == (308, f"{proxy.url}/")


@PROXIES
async def test_link_code_and_socket(takes_off: bool, keeps_host: bool) -> None:
    """The socket is what others forgot."""
    async with behind_a_proxy(takes_off, keeps_host) as (app, proxy):
        assert app.base_url == proxy.url
        code = await app.rooms.open(CUBAN, "normal", watching=True)
        home = [Address("192.168.1.23", "wlan0", "network")]
        invitation = table(code, app.server.port, home, app.settings)
        assert invitation.link == f"{proxy.url}/#{code}"
        qr = qr_text(invitation.link, unicode=True)
        lines = "\n".join(ready_lines(invitation, "en", qr))
        assert lines.endswith(f"  {proxy.url}/#{code}")
        assert qr in lines
        link = parse_link(invitation.link)
        assert link.socket == f"ws{proxy.url.removeprefix('http')}/ws"
        async with Client(link.server) as client:
            await client.join(code, "Ana")
            assert link.invitation == invitation.link
        assert app.server.met_others


@PROXIES
async def test_the_page_may_open_the_socket(takes_off: bool, keeps_host: bool) -> None:
    async with behind_a_proxy(takes_off, keeps_host) as (_, proxy):
        socket, page = f"ws{proxy.url[4:]}/ws", Origin(proxy.url.removesuffix("/longana"))
        async with connect(socket, subprotocols=[LONGANA], origin=page) as connection:
            assert connection.subprotocol == LONGANA
