from __future__ import annotations

import re

import pytest
import segno

from longana_server.qr import QUIET, qr_text


LINK = "http://192.168.100.200:8765/#K7MP4RWX"


def dark_modules(url: str) -> list[list[bool]]:
    code = segno.make(url, micro=False, error="l")
    return [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]


def read_back(text: str, unicode: bool, colour: bool) -> list[list[bool]]:
    """The dark modules that a camera sees."""
    rows: list[list[bool]] = []
    for line in text.split("\n"):
        if unicode:
            ink = re.sub(r"\x1b\[[0-9;]*m", "", line)
            rows += [[(char in "▀█") == colour for char in ink]]
            rows += [[(char in "▄█") == colour for char in ink]]
        elif colour:
            runs = re.findall(r"\x1b\[(40|107)m( *)", line)
            rows.append([ground == "40" for ground, blanks in runs for _ in blanks[::2]])
        else:
            rows.append([char == " " for char in line[::2]])
    return rows


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("url", [LINK, "http://[2001:db8:1:2:3:4:5:6]:8765/longana/#K7MP4RWX"])
def test_a_camera_sees_the_code(url: str, unicode: bool, colour: bool) -> None:
    dark = dark_modules(url)
    assert read_back(qr_text(url, unicode, colour), unicode, colour)[: len(dark)] == dark


def test_code_and_text_fit_a_small_terminal() -> None:
    lines = qr_text(LINK, unicode=True).split("\n")
    assert len(lines) <= 18
    assert {len(line) for line in lines} == {33}


def test_without_unicode_it_is_ascii() -> None:
    for colour in (True, False):
        assert qr_text(LINK, unicode=False, colour=colour).isascii()


def test_every_coloured_line_ends_its_colour() -> None:
    for unicode in (True, False):
        for line in qr_text(LINK, unicode, colour=True).split("\n"):
            assert line.endswith("\x1b[0m")
