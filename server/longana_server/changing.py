"""`dataclasses.replace` for what changes with every move."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, cast


Value = TypeVar("Value")


def changed(value: Value, **new: Any) -> Value:
    """A frozen dataclass, of one without slots, with these fields changed.

    `replace` asks for every field and calls `__init__`: for a room that takes longer than the rules
    of the game. What the value has cached is taken over only where its class says what all of that
    is worked out from (`CACHED_FROM`: names of fields), and none of these changes.

    Raises TypeError for a name that is no field.
    """
    kind: Any = type(value)  # which mypy does not believe to be hashable
    names = _field_names(kind)
    if not new.keys() <= names:
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(new.keys() - names))}")
    cached_from = getattr(kind, "CACHED_FROM", names)
    kept = value.__dict__
    if not cached_from.isdisjoint(new):
        kept = {name: field for name, field in kept.items() if name in names}
    copy = object.__new__(kind)
    object.__setattr__(copy, "__dict__", {**kept, **new})
    return cast("Value", copy)


@cache
def _field_names(kind: Any) -> frozenset[str]:
    return frozenset(each.name for each in fields(kind))
