"""Links to rooms: `http(s)://HOST[:PORT][/PREFIX]/#CODE`, and return links `…/#CODE.TOKEN`.

Code and token stand after `#`, so that no server, log or preview robot gets to see them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit, urlunsplit


_SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
_LONGEST_CODE: Final = 64
TOKEN: Final = re.compile("[A-Za-z0-9_-]{22,64}")


BadLinkKey = Literal["connection.bad_link", "connection.no_server", "connection.no_link"]


class BadLink(ValueError):
    """The text is no link to a room; `key` is the catalogue's text about it."""

    def __init__(self, key: BadLinkKey) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Link:
    """A server, and perhaps a room of it, and perhaps what brings a person back to their seat."""

    server: str
    """Scheme, host and prefix with no slash at the end: "http://host:8765/longana"."""
    code: str | None = None
    token: str | None = field(default=None, repr=False)

    @property
    def socket(self) -> str:
        """Where the server's socket listens."""
        return "ws" + self.server.removeprefix("http") + "/ws"

    @property
    def invitation(self) -> str:
        """The link to hand to others."""
        return f"{self.server}/#{self.code}" if self.code else f"{self.server}/"

    def return_link(self, token: str) -> str:
        """The link that brings one person back; for them alone."""
        return f"{self.invitation}.{token}"

    def __str__(self) -> str:
        """The invitation: a token is never shown by accident."""
        return self.invitation


def parse_link(text: str, server: str | None = None) -> Link:
    """Read a link, an address without scheme, or the bare code of a room on `server`.

    >>> parse_link("http://192.168.1.7:8765/#K7QF2M9X")
    Link(server='http://192.168.1.7:8765', code='K7QF2M9X')
    >>> parse_link("k7qf 2m9x", server="https://example.org/longana/").invitation
    'https://example.org/longana/#k7qf 2m9x'

    Raises:
        BadLink: when it is none, or a code without a server.

    """
    text = text.strip()
    if not re.search("[#/:.]", text):
        if server is None:
            raise BadLink("connection.no_server" if text else "connection.bad_link")
        return Link(_server(server.strip()), _code(text))
    address, _, rest = text.partition("#")
    code, _, token = rest.partition(".")
    if token and not (code.strip() and TOKEN.fullmatch(token)):
        raise BadLink("connection.bad_link")
    return Link(_server(address), _code(code) if rest else None, token or None)


def _code(text: str) -> str:
    """Spelling is the server's to forgive; here it only has to be short and visible."""
    code = text.strip()
    if not 0 < len(code) <= _LONGEST_CODE or not code.isprintable():
        raise BadLink("connection.bad_link")
    return code


def _server(address: str) -> str:
    parts = _split(address if "://" in address else f"http://{address}")
    scheme = _SCHEMES.get(parts.scheme)
    if scheme is None or not parts.hostname or "@" in parts.netloc:
        raise BadLink("connection.bad_link")
    path = parts.path.rstrip("/")
    if parts.scheme in ("ws", "wss"):
        path = path.removesuffix("/ws")
    if not (parts.netloc + path).isprintable() or " " in parts.netloc + path:
        raise BadLink("connection.bad_link")
    return urlunsplit((scheme, parts.netloc, path, "", ""))


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises for one that is no number or too large
    except ValueError:
        raise BadLink("connection.bad_link") from None
    return parts
