"""What `longana host` says: the link, who can open it, and what to look at when nobody comes.

Everything here turns what is known into lines of text; printing them is the console script's.
"""

from __future__ import annotations

import os
import platform
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal

from longana_protocol.catalogue import text

from .addresses import Address, named_address
from .codes import room_link, spaced
from .events import Level
from .settings import DEFAULT_PORT, Settings


PATIENCE = 30.0
"""Seconds after which a host whose table is empty is told what to look at."""

USUAL: Mapping[str, str | int | bool] = {"preset": "cuban", "seats": 4, "target": 100}
"""The rules of a table for which none were asked for."""

USUAL_LEVEL: Level = "normal"

MOST_OTHERS = 5
"""Further addresses that are listed; a screen has 24 lines."""

System = Literal["linux", "darwin", "win32", "wsl", "container"]
"""What the server runs on, as far as it matters to a phone that wants in."""


@dataclass(frozen=True, slots=True)
class Table:
    """A room that waits for friends, and the ways to it."""

    code: str
    port: int
    """What the server listens on; a public address may have another."""
    addresses: tuple[Address, ...]
    """The one in the link first; never empty."""
    scheme: Literal["http", "https"] = "http"
    """What is spoken at those addresses."""
    public_url: str | None = None
    is_tunnelled: bool = False
    """Whether the public address is that of a tunnel that we opened."""
    tunnel_at_hand: str | None = None
    """A program that could open one."""
    is_usual_port_taken: bool = False
    is_local_only: bool = False
    """Whether the server was told to listen on this machine's own address only."""

    @property
    def base_url(self) -> str:
        """The address friends reach the server under."""
        return self.public_url or self.addresses[0].url(self.port, self.scheme)

    @property
    def link(self) -> str:
        """What friends open."""
        return room_link(self.base_url, self.code)

    def link_at(self, address: Address) -> str:
        """The same room at another address of this machine."""
        return room_link(address.url(self.port, self.scheme), self.code)


def for_one_table(settings: Settings, address: str | None) -> Settings:
    """The settings of a server that is run for a table of its operator's.

    Where the internet can knock at it, it makes rooms for nobody else unless told to. It answers
    to the name that the operator wants in the link.
    """
    changes: dict[str, object] = {}
    is_public = settings.tunnel is not None or settings.public_url is not None
    if is_public and settings.rooms_by is None and settings.create_key is None:
        changes["rooms_by"] = "operator"
    if address is not None:
        changes["allowed_hosts"] = (*settings.allowed_hosts, address)
    return settings.model_copy(update=changes)


def table(
    code: str,
    port: int,
    addresses: Sequence[Address],
    settings: Settings,
    wanted: str | None = None,
    tunnel_at_hand: str | None = None,
) -> Table:
    """The table of a server that listens on `port`.

    Args:
        code: The room's code.
        port: What the server listens on.
        addresses: As `reachable_addresses` gives them.
        settings: The server's.
        wanted: The address the host wants in the link (`--address`), one of those or another.
        tunnel_at_hand: A tunnel program that is installed.

    """
    if wanted is not None:
        known = [each for each in addresses if each.ip == wanted]
        chosen = known or [named_address(wanted)]
        addresses = [*chosen, *(each for each in addresses if each.ip != wanted)]
    return Table(
        code=code,
        port=port,
        addresses=tuple(addresses),
        scheme=settings.scheme,
        tunnel_at_hand=tunnel_at_hand,
        public_url=settings.public_url,
        is_usual_port_taken=settings.port is None and port != DEFAULT_PORT,
        is_local_only=_is_loopback(settings.host),
    )


def ready_lines(table: Table, language: str, qr: str = "", command: str = "longana") -> list[str]:
    """What a host reads first. What friends need stands last, where a small screen still has it:
    the QR code, who can open the link, and the link itself.
    """
    reach = "public" if table.public_url else table.addresses[0].reach
    lines = []
    if table.is_usual_port_taken:
        lines.append(text(language, "host.port_taken", wanted=DEFAULT_PORT, port=table.port))
    others = _others(table)
    if others:
        lines.append(text(language, "host.others"))
    for address in others:
        link = table.link_at(address)
        lines.append("  " + text(language, "host.other", link=link, reach=address.reach))
    lines += [text(language, "host.join"), f'  {command} join "{table.link}"']
    if reach not in ("public", "internet"):
        offered = "host.elsewhere" if table.tunnel_at_hand else "host.elsewhere.how"
        lines.append(text(language, offered, program=table.tunnel_at_hand or ""))
    if table.scheme == "https" and reach != "public" and _is_ip(table.addresses[0].ip):
        lines.append(text(language, "host.certificate"))
    lines += [
        text(language, "host.stop"),
        text(language, "host.code", code=spaced(table.code)),
        *(qr.split("\n") if qr else []),
        text(language, f"host.reach.{reach}"),
        text(language, "host.ready"),
        f"  {table.link}",
    ]
    return lines


def set_in(lines: Sequence[str], width: int) -> list[str]:
    """Sentences broken between words at this width; links and the QR code stay as they are."""
    rows: list[str] = []
    for line in lines:
        is_sentence = any(map(str.isalpha, line)) and not line.startswith(" ")
        broken = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
        rows += broken if is_sentence else [line]
    return rows


def nobody_lines(table: Table, language: str, system: System) -> list[str]:
    """What to look at when nobody has come for `PATIENCE` seconds."""
    lines = [text(language, "host.nobody")]
    for suspect in _suspects(table, system):
        lines.append(f"- {text(language, f'host.nobody.{suspect}', port=table.port)}")
        if suspect == "firewall.linux":
            lines.append(f"  sudo ufw allow {table.port}/tcp")
    return lines


def this_system() -> System:
    """What this process runs on."""
    if sys.platform in ("darwin", "win32"):
        return "darwin" if sys.platform == "darwin" else "win32"
    if "microsoft" in platform.release().lower():
        return "wsl"
    if os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv"):
        return "container"
    return "linux"


def _suspects(table: Table, system: System) -> list[str]:
    """What most likely keeps phones out, the likeliest first."""
    if table.public_url:
        return ["tunnel" if table.is_tunnelled else "public"]
    if table.is_local_only:
        return ["machine"]
    if table.addresses[0].reach == "machine":
        return ["offline"]
    if system in ("wsl", "container"):
        return [system]
    others = ["others"] if any(each.reach != "machine" for each in _others(table)) else []
    return ["wifi", f"firewall.{system}", *others]


def _others(table: Table) -> list[Address]:
    """Further addresses worth a line: not those of containers, but this machine's own."""
    rest = table.addresses if table.public_url else table.addresses[1:]
    worth = [each for each in rest if each.reach != "machine"]
    here = [each for each in rest if _is_loopback(each.ip)]
    return [*worth[:MOST_OTHERS], *here]


def _is_loopback(host: str) -> bool:
    return ip_address(host).is_loopback if _is_ip(host) else host == "localhost"


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
