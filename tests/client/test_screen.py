"""What is printed stays harmless and whole, and a half-typed line stays below it (F48, F53)."""

from __future__ import annotations

import io

import pytest
from rich.text import Text

from longana_client.glyphs import ASCII, BOXES
from longana_client.screen import Screen
from longana_client.terminal import Terminal, Typing


class Recorded:
    """A screen and what was written to it."""

    def __init__(
        self,
        typing: Typing = "piped",
        *,
        encoding: str = "utf-8",
        colour: bool = False,
        width: int = 80,
        rows: int | None = None,
    ) -> None:
        self.stdout = io.TextIOWrapper(io.BytesIO(), encoding, write_through=True)
        self.screen = Screen(
            Terminal(
                io.BytesIO(),
                self.stdout,
                typing,
                colour,
                encoding,
                ASCII if encoding == "ascii" else BOXES,
                lambda: (width, rows),
            )
        )

    @property
    def written(self) -> str:
        buffer = self.stdout.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.stdout.encoding)

    def shown(self) -> list[str]:
        """The rows of a terminal after all that: it knows line ends and the wiping of rows."""
        rows = [""]
        for character in self.written.replace("\r\x1b[K", "\r").replace("\x1b[A\x1b[K", "\v"):
            if character == "\v":
                rows[-2:] = [""]
            elif character == "\n":
                rows.append("")
            else:
                rows[-1] = "" if character == "\r" else rows[-1] + character
        return rows


def test_piped_everything_is_a_line_and_each_question_stands_once() -> None:
    piped = Recorded()
    piped.screen.ask("Your move", 1)
    piped.screen.ask("Your move", 1)
    piped.screen.entered("3")
    piped.screen.say(["East passes."])
    piped.screen.ask("Your move", 2)
    piped.screen.close()
    assert piped.written == "Your move >\nEast passes.\nYour move >\n"


def test_a_half_typed_line_stays_below_what_arrives() -> None:
    keys = Recorded("keys")
    keys.screen.ask("Your move", 1)
    keys.screen.typed("3-")
    keys.screen.say(["East passes."])
    keys.screen.typed("3-7")
    assert keys.shown() == ["East passes.", "Your move > 3-7"]
    keys.screen.entered("3-7")
    keys.screen.say(["3-7 on your branch."])
    keys.screen.ask("Enter plays it", 2)
    assert keys.shown() == [
        "East passes.",
        "Your move > 3-7",
        "3-7 on your branch.",
        "Enter plays it > ",
    ]
    keys.screen.close()
    assert keys.shown()[-1] == ""


def test_of_a_long_line_the_end_stays_in_sight() -> None:
    keys = Recorded("keys", width=20)
    keys.screen.ask("Name", 1)
    keys.screen.typed("x" * 100 + "end")
    last = keys.shown()[-1]
    assert len(last) == 19
    assert last.endswith("end")


def test_where_the_terminal_echoes_lines_are_only_parted() -> None:
    lines = Recorded("lines")
    lines.screen.ask("Your move", 1)
    lines.screen.say(["East passes."])
    assert lines.written == "Your move > \nEast passes.\nYour move > "
    lines.screen.entered("3")
    lines.screen.say(["Done."])
    assert lines.written.endswith("Your move > Done.\nYour move > ")


@pytest.mark.parametrize("typing", ["piped", "keys"])
def test_nothing_said_typed_or_asked_acts_on_the_terminal(typing: Typing) -> None:
    evil = "\x1b]0;pwned\x07\x9b2J\u202e"
    recorded = Recorded(typing)
    recorded.screen.say([evil, Text(evil)])
    recorded.screen.ask(evil, 1)
    recorded.screen.typed(evil)
    written = recorded.written.replace("\r\x1b[K", "")
    assert not any(character in written for character in "\x1b\x07\x9b\u202e")
    assert written.startswith("␛]0;pwned␇")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_cannot_be_shown_is_a_question_mark(encoding: str) -> None:
    recorded = Recorded(encoding=encoding)
    recorded.screen.say([Text("李 ╔═╗ …", "bold")])
    assert recorded.written.startswith("? ???")


def test_colour_only_where_there_is_some() -> None:
    assert "\x1b[1;33m" in _said(colour=True)
    assert "\x1b" not in _said(colour=False)


def _said(*, colour: bool) -> str:
    recorded = Recorded("keys", colour=colour)
    recorded.screen.say([Text("fits", "bold yellow")])
    return recorded.written


def test_sentences_wrap_and_links_do_not() -> None:
    recorded = Recorded(width=40)
    recorded.screen.say(["word " * 20])
    assert all(len(line) <= 40 for line in recorded.written.splitlines())
    link = "longana join 'http://192.168.1.7:8765/#K7QF2M9X.0123456789012345678901'"
    recorded.screen.say_to_copy(link)
    assert recorded.written.endswith(f"  {link}\n")


def test_what_must_not_be_overlooked_stands_out_without_colour() -> None:
    recorded = Recorded()
    recorded.screen.shout("Gone.")
    assert recorded.written == "*** Gone. ***\n"


def test_a_screen_is_wiped_with_what_has_scrolled_away_and_the_line_comes_back() -> None:
    screen = Recorded("keys", rows=24)
    screen.screen.ask("Go", 1)
    screen.screen.clear()
    assert screen.written == "Go > \x1b[H\x1b[2J\x1b[3JGo > "


def test_a_terminal_that_cannot_be_wiped_is_scrolled_and_a_log_kept() -> None:
    dumb = Recorded("lines", rows=24)
    dumb.screen.clear()
    assert dumb.written == "\n" * 24
    log = Recorded()
    log.screen.clear()
    assert log.written == ""


@pytest.mark.parametrize(("typing", "rung"), [("keys", "\a"), ("lines", "\a"), ("piped", "")])
def test_the_bell_rings_for_people_only(typing: Typing, rung: str) -> None:
    recorded = Recorded(typing)
    recorded.screen.ring()
    assert recorded.written == rung


@pytest.mark.parametrize("length", range(25, 45))
def test_a_prompt_that_fills_the_line_is_drawn_in_rows_of_its_own(length: int) -> None:
    """At the very edge a terminal wraps, and what stands there could not be wiped any more."""
    keys = Recorded("keys", width=40)
    prompt = ("ask " * 20)[: length - 1] + "?"
    keys.screen.say(["before"])
    keys.screen.ask(prompt, 1)
    for typed in ("s", "so", "som", "some long line that does not fit"):
        keys.screen.typed(typed)
    keys.screen.say(["between"])
    keys.screen.entered("some")
    keys.screen.say(["after"])
    above, below = keys.shown()[:2], keys.shown()[2:]
    assert above == ["before", "between"]
    assert " ".join(row.rstrip() for row in below[: below.index("after")]).endswith(
        ("? > some", "? > ome")
    )
    assert max(map(len, below)) < 40
    assert "".join(keys.shown()).count("?") == 2  # once more below what was said


def test_what_is_typed_in_secret_is_not_shown() -> None:
    keys = Recorded("keys")
    keys.screen.ask("Key", 1, hidden=True)
    keys.screen.typed("ábc")
    assert keys.shown() == ["Key > ***"]
    keys.screen.entered("ábc")
    keys.screen.ask("Your name", 2)
    keys.screen.typed("Ana")
    assert keys.shown() == ["Key > ***", "Your name > Ana"]
    assert "ábc" not in keys.written
