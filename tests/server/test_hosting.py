from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import get_args

import pytest

from longana_server.addresses import Address
from longana_server.guard import host_allowed
from longana_server.hosting import (
    MOST_OTHERS,
    System,
    Table,
    for_one_table,
    nobody_lines,
    ready_lines,
    set_in,
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


def test_the_code_and_the_link_come_last() -> None:
    qr = qr_text(LINK, unicode=True)
    lines = ready_lines(HOME, "en", qr)
    assert lines[-3:] == [
        "Phones and computers on this Wi-Fi or network can open it.",
        "Your table is ready. Friends open this link:",
        f"  {LINK}",
    ]
    assert "\n".join(lines[:-3]).endswith("Room code: K7MP 4RWX\n" + qr)


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("language", ["en", "es"])
def test_room_code_qr_code_and_link_fit_a_small_screen(language: str, columns: int) -> None:
    qr = qr_text(LINK, unicode=True)
    lines = set_in(ready_lines(HOME, language, qr), columns)
    assert max(map(len, lines)) <= columns or columns < len(LINK) + 20
    assert "K7MP 4RWX" in "\n".join(lines[-23:])
    assert qr in "\n".join(lines[-23:])


def test_sentences_are_broken_between_words_and_links_nowhere() -> None:
    assert set_in(["Friends open this link:", f"  {LINK}", "██ █"], 12) == [
        "Friends open",
        "this link:",
        f"  {LINK}",
        "██ █",
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_command_to_paste_stands_on_a_line_of_its_own(language: str) -> None:
    long = dataclasses.replace(HOME, public_url=f"https://{'-'.join(['word'] * 12)}.example")
    lines = set_in(ready_lines(long, language, command="./longana"), 80)
    assert f'  ./longana join "{long.link}"' in lines
    assert "  sudo ufw allow 8765/tcp" in set_in(nobody_lines(HOME, language, "linux"), 80)


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
    assert said in ready_lines(table_at(first), "en")[-3]


def test_a_public_address_is_in_link_and_words() -> None:
    lines = ready_lines(PUBLIC, "en")
    assert lines[-1] == "  https://games.example/longana/#K7MP4RWX"
    assert lines[-3] == "Anybody who has the link can open it."
    assert not any("--public-url" in line for line in lines)
    assert f"  {LINK} (this Wi-Fi or network)" in lines


def test_one_way_is_offered_to_friends_elsewhere() -> None:
    def offered(table: Table) -> str:
        return ready_lines(table, "en")[-6]

    assert "--public-url" in offered(HOME)
    at_hand = dataclasses.replace(HOME, tunnel_at_hand="tailscale")
    assert (
        offered(at_hand) == "For friends elsewhere, start it with --tunnel: tailscale is installed."
    )
    assert "elsewhere" not in offered(dataclasses.replace(at_hand, public_url="https://a.example"))


def test_a_certificate_makes_links_https_and_wants_its_name() -> None:
    secure = Settings(port=8765, cert=Path("cert.pem"))
    bare = ready_lines(table("K7MP4RWX", 8765, [WIFI, WIFI_6, HERE], secure), "en")
    assert bare[-1] == "  https://192.168.1.23:8765/#K7MP4RWX"
    assert "  https://[2001:db8:1:2::23]:8765/#K7MP4RWX (this Wi-Fi or network)" in bare
    assert "--address" in bare[-6]
    named = ready_lines(table("K7MP4RWX", 443, [WIFI, HERE], secure, "games.example"), "en")
    assert named[-1] == "  https://games.example/#K7MP4RWX"
    assert "--address" not in "\n".join(named)


def test_the_name_in_the_link_is_one_the_server_answers_to() -> None:
    settings = for_one_table(Settings(allowed_hosts=("a.example",)), "pi.example")
    assert host_allowed("pi.example:8765", settings)
    assert host_allowed("a.example:8765", settings)
    assert not host_allowed("pi.example:8765", for_one_table(Settings(), None))


@pytest.mark.parametrize(
    ("given", "rooms_by"),
    [
        ({}, None),
        ({"tunnel": "any"}, "operator"),
        ({"public_url": "https://games.example"}, "operator"),
        ({"tunnel": "any", "create_key": "swordfish"}, None),
        ({"tunnel": "any", "rooms_by": "anybody"}, "anybody"),
        ({"rooms_by": "operator"}, "operator"),
    ],
)
def test_on_the_internet_a_table_is_the_only_one_unless_told_otherwise(
    given: dict[str, str], rooms_by: str | None
) -> None:
    assert for_one_table(Settings.model_validate(given), None).rooms_by == rooms_by


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
    far = table("K7MP4RWX", 8765, HOME.addresses, Settings(port=8765), wanted="2001:db8::7")
    assert far.link == "http://[2001:db8::7]:8765/#K7MP4RWX"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("system", get_args(System))
def test_when_nobody_comes_there_is_something_to_look_at(language: str, system: System) -> None:
    lines = nobody_lines(HOME, language, system)
    assert len(lines) >= 2
    assert all(line.startswith(("- ", "  ")) for line in lines[1:])


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
    assert "mobile data" in hints(dataclasses.replace(PUBLIC, is_tunnelled=True))
    assert "in no network" in hints(table_at(HERE))
    only_here = table("K7MP4RWX", 8765, [HERE], Settings(host="127.0.0.1"))
    assert "without --host" in hints(only_here)


def test_this_system_is_one_that_has_hints() -> None:
    assert nobody_lines(HOME, "en", this_system())
