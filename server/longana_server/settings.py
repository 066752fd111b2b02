"""Every setting of the server: a flag, else a `LONGANA_*` variable, else the default given here.

The descriptions are the help texts of `longana serve --help`; each says why its default is what
it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from .throttle import ENTRIES_PER_DAY


DEFAULT_PORT = 8765
"""Where `longana` is found unless told otherwise, or the next port that is free."""

IPNetwork = IPv4Network | IPv6Network


def _split(value: object) -> object:
    """`a, b c` as a variable gives it, or a sequence as a flag gives it."""
    if isinstance(value, str):
        return tuple(re.split(r"[\s,]+", value.strip())) if value.strip() else ()
    return value


def _networks(value: object) -> object:
    """Addresses and networks as text; `10.0.0.7/8` is taken as the network it lies in."""
    value = _split(value)
    if isinstance(value, Iterable):
        return tuple(
            ip_network(part, strict=False) if isinstance(part, str) else part for part in value
        )
    return value


def _bare(value: str) -> str:
    """An IPv6 address without the brackets it has in links."""
    return value.strip().removeprefix("[").removesuffix("]")


def host_name(value: str) -> str:
    """A host name as `Host` headers are compared with it: no port, lower case."""
    name = value.lower().rstrip(".")
    if not re.fullmatch(r"[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?", name):
        raise ValueError(f"{value!r} is not a host name (no scheme, no port, no path)")
    return name


def _origin(value: str) -> str:
    parts = urlsplit(value.strip().lower())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise ValueError(f"{value!r} is not an origin, such as https://games.example.org")
    return f"{parts.scheme}://{parts.netloc}"


def _public_url(value: object) -> object:
    """The address without a slash at its end."""
    if not isinstance(value, str):
        return value
    parts = urlsplit(value.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{value!r} is not an http(s) address, such as https://games.example.org")
    if parts.query or parts.fragment or parts.username is not None:
        raise ValueError(f"{value!r} has more than a host and a path")
    _ = parts.port  # raises ValueError when it is none
    if not re.fullmatch("[A-Za-z0-9._~/-]*", parts.path):
        raise ValueError(f"{value!r} has a path of more than plain letters")
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"


def _spare_processors() -> int:
    """How many processes may think beside the server."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows do not tell which of them are ours
        processors = os.cpu_count() or 1
    return min(2, max(1, processors - 1))


def _log(value: str) -> str:
    """Addresses of NATS servers with commas between; never shown, as they may hold a password."""
    if value in ("file", "memory"):
        return value
    urls = [url.strip().removesuffix("/") for url in value.split(",")]
    for url in urls:
        try:
            parts = urlsplit(url)
            is_one = parts.scheme in ("nats", "tls") and bool(parts.hostname) and not parts.path
            _ = parts.port  # raises ValueError when it is none
        except ValueError:
            is_one = False
        if not is_one:
            raise ValueError(
                "is file, memory, or addresses of NATS servers such as "
                "nats://10.0.0.5:4222,nats://10.0.0.6:4222"
            )
    return ",".join(urls)


def _tunnel(value: str) -> str:
    """A program's name, `any`, or `ssh:` with a host that cannot be taken for a flag."""
    host = r"(?:\w[\w.+-]*@)?(?:\[[0-9A-Fa-f:.]+\]|\w[\w.-]*)(?::[0-9]{1,5})?"
    if not re.fullmatch(rf"any|cloudflared|tailscale|ngrok|ssh:{host}", value, re.ASCII):
        raise ValueError(f"{value!r} is none of cloudflared, tailscale, ngrok, ssh:HOST and any")
    return value


