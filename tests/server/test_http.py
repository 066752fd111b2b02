from __future__ import annotations

import gzip
import json
from html.parser import HTMLParser
from http import HTTPStatus
from urllib.robotparser import RobotFileParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.built_page import BuiltPage
from longana_server.http import Answer, respond
from longana_server.settings import Settings


HOST = "192.0.2.7:8765"
HOME = Settings()
BEHIND_A_PATH = Settings(public_url="https://games.example/longana")

SCRIPT = "/assets/index-D1g0iM7k.js"
PAGE = BuiltPage(
    {
        "index.html": b"""<!doctype html>
<html lang="en">
<head>
<meta name="build" content="0123456789abcdef">
<title>Longana</title>
<link rel="icon" href="./icon.svg" type="image/svg+xml">
<script type="module" crossorigin src="./assets/index-D1g0iM7k.js"></script>
<link rel="stylesheet" crossorigin href="./assets/index-DCNs3vo1.css">
</head>
<body>
<noscript>Longana needs JavaScript.</noscript>
</body>
</html>
""",
        "assets/index-D1g0iM7k.js": b"console.log(1);" * 100,
        "assets/index-DCNs3vo1.css": b"body { margin: 0 }",
        "assets/texts-en-6i8TT9vV.js": b"export default { a: 'a' };",
        "assets/texts-es-BkxYu4Hf.js": b"export default { a: 'b' };",
        "build.txt": b"0123456789abcdef\n",
        "icon.svg": b"<svg/>" * 100,
        "icon-192.png": b"\0" * 1000,
        "picture.png": b"\0" * 1000,
    }
)


def get(target: str, settings: Settings = HOME, languages: str = "", encodings: str = "") -> Answer:
    return respond("GET", target, HOST, settings, PAGE, languages=languages, encodings=encodings)


def header(answer: Answer, name: str) -> str | None:
    return dict(answer.headers).get(name)


class Page(HTMLParser):
    """What a browser would fetch, run or style, and a chat would show."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.inline: list[str] = []
        self.about: dict[str, str] = {}
        self.language: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        self.inline += [tag] * (tag == "style" or (tag == "script" and "src" not in given))
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "html":
            self.language = given.get("lang")
        if tag == "meta":
            name = given.get("property") or given.get("name") or ""
            self.about[name] = given.get("content") or ""


def test_the_page_speaks_the_readers_language() -> None:
    for languages, language, word in [
        ("es-CU,es;q=0.9,en;q=0.5", "es", "Te invitan"),
        ("de, en;q=0.5", "en", "You are invited"),
        ("", "en", "You are invited"),
    ]:
        answer = get("/", languages=languages)
        assert answer.status == HTTPStatus.OK
        assert header(answer, "Content-Type") == "text/html; charset=utf-8"
        html = answer.body.decode()
        assert Page(html).language == header(answer, "Content-Language") == language
        assert f"<title>{word}" in html
        assert "longana join" in html  # for who has no JavaScript
        assert header(answer, "Vary") == "Accept-Encoding, Accept-Language"
        assert f"assets/texts-{language}-" in html
        assert html.count("assets/texts-") == 1


@pytest.mark.parametrize("settings", [HOME, BEHIND_A_PATH])
def test_the_page_fetches_only_what_is_here(settings: Settings) -> None:
    folder = f"{settings.prefix}/"
    page = Page(get(folder, settings).body.decode())
    assert page.inline == []
    assert len(page.links) == 5
    for link in page.links:
        assert link.startswith("./")
        assert get(folder + link.removeprefix("./"), settings).status == HTTPStatus.OK


def test_a_chat_shows_an_invitation_with_a_picture_and_no_code() -> None:
    for settings, address in [
        (HOME, f"http://{HOST}"),
        (BEHIND_A_PATH, "https://games.example/longana"),
    ]:
        about = Page(get(f"{settings.prefix}/", settings, "es").body.decode()).about
        assert about["og:title"] == "Te invitan a una mesa de longana"
        assert "doble nueve" in about["og:description"]
        assert about["og:image"] == f"{address}/picture.png"
        assert about["og:image:alt"]
    assert get("/picture.png").status == HTTPStatus.OK


def elsewhere_told(host: str, elsewhere: str | None, target: str = "/") -> str | None:
    answer = respond("GET", target, host, HOME, PAGE, elsewhere=lambda: elsewhere)
    assert answer.status == HTTPStatus.OK
    return Page(answer.body.decode()).about.get("longana-address")


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1:8765", "[::1]:8765", "a.localhost"])
def test_a_page_that_friends_cannot_open_learns_the_address_that_they_can(host: str) -> None:
    address = "http://192.168.1.20:8765"
    assert elsewhere_told(host, address) == f"{address}/"
    assert elsewhere_told(host, None) is None


def test_a_page_opened_where_friends_open_it_is_told_no_other_address() -> None:
    """Nobody even looks for one: that is work for the system, and none of a stranger's business."""

    def look() -> str:
        raise AssertionError("looked for another address")

    for host, target in ((HOST, "/"), ("[2001:db8::7]:8765", "/"), ("localhost", SCRIPT)):
        answer = respond("GET", target, host, HOME, PAGE, elsewhere=look)
        assert answer.status == HTTPStatus.OK
        assert b"longana-address" not in answer.body


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_can_be_put_among_the_applications_of_a_phone(language: str) -> None:
    answer = get("/longana/manifest.webmanifest", BEHIND_A_PATH, language)
    assert header(answer, "Content-Type") == "application/manifest+json"
    manifest = json.loads(answer.body)
    assert manifest["lang"] == language
    addresses = [icon["src"] for icon in manifest["icons"]] + [manifest["start_url"]]
    assert not any(":" in each or each.startswith("/") for each in addresses)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_what_has_a_checksum_in_its_name_is_kept_and_all_else_asked_for_again() -> None:
    assert header(get(SCRIPT), "Cache-Control") == "public, max-age=31536000, immutable"
    for target in ("/", "/icon.svg", "/build.txt", "/manifest.webmanifest", "/nothing"):
        assert header(get(target), "Cache-Control") == "no-cache"


