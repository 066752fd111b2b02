"""What people are called: any script and any sign, but nothing hidden, and unique as seen."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from typing import Literal

from longana_protocol.catalogue import languages, text


MAX_VISIBLE = 24
MAX_MARKS = 3
"""Marks on one letter: Vietnamese needs two, Hebrew three; more only climb over other lines."""

_INVISIBLE = frozenset(
    code
    for first, last in [
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # Hangul fillers
        (0x17B4, 0x17B5),  # Khmer inherent vowels
        (0x180B, 0x180F),  # Mongolian variation selectors
        (0x2065, 0x2065),  # kept free for a control
        (0x2800, 0x2800),  # Braille blank
        (0x2D7F, 0x2D7F),  # Tifinagh joiner
        (0x3164, 0x3164),  # Hangul filler
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFFA0, 0xFFA0),  # half-width Hangul filler
        (0xFFF0, 0xFFFC),  # kept free for controls; object replacement
        (0x1107F, 0x1107F),  # Brahmi joiner
        (0x16FE4, 0x16FE4),  # Khitan filler
        (0x1D159, 0x1D159),  # null notehead
        (0xE0000, 0xE0FFF),  # tags, more variation selectors
    ]
    for code in range(first, last + 1)
)
"""Signs that show nothing though their category doesn't say so."""

_LATIN = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХҮавеѕіјкмнорстухԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεζηικνορτυχγ01|ıƖ"
        "\u04c0\u04cf\u01c0\u2223\u05c0ԌԚԜɑɡՍսօհցոᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏤᏙᎳᏃᎥᎽᏂ𐊠"
        "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ",
        "ABESIJKMHOPCTYXYabesijkmhopctyxdhqwABEZHIKMNOPTYXabeznikvoptuxyOllil"
        "lllllGQWagUuohgnABCDEGHJKLMPRSTVVWZiYhA"
        "BPDTGKJCZFMNLSRVHWXYAEIOU",
        strict=True,
    )
)
"""Letters of other scripts, and digits, that pass for a Latin letter at a glance."""


class BadName(ValueError):
    """A name nobody can go by: with nothing to see in it, or too long."""

    def __init__(self, problem: Literal["empty", "long"]) -> None:
        super().__init__(
            "a name needs something to see"
            if problem == "empty"
            else f"a name has at most {MAX_VISIBLE} characters"
        )
        self.problem = problem


def clean_name(raw: str) -> str:
    """The name to show for what was typed.

    NFC; blanks of all kinds become single spaces; controls, direction overrides and everything
    invisible are dropped, for they come along unseen when people paste. Nothing is cut off.

    Raises:
        BadName: when nothing is left, or more than `MAX_VISIBLE` characters are.

    """
    name = clean_line(raw)
    if not name:
        raise BadName("empty")
    if visible_length(name) > MAX_VISIBLE:
        raise BadName("long")
    return name


def clean_line(raw: str) -> str:
    """One line of text as it is shown to others: NFC, nothing invisible, single spaces."""
    shown = unicodedata.normalize("NFC", "".join(_shown(raw)))
    return " ".join("".join(_with_few_marks(shown)).split())


def unique_name(name: str, taken: Collection[str]) -> str:
    """`name`, or the first of `name 2`, `name 3`, … that looks like none of `taken`.

    Nor like what the game itself says of a player: nobody is taken for a computer, a seat or you.
    Names look alike that differ in case or width, or in letters that pass for each other.
    """
    seen = _looks_of_the_game().union(*map(_looks, taken))
    candidates = itertools.chain([name], (_numbered(name, n) for n in itertools.count(2)))
    return next(candidate for candidate in candidates if not _looks(candidate) & seen)


@cache
def _looks_of_the_game() -> frozenset[str]:
    """What players pass for, in any language, who are not called by a name."""
    keys = ("computer", "page.lobby.you", "seat.S", "seat.E", "seat.N", "seat.W")
    called = (text(language, key) for language in languages() for key in keys)
    return frozenset[str]().union(*map(_looks, called))


def visible_length(text: str) -> int:
    """How many characters a reader counts: marks, skin tones and the halves of flags are parts."""
    count, flag_letters, before = 0, 0, ""
    for char in text:
        tone = "\U0001f3fb" <= char <= "\U0001f3ff" and unicodedata.category(before or " ") == "So"
        count += not (tone or _is_mark(char))
        flag_letters += "\U0001f1e6" <= char <= "\U0001f1ff"
        before = char
    return count - flag_letters // 2


def _numbered(name: str, number: int) -> str:
    suffix = f" {number}"
    while visible_length(name + suffix) > MAX_VISIBLE:
        name = name[:-1].rstrip()
    return name + suffix


def _shown(text: str) -> Iterator[str]:
    for char in text:
        category = unicodedata.category(char)
        if char.isspace() or category.startswith("Z"):
            yield " "
        elif category[0] != "C":
            if ord(char) not in _INVISIBLE:
                yield char
        elif category == "Cn" and 0x1F000 <= ord(char) <= 0x1FAFF:
            yield char  # an emoji newer than this Python


def _with_few_marks(text: str) -> Iterator[str]:
    """At most `MAX_MARKS` marks on a letter, and none that would sit on what stands before."""
    marks = MAX_MARKS
    for char in text:
        if not _is_mark(char):
            marks = MAX_MARKS if char == " " else 0
        else:
            marks += 1
            if marks > MAX_MARKS:
                continue
        yield char


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Mc")


def _looks(name: str) -> set[str]:
    """What a name passes for: itself in any case, and its Latin double."""
    plain = unicodedata.normalize("NFKC", name)
    double = "".join(_LATIN.get(char, char) for char in plain)
    # After folding, i and l stand for all of I, l, 1 and |.
    return {plain.casefold(), double.casefold().replace("l", "i")}
