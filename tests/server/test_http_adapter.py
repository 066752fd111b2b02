"""What browsers, bots, proxies and strangers send to the port, and who of them is let in."""

from __future__ import annotations

import asyncio
import os
import re
import struct
from contextlib import AsyncExitStack, suppress
from ipaddress import ip_network
from itertools import islice
from typing import cast

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.typing import Origin, Subprotocol

from longana_server import http_adapter
from longana_server.addresses import Address
from longana_server.built_page import BuiltPage
from longana_server.http_adapter import Connection, Gate, frame_head
from longana_server.settings import Settings
from server.wire import (
    LONGANA,
    UPGRADE,
    ask,
    client,
    raw,
    refusal,
    serving,
    set_to,
    still_serves,
)


async def test_a_client_is_served_with_the_subprotocol_and_no_compression() -> None:
    async with serving() as server, client(server) as connection:
        assert connection.subprotocol == "longana.v1"
        assert connection.protocol.extensions == []
        assert await connection.recv() == "127.0.0.1"


@pytest.mark.parametrize("subprotocols", [[], ["longana.v0"], ["chat", "longana.v2"]])
async def test_another_subprotocol_or_none_is_a_bad_request(
    subprotocols: list[Subprotocol],
) -> None:
    async with serving() as server:
        if subprotocols:
            assert await refusal(client(server, subprotocols=subprotocols)) == 400
        else:
            bare = UPGRADE.replace(b"Sec-WebSocket-Protocol: longana.v1\r\n", b"")
            assert (await ask(server, bare)).startswith(b"HTTP/1.1 400 ")
        await still_serves(server)


async def test_it_finds_its_subprotocol_among_others() -> None:
    offered = [Subprotocol("chat"), LONGANA]
    async with serving() as server, client(server, subprotocols=offered) as connection:
        assert connection.subprotocol == "longana.v1"


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://evil.example", False),
        ("http://127.0.0.1.evil.example", False),
        ("null", False),
        ("http://127.0.0.1:{port}", True),
        (None, True),
    ],
)
async def test_pages_of_others_may_not_connect(origin: str | None, allowed: bool) -> None:
    """F59."""
    async with serving() as server:
        named = Origin(origin.format(port=server.port)) if origin else None
        if allowed:
            async with client(server, origin=named) as connection:
                assert await connection.recv() == "127.0.0.1"
        else:
            assert await refusal(client(server, origin=named)) == 403


async def test_two_origins_are_none_of_ours() -> None:
    async with serving() as server:
        own = f"Origin: http://localhost:{server.port}\r\n".encode()
        two = UPGRADE.replace(b"Upgrade: w", own + b"Origin: http://evil.example\r\nUpgrade: w")
        assert (await ask(server, two)).startswith(b"HTTP/1.1 403 ")


