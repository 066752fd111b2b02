from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from longana_server.addresses import (
    Address,
    Found,
    base_url,
    named_address,
    ranked,
    reachable_addresses,
)
from longana_server.sockets import open_sockets, port_of


LOCALHOST = Address("127.0.0.1", "lo", "machine")


def found(interface: str, ip: str, default: bool = False) -> Found:
    return Found(ip_address(ip), interface, default)


LAPTOP = [
    found("lo", "127.0.0.1"),
    found("lo", "::1"),
    found("docker0", "172.17.0.1"),
    found("br-4c1d", "172.18.0.1"),
    found("veth12ab", "169.254.3.4"),
    found("tailscale0", "100.101.102.103"),
    found("tailscale0", "fd7a:115c:a1e0::1"),
    found("wlp3s0", "192.168.1.23", default=True),
    found("wlp3s0", "2001:db8:1:2::23", default=True),
    found("wlp3s0", "fe80::1"),
    found("enp0s31f6", "192.168.1.24"),
]


def test_wifi_first_then_what_else_friends_can_open_and_this_machine_last() -> None:
    assert [(each.ip, each.reach) for each in ranked(LAPTOP)] == [
        ("192.168.1.23", "network"),
        ("2001:db8:1:2::23", "network"),
        ("192.168.1.24", "network"),
        ("100.101.102.103", "vpn"),
        ("fd7a:115c:a1e0::1", "vpn"),
        ("172.18.0.1", "machine"),
        ("172.17.0.1", "machine"),
        ("169.254.3.4", "machine"),
        ("127.0.0.1", "machine"),
    ]


def test_a_vpn_that_is_the_way_out_does_not_come_before_the_wifi() -> None:
    first, second, _ = ranked(
        [found("utun4", "10.8.0.2", default=True), found("en0", "192.168.1.23")]
    )
    assert (first.ip, second.reach) == ("192.168.1.23", "vpn")


def test_without_names_of_interfaces_the_way_out_comes_first() -> None:
    first, *_ = ranked(
        [found("", "192.168.56.1"), found("", "192.168.1.23"), found("", "192.168.1.23", True)]
    )
    assert first == Address("192.168.1.23", "", "network")


def test_an_address_nobody_gave_comes_after_one_that_was_given() -> None:
    first, *_ = ranked([found("eth0", "169.254.3.4", True), found("wlan0", "192.168.1.23")])
    assert first.ip == "192.168.1.23"


def test_a_public_address_is_open_to_the_internet() -> None:
    first, *_ = ranked([found("eth0", "8.8.4.4", default=True), found("docker0", "172.17.0.1")])
    assert first == Address("8.8.4.4", "eth0", "internet")


def test_no_network_leaves_this_machine() -> None:
    assert ranked([found("lo", "127.0.0.1"), found("eth0", "fe80::5")]) == [LOCALHOST]


@pytest.mark.parametrize(
    ("bound_to", "ips"),
    [
        ("192.168.1.23", ["192.168.1.23"]),
        ("127.0.0.1", ["127.0.0.1"]),
        ("localhost", ["127.0.0.1"]),
        ("203.0.113.5", ["203.0.113.5"]),
    ],
)
def test_only_what_the_server_listens_on(bound_to: str, ips: list[str]) -> None:
    assert [each.ip for each in ranked(LAPTOP, bound_to)] == ips


def test_ipv4_alone_when_the_server_listens_on_that() -> None:
    ips = [each.ip for each in ranked(LAPTOP, "0.0.0.0")]
    assert "192.168.1.23" in ips
    assert not any(":" in ip for ip in ips)


def test_a_loopback_address_is_for_this_machine_only() -> None:
    assert ranked(LAPTOP, "::1") == [Address("::1", "", "machine")]


def test_urls() -> None:
    assert Address("192.168.1.23", "wlan0", "network").url(8765) == "http://192.168.1.23:8765"
    assert base_url("fd00::2", 8765) == "http://[fd00::2]:8765"
    assert base_url("example.org", 443, "https") == "https://example.org"
    assert base_url("example.org", 80) == "http://example.org"


def test_the_addresses_of_this_machine_lead_to_it() -> None:
    server, *others = open_sockets("", 0)
    assert not others
    with server:
        addresses = reachable_addresses()
        assert addresses[-1] == LOCALHOST
        for address in addresses:
            socket.create_connection((address.ip, port_of((server,))), timeout=2).close()


def test_asking_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> None:
        raise AssertionError("something was sent or looked up")

    for name in ("send", "sendto", "sendall", "sendmsg"):
        monkeypatch.setattr(socket.socket, name, no)
    monkeypatch.setattr(socket, "getaddrinfo", no)
    assert reachable_addresses()


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("192.168.1.7", Address("192.168.1.7", "", "network")),
        ("fd00::7", Address("fd00::7", "", "network")),
        ("8.8.4.4", Address("8.8.4.4", "", "internet")),
        ("100.101.102.103", Address("100.101.102.103", "", "vpn")),
        ("::1", Address("::1", "", "machine")),
        ("pi.local", Address("pi.local", "", "network")),
    ],
)
def test_an_address_that_was_asked_for_tells_who_can_open_it(name: str, address: Address) -> None:
    assert named_address(name) == address
