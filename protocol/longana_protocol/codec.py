"""Frames to messages and back: msgpack maps on the wire, one total decoder.

Whatever bytes come in, `decode_command` returns a command or raises `BadMessage`; nothing else.
"""

from __future__ import annotations

import threading
from typing import Any

import msgpack
from pydantic import BaseModel, TypeAdapter, ValidationError

from .answers import ServerMessage
from .commands import ClientMessage
from .words import MAX_COMMAND_BYTES, CommandId


DEEPEST = 16
"""How deep maps and arrays may stand in one another. The deepest message, a record, needs six."""


class BadMessage(ValueError):
    """A frame that is no message: where, what is wrong, and the command's id if it can be read."""

    def __init__(self, field: str, problem: str, about: str | None = None) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem
        self.about = about


_commands: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
_answers: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
_validated_command = _commands.validator.validate_python  # without what else an adapter looks at
_ids: TypeAdapter[str] = TypeAdapter(CommandId)


class _Packers(threading.local):
    """One for each thread, since making one takes longer than most messages and none is shared."""

    def __init__(self) -> None:
        self.packer = msgpack.Packer()


_packers = _Packers()


def pack(value: object) -> bytes:
    """One value as msgpack."""
    packed: bytes = _packers.packer.pack(value)
    return packed


def encode(message: BaseModel) -> bytes:
    """A message as a frame; fields that are None are left out."""
    return pack(message.model_dump(exclude_none=True))


def decode_command(frame: bytes | str) -> ClientMessage:
    """Read what a client sent.

    Raises:
        BadMessage: for anything that is not exactly one well-formed command.

    """
    if len(frame) > MAX_COMMAND_BYTES:
        raise BadMessage("message", f"longer than {MAX_COMMAND_BYTES} bytes")
    value = _unpack(frame)
    try:
        command: ClientMessage = _validated_command(value)
    except ValidationError as error:
        raise _explain(error, value) from None
    return command


def decode_answer(frame: bytes | str) -> ServerMessage:
    """Read what the server sent; raises `BadMessage` like `decode_command`. No size limit."""
    value = _unpack(frame)
    try:
        return _answers.validate_python(value)
    except ValidationError as error:
        raise _explain(error, value) from None


def _unpack(frame: bytes | str) -> dict[Any, Any]:
    if isinstance(frame, str):
        raise BadMessage("message", "a text frame; messages are binary msgpack")
    try:
        # Lengths are bounded by the frame's own length; nesting first by the library's stack, which
        # raises. use_list=False: arrays become tuples, which strict models want.
        value = msgpack.unpackb(
            frame,
            use_list=False,
            strict_map_key=True,
            object_pairs_hook=_map_without_repeats,
            ext_hook=_no_extension,
        )
    except BadMessage:
        raise
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise BadMessage("message", "not a msgpack map") from error
    if not isinstance(value, dict):
        raise BadMessage("message", "not a msgpack map")
    if _deeper_than(DEEPEST, value):
        # What reads it next may print it, and printing has its own, lower, limit.
        raise BadMessage("message", "nested too deep")
    return value


_NESTING = (dict, tuple)


def _deeper_than(limit: int, value: dict[Any, Any]) -> bool:
    level: list[Any] = [value]
    for _ in range(limit):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, _NESTING)
        ]
        if not level:
            return False
    return True


def _map_without_repeats(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise BadMessage("message", "a key stands twice")
    return result


def _no_extension(code: int, data: bytes) -> Any:
    raise BadMessage("message", "an extension type")


def _explain(error: ValidationError, value: dict[Any, Any]) -> BadMessage:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "type"
    return BadMessage(where[:80], first["msg"][:200], _id_of(value))


def _id_of(value: dict[Any, Any]) -> str | None:
    try:
        return _ids.validate_python(value.get("id"))
    except ValidationError:
        return None
