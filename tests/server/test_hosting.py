from __future__ import annotations

import dataclasses
import re
from typing import get_args

import pytest

from longana_server.addresses import Address
from longana_server.hosting import (
    MOST_OTHERS,
    System,
    Table,
    nobody_lines,
    ready_lines,
    table,
    this_system,
)
from longana_server.qr import qr_text
from longana_server.settings import Settings


WIFI = Address("192.168.1.23", "wlan0", "network")
WIFI_6 = Address("2001:db8:1:2::23", "wlan0", "network")
VPN = Address("100.101.102.103", "tailscale0", "vpn")
DOCKER = Address("172.17.0.1", "docker0", "machine")
HERE = Address("127.0.0.1", "lo", "machine")

HOME = Table("K7MP4RWX", 8765, (WIFI, WIFI_6, VPN, DOCKER, HERE))
LINK = "http://192.168.1.23:8765/#K7MP4RWX"
PUBLIC = dataclasses.replace(HOME, public_url="https://games.example/longana")


def table_at(*addresses: Address) -> Table:
    return dataclasses.replace(HOME, addresses=addresses)


def test_three_lines_and_the_code_come_first() -> None:
    qr = qr_text(LINK, unicode=True)
    lines = ready_lines(HOME, "en", qr)
    assert lines[:3] == [
        "Your table is ready. Friends open this link:",
        f"  {LINK}",
        "Phones and computers on this Wi-Fi or network can open it.",
    ]
    assert "\n".join(lines[4:]).startswith(qr)


def test_link_code_and_who_can_open_it_fit_a_small_screen() -> None:
    lines = ready_lines(HOME, "en", qr_text(LINK, unicode=True))
    assert lines.index("Room code: K7MP 4RWX") < 24


def test_other_addresses_are_listed_with_who_can_open_them() -> None:
    lines = ready_lines(HOME, "en")
    assert lines[lines.index("Other addresses:") + 1 :][:3] == [
        "  http://[2001:db8:1:2::23]:8765/#K7MP4RWX (this Wi-Fi or network)",
        "  http://100.101.102.103:8765/#K7MP4RWX (the same VPN)",
        "  http://127.0.0.1:8765/#K7MP4RWX (this machine)",
    ]
    assert "172.17.0.1" not in "\n".join(lines)


def test_not_more_addresses_than_a_screen_takes() -> None:
    many = [Address(f"192.168.1.{i}", "eth0", "network") for i in range(20)]
    listed = re.findall(r"\n  http", "\n".join(ready_lines(table_at(*many, HERE), "en")))
    assert len(listed) == 1 + MOST_OTHERS + 1


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (WIFI, "on this Wi-Fi or network"),
        (VPN, "the same VPN"),
        (HERE, "Only this machine"),
        (Address("8.8.4.4", "eth0", "internet"), "Anybody can open it"),
    ],
)
def test_it_says_who_can_open_the_link(first: Address, said: str) -> None:
    assert said in ready_lines(table_at(first), "en")[2]


def test_a_public_address_is_in_link_and_words() -> None:
    lines = ready_lines(PUBLIC, "en")
    assert lines[1:3] == [
        "  https://games.example/longana/#K7MP4RWX",
        "Anybody who has the link can open it.",
    ]
    assert not any("--public-url" in line for line in lines)
    assert f"  {LINK} (this Wi-Fi or network)" in lines
    assert any("--public-url" in line for line in ready_lines(HOME, "en"))


def test_a_port_that_was_taken_is_said_first() -> None:
    moved = table("K7MP4RWX", 8766, [WIFI, HERE], Settings(port=None))
    assert ready_lines(moved, "en")[0] == "Port 8765 is taken, so this is port 8766."
    asked_for = table("K7MP4RWX", 8766, [WIFI, HERE], Settings(port=8766))
    assert "taken" not in "\n".join(ready_lines(asked_for, "en"))


def test_the_host_may_choose_the_address() -> None:
    chosen = table("K7MP4RWX", 8765, HOME.addresses, Settings(port=8765), wanted=VPN.ip)
    assert chosen.addresses[:2] == (VPN, WIFI)
    assert len(chosen.addresses) == len(HOME.addresses)
    named = table("K7MP4RWX", 8765, HOME.addresses, Settings(port=8765), wanted="pi.local")
    assert named.link == "http://pi.local:8765/#K7MP4RWX"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("system", get_args(System))
def test_when_nobody_comes_there_is_something_to_look_at(language: str, system: System) -> None:
    lines = nobody_lines(HOME, language, system)
    assert len(lines) >= 2
    assert all(line.startswith("- ") for line in lines[1:])


def test_what_to_look_at_depends_on_how_the_table_is_reached() -> None:
    def hints(table: Table, system: System = "linux") -> str:
        return "\n".join(nobody_lines(table, "en", system))

    assert "8765/tcp" in hints(HOME)
    assert "same Wi-Fi" in hints(HOME)
    assert "other addresses" in hints(HOME)
    assert "other addresses" not in hints(table_at(WIFI, DOCKER, HERE))
    assert "Windows" in hints(HOME, "win32")
    assert "WSL" in hints(HOME, "wsl")
    assert "Publish port 8765" in hints(HOME, "container")
    assert "proxy lead to port 8765" in hints(PUBLIC, "container")
    assert "in no network" in hints(table_at(HERE))
    only_here = table("K7MP4RWX", 8765, [HERE], Settings(host="127.0.0.1"))
    assert "without --host" in hints(only_here)


def test_this_system_is_one_that_has_hints() -> None:
    assert nobody_lines(HOME, "en", this_system())
