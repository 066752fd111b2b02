"""Frames: whatever bytes come in, a command or `BadMessage` comes out, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgpack import fallback

from longana_protocol import answers, codec, commands
from longana_protocol.codec import (
    DEEPEST,
    BadMessage,
    decode_answer,
    decode_command,
    encode,
    pack,
)
from longana_protocol.schema import client_schema, server_schema
from longana_protocol.words import MAX_COMMAND_BYTES
from protocol.from_schema import messages


PLAY = {"type": "play", "id": "a1", "turn": 4, "tile": [3, 7], "branch": "W"}
CREATE = {"type": "create", "id": "a1", "name": "Ana"}
CLIENT, SERVER = client_schema(), server_schema()

# Time is no measure here: the machine may be busy with other tests.
a_hundred = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])


def refusal(value: object) -> BadMessage:
    """What is wrong with a value sent as a command."""
    return refusal_of_frame(pack(value))


def refusal_of_frame(frame: bytes | str) -> BadMessage:
    with pytest.raises(BadMessage) as raised:
        decode_command(frame)
    return raised.value


# --- what is understood


@a_hundred
@given(messages(CLIENT))
def test_every_command_of_the_schema_is_read_and_written_again(value: dict[str, Any]) -> None:
    frame = pack(value)
    command = decode_command(frame)
    assert command.type == value["type"]
    assert decode_command(encode(command)) == command


@a_hundred
@given(messages(SERVER))
def test_every_answer_of_the_schema_is_read_and_written_again(value: dict[str, Any]) -> None:
    answer = decode_answer(pack(value))
    assert answer.type == value["type"]
    assert decode_answer(encode(answer)) == answer


def test_fields_at_their_default_may_be_left_out() -> None:
    assert decode_command(pack(CREATE)) == commands.Create(id="a1", name="Ana")
    assert decode_command(pack({**PLAY, "branch": None})) == commands.PlayCommand(
        id="a1", turn=4, tile=(3, 7)
    )


def test_none_stays_where_it_says_something() -> None:
    """A record's `"winner": null` is part of the document; an empty field of a message is not."""
    record = answers.Record(about="a1", match=1, record={"winner": None})
    assert b"winner" in encode(record)
    assert b"person" not in encode(answers.Welcome(about="a1", version=1, code="K"))


def test_a_client_overlooks_what_a_newer_server_adds() -> None:
    answer = {"type": "done", "about": "a1", "turn": 3, "mood": "fine"}
    assert decode_answer(pack(answer)) == answers.Done(about="a1", turn=3)


def test_the_longest_names_fit_into_a_frame() -> None:
    longest = {**CREATE, "name": "ñ" * 200, "key": "ñ" * 200, "rules": {"preset": "cuban"}}
    assert isinstance(decode_command(pack(longest)), commands.Create)


def test_a_pair_that_is_no_tile_is_well_formed() -> None:
    """It is answered `unknown_tile` by the rules, not `bad_message` here."""
    odd = decode_command(pack({**PLAY, "tile": [6, 10], "branch": "X"}))
    assert odd == commands.PlayCommand(id="a1", turn=4, tile=(6, 10), branch="X")


# --- F42: decoder bombs and malformed frames


@pytest.fixture(scope="module", params=["compiled", "pure Python"])
def library(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where no compiled msgpack is to be had, its pure-Python twin decodes."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "pure Python":
            patch.setattr(msgpack, "unpackb", fallback.unpackb)
        yield


either_library = pytest.mark.usefixtures("library")


@either_library
@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\x91" * 4096,
        b"\x81\xa1a" * 1300,
        b"\x91" * 5000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x05",
        b"\xc1",
        b"\xa2\xc3\x28",
        pack(CREATE).replace(b"Ana", b"\xff\xfea"),
        pack(CREATE)[:-1],
        pack(CREATE) + b"\xc0",
        pack(CREATE) * 2,
        pack([CREATE]),
        pack("create"),
        pack(None),
        pack({1: "create"}),
        pack({"type": "create", None: 1}),
        pack({**CREATE, "name": float("nan")}),
        pack({**CREATE, "name": msgpack.ExtType(5, b"Ana")}),
        pack({**CREATE, "name": msgpack.Timestamp(1, 1)}),
        pack({msgpack.ExtType(5, b"type"): "create"}),
        b"\x82\xa4type\xa4pass\xa4type\xa4pass",
        b"\x82\xa4type\xa5start\xc4\x04type\xa5start",
    ],
    ids=lambda frame: f"{len(frame)} bytes from {frame[:4].hex()}",
)
def test_f42_a_malformed_frame_is_no_message(frame: bytes) -> None:
    assert len(refusal_of_frame(frame).problem) <= 200


