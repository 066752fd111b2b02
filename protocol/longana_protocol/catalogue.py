"""What people read: one catalogue of texts in English and Spanish for terminal, page and server.

The texts stand in `texts/<language>.json` under flat keys such as "refused.no_match". A text is a
string, or one string per plural form, `{"one": …, "other": …}`, chosen by the fact `count`.
Paragraphs are parted by a blank line; a line that begins with "- " belongs to a list. Facts are
filled in:

    {tile}               the fact as it is
    {branch:seat}        a word of the catalogue: the text "seat.W" ("West") for the fact "W"
    {moves:move}         a move, written as in records or in short, in words
    {tiles:or}           a list: "1-1, 2-2 or 3-3"; also `and`, and `comma` for commas alone
    {branches:seat,and}  both: each of the list in words
    {points#point}       a number with its noun, from the plural text "count.point": "1 point"
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal, cast, get_args


Language = Literal["en", "es"]
Fact = str | int | Sequence[str] | Sequence[int]
Template = str | Mapping[str, str]

FALLBACK: Final[Language] = "en"

_PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:#(\w+))?(?::(\w+))?(?:,(\w+))?\}")
_MOVE: Final = re.compile(r"[A-Z] ?(?:pass|([0-9]+)-?([0-9]+)(?:>?([A-Z]))?)?")
_JOINERS: Final = ("and", "or", "comma")
# Spanish changes "y" before an i sound and "o" before an o sound, "8" (ocho) included.
_BEFORE_SAME_SOUND: Final = {
    ("es", "and"): (re.compile("h?i(?!e)", re.IGNORECASE), "e"),
    ("es", "or"): (re.compile("h?o|8", re.IGNORECASE), "u"),
}


def languages() -> tuple[Language, ...]:
    """The languages there are texts in; the first is the fallback."""
    return get_args(Language)


def choose(wanted: str) -> Language:
    """The best language for a BCP 47 tag or an Accept-Language list; English if none is known.

    >>> choose("fr-CA, es-MX;q=0.8, en;q=0.5"), choose("EN_us"), choose("tlh")
    ('es', 'en', 'en')
    """
    ranked = sorted(
        (
            (-_quality(parameters), place, tag)
            for place, part in enumerate(wanted.split(","))
            for tag, _, parameters in (part.partition(";"),)
        ),
    )
    for negative_quality, _, tag in ranked:
        primary = re.split("[-_]", tag.strip().lower())[0]
        for language in languages():
            if primary == language and negative_quality < 0:
                return language
    return FALLBACK


def text(language: str, key: str, /, **facts: Fact) -> str:
    """The text of `key` in `language` (English if there are no texts in it), filled with `facts`.

    Facts that the text does not use are ignored. Facts are never read as templates.

    >>> text("en", "refused.no_match", tile="3-7", branch="W", end=5)
    "3-7 does not fit West's branch, which ends in 5."

    Raises:
        KeyError: for a key the catalogue does not have, or a fact the text needs and did not get.

    """
    known = _known(language)
    return _fill(known, _plural(catalogue(known)[key], facts), facts)


def move_text(language: str, move: str) -> str:
    """A move in words, from its notation in records ("E 3-7>W") or on the wire ("E37W").

    Anything else is given back as it is.

    >>> move_text("en", "E 3-7>W"), move_text("en", "S99"), move_text("es", "N")
    ("3-7 on West's branch", '9-9 in the centre', 'paso')
    """
    found = _MOVE.fullmatch(move)
    if found is None:
        return move
    low, high, branch = found.groups()
    if low is None:
        return text(language, "move.pass")
    if branch is None:
        return text(language, "move.opening", tile=f"{low}-{high}")
    return text(language, "move.play", tile=f"{low}-{high}", branch=branch)


def rules_pages() -> tuple[str, ...]:
    """The pages of the rules in reading order: `rules.<page>.title` and `rules.<page>.text`."""
    return tuple(
        key.split(".")[1]
        for key in catalogue(FALLBACK)
        if key.startswith("rules.") and key.endswith(".title")
    )


@cache
def catalogue(language: Language) -> Mapping[str, Template]:
    """All templates of a language by key."""
    source = files(__package__).joinpath("texts", f"{language}.json")
    return cast(Mapping[str, Template], json.loads(source.read_text(encoding="utf-8")))


def facts_of(template: Template) -> frozenset[str]:
    """The names of the facts a template is filled with."""
    if isinstance(template, str):
        return frozenset(found[1] for found in _PLACEHOLDER.finditer(template))
    return frozenset({"count"}).union(*(facts_of(form) for form in template.values()))


def _known(language: str) -> Language:
    return next((known for known in languages() if known == language), FALLBACK)


def _quality(parameters: str) -> float:
    found = re.fullmatch(r"\s*q=([01](?:\.[0-9]{1,3})?)\s*", parameters)
    return float(found[1]) if found else 1.0


def _plural(template: Template, facts: Mapping[str, Fact]) -> str:
    if isinstance(template, str):
        return template
    return template["one" if facts["count"] == 1 else "other"]


def _fill(language: Language, template: str, facts: Mapping[str, Fact]) -> str:
    return _PLACEHOLDER.sub(lambda found: _placed(language, found, facts), template)


def _placed(language: Language, found: re.Match[str], facts: Mapping[str, Fact]) -> str:
    name, noun, *kinds = found.groups()
    fact = facts[name]
    if noun is not None and isinstance(fact, int):
        return text(language, f"count.{noun}", count=fact)
    joiner = next((kind for kind in kinds if kind in _JOINERS), "comma")
    family = next((kind for kind in kinds if kind is not None and kind not in _JOINERS), None)
    values = [fact] if isinstance(fact, str | int) else list(fact)
    return _joined(language, joiner, [_worded(language, family, str(value)) for value in values])


def _worded(language: Language, family: str | None, value: str) -> str:
    if family is None:
        return value
    if family == "move":
        return move_text(language, value)
    word = catalogue(language).get(f"{family}.{value}", value)
    return word if isinstance(word, str) else value


def _joined(language: Language, joiner: str, words: Sequence[str]) -> str:
    if joiner == "comma" or len(words) < 2:
        return ", ".join(words)
    *most, last = words
    sound, instead = _BEFORE_SAME_SOUND.get((language, joiner), (None, ""))
    word = instead if sound and sound.match(last) else text(language, f"list.{joiner}")
    return f"{', '.join(most)} {word} {last}"
