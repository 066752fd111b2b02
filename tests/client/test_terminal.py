"""What a terminal can do is found out from its streams and the environment (F53)."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TextIO

import pytest

from longana_client.glyphs import ASCII, BOXES
from longana_client.terminal import choose_encoding, find_terminal, language_of


@pytest.mark.parametrize(
    ("stream", "environment", "encoding"),
    [
        ("utf-8", {"LANG": "es_CU.UTF-8"}, "utf-8"),
        ("utf-8", {"LC_ALL": "C", "LANG": "en_US.UTF-8"}, "ascii"),
        ("utf-8", {"LC_ALL": "C.UTF-8"}, "utf-8"),
        ("utf-8", {"LC_ALL": "", "LC_CTYPE": "C.utf8", "LANG": "C"}, "utf-8"),
        ("utf-8", {"LANG": "POSIX"}, "ascii"),
        ("utf-8", {}, "ascii"),
        ("cp1252", {"LANG": "C"}, "cp1252"),
        ("cp1252", {}, "cp1252"),
    ],
)
def test_only_sure_characters_are_used(
    stream: str, environment: Mapping[str, str], encoding: str
) -> None:
    assert choose_encoding(stream, environment) == encoding


def test_it_can_be_told() -> None:
    assert choose_encoding("utf-8", {"LANG": "en_US.UTF-8"}, ascii_only=True) == "ascii"
    assert choose_encoding("utf-8", {"LC_ALL": "C"}, ascii_only=False) == "utf-8"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "es_CU.UTF-8"}, "es"),
        ({"LANG": "es.UTF-8"}, "es"),
        ({"LC_ALL": "C", "LANG": "es_CU.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "es_ES@euro", "LANG": "en_US"}, "es"),
        ({"LANG": "eu_ES.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_locales(environment: Mapping[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize(("wished", "language"), [("es-MX", "es"), ("en", "en"), ("fr", "en")])
def test_the_language_is_the_one_wished_for(wished: str, language: str) -> None:
    assert language_of({"LANG": "es_ES.UTF-8"}, wished) == language


class Screenlike(io.TextIOWrapper):
    """A stream that calls itself a terminal."""

    def isatty(self) -> bool:
        return True


Streams = Callable[[str, bool], None]


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Iterator[Streams]:
    """Sets standard input (ended) and output, of this encoding, on a screen or not."""
    reading, writing = os.pipe()
    os.close(writing)
    opened: list[TextIO] = []

    def put(encoding: str, on_screen: bool) -> None:
        kind = Screenlike if on_screen else io.TextIOWrapper
        opened.append(kind(os.fdopen(reading, "rb")))
        monkeypatch.setattr(sys, "stdin", opened[0])
        monkeypatch.setattr(sys, "stdout", kind(io.BytesIO(), encoding))

    yield put
    opened[0].close()


def test_a_pipe_gets_80_columns_no_colour_and_no_screen(streams: Streams) -> None:
    streams("utf-8", False)
    terminal = find_terminal({"LANG": "en_US.UTF-8"})
    assert (terminal.typing, terminal.colour, terminal.size()) == ("piped", False, (80, None))
    assert terminal.glyphs is BOXES
    assert terminal.stdin.read(10) == b""


def test_columns_can_be_set(streams: Streams) -> None:
    streams("utf-8", False)
    assert find_terminal({"COLUMNS": "40"}).size() == (40, None)
    assert find_terminal({"COLUMNS": "1"}).size() == (20, None)
    assert find_terminal({"COLUMNS": "wide"}).size() == (80, None)


def test_a_code_page_without_boxes_gets_plain_letters(streams: Streams) -> None:
    streams("cp1252", False)
    terminal = find_terminal({})
    assert (terminal.encoding, terminal.glyphs) == ("cp1252", ASCII)


@pytest.mark.parametrize(
    ("environment", "typing", "colour"),
    [
        ({"TERM": "xterm"}, "keys", True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "keys", False),
        ({"TERM": "xterm", "NO_COLOR": ""}, "keys", True),
        ({"TERM": "dumb"}, "lines", False),
    ],
)
def test_colours_and_keys_are_for_terminals(
    streams: Streams, environment: Mapping[str, str], typing: str, colour: bool
) -> None:
    streams("utf-8", True)
    terminal = find_terminal(environment)
    assert (terminal.typing, terminal.colour) == (typing if os.name == "posix" else "lines", colour)
    assert terminal.size() == (80, None)  # no real terminal behind it


def test_without_standard_input_nothing_is_ever_typed(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams("utf-8", False)
    monkeypatch.setattr(sys, "stdin", None)
    terminal = find_terminal({})
    assert (terminal.typing, terminal.stdin.read(1)) == ("piped", b"")
