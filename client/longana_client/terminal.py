"""What the terminal can do: its size, its characters, colours, and how lines are typed into it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TextIO

from longana_protocol.catalogue import Language, choose

from .characters import encodable
from .glyphs import ASCII, BOXES, Glyphs


Typing = Literal["keys", "lines", "piped"]
"""How input arrives: key by key with our own line at the bottom, in whole lines from a terminal
that echoes by itself, or from a pipe or file."""

PIPED_WIDTH = 80
LEAST_WIDTH = 20
_EVERY_BOX = "".join(
    character
    for frame in BOXES.frames.values()
    for character in frame.top + frame.middle + frame.bottom + frame.wall + "".join(frame.small)
)


class RawInput(Protocol):
    """Where bytes are typed: `sys.stdin.buffer.raw`, or a stand-in."""

    def read(self, size: int, /) -> bytes | None: ...
    def fileno(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal and what it can do; `size` gives columns, and rows where there is a screen."""

    stdin: RawInput
    stdout: TextIO
    typing: Typing
    colour: bool
    encoding: str
    """The characters to keep to; "ascii" where nothing else is sure."""
    glyphs: Glyphs
    size: Callable[[], tuple[int, int | None]]


def find_terminal(
    environment: Mapping[str, str] | None = None, *, ascii_only: bool | None = None
) -> Terminal:
    """The terminal this process runs in.

    `ascii_only`: None to find out from the encoding, and from LC_ALL, LC_CTYPE and LANG.
    """
    environment = os.environ if environment is None else environment
    stdout = sys.stdout
    on_screen = stdout.isatty()
    dumb = environment.get("TERM") == "dumb"
    encoding = choose_encoding(stdout.encoding, environment, ascii_only=ascii_only)
    typing: Typing = "piped"
    if sys.stdin is not None and sys.stdin.isatty() and on_screen:
        typing = "lines" if dumb or os.name != "posix" else "keys"
    return Terminal(
        stdin=_raw_input(),
        stdout=stdout,
        typing=typing,
        colour=on_screen and not dumb and not environment.get("NO_COLOR"),
        encoding=encoding,
        glyphs=BOXES if encodable(_EVERY_BOX, encoding) else ASCII,
        size=lambda: _size(stdout, environment, on_screen=on_screen),
    )


def choose_encoding(
    stream: str, environment: Mapping[str, str], *, ascii_only: bool | None = None
) -> str:
    """The characters that are safe to print on a stream of this encoding.

    Python writes UTF-8 under LC_ALL=C, but what shows it then is likely to know ASCII only.
    """
    if ascii_only:
        return "ascii"
    if ascii_only is None and os.name == "posix" and _is_utf8(stream):
        locale = next(
            (environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)),
            "C",
        )
        if locale.partition(".")[0] in ("C", "POSIX") and not _is_utf8(locale.partition(".")[2]):
            return "ascii"
    return stream


def own_command(environment: Mapping[str, str] | None = None) -> str:
    """What people type to run this program: `./longana` in a checkout, whose launcher says so."""
    return (os.environ if environment is None else environment).get("LONGANA_COMMAND", "longana")


def language_of(environment: Mapping[str, str], wished: str | None = None) -> Language:
    """The language of texts for the tag that was wished for, else for the locale.

    `es_CU.UTF-8` gives Spanish; a locale or a wish there are no texts for gives English.
    """
    locales = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, locales), "")
    return choose(wished or locale.partition(".")[0].partition("@")[0])


def _raw_input() -> RawInput:
    if sys.stdin is None:  # started without one: nothing will ever be typed
        return io.BytesIO()
    return io.FileIO(sys.stdin.fileno(), closefd=False)


def _is_utf8(encoding: str) -> bool:
    return encoding.lower().replace("-", "") in ("utf8", "utf8sig")


def _size(
    stdout: TextIO, environment: Mapping[str, str], *, on_screen: bool
) -> tuple[int, int | None]:
    columns, rows = PIPED_WIDTH, None
    if on_screen:
        try:
            size = os.get_terminal_size(stdout.fileno())
        except (OSError, ValueError):  # no real terminal behind it
            size = os.terminal_size((0, 0))
        columns, rows = size.columns or PIPED_WIDTH, size.lines or None
    wished = environment.get("COLUMNS", "")
    if wished.isascii() and wished.isdigit() and int(wished) > 0:
        columns = int(wished)
    return max(columns, LEAST_WIDTH), rows
