"""`dataclasses.replace` for what changes with every move."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar


Value = TypeVar("Value")


def changed(value: Value, **new: Any) -> Value:
    """A frozen dataclass, of one without slots, with these fields changed.

    `replace` asks for every field and calls `__init__`: for a room that takes longer than the rules
    of the game. What the value has cached is not taken over: it may be of a field that changes.

    Raises TypeError for a name that is no field.
    """
    before = value.__dict__
    kind: Any = type(value)  # which mypy does not believe to be hashable
    names = _field_names(kind)
    after = {name: before[name] for name in names} | new
    if len(after) != len(names):
        raise TypeError(f"{type(value).__name__} has no {', '.join(new.keys() - set(names))}")
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", after)
    return copy


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))
