"""Lines a person types, or a script pipes in, without ever blocking the event loop.

On a terminal the line being typed is kept here rather than by the terminal, so that it can be
drawn again below whatever arrives meanwhile: nobody's half-typed line is torn apart.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import threading
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from .terminal import RawInput, Terminal


MAX_LINE = 500
"""Longer lines are cut: nothing one can say here is that long."""
READ_AHEAD = 64
"""Chunks of 4 kB read before they are looked at; an endless input must not fill the memory."""


class LineEditor:
    """One line as it is typed key by key. Enter, backspace, Ctrl-U, Ctrl-W and Ctrl-D work."""

    def __init__(self) -> None:
        self.text = ""
        self._escape = ""
        self._returned = False

    def feed(self, keys: str) -> Iterator[str | None]:
        """Take in keys; gives each finished line, and None for the end of input (Ctrl-D)."""
        for key in keys:
            half_of_pair = key == "\n" and self._returned  # of \r\n
            self._returned = key == "\r"
            if half_of_pair:
                continue
            if self._escape or key == "\x1b":
                self._swallow(key)
            elif key in "\r\n":
                line, self.text = self.text, ""
                yield line
            elif key in "\x7f\b":
                self._backspace()
            elif key == "\x15":
                self.text = ""
            elif key == "\x17":
                self.text = self.text.rstrip().rpartition(" ")[0]
            elif key == "\x04":
                if not self.text:
                    yield None
            elif unicodedata.category(key)[0] != "C" and len(self.text) < MAX_LINE:
                self.text += key

    def _backspace(self) -> None:
        # An accent typed as a character of its own goes together with its letter.
        while self.text:
            last, self.text = self.text[-1], self.text[:-1]
            if not unicodedata.combining(last):
                break

    def _swallow(self, key: str) -> None:
        """Arrow and function keys send sequences such as ESC [ A; they do nothing here."""
        self._escape += key
        if len(self._escape) == 1 or self._escape in ("\x1b[", "\x1bO"):
            return
        if self._escape[1] != "[" or "@" <= key <= "~":
            self._escape = ""


class Keyboard:
    """The lines of a terminal's input. Iterate over it; the iteration ends with the input.

    Whoever stopped may iterate again later, at a terminal also after Ctrl-D. `changed` is called
    with the half-typed line whenever it changes.
    """

    def __init__(self, terminal: Terminal, changed: Callable[[str], None]) -> None:
        self._terminal = terminal
        self._changed = changed
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._room = threading.Semaphore(READ_AHEAD)
        self._editor = LineEditor()
        self._reader: threading.Thread | None = None
        self._has_ended = False

    def forget(self) -> None:
        """Drop the half-typed line: somebody else sits down at the keyboard.

        A pipe has nobody at it: what came of a line there is the beginning of the next one.
        """
        if self._terminal.typing == "keys":
            self._editor.text = ""
            self._changed("")

    async def lines(self) -> AsyncIterator[str]:
        self._begin()
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        by_key = self._terminal.typing == "keys"
        while not self._has_ended and (chunk := await self._chunks.get()):
            self._room.release()
            for line in self._editor.feed(decoder.decode(chunk)):
                if line is None:
                    return
                yield line
            if by_key:
                self._changed(self._editor.text)
        self._has_ended = True
        # A last line without an end, from a pipe.
        if self._editor.text:
            last, self._editor.text = self._editor.text, ""
            yield last

    def _begin(self) -> None:
        """Read, from the first time on."""
        if self._reader is None:
            given = self._terminal.stdin, asyncio.get_running_loop(), self._chunks, self._room
            self._reader = threading.Thread(target=_read, args=given, daemon=True)
            self._reader.start()


class KeyMode:
    """The mode in which keys arrive one by one and unechoed, if `terminal` is made so.

    Ctrl-C and Ctrl-Z keep their meaning.
    """

    def __init__(self, terminal: Terminal) -> None:
        self._descriptor = terminal.stdin.fileno() if terminal.typing == "keys" else None
        self._former: list[Any] | None = None

    def take(self) -> None:
        """Set it."""
        if self._descriptor is None:
            return
        import termios  # not on Windows
        import tty

        # In the background this stops the program; whoever lets it go on comes here once more.
        with contextlib.suppress(termios.error):
            self._former = self._former or termios.tcgetattr(self._descriptor)
            tty.setcbreak(self._descriptor, termios.TCSADRAIN)  # what was typed ahead stays

    def give_back(self) -> None:
        """Leave the terminal as it was found."""
        if self._descriptor is None or self._former is None:
            return
        import termios

        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._former)


@contextlib.contextmanager
def key_by_key(terminal: Terminal) -> Iterator[KeyMode]:
    """Let keys arrive one by one while the block runs, where there are keys."""
    mode = KeyMode(terminal)
    mode.take()
    try:
        yield mode
    finally:
        mode.give_back()


def _read(
    stdin: RawInput,
    loop: asyncio.AbstractEventLoop,
    chunks: asyncio.Queue[bytes],
    room: threading.Semaphore,
) -> None:
    """Hand on what is typed; b"" is the end. A thread of its own: files and consoles can't be
    waited for otherwise on every system. Raw reads hold no lock, so it may be left behind at exit.
    """
    while True:
        try:
            chunk = stdin.read(4096) or b""
        except (OSError, ValueError):  # the terminal was closed
            chunk = b""
        room.acquire()
        try:
            loop.call_soon_threadsafe(chunks.put_nowait, chunk)
        except RuntimeError:  # the loop is closed
            return
        if not chunk:
            return
