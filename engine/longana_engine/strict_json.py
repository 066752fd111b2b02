"""JSON read strictly: what two readers could understand differently is no JSON here."""

from __future__ import annotations

import json
import sys
from typing import Final, NoReturn, TypeAlias


Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_LONGEST_INTEGER: Final = 100
_LONGEST_SHOWN: Final = 40


class NotJson(ValueError):
    """The bytes are not UTF-8, not JSON, nested too deep, or say a key twice."""


def parse(data: bytes) -> Json:
    """Read one JSON document from UTF-8 without a byte-order mark; raises NotJson.

    Refused beyond the standard: NaN and Infinity, which Python would let pass, a key twice in one
    object, and more nesting than the interpreter's stack holds.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJson(f"it is not UTF-8 (byte {error.start})") from None
    if text.startswith("\ufeff"):
        raise NotJson("it begins with a byte-order mark")
    try:
        document: Json = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_real,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise NotJson(f"it is not JSON ({error.msg}, {where})") from None
    except RecursionError:
        raise NotJson("it is nested too deep") from None
    return document


def shown(value: Json) -> str:
    """A value for a message: one line of ASCII whatever it holds, and never a long one."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value).replace("\x7f", r"\u007f")  # the one control JSON leaves as it is
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise NotJson(f"the key {shown(key)} stands twice in one object")
        found[key] = value
    return found


def _integer(digits: str) -> int:
    # Python refuses to convert thousands of digits, but JSON allows them. No number in a record
    # comes near, so the first hundred tell it from every one that could be right.
    return int(digits[:_LONGEST_INTEGER])


def _real(digits: str) -> float:
    # 1e400 is JSON too, but infinity, which Python makes of it, is not.
    return min(max(float(digits), -sys.float_info.max), sys.float_info.max)


def _constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not JSON")
