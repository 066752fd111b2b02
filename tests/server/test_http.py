from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from http import HTTPStatus
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.http import Answer, respond
from longana_server.settings import Settings


HOST = "192.0.2.7:8765"
HOME = Settings()
BEHIND_A_PATH = Settings(public_url="https://games.example/longana")


def get(target: str, settings: Settings = HOME, languages: str = "") -> Answer:
    return respond("GET", target, HOST, settings, languages=languages)


def header(answer: Answer, name: str) -> str | None:
    return dict(answer.headers).get(name)


class Page(HTMLParser):
    """What a browser would fetch, run or style."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.inline: list[str] = []
        self.language: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        self.inline += [tag] * (tag in ("script", "style"))
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "html":
            self.language = given.get("lang")


def test_the_page_says_how_to_join_from_a_terminal() -> None:
    answer = get("/")
    assert answer.status == HTTPStatus.OK
    assert header(answer, "Content-Type") == "text/html; charset=utf-8"
    text = re.sub(r"<[^>]*>", "", answer.body.decode())
    assert 'longana join "ADDRESS"' in text
    assert "#" in text


def test_the_page_speaks_the_readers_language() -> None:
    for languages, language, word in [
        ("es-CU,es;q=0.9,en;q=0.5", "es", "mesa"),
        ("de, en;q=0.5", "en", "table"),
        ("", "en", "table"),
    ]:
        answer = get("/", languages=languages)
        page = Page(answer.body.decode())
        assert page.language == header(answer, "Content-Language") == language
        assert word in answer.body.decode()
        assert header(answer, "Vary") == "Accept-Language"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("settings", [HOME, BEHIND_A_PATH])
def test_the_page_fetches_only_what_is_here_and_runs_nothing(
    language: str, settings: Settings
) -> None:
    folder = f"{settings.prefix}/"
    page = Page(get(folder, settings, language).body.decode())
    assert page.inline == []
    assert sorted(set(page.links)) == ["icon.svg", "style.css"]
    for link in page.links:
        assert get(folder + link, settings).status == HTTPStatus.OK
    assert b"url(" not in get("/style.css").body
    assert b"@import" not in get("/style.css").body


def test_the_icon_is_a_picture_without_script() -> None:
    answer = get("/icon.svg")
    root = ElementTree.fromstring(answer.body)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root.findall(".//{*}circle")) == 18
    assert not root.findall(".//{*}script")


@pytest.mark.parametrize("target", ["/", "/style.css", "/healthz", "/nothing", "/%zz", "/ws"])
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
    assert (
        respond("GET", "/readyz", HOST, HOME, ready=False).status == HTTPStatus.SERVICE_UNAVAILABLE
    )
    assert respond("GET", "/healthz", HOST, HOME, ready=False).status == HTTPStatus.OK


def test_robots_are_told_to_stay_away() -> None:
    assert b"Disallow: /\n" in get("/robots.txt").body
    assert "noindex" in (header(get("/"), "X-Robots-Tag") or "")


@pytest.mark.parametrize("target", ["/", "/style.css", "/nothing"])
def test_head_is_get_without_the_body(target: str) -> None:
    full, bare = get(target), respond("HEAD", target, HOST, HOME)
    assert (bare.status, bare.headers, bare.body) == (full.status, full.headers, b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PRI", "get"])
@pytest.mark.parametrize("target", ["/", "/nothing", "/ws", "*"])
def test_other_methods_are_not_allowed(method: str, target: str) -> None:
    answer = respond(method, target, HOST, HOME)
    assert answer.status == HTTPStatus.METHOD_NOT_ALLOWED
    assert header(answer, "Allow") == "GET, HEAD"


@pytest.mark.parametrize(
    "target",
    [
        "/nothing",
        "//",
        "/./",
        "/index.html",
        "/../style.css",
        "/%2e%2e/style.css",
        "/..%2f..%2fetc/passwd",
        "/page/style.css",
        "/style.css/",
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
        "style.css",
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
    answer = respond(method, "/zq" + target, HOST, HOME)
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
        assert respond("GET", target, "evil.example", HOME).status == 421
        assert respond("GET", target, None, HOME).status == HTTPStatus.BAD_REQUEST
    assert b"evil" not in respond("GET", "/", "evil.example", HOME).body


def test_under_a_path_with_and_without_the_proxy_taking_it_off() -> None:
    for target in ("/", "/longana/"):
        answer = respond("GET", target, "games.example", BEHIND_A_PATH)
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
