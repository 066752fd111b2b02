"""The page's sources: their types, their style, their own tests, and what they weigh."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from web.browser import WEB
from web.node import run_node


FIRST_LOAD = 60_000
"""Bytes of script and style, packed, that the first screen may need."""

RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
LOOKS = re.compile(r"(?:^|;)\s*(?!--)[\w-]+\s*:")
"""A declaration that is more than a word for others to use."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SINGLE = re.compile(r"\.([\w-]+)(?![\w-])[^\s>+~]*\s*")
"""A selector of one element, named by its first class."""

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""")


@pytest.fixture(scope="module")
def messages(modules: Path) -> None:
    """The types of what travels are made, not committed."""
    run_node("tools/messages.mjs")


@pytest.mark.usefixtures("messages")
@pytest.mark.parametrize(
    "check",
    [
        ("typescript/bin/tsc", "--noEmit"),
        ("@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "--colors=off", "."),
        ("vitest/vitest.mjs", "run", "--reporter=dot", "--no-color"),
    ],
    ids=["types", "style", "tests"],
)
def test_sources(check: tuple[str, ...], long_form: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *arguments = check
    if long_form:
        monkeypatch.setenv("LONG", "20")  # seconds for each case of layout.test.ts
    said = run_node(f"node_modules/{program}", *arguments)
    if long_form:
        print(said)


def styled_by(css: str) -> set[str]:
    """The classes that a stylesheet says the looks of, wherever they stand."""
    rules = RULE.findall(COMMENT.sub("", css))
    selectors = (each for names, looks in rules if LOOKS.search(looks) for each in names.split(","))
    found = (SINGLE.fullmatch(selector.strip()) for selector in selectors)
    return {match[1] for match in found if match}


def test_each_class_has_its_looks_from_one_stylesheet() -> None:
    """All stylesheets end up on one page, so that two of one name would each spoil the other."""
    where: dict[str, list[str]] = {}
    for sheet in sorted((WEB / "src").rglob("*.css")):
        for name in styled_by(sheet.read_text()):
            where.setdefault(name, []).append(str(sheet.relative_to(WEB)))
    assert len(where) > 100
    assert {name: sheets for name, sheets in where.items() if len(sheets) > 1} == {}


def test_a_class_of_two_stylesheets_is_found() -> None:
    css = """.a, .b:hover { top: 0 } .c .d { top: 0 } .e > .f { top: 0 } .n { --inset: 0; }
        @media (width > 1px) { .g { --inset: 0; color: red; } /* .h { top: 0 } */ }
        .i-j.k { top: 0; }"""
    assert styled_by(css) == {"a", "b", "g", "i-j"}


class Wanted(HTMLParser):
    """The files that index.html wants before anything is on the screen."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.files: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        address = given.get("src") or given.get("href") or ""
        if tag == "script" or given.get("rel") in ("stylesheet", "modulepreload"):
            self.files.append(address.removeprefix("./assets/"))


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


def test_the_first_screen_is_light(built_page: Path) -> None:
    """Script and style, all that these import, and the texts of the larger language."""
    assets = built_page / "assets"
    waiting = Wanted((built_page / "index.html").read_text()).files
    assert any(name.endswith(".css") for name in waiting)
    weights: dict[str, int] = {}
    while waiting:
        name = waiting.pop()
        if name not in weights:
            weights[name] = packed(assets / name)
            if name.endswith(".js"):
                waiting += IMPORT.findall((assets / name).read_text())
    texts = max(assets.glob("texts-*.js"), key=packed)
    weights[texts.name] = packed(texts)
    assert sum(weights.values()) <= FIRST_LOAD, weights
    assert len(weights) <= 5  # each is a connection of its own


def test_the_built_page_has_nothing_that_the_server_does_not_know(built_page: Path) -> None:
    endings = {path.suffix for path in built_page.rglob("*") if path.is_file()}
    assert endings <= {".html", ".js", ".css", ".svg", ".png", ".txt"}
    assert (built_page / "picture.png").stat().st_size <= 60_000
    html = (built_page / "index.html").read_text()
    for mark in ('<html lang="en">', "<title>Longana</title>", "<noscript>Longana needs"):
        assert html.count(mark) == 1  # the server fills these in