class Settings(BaseSettings):
    """How one server behaves. Made once, passed to whoever needs it, never changed."""

    model_config = SettingsConfigDict(
        env_prefix="LONGANA_",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        validate_default=False,
    )

    host: Annotated[str, AfterValidator(_bare)] = Field(
        default="",
        description="Address to listen on. Empty: all of this machine's, IPv4 and IPv6, because "
        "friends come from other devices; 127.0.0.1 behind a proxy on the same machine.",
    )
    port: Annotated[int, Field(ge=0, le=65535)] | None = Field(
        default=None,
        description=f"Port to listen on: this one or an error. Unset: {DEFAULT_PORT} or the next "
        "free one. 0: any free one.",
    )
    data_dir: Path = Field(
        default_factory=lambda: user_data_path("longana", appauthor=False),
        description="Folder the rooms are kept in. Unset: one of this user's own, so that a match "
        "outlives the server and nobody else on the machine can read it.",
    )
    log: Annotated[str, AfterValidator(_log)] = Field(
        default="file",
        repr=False,
        description="Where rooms are kept: file (in the data folder; a move is on the disk before "
        "anybody sees it), memory (gone with the server), or NATS servers with JetStream, which "
        "any number of Longana servers may share: nats://[USER:PASSWORD@]HOST[:PORT] or tls://…, "
        "several with commas between. That takes longana[cluster].",
    )
    log_replicas: Annotated[int, Field(ge=1, le=5)] = Field(
        default=1,
        description="On how many NATS servers each room is kept. 1: there may be only one; with a "
        "cluster of three say 3, and the loss of one loses nothing. May be raised later. How long "
        "rooms are kept is said by --room-ttl and --unplayed-ttl.",
    )
    log_shards: Annotated[int, Field(ge=1, le=256)] = Field(
        default=1,
        description="Over how many streams the rooms are spread, each with a leader of its own. "
        "1: enough for ten thousand moves a second. The same for all servers, and for good.",
    )
    public_url: Annotated[str | None, BeforeValidator(_public_url)] = Field(
        default=None,
        description="Address under which others reach this server when there is a proxy or tunnel "
        "before it, path included, such as https://example.org/longana. Links are made with it, "
        "and its host is allowed.",
    )
    tunnel: Annotated[str, BeforeValidator(_tunnel)] | None = Field(
        default=None,
        description="Program that leads from an https address on the internet to this server: "
        "cloudflared, tailscale (funnel), ngrok, or ssh:[USER@]HOST[:PORT] (ssh -R, to a service "
        "such as localhost.run, or with --public-url to a server of your own). any, or the flag "
        "alone: the first that is installed. Unset: Longana opens no connection to the outside.",
    )
    cert: Path | None = Field(
        default=None,
        description="File with a certificate (PEM, the whole chain), to speak https. Unset: http, "
        "as there is no certificate for a home network, and a proxy or tunnel brings its own.",
    )
    key: Path | None = Field(
        default=None,
        description="File with the certificate's private key (PEM, no password). Unset: it stands "
        "in the certificate's file.",
    )
    allowed_hosts: Annotated[
        tuple[Annotated[str, BeforeValidator(host_name)], ...], NoDecode, BeforeValidator(_split)
    ] = Field(
        default=(),
        description="Further names this server answers to, with commas between. localhost, IP "
        "addresses, this machine's own name and the public address always work; all others are "
        "refused, so that no web page can reach a home server through a name of its own.",
    )
    allowed_origins: Annotated[
        tuple[Annotated[str, BeforeValidator(_origin)], ...], NoDecode, BeforeValidator(_split)
    ] = Field(
        default=(),
        description="Further web pages that may connect, such as https://games.example.org. Pages "
        "of this server and programs that are no browser always may.",
    )
    trusted_proxies: Annotated[tuple[IPNetwork, ...], NoDecode, BeforeValidator(_networks)] = Field(
        default=(ip_network("127.0.0.0/8"), ip_network("::1/128")),
        description="Addresses and networks of proxies whose X-Forwarded-For is believed. This "
        "machine by default: a proxy or tunnel on it hides everybody behind 127.0.0.1.",
    )
    create_key: SecretStr | None = Field(
        default=None,
        description="Key that whoever makes a room must give. Unset: anybody who can reach the "
        "server may make rooms; right at home, not on the internet.",
    )
    rooms_by: Literal["anybody", "operator"] | None = Field(
        default=None,
        description="Who makes rooms: anybody (with the key, where one is set) or the operator "
        "alone, that is `longana host`. Unset: anybody; but where `longana host` opens its table "
        "to the internet without a key, the operator.",
    )
    max_rooms: Annotated[int, Field(ge=1)] = Field(
        default=2000,
        description="Rooms at once. 2000 take about 200 MB.",
    )
    max_rooms_per_address: Annotated[int, Field(ge=1)] = Field(
        default=50,
        description="Rooms at once made from one address (of IPv6, one /64 network). This machine "
        "itself is not held to it.",
    )
    room_ttl: Annotated[float, Field(gt=0)] = Field(
        default=30 * 86400.0,
        description="Seconds after which a room nobody visited is deleted. 30 days: a weekly "
        "table survives a holiday.",
    )
    unplayed_ttl: Annotated[float, Field(gt=0)] = Field(
        default=86400.0,
        description="The same for a room in which no match was ever begun. A day: invitations are "
        "for tonight.",
    )
    rest_after: Annotated[float, Field(ge=0)] = Field(
        default=600.0,
        description="Seconds a room without visitors stays in memory. 10 minutes: what was said "
        "lately is there after a break; the room itself comes back whenever somebody does.",
    )
    keep_tallies: bool = Field(
        default=False,
        description="Whether a room that is deleted because nobody visited it leaves its people, "
        "tally and records behind, in the folder `expired` of the data folder.",
    )
    max_connections: Annotated[int, Field(ge=1)] = Field(
        default=4000,
        description="Connections at once. 4000: two for each of 2000 rooms; one takes 15 kB.",
    )
    max_connections_per_address: Annotated[int, Field(ge=1)] = Field(
        default=100,
        description="Connections at once from one address (of IPv6, one /64 network). 100: a "
        "school class behind one router, and no flood.",
    )
    commands_per_second: Annotated[float, Field(gt=0)] = Field(
        default=20.0,
        description="Commands one connection may send in the long run. 20: twice the fastest play.",
    )
    commands_burst: Annotated[int, Field(ge=1)] = Field(
        default=60,
        description="Commands one connection may send at once. 60: a client that catches up.",
    )
    entries_per_day: Annotated[int, Field(ge=1)] = Field(
        default=ENTRIES_PER_DAY,
        description="Moves and other deeds one person may add to what is kept of a room in a day, "
        "a quarter of them at once; a room takes three times as much. 20000: four evenings of the "
        "quickest play, and a few megabytes.",
    )
    guesses_per_minute: Annotated[float, Field(gt=0)] = Field(
        default=6.0,
        description="Unknown room codes or tokens one address may try in the long run. 6: typing "
        "errors pass, and guessing a code takes longer than anybody lives.",
    )
    guesses_burst: Annotated[int, Field(ge=1)] = Field(
        default=20,
        description="Unknown room codes or tokens one address may try at once.",
    )
    computer_delay: Annotated[float, Field(ge=0, le=60)] = Field(
        default=0.8,
        description="Seconds a computer waits before it moves. 0.8: the eye can follow.",
    )
    computer_processes: Annotated[int, Field(ge=0, le=64)] = Field(
        default_factory=_spare_processors,
        description="Processes in which hard computers and hints think, at most; started when "
        "there is something to think about, 15 MB each. Unset: one less than there are "
        "processors, but at least 1 and at most 2. 0: none; they think in the server, and slow it "
        "down.",
    )
    start_patience: Annotated[float, Field(gt=0)] = Field(
        default=20.0,
        description="Seconds a device has to send its share of the shuffle when a hand is dealt. "
        "20: a phone that wakes up makes it.",
    )
    away_grace: Annotated[float, Field(ge=0)] = Field(
        default=15.0,
        description="Seconds somebody must be gone before others may let a computer mind their "
        "seat or act for the host. 15: a phone that reloads is back by then.",
    )
    ping_interval: Annotated[float, Field(gt=0)] = Field(
        default=20.0,
        description="Seconds between pings. 20: proxies cut connections that are silent for 30 or "
        "60 seconds.",
    )
    ping_timeout: Annotated[float, Field(gt=0)] = Field(
        default=20.0,
        description="Seconds a device has to answer a ping before it counts as gone.",
    )
    send_timeout: Annotated[float, Field(gt=0)] = Field(
        default=10.0,
        description="Seconds a device has to take what is sent to it before it counts as gone.",
    )
    test_deals: Path | None = Field(
        default=None,
        description="File with the deals to use, in order, instead of shuffling (a JSON list of "
        "deals as in records). For tests only: said loudly, and marked in the records.",
    )
    metrics_port: Annotated[int, Field(ge=0, le=65535)] | None = Field(
        default=None,
        description="Port at 127.0.0.1 where Prometheus finds /metrics: rooms, connections, moves, "
        "refusals, times. Unset: none, as most tables are nobody's to watch over.",
    )
    log_format: Literal["text", "json"] = Field(
        default="text",
        description="How the log is written: text for people, json (one object a line) for "
        "programs.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info",
        description="How much is logged. Tokens and tiles never are.",
    )

    @model_validator(mode="after")
    def _one_public_address(self) -> Self:
        if self.tunnel and self.public_url and not self.tunnel.startswith("ssh:"):
            raise ValueError(
                f"{self.tunnel} brings an address of its own: with --tunnel leave --public-url "
                "(LONGANA_PUBLIC_URL) away"
            )
        return self

    @model_validator(mode="after")
    def _no_key_alone(self) -> Self:
        if self.key is not None and self.cert is None:
            raise ValueError(
                "--key (LONGANA_KEY) needs --cert (LONGANA_CERT), the certificate that the key "
                "belongs to"
            )
        return self

    @property
    def nats_urls(self) -> tuple[str, ...]:
        """The NATS servers the rooms are in; none when they are kept by this server alone."""
        return () if self.log in ("file", "memory") else tuple(self.log.split(","))

    @property
    def prefix(self) -> str:
        """The path of the public address: `/longana`, or an empty string."""
        return urlsplit(self.public_url).path if self.public_url else ""

    @property
    def scheme(self) -> Literal["http", "https"]:
        """What is spoken on the port itself."""
        return "https" if self.cert else "http"
