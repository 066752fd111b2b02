"""Room codes: made so that they are read out and typed without a slip, and read forgivingly."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Container
from urllib.parse import unquote


ALPHABET = "23456789ACDEFHJKMNPRTVWXY"
"""Of signs that look alike only one is used, so that each of the others can be read as it."""

CODE_LENGTH = 8
"""25 signs to the power of 8: 37 bits, enough where guesses are slowed down."""

_LOOK_ALIKES = str.maketrans("BGSUZOQ01IL", "865V2DDD777")
_CODE = re.compile(f"[{ALPHABET}]{{{CODE_LENGTH}}}")
_BETWEEN = re.compile(r"[\s\-–—_.·'\"`,:;!?()<>\[\]]+")


def new_code(taken: Container[str]) -> str:
    """A code that is not `taken`, from the system's randomness."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if code not in taken:
            return code


def read_code(text: str) -> str | None:
    """The code somebody typed or pasted, or None when it cannot be one.

    Capitals or not, blanks, dashes, full-width signs, look-alikes and whole links (return links
    and links with their # escaped included) are all well.
    """
    text = unicodedata.normalize("NFKC", text)
    link = re.search(r"(?:#|%23)([^\s#]+)", text)
    if link:
        text = unquote(link[1]).split(".")[0]
    code = _BETWEEN.sub("", text).upper().translate(_LOOK_ALIKES)
    return code if _CODE.fullmatch(code) else None


def spaced(code: str) -> str:
    """A code as people read it to each other: `K7MP 4RWX`."""
    return f"{code[:4]} {code[4:]}"


def room_link(base_url: str, code: str, token: str | None = None) -> str:
    """The link into a room, or a person's own return link.

    Code and token stand after `#`: browsers keep that part to themselves, so it is in no log,
    referrer or preview.
    """
    return f"{base_url.rstrip('/')}/#{code}" + (f".{token}" if token else "")


def claim_link(base_url: str, code: str, claim: str) -> str:
    """The link into a room for whoever is to be its host. Good once: others may see what a browser
    is started with.
    """
    return f"{base_url.rstrip('/')}/#{code}!{claim}"
