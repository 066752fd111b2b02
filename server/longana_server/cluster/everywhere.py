"""Who is in a room, by way of which server: one value that all its servers keep together. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgpack
from pydantic import TypeAdapter

from ..presence import Presence


@dataclass(frozen=True, slots=True)
class Everywhere:
    """Servers (nodes) go by names that no two have, and none has again after a restart."""

    presence: Presence
    lines: Mapping[int, str] = field(default_factory=dict)
    """Of each connected device, the node its newest connection is to."""
    watchers: Mapping[str, int] = field(default_factory=dict)
    """How many look on by way of each node."""
    version: int = 0
    """Of the room that whoever changed it last knew, or a later one."""

    @property
    def nodes(self) -> list[str]:
        """Those by way of which somebody is here, in the order in which they act for the room."""
        return sorted({*self.lines.values(), *self.watchers})

    def came(self, device: int, node: str) -> Everywhere:
        """Its newest connection is to that node."""
        return replace(
            self, presence=self.presence.came(device), lines={**self.lines, device: node}
        )

    def went(self, device: int, node: str, now: float) -> Everywhere:
        """Its connection to that node is gone; nothing, if a newer one is to another."""
        if self.lines.get(device) != node:
            return self
        lines = {id: at for id, at in self.lines.items() if id != device}
        return replace(self, presence=self.presence.went(device, now), lines=lines)

    def watched(self, node: str, watchers: int) -> Everywhere:
        """So many look on by way of that node."""
        if self.watchers.get(node, 0) == watchers:
            return self
        others = {name: count for name, count in self.watchers.items() if name != node}
        counts = {**others, node: watchers} if watchers else others
        return replace(self, presence=self.presence.watched(sum(counts.values())), watchers=counts)

    def lost(self, node: str, now: float) -> Everywhere:
        """The node is no more, and all its connections with it."""
        everywhere = self.watched(node, 0)
        for device in [id for id, at in self.lines.items() if at == node]:
            everywhere = everywhere.went(device, node, now)
        return everywhere

    def truly(self, node: str, devices: Collection[int], now: float) -> Everywhere:
        """With the connections the node has in fact: what it could not tell is made good."""
        everywhere = self
        for device in [id for id, at in self.lines.items() if at == node and id not in devices]:
            everywhere = everywhere.went(device, node, now)
        for device in devices:
            if device not in self.lines:
                everywhere = everywhere.came(device, node)
        return everywhere

    def after(self, presence: Presence) -> Everywhere:
        """With another presence; a device that is in it no longer has no line either."""
        lines = {id: at for id, at in self.lines.items() if id in presence.connected}
        return replace(self, presence=presence, lines=lines)


_values: TypeAdapter[Everywhere] = TypeAdapter(Everywhere)


def pack_everywhere(value: Everywhere) -> bytes:
    """As bytes, for other servers."""
    packed: bytes = msgpack.packb(_values.dump_python(value), default=_plain)
    return packed


def unpack_everywhere(data: bytes) -> Everywhere:
    """The value again; raises ValueError when the bytes are none."""
    try:
        value: Any = msgpack.unpackb(data, use_list=False, strict_map_key=False)
        return _values.validate_python(value)
    except Exception:
        # Not chained: the library's errors show the bytes.
        raise ValueError("nothing that a server of this version tells others") from None


def _plain(value: Any) -> Any:
    """What msgpack has no word for."""
    if isinstance(value, frozenset):
        return tuple(value)
    raise TypeError(f"{type(value).__name__} cannot be told")