@either_library
def test_f42_text_frames_and_long_frames_are_no_messages() -> None:
    assert "text frame" in refusal_of_frame('{"type": "start"}').problem
    assert "longer" in refusal_of_frame(bytes(MAX_COMMAND_BYTES + 1)).problem


@either_library
def test_f42_a_key_twice_is_no_message() -> None:
    twice = b"\x83\xa4type\xa5start\xa2id\xa1a\xa2id\xa1b"
    assert "twice" in refusal_of_frame(twice).problem


@either_library
@pytest.mark.parametrize("depth", [DEEPEST, DEEPEST + 1, 100, 500, 1000])
@pytest.mark.parametrize("where", ["type", "id", "name", "to"])
def test_f42_nesting_is_refused_before_anybody_prints_it(where: str, depth: int) -> None:
    frame = bytearray(pack({**CREATE, where: "@"}))
    at = frame.index(b"\xa1@")
    frame[at : at + 2] = b"\x91" * depth + b"\xc0"
    refused = refusal_of_frame(bytes(frame))
    if depth >= DEEPEST:
        assert refused.field == "message"


@either_library
def test_f42_the_deepest_messages_are_read() -> None:
    value: object = 7
    for _ in range(DEEPEST - 2):
        value = {"within": value}
    record = {"type": "record", "about": "a1", "match": 1, "record": {"within": value}}
    assert decode_answer(pack(record)).type == "record"
    with pytest.raises(BadMessage):
        decode_answer(pack({**record, "record": {"within": {"within": value}}}))


@either_library
@a_hundred
@given(st.binary(max_size=200))
def test_f42_any_bytes_are_a_command_or_a_bad_message(frame: bytes) -> None:
    command_or_refusal(frame)


@either_library
@a_hundred
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**63), 2**64 - 1)
        | st.floats()
        | st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
        | st.binary(max_size=10),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(["type", "id", "turn", "tile", "to", "kind"]), inner)
        ),
        max_leaves=20,
    )
)
def test_f42_any_value_is_a_command_or_a_bad_message(value: object) -> None:
    command_or_refusal(pack(value))


@either_library
@a_hundred
@given(messages(CLIENT), st.data())
def test_f42_a_valid_frame_gone_wrong_is_a_command_or_a_bad_message(
    value: dict[str, Any], data: st.DataObject
) -> None:
    frame = bytearray(pack(value))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(frame)))
        match data.draw(st.sampled_from(["change", "insert", "drop", "cut"])):
            case "change" if at < len(frame):
                frame[at] = data.draw(st.integers(0, 255))
            case "insert":
                frame[at:at] = data.draw(st.binary(min_size=1, max_size=4))
            case "drop":
                del frame[at : at + 1]
            case _:
                del frame[at:]
    command_or_refusal(bytes(frame))


def command_or_refusal(frame: bytes) -> None:
    """The decoder is total: a command, or what is wrong in words that fit into an answer."""
    command, bad = read(frame)
    if command is not None:
        assert decode_command(encode(command)) == command
    if bad is not None:
        assert 0 < len(bad.field) <= 80
        assert 0 < len(bad.problem) <= 200
        answers.Refused(about=bad.about, code="bad_message", text=str(bad))  # checks `about`


def read(frame: bytes) -> tuple[commands.ClientMessage | None, BadMessage | None]:
    try:
        return decode_command(frame), None
    except BadMessage as bad:
        return None, bad


