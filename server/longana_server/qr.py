"""A link as a QR code for the terminal."""

from __future__ import annotations

from itertools import groupby

import segno


HALF_BLOCKS = " ▄▀█"
"""What a code of half the height is drawn with: nothing, the lower half, the upper, both."""

QUIET = 2
"""Light modules around the code. The standard has 4; phones are content with 2, and so code and
text fit a screen of 24 lines and 40 columns."""


def qr_text(url: str, unicode: bool, colour: bool = False) -> str:
    """The code as lines of text, without a newline at the end.

    With colour the background is set as well, and the code is right on any terminal. Without,
    what is printed is the light part: terminals are dark more often than not.

    Args:
        url: What the phone is to open.
        unicode: Whether the terminal shows half blocks. If not, each module is two characters
            wide and one line high.
        colour: Whether the terminal understands ANSI colours.

    """
    code = segno.make(url, micro=False, error="l")
    light = [[not module for module in row] for row in code.matrix_iter(border=QUIET)]
    if unicode:
        lines = _in_half_blocks(light, ink_is_light=not colour)
        return "\n".join(f"\x1b[30;107m{line}\x1b[0m" if colour else line for line in lines)
    if colour:
        return "\n".join(_in_colour(row) for row in light)
    return "\n".join("".join("##" if module else "  " for module in row) for row in light)


def _in_colour(light: list[bool]) -> str:
    runs = ((is_light, 2 * len(list(run))) for is_light, run in groupby(light))
    return "".join(f"\x1b[{107 if is_light else 40}m{' ' * n}" for is_light, n in runs) + "\x1b[0m"


def _in_half_blocks(light: list[list[bool]], ink_is_light: bool) -> list[str]:
    """Two rows of modules to a line. An odd last row is followed by paper, not by ink."""
    ink = [[module == ink_is_light for module in row] for row in light]
    if len(ink) % 2:
        ink.append([False] * len(ink[0]))
    return [
        "".join(HALF_BLOCKS[2 * upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(ink[::2], ink[1::2], strict=True)
    ]
