"""Text for terminals and logs: other people's text made harmless, and output that always fits."""

from __future__ import annotations

from typing import TextIO


def visible(text: str, most: int = 60) -> str:
    """Other people's text on one line: what would not show, or steer a terminal, is spelled out.

    Controls, direction overrides, invisibles and lone surrogates become escapes such as \\x1b.
    Beyond `most` characters the rest is cut off, and "..." says so.

    >>> visible("Ana\\x1b[2J\\u202e")
    'Ana\\\\x1b[2J\\\\u202e'
    """
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut
    )


def say(out: TextIO, line: str = "") -> None:
    """Write a line; what the stream's encoding lacks is written as escapes, never an error."""
    encoding = out.encoding or "utf-8"
    out.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
