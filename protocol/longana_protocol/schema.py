"""The protocol for machines: JSON Schemas of both directions and an AsyncAPI document.

`python -m longana_protocol.schema` writes them beside this package, in `protocol/`; a test keeps
what is committed current. They describe msgpack values: what JSON has no type for, 32 raw bytes,
is marked `"format": "msgpack-bin"`.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from .answers import ServerMessage
from .commands import ClientMessage
from .words import MAX_COMMAND_BYTES, SUBPROTOCOL, VERSION


Json: TypeAlias = dict[str, Any]

_BINARY: Final = "msgpack-bin"
_NOTE: Final = (
    "Messages are msgpack maps. The shapes here are those of msgpack values: a string with the "
    f'format "{_BINARY}" is a msgpack bin (raw bytes, its lengths counting bytes), everything '
    "else is what it would be in JSON."
)
_source_of = cache(inspect.getsource)
"""Python looks for a class all through its file."""
_ENTERING: Final = ("create", "join", "resume", "watch")
_UNASKED: Final = ("room", "view", "said", "refused", "bye")
"""What the server sends of itself; a `refused` of this kind has no `about`."""


class _Shapes(GenerateJsonSchema):
    """Pydantic's schemas without made-up titles, with honest bytes, and with words on fields."""

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        return super().bytes_schema(schema) | {"format": _BINARY}

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        shape = super().model_schema(schema)
        shape.pop("title", None)
        fields = shape["properties"]
        for name, words in _words_on_fields(schema["cls"]).items():
            fields[name]["description"] = words
        # What tells the messages of a union apart has a default in Python only.
        marks = [name for name, field in fields.items() if "const" in field]
        for name in marks:
            del fields[name]["default"]
        if marks:
            shape["required"] = [*marks, *shape.get("required", ())]
        return shape


def client_schema() -> Json:
    """The JSON Schema of everything a client may send."""
    return _schema("What a client may send", TypeAdapter(ClientMessage))


def server_schema() -> Json:
    """The JSON Schema of everything the server sends. Fields not named here are to be ignored."""
    return _schema("What the server sends", TypeAdapter(ServerMessage))


def asyncapi() -> Json:
    """The AsyncAPI 3.0 document, from the server's side: it receives commands and answers them."""
    client, server = client_schema(), server_schema()
    commands, answers = _messages(client), _messages(server)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Longana",
            "version": str(VERSION),
            "description": f"{_NOTE} The README beside this file tells how a connection goes on.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/msgpack",
        "servers": {
            "table": {
                "host": "{host}",
                "protocol": "ws",
                "description": "Or wss. Behind a path prefix, the prefix stands before /ws.",
                "variables": {"host": {"default": "localhost:8765"}},
            }
        },
        "channels": {
            "socket": {
                "address": "/ws",
                "description": (
                    f"Subprotocol {SUBPROTOCOL}; binary frames of one message each, at most "
                    f"{MAX_COMMAND_BYTES} bytes from the client. Hello comes first."
                ),
                "messages": {
                    model: {"$ref": f"#/components/messages/{model}"}
                    for model in commands | answers
                },
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            **{f"receive{model}": _received(model, kind) for model, kind in commands.items()},
            **{
                f"send{model}": _operation("send", model)
                for model, kind in answers.items()
                if kind in _UNASKED
            },
        },
        "components": {
            "messages": {
                model: {
                    "name": kind,
                    "contentType": "application/msgpack",
                    "payload": {"$ref": f"#/components/schemas/{model}"},
                }
                for model, kind in (commands | answers).items()
            },
            "schemas": _moved(client["$defs"] | server["$defs"]),
        },
    }


def documents() -> dict[str, str]:
    """Each file's path below `protocol/` and what is to stand in it."""
    made = {
        "schemas/client.schema.json": client_schema(),
        "schemas/server.schema.json": server_schema(),
        "asyncapi.json": asyncapi(),
    }
    return {
        path: json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        for path, document in made.items()
    }


def main(folder: Path) -> None:
    """Write all documents."""
    for path, document in documents().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(document, encoding="utf-8")


def _schema(title: str, union: TypeAdapter[Any]) -> Json:
    shape = union.json_schema(schema_generator=_Shapes)
    return {
        "$schema": _Shapes.schema_dialect,
        "title": f"Longana, version {VERSION}: {title[0].lower()}{title[1:]}",
        "description": _NOTE,
        **shape,
    }


def _messages(schema: Json) -> dict[str, str]:
    """The models of a direction and the `type` of each."""
    kinds: dict[str, str] = schema["discriminator"]["mapping"]
    return {place.rpartition("/")[2]: kind for kind, place in kinds.items()}


def _operation(action: str, *models: str) -> Json:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{model}"} for model in models],
    }


def _received(model: str, kind: str) -> Json:
    """A command with its possible answers; hello alone has none unless it is refused."""
    operation = _operation("receive", model)
    if kind == "hello":
        return operation
    asking = {"hint": "Hint", "review": "Review", "record": "Record"}
    usual = asking | dict.fromkeys(_ENTERING, "Welcome")
    reply = _operation("send", usual.get(kind, "Done"), "Refused")
    del reply["action"]
    return operation | {"reply": reply}


def _moved(shapes: Json) -> Json:
    """The same shapes, referring to each other at their place in the AsyncAPI document."""
    moved: Json = json.loads(json.dumps(shapes).replace("#/$defs/", "#/components/schemas/"))
    return moved


def _words_on_fields(model: type[BaseModel]) -> dict[str, str]:
    """The docstrings under the fields of a model itself (not under those it inherits)."""
    (definition,) = ast.parse(textwrap.dedent(_source_of(model))).body
    if not isinstance(definition, ast.ClassDef):
        raise TypeError(f"{model} is no class")
    found: dict[str, str] = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                found[name] = inspect.cleandoc(words)
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1])
