"""`dataclasses.replace` for what changes with every move."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, cached_property
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
    shape = _shape_of(kind)
    if not shape.fields.issuperset(new):
        unknown = sorted(new.keys() - shape.fields)
        raise TypeError(f"{kind.__name__} has no {', '.join(unknown)}")
    content = value.__dict__ | new
    if shape.caches and not shape.cached_from.isdisjoint(new):
        for name in shape.caches & content.keys():
            del content[name]
    copy = object.__new__(kind)
    object.__setattr__(copy, "__dict__", content)
    return cast("Value", copy)


@dataclass(frozen=True, slots=True)
class _Shape:
    fields: frozenset[str]
    caches: frozenset[str]
    """The names of cached properties."""
    cached_from: frozenset[str]


@cache
def _shape_of(kind: Any) -> _Shape:
    names = frozenset(each.name for each in fields(kind))
    caches = frozenset(
        name for name in dir(kind) if isinstance(getattr(kind, name), cached_property)
    )
    return _Shape(names, caches, getattr(kind, "CACHED_FROM", names))
