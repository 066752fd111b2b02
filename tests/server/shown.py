"""What readers of a scripted room are shown, as it is sent and as it is received."""

from __future__ import annotations

from typing import Any

import msgpack

from longana_protocol.codec import pack
from longana_server.presence import Presence
from longana_server.views import room_message, table, view, you
from server.scripted_room import NAMES, ScriptedRoom


NUMBER = 17

Reader = int | None
"""A person, or None for somebody who only watches."""
Map = dict[str, Any]


def frame(scripted: ScriptedRoom, reader: Reader, presence: Presence | None = None) -> bytes:
    """The view as it is sent; everybody is here unless said otherwise."""
    room, here = scripted.room, presence or scripted.here
    return view(table(room, here, NUMBER, now=0.0), you(room, here, reader))


def shown(scripted: ScriptedRoom, reader: Reader = None) -> Map:
    """The view as it is received."""
    received: Map = msgpack.unpackb(frame(scripted, reader))
    return received


def on_table(scripted: ScriptedRoom) -> Map:
    public: Map = shown(scripted)["table"]
    return public


def own(scripted: ScriptedRoom, person: int = 1) -> Map:
    private: Map = shown(scripted, person)["you"]
    return private


def room_frame(scripted: ScriptedRoom, grace: float = 15.0) -> bytes:
    """The room as it is sent."""
    return pack(room_message(scripted.room, NAMES, NUMBER, grace))


def the_room(scripted: ScriptedRoom) -> Map:
    received: Map = msgpack.unpackb(room_frame(scripted))
    return received


def readers(scripted: ScriptedRoom) -> list[Reader]:
    return [*scripted.room.people, None]
