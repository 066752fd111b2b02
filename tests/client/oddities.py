"""Messages of a server that keeps to the types and to nothing else, made at random."""

from __future__ import annotations

from collections.abc import Sequence
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic.fields import FieldInfo


Message = TypeVar("Message", bound=BaseModel)

_NUMBERS = st.integers(-2, 12) | st.sampled_from([-(2**63), 2**53, 2**63 - 1])
_WORDS = st.sampled_from(
    [
        "",
        "S",
        "W",
        "X",
        "N",
        "E99",
        "S37W",
        "S09",
        "E4",
        "cuban",
        "target",
        "left",
        "\x1b[2J",
        "ñ\n",
    ]
)
_BYTES = st.sampled_from([bytes(32), bytes(range(32))])


def of_type(annotation: Any, bounds: Sequence[Any] = ()) -> st.SearchStrategy[Any]:
    """Values of a field's type, within the bounds that stand there."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return of_type(arguments[0], [*bounds, *_bounds(arguments[1:])])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, UnionType):
        return st.one_of(*map(of_type, arguments))
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(of_type(arguments[0]), max_size=6).map(tuple)
    if origin is tuple:
        return st.tuples(*map(of_type, arguments))
    if origin is dict:
        return st.dictionaries(of_type(arguments[0]), of_type(arguments[1]), max_size=4)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return models(annotation)
    pattern = next((bound.pattern for bound in bounds if getattr(bound, "pattern", None)), None)
    if pattern is not None:
        return st.from_regex(pattern, fullmatch=True).filter(str.isprintable)
    least = next((bound.ge for bound in bounds if hasattr(bound, "ge")), None)
    if annotation is int and least is not None:
        most = next((bound.le for bound in bounds if hasattr(bound, "le")), 12)
        return st.integers(least, min(most, least + 12)) | st.just(most)
    return _PLAIN[annotation]


_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: _NUMBERS,
    str: _WORDS,
    bytes: _BYTES,
    bool: st.booleans(),
    type(None): st.none(),
    Any: st.none() | _NUMBERS | _WORDS | _BYTES,
}


def _bounds(metadata: Sequence[Any]) -> list[Any]:
    """Bounds as they stand in an annotation: each by itself, or several in a `Field`."""
    fields = [bound for one in metadata if isinstance(one, FieldInfo) for bound in one.metadata]
    return [*(one for one in metadata if not isinstance(one, FieldInfo)), *fields]


def models(kind: type[Message]) -> st.SearchStrategy[Message]:
    """Any message of this kind."""
    fields = {name: _of_field(field) for name, field in kind.model_fields.items()}
    return st.builds(kind, **fields)


@st.composite
def odd(draw: st.DrawFn, plain: Message, most: int = 2) -> Message:
    """This message with up to `most` of its fields, here or further in, made something else."""
    made = plain
    for name in draw(st.lists(st.sampled_from(sorted(type(plain).model_fields)), max_size=most)):
        other = draw(_another(getattr(made, name), type(made), name))
        made = made.model_copy(update={name: other})
    return made


def _another(value: Any, kind: type[BaseModel], name: str) -> st.SearchStrategy[Any]:
    fresh = _of_field(kind.model_fields[name])
    if isinstance(value, BaseModel):
        return odd(value) | fresh
    if isinstance(value, tuple) and value:
        shorter = st.sampled_from([value[1:], value[:-1], (*value, value[0]), value[::-1]])
        return shorter | fresh
    if isinstance(value, dict):
        return st.builds(lambda more: {**value, **more}, fresh) | fresh
    return fresh


def _of_field(field: FieldInfo) -> st.SearchStrategy[Any]:
    return of_type(field.annotation, field.metadata)