async def test_a_name_that_is_not_ours_reaches_neither_page_nor_socket() -> None:
    """DNS rebinding."""
    async with serving() as server:
        for request in (UPGRADE, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            foreign = request.replace(b"Host: localhost", b"Host: evil.example")
            assert (await ask(server, foreign)).startswith(b"HTTP/1.1 421 ")


async def test_the_page_is_on_the_same_port() -> None:
    async with serving() as server:
        answer = await ask(
            server, b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Language: es\r\n\r\n"
        )
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"Content-Language: es" in head
        assert b"Connection: close" in head
        assert b"python" not in head.lower()
        assert f"Content-Length: {len(body)}".encode() in head
        assert b"<title>Te invitan" in body


async def test_readiness_is_asked_when_it_is_asked() -> None:
    trouble: str | None = "the disk is full"
    async with serving(trouble=lambda: trouble) as server:
        question = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        answer = await ask(server, question)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert answer.endswith(b"the disk is full\n")
        trouble = None
        assert (await ask(server, question)).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        (b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n", 200),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n", 426),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na=b", 405),
        (b"PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 405),
        (b"DELETE /ws HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (UPGRADE.replace(b"GET", b"POST"), 405),
        (UPGRADE.replace(b"/ws", b"/nothing"), 404),
        (UPGRADE.replace(b"HTTP/1.1", b"HTTP/1.0"), 505),
        (UPGRADE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short"), 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na=b", 400),
        (b"GET / HTTP/2.0\r\n\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"GET / HTTP/1.1\nHost: localhost\n\n", 400),
        (b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n", 400),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431),
        (os.urandom(200).replace(b"\n", b"") + b"\r\n", 400),
    ],
)
async def test_whatever_comes_is_answered(sent: bytes, status: int) -> None:
    """F42, plain HTTP junk: the right status, and the others play on."""
    async with serving() as server:
        answer = await ask(server, sent)
        assert answer.startswith(f"HTTP/1.1 {status} ".encode()), answer[:200]
        assert answer.count(b"HTTP/1.1 ") == 1
        if status == 405:
            assert re.search(rb"\r\nAllow: GET, HEAD\r\n", answer)
        await still_serves(server)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\xf2\x80\0\0\0\0", 1002),  # reserved bits
        (b"\x83\x80\0\0\0\0", 1002),  # reserved opcode
        (b"\x82\x01a", 1002),  # not masked
        (b"\x89\xfe\x01\x00\0\0\0\0" + b"a" * 256, 1002),  # a ping too long
        (b"\x80\x80\0\0\0\0", 1002),  # goes on with nothing
        (b"\x81\x82\0\0\0\0\xc3\x28", 1007),  # no UTF-8
        (b"\x82\xff" + struct.pack(">Q", 2**40) + b"\0\0\0\0", 1009),
        (b"\x82\xff" + struct.pack(">Q", 2**63) + b"\0\0\0\0", 1009),
    ],
)
async def test_a_broken_frame_closes_its_own_connection_only(frame: bytes, code: int) -> None:
    """F42, raw frames."""
    async with serving() as server, client(server) as bystander, raw(server) as broken:
        assert await bystander.recv() == "127.0.0.1"
        await broken.upgrade()
        broken.write(frame)
        closing = (await broken.read_to_end()).rpartition(b"\x88")[2]
        assert struct.unpack(">H", closing[1:3]) == (code,)
        await bystander.send(b"here")
        assert await bystander.recv() == b"here"


async def test_a_broken_frame_right_behind_the_request_harms_nobody() -> None:
    async with serving() as server:
        await ask(server, UPGRADE + b"\xf2\x80\0\0\0\0")
        await still_serves(server)


async def test_an_address_has_so_many_connections() -> None:
    """F45: the cap holds, says so, and frees what is closed."""
    async with serving(settings=set_to(max_connections_per_address=5)) as server:
        async with AsyncExitStack() as stack:
            for _ in range(5):
                await stack.enter_async_context(client(server))
            assert [await refusal(client(server)) for _ in range(20)] == [429] * 20
            health = await ask(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert health.startswith(b"HTTP/1.1 200 ")
        await still_serves(server)


async def test_the_server_has_so_many_connections() -> None:
    async with serving(settings=set_to(max_connections=2)) as server:
        async with client(server), client(server):
            assert await refusal(client(server)) == 503
        await still_serves(server)


async def test_sockets_that_say_nothing_do_not_pile_up() -> None:
    settings = set_to(max_connections_per_address=5, trusted_proxies=())
    async with serving(settings=settings) as server, AsyncExitStack() as stack:
        silent = [await stack.enter_async_context(raw(server)) for _ in range(40)]
        ends = [asyncio.create_task(connection.ended()) for connection in silent]
        for end in islice(asyncio.as_completed(ends), 40 - 5 - 8):
            await end
        await asyncio.sleep(0)
        assert server.connections == 5 + 8


async def test_behind_a_proxy_each_client_counts_for_itself() -> None:
    async with serving(settings=set_to(max_connections_per_address=1)) as server:

        def coming_for(address: str) -> connect:
            return client(server, headers={"X-Forwarded-For": f"203.0.113.66, {address}"})

        async with (
            coming_for("198.51.100.1") as one,
            coming_for("2001:db8:1:2::1") as other,
            client(server) as direct,
        ):
            assert await one.recv() == "198.51.100.1"
            assert await other.recv() == "2001:db8:1:2::/64"
            assert await direct.recv() == "127.0.0.1"
            assert await refusal(coming_for("198.51.100.1")) == 429
            assert await refusal(coming_for("2001:db8:1:2::99")) == 429


async def test_a_stranger_cannot_speak_for_others() -> None:
    settings = set_to(trusted_proxies=(ip_network("10.0.0.0/8"),))
    headers = {"X-Forwarded-For": "198.51.100.1"}
    async with serving(settings=settings) as server, client(server, headers=headers) as stranger:
        assert await stranger.recv() == "127.0.0.1"


@pytest.mark.parametrize("target", [b"/", b"/ws"])
@pytest.mark.parametrize("known_as", [b"", b"X-Forwarded-For: 127.0.0.1\r\n"])
async def test_this_machines_own_visits_count_for_nobody(target: bytes, known_as: bytes) -> None:
    async with serving() as server:
        await ask(
            server, b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n" + known_as + b"\r\n"
        )
        assert not server.met_others


@pytest.mark.parametrize("target", [b"/", b"/ws"])
async def test_somebody_elses_visit_is_noticed(target: bytes) -> None:
    tunnelled = b"Host: localhost\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n"
    async with serving() as server:
        await ask(server, b"GET /nothing HTTP/1.1\r\n" + tunnelled)
        assert not server.met_others
        await ask(server, b"GET " + target + b" HTTP/1.1\r\n" + tunnelled)
        assert server.met_others


async def test_it_answers_to_an_address_that_is_found_later() -> None:
    """A tunnel gets its name when it is open; another one when it is opened again."""

    async def status(host: str, page: str) -> int:
        headers = f"Host: {host}\r\nOrigin: https://{page}\r\n".encode()
        async with raw(server) as somebody:
            somebody.write(UPGRADE.replace(b"Host: localhost\r\n", headers))
            return int((await somebody.reader.readline()).split()[1])

    names = ("one-two.example", "three-four.example")
    async with serving() as server:
        for name in names:
            assert await status(name, name) == 421
            server.publish(f"https://{name}")
            assert await status(name, name) == 101
            assert await status("localhost", name) == 101  # a tunnel that hides the name
        assert await status(names[0], names[0]) == 421


async def test_the_hosts_own_page_learns_where_friends_find_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tunnel's address, once it is open; before, the one in the network; and no stranger does."""

    async def page(headers: bytes = b"") -> bytes:
        return await ask(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n")

    page_alone = BuiltPage({"index.html": b"<title>Longana</title>"})
    addresses = [Address("192.168.1.20", "wlan0", "network"), Address("127.0.0.1", "lo", "machine")]
    monkeypatch.setattr(http_adapter, "reachable_addresses", lambda bound_to: addresses)
    monkeypatch.setattr(BuiltPage, "read", lambda: page_alone)
    async with serving() as server:
        assert f'content="http://192.168.1.20:{server.port}/"'.encode() in await page()
        assert b"longana-address" not in await page(b"X-Forwarded-For: 198.51.100.7\r\n")
        addresses.pop(0)
        assert b"longana-address" not in await page()
        server.publish(f"http://127.0.0.1:{server.port}")
        assert b"longana-address" not in await page()
        server.publish("https://one-two.example")
        assert b'content="https://one-two.example/"' in await page()


class Gone:
    """A connection that was there and is not any more."""

    peer = ("127.0.0.1", 1)
    own_address = ""
    address: str | None = None


def test_whoever_is_gone_before_the_answer_takes_no_place() -> None:
    """F45: the library asks about a connection that is closed by now; nobody would give its place
    back, and an address that hangs up often would be shut out for good."""
    gate = Gate(Settings(max_connections=1), 0, lambda: None, None)
    headers = Headers({"Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "Upgrade"})
    gone = cast(Connection, Gone())
    for _ in range(3):
        answer = gate.admit(gone, Request("/ws", headers))
        assert answer is not None
        assert answer.status_code == 503
    assert gone.address is None


@pytest.mark.parametrize("pieces", [1, 2, 7])
async def test_of_requests_in_a_row_the_first_is_answered(
    caplog: pytest.LogCaptureFixture, pieces: int
) -> None:
    sent = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5
    async with serving() as server:
        async with raw(server) as connection:
            for piece in range(0, len(sent), len(sent) // pieces):
                connection.write(sent[piece : piece + len(sent) // pieces])
                await asyncio.sleep(0.005)
            answer = await connection.read_to_end()
        assert answer.count(b"HTTP/1.1 200 ") == 1
        await still_serves(server)
    assert caplog.text == ""


async def test_who_speaks_before_being_let_in_is_heard() -> None:
    frame = b"\x82\x85\0\0\0\0hello"
    async with serving() as server, raw(server) as connection:
        connection.write(UPGRADE + frame[:3])
        connection.write(frame[3:] + frame)
        async with asyncio.timeout(5):
            heard = await connection.reader.readuntil(b"hello")
            heard += await connection.reader.readuntil(b"hello")
        assert heard.startswith(b"HTTP/1.1 101 ")


@pytest.mark.parametrize("turns", range(6))
async def test_who_speaks_before_being_let_in_may_be_gone_at_once(
    caplog: pytest.LogCaptureFixture, turns: int
) -> None:
    async with serving() as server:
        async with raw(server) as connection:
            connection.write(UPGRADE + b"\x82\x85\0\0\0\0hello")
            for _ in range(turns):  # of the event loop, in one of which the server answers
                await asyncio.sleep(0)
            connection.writer.write_eof()
            await connection.ended()
        await still_serves(server)
    assert caplog.text == ""


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536])
def test_messages_are_framed_as_by_the_library(length: int) -> None:
    message = bytes(length)
    assert frame_head(length) + message == Frame(Opcode.BINARY, message).serialize(mask=False)


async def test_what_was_asked_at_the_door_is_not_kept() -> None:
    kept: asyncio.Queue[tuple[object, ...]] = asyncio.Queue()

    async def serve(connection: ServerConnection, address: str) -> None:
        request = connection.request
        kept.put_nowait((address, request and dict(request.headers), connection.response))

    async with serving(serve) as server, client(server), asyncio.timeout(5):
        assert await kept.get() == ("127.0.0.1", {}, None)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET /" + b"a" * 300_000, 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431),
    ],
)
async def test_a_head_too_large_is_answered_in_our_words(
    sent: bytes, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as server:
        async with raw(server) as connection:
            connection.write(sent)
            answer = b""
            with suppress(ConnectionError):  # what was not read any more
                async with asyncio.timeout(5):
                    while piece := await connection.reader.read(2**16):
                        answer += piece
        assert answer.startswith(b"HTTP/1.1 %d " % status)
        assert b"Content-Security-Policy" in answer
        assert b"WebSocket" not in answer
        assert answer.count(b"HTTP/1.1") == 1
        await still_serves(server)
    assert caplog.text == ""


PING, PONG = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"
PIECES = b"\x02\x81\0\0\0\0a" + b"\x00\x81\0\0\0\0a" * 200


@pytest.mark.parametrize("flood", [PING * 200, PONG * 200, PIECES], ids=["ping", "pong", "pieces"])
async def test_what_is_no_command_counts_all_the_same(flood: bytes) -> None:
    """F45: a flood of it is closed with 1008, and what comes after that is not looked at."""
    async with serving() as server:
        async with raw(server) as connection:
            await connection.upgrade()
            connection.write(flood)
            async with asyncio.timeout(5):
                answer = await connection.reader.readuntil(struct.pack("!H", 1008) + b"too_fast")
                assert answer.count(b"\x8a\0") <= 200
                with suppress(ConnectionError):
                    while await connection.reader.read(2**16):
                        connection.write(flood)
            async with asyncio.timeout(5):
                while server.connections:  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(0.01)
        await still_serves(server)


async def test_a_ping_now_and_then_is_answered() -> None:
    async with serving() as server, client(server) as connection:
        for _ in range(40):
            await (await connection.ping())
        assert await connection.recv() == "127.0.0.1"
