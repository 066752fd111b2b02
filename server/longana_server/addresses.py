"""Under which addresses this machine can be reached, and by whom, the likeliest first.

Only the standard library is asked, and nothing is sent: no name is looked up, no packet leaves.
"""

from __future__ import annotations

import re
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from pathlib import Path
from typing import Literal

from .guard import IPAddress


Reach = Literal["network", "internet", "vpn", "machine"]
"""Who can open an address; its text is `reach.<reach>` in the catalogue."""

_BEST_FIRST: tuple[Reach, ...] = ("network", "internet", "vpn", "machine")

_VPN = re.compile(r"(wg|tun|tap|utun|ppp|ipsec|tailscale|ts[0-9]|zt|nordlynx|proton|gpd|ham)")
_VIRTUAL = re.compile(
    r"(docker|br-|bridge|veth|virbr|vmnet|vboxnet|vnet|lxc|lxd|cni|flannel|cali|podman|vethernet)"
)
_WIFI_OR_ETHERNET = re.compile(r"(wl|en|eth|em[0-9]|p[0-9]+p)")

# What VPNs of the Tailscale kind (and providers' own networks) give out: RFC 6598.
_SHARED = IPv4Network("100.64.0.0/10")

# Kept free for documentation (RFC 5737, RFC 3849): asked only which way would lead there.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))

_SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}
_DEPRECATED_TENTATIVE_OR_TEMPORARY = 0x20 | 0x40 | 0x01


@dataclass(frozen=True, slots=True)
class Found:
    """An address of one of this machine's interfaces (whose name may be unknown)."""

    ip: IPAddress
    interface: str = ""
    default: bool = False
    """Whether the way to the internet begins here."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address to give to friends, and which of them can open it."""

    ip: str
    interface: str
    reach: Reach

    def url(self, port: int, scheme: str = "http") -> str:
        """The address of the server there, without a slash at its end."""
        return base_url(self.ip, port, scheme)


def base_url(host: str, port: int, scheme: str = "http") -> str:
    """A server's address: with brackets for IPv6, and no port where it is the scheme's own."""
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}" + ("" if port == {"http": 80, "https": 443}[scheme] else f":{port}")


def named_address(name: str) -> Address:
    """An address that was asked for: one of this machine's, or a name that leads to it."""
    try:
        ip = ip_address(name)
    except ValueError:
        return Address(name, "", "network")
    return Address(str(ip), "", "machine" if ip.is_loopback else _reach(Found(ip)))


def reachable_addresses(bound_to: str = "") -> list[Address]:
    """The addresses under which a server can be opened, the likeliest for friends first.

    The last one is always this machine's own, unless the server does not listen there.

    Args:
        bound_to: What the server listens on, as in the settings; empty for everything.

    """
    return ranked(_found(), bound_to)


def ranked(found: Iterable[Found], bound_to: str = "") -> list[Address]:
    """Those of `found` that a browser can open, in order: Wi-Fi and Ethernet before VPNs, and
    containers last; the way to the internet first among equals; IPv4, which is shorter, first."""
    by_ip: dict[str, Address] = {}
    for each in sorted(filter(_is_usable, found), key=_rank):
        by_ip.setdefault(str(each.ip), Address(str(each.ip), each.interface, _reach(each)))
    addresses = [*by_ip.values()]
    localhost = Address("127.0.0.1", "lo", "machine")
    match bound_to:
        case "" | "*" | "::":
            return [*addresses, localhost]
        case "0.0.0.0":
            return [*(each for each in addresses if ":" not in each.ip), localhost]
        case "localhost":
            return [localhost]
        case _:
            known = [each for each in [*addresses, localhost] if each.ip == bound_to]
            return known or [named_address(bound_to)]


def _rank(found: Found) -> tuple[int, bool, bool, bool, int, str]:
    return (
        _BEST_FIRST.index(_reach(found)),
        found.ip.is_link_local,  # what a device gives itself when nobody gave it one
        not found.default,
        _WIFI_OR_ETHERNET.match(found.interface.lower()) is None,
        found.ip.version,
        found.interface,
    )


def _reach(found: Found) -> Reach:
    name = found.interface.lower()
    if _VIRTUAL.match(name):
        return "machine"
    if _VPN.match(name) or found.ip in _SHARED:
        return "vpn"
    # A global IPv6 address is what every device at home has, behind the router's firewall.
    return "internet" if found.ip.version == 4 and found.ip.is_global else "network"


def _is_usable(found: Found) -> bool:
    """Browsers open no link-local IPv6 address: it needs a zone."""
    ip = found.ip
    link_local_v6 = ip.version == 6 and ip.is_link_local
    return not (ip.is_loopback or ip.is_unspecified or ip.is_multicast or link_local_v6)


def _found() -> Iterator[Found]:
    """What the system tells, by whatever way it has."""
    ways_out = set(_ways_out())
    for ip, interface in [*_ipv4_of_interfaces(), *_ipv6_of_interfaces()]:
        yield Found(ip, interface, ip in ways_out)
        ways_out.discard(ip)
    for way_out in ways_out:
        yield Found(way_out, default=True)
    if sys.platform == "win32":
        for *_, place in socket.getaddrinfo(socket.gethostname(), None):
            yield Found(ip_address(str(place[0]).partition("%")[0]))


def _ways_out() -> Iterator[IPAddress]:
    """Our end of a connection elsewhere. Connecting UDP sends nothing."""
    for family, elsewhere in _ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            yield ip_address(probe.getsockname()[0].partition("%")[0])


def _ipv4_of_interfaces() -> Iterator[tuple[IPAddress, str]]:
    request = _SIOCGIFADDR.get(sys.platform)
    if request is None or sys.platform == "win32":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # this interface has no IPv4 address
                question = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(any_socket.fileno(), request, question)
                yield IPv4Address(answer[20:24]), name


def _ipv6_of_interfaces() -> Iterator[tuple[IPAddress, str]]:
    """From Linux's list: address, index, prefix length, scope, flags, name."""
    with suppress(OSError):
        for line in Path("/proc/net/if_inet6").read_text().splitlines():
            address, _, _, _, flags, name = line.split()
            if not int(flags, 16) & _DEPRECATED_TENTATIVE_OR_TEMPORARY:
                yield IPv6Address(bytes.fromhex(address)), name
