from __future__ import annotations

import socket
from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.guard import (
    address_group,
    client_address,
    host_allowed,
    is_this_machine,
    origin_allowed,
)
from longana_server.settings import Settings


TRUSTED = (ip_network("127.0.0.0/8"), ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
HOME = Settings()
PUBLIC = Settings(
    public_url="https://games.example/longana",
    allowed_hosts=("other.example",),
    allowed_origins=("http://localhost:5173",),
)


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "client"),
    [
        ("192.0.2.7", None, "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),  # no proxy of ours: anybody can write that
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("127.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("127.0.0.1", "2001:db8::5", "2001:db8::5"),
        ("fd00::1", "[2001:db8::5]:4711", "2001:db8::5"),
        ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, junk", "10.0.0.1"),
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("fe80::1%eth0", None, "fe80::1%eth0"),
        ("", "198.51.100.1", ""),
    ],
)
def test_the_client_is_the_first_that_is_no_proxy_of_ours(
    peer: str, forwarded_for: str | None, client: str
) -> None:
    assert client_address(peer, forwarded_for, TRUSTED) == client


@given(st.text(max_size=60))
def test_no_header_makes_a_stranger_somebody_else(forwarded_for: str) -> None:
    assert client_address("192.0.2.7", forwarded_for, TRUSTED) == "192.0.2.7"


def test_a_home_of_ipv6_is_one_neighbour() -> None:
    assert address_group("2001:db8:1:2:3::4") == address_group("2001:db8:1:2:ffff::1")
    assert address_group("2001:db8:1:2::1") != address_group("2001:db8:1:3::1")
    assert address_group("192.0.2.7") == address_group("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_group("192.0.2.7") != address_group("192.0.2.8")
    assert is_this_machine(address_group("::1"))
    assert address_group("") == ""


def test_this_machine() -> None:
    assert is_this_machine("127.0.0.1")
    assert is_this_machine("::1")
    assert is_this_machine("::ffff:127.0.0.1")
    assert not is_this_machine("192.0.2.7")
    assert not is_this_machine("")


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8765",
        "localhost.",
        "longana.localhost:8765",
        "192.0.2.7:8765",
        "[fd00::2]:8765",
        "[::1]",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8765",
    ],
)
def test_addresses_and_this_machines_names_are_always_ours(host: str) -> None:
    assert host_allowed(host, HOME)


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example",
        "evil.example:8765",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evillocalhost",
        "games.example",
        "user@localhost",
        "localhost:port",
        "localhost/path",
        "[::1",
        "fd00::2",
        "local host",
    ],
)
def test_every_other_name_is_refused(host: str | None) -> None:
    assert not host_allowed(host, HOME)


def test_names_of_the_settings_are_ours() -> None:
    assert host_allowed("games.example", PUBLIC)
    assert host_allowed("Other.Example:443", PUBLIC)
    assert not host_allowed("evil.games.example", PUBLIC)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "192.0.2.7:8765"),
        ("http://192.0.2.7:8765", "192.0.2.7:8765"),
        ("http://LOCALHOST:8765", "localhost:8765"),
        ("http://[fd00::2]:8765", "[fd00::2]:8765"),
        ("http://localhost", "localhost:80"),
        ("https://games.example", "games.example"),  # TLS ends at the proxy
    ],
)
def test_programs_and_our_own_pages_may_connect(origin: str | None, host: str) -> None:
    """F59: the right origin and none."""
    assert origin_allowed(origin, host, HOME)


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://localhost:8765.evil.example",
        "http://localhost.evil.example:8765",
        "null",
        "",
        "http://localhost:9999",
        "http://localhost",
        "file://localhost:8765",
        "localhost:8765",
        "http://localhost:8765@evil.example",
        "http://evil.example\\@localhost:8765",
    ],
)
def test_every_other_page_is_refused(origin: str) -> None:
    """F59: another page, one whose name begins with ours, and null."""
    assert not origin_allowed(origin, "localhost:8765", HOME)


def test_pages_of_the_settings_may_connect() -> None:
    assert origin_allowed("https://games.example", "127.0.0.1:8765", PUBLIC)
    assert origin_allowed("http://localhost:5173", "127.0.0.1:8765", PUBLIC)
    assert not origin_allowed("http://games.example", "127.0.0.1:8765", PUBLIC)
    assert not origin_allowed("https://other.example", "127.0.0.1:8765", PUBLIC)
