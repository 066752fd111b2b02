"""What the server answers to plain HTTP, on the port its sockets are on.

Until there is a page to play on, `/` says how to come to the table from a terminal. The room's
code stands after `#`, which browsers keep to themselves, so nothing here can know it.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from http import HTTPStatus
from importlib.resources import files
from string import Template
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from longana_protocol.catalogue import Language, choose, text

from .guard import host_allowed
from .settings import Settings


SOCKET_PATH = "/ws"

_HTML = "text/html; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"
_SVG = "image/svg+xml"
_CSS = "text/css; charset=utf-8"

_ALWAYS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Robots-Tag", "noindex, nofollow"),
)


class Answer(NamedTuple):
    """An HTTP response; the headers lack only those of the transport (Date, Connection)."""

    status: HTTPStatus
    headers: tuple[tuple[str, str], ...]
    body: bytes


def respond(
    method: str,
    target: str,
    host_header: str | None,
    settings: Settings,
    *,
    languages: str = "",
    ready: bool = True,
) -> Answer:
    """The answer to one request.

    Args:
        method: GET or HEAD; others are refused.
        target: As in the request line, with the public address's path or (where a proxy takes
            that off) without.
        host_header: None when there is none, or more than one.
        settings: For the names this server answers to, and its path.
        languages: The Accept-Language header.
        ready: Whether the server can take players, for /readyz.

    """
    if host_header is None:
        return plain(HTTPStatus.BAD_REQUEST)
    if not host_allowed(host_header, settings):
        return plain(
            HTTPStatus.MISDIRECTED_REQUEST,
            "This server does not go by that name. Its owner can allow it: LONGANA_ALLOWED_HOSTS.",
        )
    if method not in ("GET", "HEAD"):
        return plain(HTTPStatus.METHOD_NOT_ALLOWED)
    path = _path(target)
    if path is None:
        return plain(HTTPStatus.BAD_REQUEST)
    if settings.prefix and path == settings.prefix:
        # Without the slash the page's own links would lead beside it.
        return plain(HTTPStatus.PERMANENT_REDIRECT, more=(("Location", f"{settings.prefix}/"),))
    answer = _at(path.removeprefix(settings.prefix), choose(languages), ready)
    return answer._replace(body=b"") if method == "HEAD" else answer


def plain(status: HTTPStatus, said: str = "", more: tuple[tuple[str, str], ...] = ()) -> Answer:
    """A short answer in plain text. Nothing of the request is repeated in it."""
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        more = (*more, ("Allow", "GET, HEAD"))
    return _answer(status, _TEXT, f"{said or status.phrase}\n".encode(), *more)


def _path(target: str) -> str | None:
    """The path of a target, decoded; None when it is malformed."""
    path = target.partition("?")[0]
    if not re.fullmatch(r"/(?:[!$&-;=@-Z_a-z~]|%[0-9A-Fa-f]{2})*", path):
        return None
    try:
        decoded = unquote_to_bytes(path).decode()
    except UnicodeDecodeError:
        return None
    return decoded if decoded.isprintable() else None


def _at(path: str, language: Language, ready: bool) -> Answer:
    match path:
        case "/":
            return _answer(
                HTTPStatus.OK,
                _HTML,
                _invitation(language),
                ("Content-Language", language),
                ("Vary", "Accept-Language"),
            )
        case "/style.css":
            return _answer(HTTPStatus.OK, _CSS, _file("style.css"))
        case "/icon.svg":
            return _answer(HTTPStatus.OK, _SVG, _file("icon.svg"))
        case "/robots.txt":
            return _answer(HTTPStatus.OK, _TEXT, b"User-agent: *\nDisallow: /\n")
        case "/healthz":
            return plain(HTTPStatus.OK, "ok")
        case "/readyz":
            return plain(HTTPStatus.OK, "ready") if ready else plain(HTTPStatus.SERVICE_UNAVAILABLE)
        case _ if path == SOCKET_PATH:
            return plain(HTTPStatus.UPGRADE_REQUIRED, more=(("Upgrade", "websocket"),))
        case _:
            return plain(HTTPStatus.NOT_FOUND)


def _answer(status: HTTPStatus, kind: str, body: bytes, *more: tuple[str, str]) -> Answer:
    own = (
        ("Content-Type", kind),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-cache"),
    )
    return Answer(status, (*own, *more, *_ALWAYS), body)


@cache
def _invitation(language: Language) -> bytes:
    keys = ("title", "what", "how", "copy", "run", "address", "missing")
    texts = {key: escape(text(language, f"invite.{key}")) for key in keys}
    return Template(_file("index.html").decode()).substitute(texts, lang=language).encode()


@cache
def _file(name: str) -> bytes:
    return files(__package__).joinpath("page", name).read_bytes()
