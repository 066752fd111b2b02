"""Lines arrive whole, from keys as from pipes, and the loop is never blocked."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Sequence

import pytest

from longana_client.glyphs import ASCII
from longana_client.keyboard import (
    MAX_LINE,
    READ_AHEAD,
    Keyboard,
    LineEditor,
    key_by_key,
)
from longana_client.terminal import RawInput, Terminal, Typing


def a_terminal(stdin: RawInput, typing: Typing = "piped") -> Terminal:
    return Terminal(stdin, io.StringIO(), typing, False, "ascii", ASCII, lambda: (80, None))


@pytest.mark.parametrize(
    ("keys", "lines", "left"),
    [
        ("3-7\n", ["3-7"], ""),
        ("a\nb\nc", ["a", "b"], "c"),
        ("a\r\n\r\nb\r", ["a", "", "b"], ""),
        ("hellp\x7fo", [], "hello"[:4] + "o"),
        ("e\u0301\x7fx", [], "x"),
        ("one two\x17three", [], "onethree"),
        ("scrap\x15new", [], "new"),
        ("\x1b[A\x1bOP\x1b[3~\x1bbu\x1b[1;5C", [], "u"),
        ("tab\there", [], "tabhere"),
        ("half\x04\n\x04", ["half", None], ""),
    ],
)
def test_a_line_is_edited_key_by_key(keys: str, lines: Sequence[str | None], left: str) -> None:
    for chunks in ([keys], list(keys)):
        editor = LineEditor()
        assert [line for chunk in chunks for line in editor.feed(chunk)] == lines
        assert editor.text == left


def test_a_line_has_an_end() -> None:
    editor = LineEditor()
    assert list(editor.feed("x" * 10_000)) == []
    assert len(editor.text) == MAX_LINE


async def test_a_pipe_gives_its_lines_the_last_one_too() -> None:
    keyboard = Keyboard(a_terminal(io.BytesIO("1\nPeña".encode())), lambda _: None)
    assert [line async for line in keyboard.lines()] == ["1", "Peña"]


async def test_a_silent_input_blocks_nothing() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb", buffering=0) as sender, io.FileIO(reading) as stdin:
        lines = Keyboard(a_terminal(stdin), lambda _: None).lines()
        first = asyncio.ensure_future(anext(lines))
        await asyncio.sleep(0.01)
        assert not first.done()
        sender.write(b"late\n")
        assert await first == "late"


async def test_whoever_stopped_may_go_on_reading_later() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb", buffering=0) as sender, io.FileIO(reading) as stdin:
        keyboard = Keyboard(a_terminal(stdin, "keys"), lambda _: None)
        waiting = asyncio.ensure_future(anext(keyboard.lines()))
        await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.wait([waiting])
        sender.write("é\n\x04".encode())
        assert [line async for line in keyboard.lines()] == ["é"]
        sender.write(b"again")
        sender.close()
        assert [line async for line in keyboard.lines()] == ["again"]
        assert [line async for line in keyboard.lines()] == []


async def test_what_is_half_typed_is_told() -> None:
    told: list[str] = []
    keyboard = Keyboard(a_terminal(io.BytesIO(b"ab\ncd"), "keys"), told.append)
    assert [line async for line in keyboard.lines()] == ["ab", "cd"]
    assert told == ["cd"]


@pytest.mark.parametrize(("typing", "line"), [("keys", "cd"), ("piped", "abcd")])
async def test_a_half_typed_line_is_forgotten_at_a_terminal_only(typing: Typing, line: str) -> None:
    receiver, sender = os.pipe()
    with io.FileIO(receiver) as stdin, io.FileIO(sender, "w") as typist:
        told: list[str] = []
        keyboard = Keyboard(a_terminal(stdin, typing), told.append)
        first = asyncio.ensure_future(anext(keyboard.lines()))
        typist.write(b"ab")
        await asyncio.sleep(0.05)
        keyboard.forget()
        typist.write(b"cd\n")
        assert await asyncio.wait_for(first, 2) == line
        assert told[:2] == (["ab", ""] if typing == "keys" else [])


async def test_bytes_that_are_no_text_do_no_harm() -> None:
    keyboard = Keyboard(a_terminal(io.BytesIO(b"\xff\xfe1\n")), lambda _: None)
    assert [line async for line in keyboard.lines()] == ["\ufffd\ufffd1"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals there")
async def test_keys_come_one_by_one_and_the_terminal_is_put_back() -> None:
    import pty
    import termios

    ours, theirs = pty.openpty()
    try:
        with io.FileIO(theirs, closefd=False) as stdin:
            terminal = a_terminal(stdin, "keys")
            former = termios.tcgetattr(theirs)
            os.write(ours, b"ahead")
            with key_by_key(terminal):
                assert not termios.tcgetattr(theirs)[3] & (termios.ICANON | termios.ECHO)
                changed = asyncio.Event()
                told: list[str] = []

                def tell(text: str) -> None:
                    told.append(text)
                    changed.set()

                first = asyncio.ensure_future(anext(Keyboard(terminal, tell).lines()))
                await asyncio.wait_for(changed.wait(), 2)
                assert told == ["ahead"]  # typed before we looked, and not lost
                os.write(ours, b"\n\x04")
                assert await asyncio.wait_for(first, 2) == "ahead"
            assert termios.tcgetattr(theirs) == former
    finally:
        os.close(ours)
        os.close(theirs)


def test_other_input_is_left_as_it_is() -> None:
    with key_by_key(a_terminal(io.BytesIO(b""))):
        pass


class Endless:
    """An input like `/dev/zero` or `yes`: it never ends, and is as fast as it is read."""

    def __init__(self, chunk: bytes) -> None:
        self.chunk = chunk
        self.reads = 0

    def read(self, size: int, /) -> bytes:
        self.reads += 1
        return self.chunk

    def fileno(self) -> int:
        raise OSError("no file")


async def test_an_endless_input_is_read_no_faster_than_it_is_taken() -> None:
    endless = Endless(b"y\n" * 2048)
    lines = Keyboard(a_terminal(endless), lambda _: None).lines()
    assert await anext(lines) == "y"
    await asyncio.sleep(0.1)
    assert endless.reads <= READ_AHEAD + 2
