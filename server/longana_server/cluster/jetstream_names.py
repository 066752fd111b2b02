"""Names of the people of each room on JetStream: one subject a person, and the latest is kept."""

from __future__ import annotations

from collections.abc import Mapping

from .streams import Streams


class JetStreamNames:
    """`NameStore`. Whoever hears `Streams.seen(room)` hears names as they are given, too."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def names(self, room: str) -> Mapping[int, str]:
        stored = await self._streams.all_of(self._streams.name(room, "*"))
        return {
            int(name.subject.rpartition(".")[2]): name.data.decode(errors="replace")
            for name in stored
        }

    async def put(self, room: str, person: int, name: str) -> None:
        await self._streams.publish(self._streams.name(room, person), name.encode())

    async def erase(self, room: str, person: int | None = None) -> None:
        place = self._streams.name(room, "*" if person is None else person)
        for name in await self._streams.all_of(place):
            # Not merely purged: what is removed by itself is written over.
            await self._streams.remove(place.stream, name.sequence)
