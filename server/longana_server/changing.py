"""`dataclasses.replace` for what changes with every move."""

from __future__ import annotations

from typing import Any, TypeVar


Value = TypeVar("Value")


def changed(value: Value, **fields: Any) -> Value:
    """A frozen dataclass, of one without slots, with these fields changed.

    `replace` asks for every field and calls `__init__`: for a room that takes longer than the rules
    of the game. What the value has cached of its other fields stays.
    """
    unknown = fields.keys() - value.__dict__.keys()
    if unknown:
        raise TypeError(f"{type(value).__name__} has no {', '.join(unknown)}")
    new = object.__new__(type(value))
    new.__dict__.update(value.__dict__, **fields)
    return new
