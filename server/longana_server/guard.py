"""Who is asking, under which name, from which page: what decides before anything is answered."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from .settings import IPNetwork, Settings


IPAddress = IPv4Address | IPv6Address

_PORTS = {"http": 80, "https": 443}


def client_address(peer: str, forwarded_for: str | None, trusted: Iterable[IPNetwork]) -> str:
    """The address a connection comes from, seen through the proxies that are trusted.

    Args:
        peer: The other end of the socket.
        forwarded_for: The `X-Forwarded-For` headers, joined with commas: each proxy added on the
            right whom it spoke with. What stands left of the first address that is not ours
            could be written by anybody, and is not looked at.
        trusted: The networks whose proxies tell the truth.

    """
    trusted = tuple(trusted)
    client = peer
    for hop in reversed((forwarded_for or "").split(",")):
        address = _read_address(hop)
        if address is None or not is_trusted(client, trusted):
            break
        client = str(address)
    return client


def is_trusted(peer: str, trusted: Iterable[IPNetwork]) -> bool:
    """Whether `peer` is a proxy that tells the truth about whom it speaks for."""
    address = _read_address(peer)
    return address is not None and any(address in network for network in trusted)


def address_group(address: str) -> str:
    """Who counts as one neighbour: an IPv4 address, or the /64 that a home gets of IPv6."""
    parsed = _read_address(address)
    if isinstance(parsed, IPv6Address) and not parsed.is_loopback:
        return str(IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address if parsed is None else str(parsed)


def is_this_machine(address: str) -> bool:
    """Whether the client runs on the machine the server runs on."""
    parsed = _read_address(address)
    return parsed is not None and parsed.is_loopback


def names_this_machine(host_header: str) -> bool:
    """Whether the `Host` a request names leads every machine to itself."""
    parts = _host_and_port(host_header)
    if parts is None:
        return False
    host = parts[0].rstrip(".")
    return host == "localhost" or host.endswith(".localhost") or is_this_machine(host)


def host_allowed(host_header: str | None, settings: Settings) -> bool:
    """Whether the `Host` a request names is one of ours.

    A page on `evil.example` whose name is made to point at this server could otherwise talk to it
    as its own (DNS rebinding). Addresses and this machine's own names cannot be made to point
    elsewhere.
    """
    parts = _host_and_port(host_header or "")
    if parts is None:
        return False
    host = parts[0].rstrip(".")
    return (
        _read_address(host) is not None
        or host == "localhost"
        or host.endswith(".localhost")
        or host in _own_names()
        or host in settings.allowed_hosts
        or host == (urlsplit(settings.public_url).hostname if settings.public_url else None)
    )


def origin_allowed(origin: str | None, host_header: str | None, settings: Settings) -> bool:
    """Whether the page that opens a socket may: F59.

    Programs that are no browser name no origin. A browser's page must come from this server (the
    host it was opened with, or the public address) or from an origin that the settings name.
    """
    if origin is None:
        return True
    origin = origin.lower()
    if origin in settings.allowed_origins:
        return True
    page = _scheme_host_port(origin)
    if page is None:
        return False
    if settings.public_url and page == _scheme_host_port(settings.public_url):
        return True
    # A proxy before us may speak https while we are spoken to with http: the scheme is the page's.
    return page == _scheme_host_port(f"{page[0]}://{host_header or ''}")


def _read_address(text: str) -> IPAddress | None:
    """An address as sockets, headers and proxies write it: with brackets, zone or port."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _host_and_port(text: str) -> tuple[str, int | None] | None:
    """`host`, `host:port` or `[v6]:port`, in lower case; None when it is nothing of the kind."""
    match = re.fullmatch(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?", text.lower())
    return (match[1], int(match[2]) if match[2] else None) if match else None


def _scheme_host_port(url: str) -> tuple[str, str, int] | None:
    scheme, _, rest = url.partition("://")
    parts = _host_and_port(rest.partition("/")[0])
    if scheme not in _PORTS or parts is None:
        return None
    return scheme, parts[0], parts[1] or _PORTS[scheme]


@cache
def _own_names() -> frozenset[str]:
    """What this machine calls itself, also as its neighbours find it (mDNS)."""
    name = socket.gethostname().lower().rstrip(".")
    first = name.partition(".")[0]
    return frozenset({name, first, f"{first}.local"}) - {""}
