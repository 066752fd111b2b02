"""Messages drawn from a JSON Schema: what the schema allows, the decoder has to understand."""

from __future__ import annotations

from typing import Any, TypeAlias

from hypothesis import strategies as st


Json: TypeAlias = dict[str, Any]

# Any text a frame can carry: no lone surrogates, which UTF-8 cannot write.
_CHARACTERS = st.characters(exclude_categories=["Cs"])
_FREE = st.none() | st.booleans() | st.integers(0, 2**53) | st.text(_CHARACTERS, max_size=5)


def messages(schema: Json) -> st.SearchStrategy[Json]:
    """Any message of one direction, as the value that is packed."""
    return _shape(schema, schema["$defs"])


def message(schema: Json, model: str) -> st.SearchStrategy[Json]:
    """Any message of one model."""
    return _shape(schema["$defs"][model], schema["$defs"])


def _shape(shape: Json, defs: Json) -> st.SearchStrategy[Any]:
    if "$ref" in shape:
        return _shape(defs[shape["$ref"].rpartition("/")[2]], defs)
    if "const" in shape:
        return st.just(shape["const"])
    if "enum" in shape:
        return st.sampled_from(shape["enum"])
    for union in ("anyOf", "oneOf"):
        if union in shape:
            return st.one_of([_shape(one, defs) for one in shape[union]])
    match shape.get("type"):
        case "object":
            return _object(shape, defs)
        case "array":
            return _array(shape, defs)
        case "string":
            return _string(shape)
        case "integer":
            return st.integers(shape.get("minimum", -(2**63)), shape.get("maximum", 2**64 - 1))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case None:
            return _FREE
        case other:
            raise NotImplementedError(other)


def _object(shape: Json, defs: Json) -> st.SearchStrategy[Any]:
    if "properties" not in shape:
        names = _shape(shape.get("propertyNames", {"type": "string"}), defs)
        rest = shape.get("additionalProperties", True)
        values = _FREE if rest is True else _shape(rest, defs)
        return st.dictionaries(names, values, max_size=3)
    fields = {name: _shape(field, defs) for name, field in shape["properties"].items()}
    required = {name: fields.pop(name) for name in shape.get("required", ())}
    return st.fixed_dictionaries(required, optional=fields)


def _array(shape: Json, defs: Json) -> st.SearchStrategy[Any]:
    if "prefixItems" in shape:
        return st.tuples(*[_shape(item, defs) for item in shape["prefixItems"]])
    return st.lists(_shape(shape["items"], defs), max_size=3)


def _string(shape: Json) -> st.SearchStrategy[Any]:
    least, most = shape.get("minLength", 0), shape.get("maxLength")
    if shape.get("format") == "msgpack-bin":
        return st.binary(min_size=least, max_size=most)
    if "pattern" in shape:
        return st.from_regex(shape["pattern"].replace("$", r"\Z"))
    # Long texts cost time and find nothing here.
    return st.text(_CHARACTERS, min_size=least, max_size=min(most or 20, 20))
