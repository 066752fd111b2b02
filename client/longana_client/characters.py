"""Text made fit for a terminal: nothing in it acts, and every character can be shown."""

from __future__ import annotations

import unicodedata


_PICTURES = 0x2400  # Unicode's control pictures: ␀ to ␟ in the order of the controls
_INSTEAD = {
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "·": "-",
    "→": "->",
    "«": "<",
    "»": ">",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "¿": "",
    "¡": "",
    "†": "+",
    "\xa0": " ",
}


def harmless(text: str) -> str:
    """The text with controls, invisibles and direction overrides replaced by visible characters.

    As long as before, character by character, so that styles laid over it stay in place.
    """
    return "".join(map(_harmless, text))


def showable(text: str, encoding: str) -> str:
    """The text in characters that `encoding` has: `ñ` becomes `n` in ASCII, `…` three points.

    What has no such likeness becomes `?`.
    """
    return "".join(_showable(character, encoding) for character in text)


def encodable(text: str, encoding: str) -> bool:
    """Whether `encoding` (any name Python knows, or none it knows) has all these characters."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _harmless(character: str) -> str:
    category = unicodedata.category(character)
    if category[0] != "C" and category not in ("Zl", "Zp"):
        return character
    code = ord(character)
    if code < 0x20:
        return chr(_PICTURES + code)
    return "\u2421" if code == 0x7F else "\ufffd"


def _showable(character: str, encoding: str) -> str:
    if encodable(character, encoding):
        return character
    if character in _INSTEAD:
        return _INSTEAD[character]
    bare = "".join(
        part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part)
    )
    return bare if bare and encodable(bare, encoding) else "?"