def test_the_build_of_the_page_can_be_compared_with_the_servers() -> None:
    served = get("/build.txt").body.decode().strip()
    assert Page(get("/").body.decode()).about["build"] == served


@pytest.mark.parametrize(
    ("encodings", "is_packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("deflate, gzip ; q=1.0", True),
        ("", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("x-gzip", False),
        ("gzipped", False),
        ("identity", False),
    ],
)
def test_it_is_packed_for_who_can_unpack_it(encodings: str, is_packed: bool) -> None:
    bare, answer = get(SCRIPT), get(SCRIPT, encodings=encodings)
    assert header(answer, "Vary") == header(bare, "Vary") == "Accept-Encoding"
    assert header(answer, "Content-Encoding") == ("gzip" if is_packed else None)
    assert header(answer, "Content-Length") == str(len(answer.body))
    assert (gzip.decompress(answer.body) if is_packed else answer.body) == bare.body
    if is_packed:
        assert len(answer.body) < len(bare.body) / 10


def test_what_gains_nothing_is_not_packed() -> None:
    for target in ("/icon-192.png", "/build.txt"):
        answer = get(target, encodings="gzip")
        assert header(answer, "Content-Encoding") is None
        assert header(answer, "Vary") is None


def test_without_a_built_page_it_says_how_to_build_it() -> None:
    answer = respond("GET", "/", HOST, HOME, None)
    assert answer.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert b"client/web/build.py" in answer.body
    assert b"longana join" in answer.body
    assert respond("GET", "/icon.svg", HOST, HOME, None).status == HTTPStatus.NOT_FOUND
    assert respond("GET", "/healthz", HOST, HOME, None).status == HTTPStatus.OK
    assert respond("GET", "/ws", HOST, HOME, None).status == HTTPStatus.UPGRADE_REQUIRED


@pytest.mark.parametrize("target", ["/", SCRIPT, "/healthz", "/nothing", "/%zz", "/ws"])
def test_every_answer_is_strict(target: str) -> None:
    answer = get(target)
    policy = header(answer, "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert header(answer, "X-Content-Type-Options") == "nosniff"
    assert header(answer, "Referrer-Policy") == "no-referrer"
    assert header(answer, "Content-Length") == str(len(answer.body))
    assert header(answer, "Strict-Transport-Security") is None  # the link at home is http


def test_health_and_readiness() -> None:
    assert get("/healthz").status == HTTPStatus.OK
    assert get("/readyz").status == HTTPStatus.OK
    trouble = "the disk is full"
    unready = respond("GET", "/readyz", HOST, HOME, PAGE, trouble=trouble)
    assert unready.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert unready.body.decode() == "the disk is full\n"
    assert respond("GET", "/healthz", HOST, HOME, PAGE, trouble=trouble).status == HTTPStatus.OK


def test_robots_see_the_invitation_and_stay_away_from_all_else() -> None:
    rules = RobotFileParser()
    rules.parse(get("/robots.txt").body.decode().splitlines())
    assert rules.can_fetch("any", "/picture.png")
    assert not rules.can_fetch("any", SCRIPT)
    assert b"Allow: /$\n" in get("/robots.txt").body
    assert "noindex" in (header(get("/"), "X-Robots-Tag") or "")


@pytest.mark.parametrize("target", ["/", SCRIPT, "/nothing"])
def test_head_is_get_without_the_body(target: str) -> None:
    full, bare = get(target), respond("HEAD", target, HOST, HOME, PAGE)
    assert (bare.status, bare.headers, bare.body) == (full.status, full.headers, b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PRI", "get"])
@pytest.mark.parametrize("target", ["/", "/nothing", "/ws", "*"])
def test_other_methods_are_not_allowed(method: str, target: str) -> None:
    answer = respond(method, target, HOST, HOME, PAGE)
    assert answer.status == HTTPStatus.METHOD_NOT_ALLOWED
    assert header(answer, "Allow") == "GET, HEAD"


@pytest.mark.parametrize(
    "target",
    [
        "/nothing",
        "//",
        "/./",
        "/index.html",
        "/../icon.svg",
        "/assets/../icon.svg",
        "/%2e%2e/icon.svg",
        "/..%2f..%2fetc/passwd",
        "/assets",
        "/assets/",
        "/page/built/icon.svg",
        "/icon.svg/",
        "/http.py",
        "/wsx",
        "/longana/",
        "/K7MP4RWX",
    ],
)
def test_a_path_that_is_no_file_of_the_page_is_not_found(target: str) -> None:
    assert get(target).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    "target",
    [
        "",
        "*",
        "icon.svg",
        "http://192.0.2.7/",
        "/%",
        "/%zz",
        "/%00",
        "/%0a",
        "/%ff",
        "/a b",
        "/é",
        "/\\",
        '/"',
        "/<b>",
        "/#K7MP4RWX",
    ],
)
def test_a_malformed_target_is_a_bad_request(target: str) -> None:
    assert get(target).status == HTTPStatus.BAD_REQUEST


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_is_asked_is_answered_and_not_repeated(method: str, target: str) -> None:
    """F48: an answer echoes nothing."""
    answer = respond(method, "/zq" + target, HOST, HOME, PAGE)
    assert 400 <= answer.status < 500
    assert b"zq" not in answer.body
    assert "zq" not in json.dumps(answer.headers)


def test_a_query_changes_nothing() -> None:
    assert get("/?from=chat") == get("/")


def test_the_sockets_path_wants_an_upgrade() -> None:
    answer = get("/ws")
    assert answer.status == HTTPStatus.UPGRADE_REQUIRED
    assert header(answer, "Upgrade") == "websocket"


def test_a_name_that_is_not_ours_is_misdirected_and_none_is_bad() -> None:
    """DNS rebinding: a page of evil.example reaches nothing here under its own name."""
    for target in ("/", "/ws", "/healthz", "/nothing"):
        assert respond("GET", target, "evil.example", HOME, PAGE).status == 421
        assert respond("GET", target, None, HOME, PAGE).status == HTTPStatus.BAD_REQUEST
    assert b"evil" not in respond("GET", "/", "evil.example", HOME, PAGE).body


def test_under_a_path_with_and_without_the_proxy_taking_it_off() -> None:
    for target in ("/", "/longana/"):
        answer = respond("GET", target, "games.example", BEHIND_A_PATH, PAGE)
        assert answer.status == HTTPStatus.OK
        assert Page(answer.body.decode()).links
    for target in ("/ws", "/longana/ws"):
        assert get(target, BEHIND_A_PATH).status == HTTPStatus.UPGRADE_REQUIRED
    for target in ("/longanaws", "/other/", "/longana/longana/"):
        assert get(target, BEHIND_A_PATH).status == HTTPStatus.NOT_FOUND


def test_the_path_without_its_slash_leads_to_the_one_with_it() -> None:
    answer = get("/longana", BEHIND_A_PATH)
    assert answer.status == HTTPStatus.PERMANENT_REDIRECT
    assert header(answer, "Location") == "/longana/"
