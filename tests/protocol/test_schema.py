"""What is generated from the models stands in the repository, and is whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from longana_protocol import answers, commands
from longana_protocol.schema import asyncapi, client_schema, documents, main, server_schema


FOLDER = Path(__file__).parents[2] / "protocol"


def models_of(union: Any) -> dict[str, str]:
    """Name and `type` of each model of a message union."""
    members, _ = get_args(union)
    return {model.__name__: model.model_fields["type"].default for model in get_args(members)}


COMMANDS = models_of(commands.ClientMessage)
ANSWERS = models_of(answers.ServerMessage)


def references(part: Any) -> Iterator[str]:
    """Every `$ref` and discriminator mapping in a document."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value
            elif key == "mapping":
                yield from value.values()
            else:
                yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def at(document: Any, reference: str) -> Any:
    for step in reference.removeprefix("#/").split("/"):
        document = document[step]
    return document


@pytest.mark.parametrize("path", documents())
def test_what_is_committed_is_current(path: str) -> None:
    """`python -m longana_protocol.schema` mends this one."""
    assert (FOLDER / path).read_text(encoding="utf-8") == documents()[path]


def test_the_command_writes_all_of_it(tmp_path: Path) -> None:
    main(tmp_path)
    written = {
        str(file.relative_to(tmp_path)): file.read_text(encoding="utf-8")
        for file in tmp_path.rglob("*.json")
    }
    assert written == documents()


@pytest.mark.parametrize("document", [client_schema(), server_schema(), asyncapi()])
def test_every_reference_leads_somewhere(document: Any) -> None:
    found = list(references(document))
    assert found
    assert all(at(document, reference) for reference in found)


@pytest.mark.parametrize(
    ("schema", "models"), [(client_schema(), COMMANDS), (server_schema(), ANSWERS)]
)
def test_every_message_has_a_schema_told_apart_by_type(schema: Any, models: Any) -> None:
    mapping = {
        kind: place.rpartition("/")[2] for kind, place in schema["discriminator"]["mapping"].items()
    }
    assert mapping == {kind: model for model, kind in models.items()}
    for model, kind in models.items():
        shape = schema["$defs"][model]
        assert shape["properties"]["type"]["const"] == kind
        assert "type" in shape["required"]


def test_commands_forbid_other_fields_and_answers_do_not() -> None:
    client, server = client_schema(), server_schema()
    for name, shape in client["$defs"].items():
        # A later version's hello may say more, and is told which version is spoken here.
        assert shape.get("additionalProperties") is (None if name == "Hello" else False)
    for shape in server["$defs"].values():
        assert "additionalProperties" not in shape


def test_raw_bytes_are_described_as_such() -> None:
    seal = client_schema()["$defs"]["Seal"]["properties"]["seal"]
    assert seal["format"] == "msgpack-bin"
    assert (seal["minLength"], seal["maxLength"]) == (32, 32)
    assert "msgpack-bin" in client_schema()["description"]
    assert '"binary"' not in json.dumps([client_schema(), server_schema()])


def test_fields_are_described_in_the_words_of_the_models() -> None:
    table = server_schema()["$defs"]["Table"]["properties"]
    assert table["opened"]["description"].startswith("The open branches")


def test_asyncapi_has_every_message_and_every_command_its_answers() -> None:
    document = asyncapi()
    assert document["asyncapi"] == "3.0.0"
    assert set(document["components"]["messages"]) == COMMANDS.keys() | ANSWERS.keys()
    assert not COMMANDS.keys() & ANSWERS.keys()
    operations = document["operations"]
    for model, kind in COMMANDS.items():
        operation = operations[f"receive{model}"]
        assert operation["action"] == "receive"
        assert ("reply" in operation) == (kind != "hello")
    for model, answer in {
        "Join": "Welcome",
        "PlayCommand": "Done",
        "HintCommand": "Hint",
        "RecordCommand": "Record",
    }.items():
        replies = [one["$ref"] for one in operations[f"receive{model}"]["reply"]["messages"]]
        assert [reply.rpartition("/")[2] for reply in replies] == [answer, "Refused"]
    sent = {name for name, operation in operations.items() if operation["action"] == "send"}
    assert sent == {"sendRoom", "sendView", "sendSaid", "sendRefused", "sendBye"}
