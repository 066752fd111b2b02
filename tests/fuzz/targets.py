"""What is fed with bytes of strangers. Each target takes any bytes at all, and returns.

Whatever a target raises is a fault. `search.py` searches for such bytes for as long as one likes,
guided by coverage; `test_targets.py` tries some in every run of the tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import cast, get_args

import msgpack

from longana_engine.record import NotARecord
from longana_engine.record_reading import read_record
from longana_engine.replay import RecordRefused, replay_so_far
from longana_engine.verify import Unverified, verify
from longana_protocol.codec import BadMessage, decode_command
from longana_protocol.commands import (
    LobbyCommand,
    Mind,
    Next,
    PassCommand,
    PlayCommand,
    Redo,
    Rematch,
    Restart,
    RoomCommand,
    Undo,
)
from longana_server.events import pack_entry, unpack_entry
from longana_server.records import recorded
from longana_server.refusing import Refused
from longana_server.room import fold
from server.phases import lobby, starting
from server.scripted_room import ScriptedRoom, for_two


DECIDED: tuple[type, ...] = (
    *get_args(LobbyCommand),
    *(PlayCommand, PassCommand, Undo, Redo, Restart, Next, Rematch, Mind),
)
"""The commands that are for the log."""


def decoder(data: bytes) -> None:
    """A frame from a connection."""
    with suppress(BadMessage):
        decode_command(data)


def commands(data: bytes) -> None:
    """A phase of a room, then frames of its people: person, length, bytes.

    What is carried out must fold, be stored and come back the same, and be recorded.
    """
    phases = (lambda: lobby(2), lambda: starting(2), lambda: for_two(persons=2))
    scripted: ScriptedRoom = phases[data[0] % 3]() if data else lobby(1)
    for person, frame in _frames(data[1:]):
        try:
            command = decode_command(frame)
        except BadMessage:
            continue
        if person not in scripted.room.people or scripted.room.closed:
            continue
        if isinstance(command, DECIDED):
            with suppress(Refused):
                scripted.do(person, cast(RoomCommand, command))
    stored = [unpack_entry(pack_entry(entry)) for entry in scripted.entries]
    assert stored == scripted.entries
    assert fold(stored) == scripted.room
    if scripted.room.match is not None or scripted.room.past:
        _, document, _ = recorded(scripted.room, {}, None)
        assert replay_so_far(read_record(json.dumps(document).encode())).refused is None


def record(data: bytes) -> None:
    """A file that claims to be a record."""
    try:
        read = read_record(data)
    except NotARecord:
        return
    replay_so_far(read)
    with suppress(Unverified, NotARecord, RecordRefused):
        verify(read)


def entry(data: bytes) -> None:
    """What stands in a damaged file of rooms."""
    try:
        read = unpack_entry(data)
    except ValueError:
        return
    assert unpack_entry(pack_entry(read)) == read


@dataclass(frozen=True, slots=True)
class Target:
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    """Bytes to begin with: they lead further in than chance does."""


def _frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) > 2:
        person, length = 1 + data[0] % 2, data[1]
        yield person, data[2 : 2 + length]
        data = data[2 + length :]


def _message(**fields: object) -> bytes:
    packed: bytes = msgpack.packb(fields)
    return packed


def _sent(phase: int, *frames: bytes) -> bytes:
    return bytes([phase]) + b"".join(bytes([0, len(frame)]) + frame for frame in frames)


_MESSAGES = (
    _message(type="hello", version=1),
    _message(type="join", id="a", code="K7MP4RWX", name="Ana", token="t" * 32),
    _message(type="play", id="a", turn=1, tile=[9, 9], branch="S"),
    _message(type="pass", id="b", turn=2),
    _message(type="undo", id="c", turn=2),
    _message(type="seat", id="d", seat="N", to={"kind": "computer", "level": "hard"}),
    _message(type="seal", id="e", seat="S", seal=bytes(32)),
    _message(type="nonce", id="f", seat="S", nonce=bytes(32)),
    _message(type="lock", id="g", locked=True, new_code=True),
    _message(type="start", id="h"),
    _message(type="leave", id="i", forget=True),
)


def _a_record() -> bytes:
    scripted = for_two("S99")
    return json.dumps(recorded(scripted.room, {1: "Ana"}, None)[1]).encode()


TARGETS: Mapping[str, Target] = {
    "decoder": Target(decoder, _MESSAGES),
    "commands": Target(commands, tuple(_sent(phase, *_MESSAGES) for phase in range(3))),
    "record": Target(record, (_a_record(),)),
    "entry": Target(entry, tuple(pack_entry(one) for one in for_two("S99").entries)),
}