# --- F44: nothing is converted


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", True),
        ("turn", "4"),
        ("turn", 4.0),
        ("turn", -1),
        ("turn", 2**63),
        ("turn", None),
        ("branch", True),
        ("branch", 2),
        ("branch", "w"),
        ("branch", "West"),
        ("branch", "W\n"),
        ("branch", b"W"),
        ("tile", [3]),
        ("tile", [3, 5, 5]),
        ("tile", "35"),
        ("tile", [3.0, 5]),
        ("tile", [True, 5]),
        ("tile", [-1, 5]),
        ("tile", [3, 100]),
        ("tile", [3, 2**63]),
        ("tile", {"low": 3, "high": 5}),
        ("id", ""),
        ("id", 7),
        ("id", "a" * 33),
        ("id", "a b"),
        ("id", "a1\n"),
        ("type", "Play"),
        ("type", True),
        ("seat", "E"),
        ("person", 2),
    ],
)
def test_f44_a_play_of_the_wrong_type_names_the_field(field: str, value: object) -> None:
    refused = refusal({**PLAY, field: value})
    assert refused.field.split(".")[0] == field
    assert "Traceback" not in str(refused)
    assert refused.about == (None if field == "id" else "a1")


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"type": "seat", "id": "a", "seat": True, "to": {"kind": "open"}}, "seat"),
        ({"type": "seat", "id": "a", "seat": "1", "to": {"kind": "open"}}, "seat"),
        ({"type": "seat", "id": "a", "seat": "E", "to": {"kind": "sofa"}}, "to"),
        ({"type": "seat", "id": "a", "seat": "E", "to": "open"}, "to"),
        ({"type": "seat", "id": "a", "seat": "E", "to": {"kind": "open", "x": 1}}, "to.open.x"),
        ({**CREATE, "name": 42}, "name"),
        ({**CREATE, "name": ""}, "name"),
        ({**CREATE, "name": "n" * 201}, "name"),
        ({**CREATE, "watching": 1}, "watching"),
        ({**CREATE, "watching": "true"}, "watching"),
        ({**CREATE, "level": "expert"}, "level"),
        ({**CREATE, "rules": {"target": float("inf")}}, "rules.target"),
        ({**CREATE, "rules": {"target": 0}}, "rules.target"),
        ({**CREATE, "rules": {"target": 1001}}, "rules.target"),
        ({**CREATE, "rules": {"seats": 5}}, "rules.seats"),
        ({**CREATE, "rules": {"doubles_obey_priority": "false"}}, "rules.doubles_obey_priority"),
        ({**CREATE, "rules": {"wager": 5}}, "rules.wager"),
        ({"type": "seal", "id": "a", "seat": "S", "seal": bytes(31)}, "seal"),
        ({"type": "seal", "id": "a", "seat": "S", "seal": "0" * 32}, "seal"),
        ({"type": "resume", "id": "a", "code": "K", "token": "short"}, "token"),
        ({"type": "hello", "version": "1"}, "version"),
        ({"type": "start"}, "id"),
        ({"id": "a"}, "type"),
    ],
)
def test_f44_a_message_of_the_wrong_type_names_the_field(value: object, field: str) -> None:
    assert refusal(value).field == field


def test_f44_answers_are_read_as_strictly() -> None:
    with pytest.raises(BadMessage):
        decode_answer(pack({"type": "done", "about": "a1", "turn": "3"}))
    with pytest.raises(BadMessage):
        decode_answer(pack({"type": "fireworks"}))


def test_a_message_cannot_be_changed_afterwards() -> None:
    command = decode_command(pack(CREATE))
    with pytest.raises(ValueError, match="frozen"):
        setattr(command, "id", "b2")  # noqa: B010 -- a type checker refuses the plain form


def test_a_later_versions_hello_is_read_with_fields_we_do_not_know() -> None:
    frame = msgpack.packb({"type": "hello", "version": 2, "client": "x", "wishes": ["more"]})
    hello = decode_command(frame)
    assert isinstance(hello, commands.Hello)
    assert hello.version == 2


def test_no_two_threads_pack_into_the_same_buffer() -> None:
    """Where msgpack has no compiled part, one packer in two threads mixes their messages up."""
    with ThreadPoolExecutor(1) as another:
        assert another.submit(lambda: codec._packers.packer).result() is not codec._packers.packer
