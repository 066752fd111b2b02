"""`dataclasses.replace` for what changes with every move."""

from __future__ import annotations

from typing import Any, TypeVar


Value = TypeVar("Value")


def changed(value: Value, **fields: Any) -> Value:
    """A frozen dataclass, of one without slots, with these fields changed.

    `replace` asks for every field and calls `__init__`: for a room that takes longer than the rules
    of the game. What the value has cached of its other fields stays.
    """
    before = value.__dict__
    after = {**before, **fields}
    if len(after) != len(before):
        raise TypeError(f"{type(value).__name__} has no {', '.join(fields.keys() - before.keys())}")
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", after)
    return new
