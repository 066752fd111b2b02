"""A certificate of one's own: what is wrong with it is said, and https and wss are spoken."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
import uvloop
from websockets.asyncio.client import connect
from websockets.typing import Origin

from longana_client.connection import Client, Unreachable
from longana_server.app import running
from longana_server.serving import listen
from longana_server.tls import BadCertificate, tls_context
from server.wire import CERTIFICATES, LONGANA, ask, echo, raw, serving, set_to


CERTIFICATE, KEY = CERTIFICATES / "certificate.pem", CERTIFICATES / "key.pem"
SECURE = set_to(cert=CERTIFICATE, key=KEY)


def test_without_a_certificate_there_is_no_tls() -> None:
    assert tls_context(set_to()) is None


def test_a_certificate_and_its_key() -> None:
    assert isinstance(tls_context(set_to(cert=CERTIFICATE, key=KEY)), ssl.SSLContext)


def test_both_may_stand_in_one_file(tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    both.write_text(KEY.read_text() + CERTIFICATE.read_text())
    assert isinstance(tls_context(set_to(cert=both)), ssl.SSLContext)


@pytest.mark.parametrize(
    ("cert", "key", "said"),
    [
        (CERTIFICATE, None, "certificate.pem holds no private key in PEM form; give its file"),
        (CERTIFICATE, CERTIFICATE, "certificate.pem holds no private key in PEM form"),
        (KEY, KEY, "key.pem holds no certificate in PEM form"),
        (CERTIFICATE, CERTIFICATES / "other-key.pem", "other-key.pem is not the private key of"),
        (CERTIFICATE, CERTIFICATES / "locked-key.pem", "locked-key.pem is locked with a password"),
        (CERTIFICATES / "nowhere.pem", KEY, "cannot read .*nowhere.pem: No such file"),
        (CERTIFICATES, KEY, "cannot read .*certificates: Is a directory"),
        (CERTIFICATE, CERTIFICATES / "nowhere.pem", "cannot read .*nowhere.pem: No such file"),
    ],
)
def test_what_is_wrong_is_said_with_the_file(cert: Path, key: Path, said: str) -> None:
    with pytest.raises(BadCertificate, match=said):
        tls_context(set_to(cert=cert, key=key))


def test_junk_between_the_right_lines_is_said_too(tmp_path: Path) -> None:
    junk = tmp_path / "junk.pem"
    junk.write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    with pytest.raises(BadCertificate, match=r"junk\.pem with .*key\.pem: "):
        tls_context(set_to(cert=junk, key=KEY))


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine trusts the certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_page_and_socket_are_spoken_over_tls(
    factory: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def play() -> None:
        async with serving(settings=SECURE) as server:
            address = f"https://localhost:{server.port}/"
            page = await asyncio.to_thread(urlopen, address)
            with page:
                assert page.status == 200
            async with connect(
                f"wss://localhost:{server.port}/ws",
                subprotocols=[LONGANA],
                origin=Origin(address[:-1]),
            ) as connection:
                assert await connection.recv() == "127.0.0.1"
                await connection.send(b"echo")
                assert await connection.recv() == b"echo"

    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(play())


@pytest.mark.usefixtures("trusted")
async def test_a_terminal_makes_a_room_over_tls() -> None:
    async with running(SECURE) as app:
        assert app.base_url == f"https://127.0.0.1:{app.server.port}"
        async with Client(app.base_url) as client:
            await client.create("Ana")
            assert client.link.socket.startswith("wss://")


async def test_a_terminal_says_that_it_does_not_trust_the_certificate() -> None:
    async with (
        serving(settings=SECURE) as server,
        Client(f"https://localhost:{server.port}") as ana,
    ):
        with pytest.raises(Unreachable, match="certificate"):
            await ana.create("Ana")


async def test_who_speaks_no_tls_is_let_go_and_the_others_play_on() -> None:
    async with serving(settings=SECURE) as server:
        assert await ask(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") == b""
        async with Client(f"http://localhost:{server.port}") as ana:
            with pytest.raises(Unreachable):
                await ana.create("Ana")


async def test_closing_waits_for_no_handshake() -> None:
    async with serving(settings=SECURE) as server, raw(server):
        started = time.monotonic()
        await server.close()
        assert time.monotonic() - started < 5


@pytest.mark.parametrize("host", ["127.0.0.1", ""])
async def test_programs_of_this_machine_have_a_way_in_without_tls(host: str) -> None:
    """A tunnel and the host's own terminal cannot know which name the certificate is for."""
    server = await listen(echo, SECURE.model_copy(update={"host": host}), at_home=True)
    try:
        assert server.own_port not in (None, server.port)
        async with connect(f"ws://127.0.0.1:{server.own_port}/ws", subprotocols=[LONGANA]) as own:
            assert await own.recv() == "127.0.0.1"
    finally:
        await server.close()


async def test_the_port_itself_is_that_way_where_it_can_be() -> None:
    for at_home in (True, False):
        server = await listen(echo, set_to(), at_home=at_home)
        assert server.own_port == server.port
        await server.close()
    async with serving(settings=SECURE) as server:
        assert server.own_port is None
