"""The connections of one room, and what each of them is shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from typing import Any

from pydantic import BaseModel

from longana_protocol.answers import ByeReason
from longana_protocol.codec import pack

from .presence import Presence
from .reader import Reader
from .room import Room
from .views import room_message, table, view, you


class Audience:
    """One connection per person, the newest; any number of watchers."""

    def __init__(self) -> None:
        self._persons: dict[int, Reader] = {}
        self._ids: dict[Reader, int] = {}
        """The same the other way round."""
        self._watchers: set[Reader] = set()
        self._new: set[Reader] = set()
        """Who has been shown nothing yet."""
        self._number = 0
        self._shown: object = None
        """What the latest `room` message was made from."""

    @property
    def watchers(self) -> int:
        return len(self._watchers)

    @property
    def persons(self) -> Collection[int]:
        """Those who have a connection."""
        return self._persons.keys()

    def __len__(self) -> int:
        return len(self._persons) + len(self._watchers)

    def everybody(self) -> list[Reader]:
        return [*self._persons.values(), *self._watchers]

    def holds(self, reader: Reader) -> bool:
        """Whether this connection is in the room (it is not, once replaced or removed)."""
        return reader in self._watchers or self.person_of(reader) is not None

    def person_of(self, reader: Reader) -> int | None:
        """Who it is in this room; None for somebody who watches, or is not in it.

        Only the room knows: the same number is somebody else in another.
        """
        return self._ids.get(reader)

    def admit(self, reader: Reader, person: int | None) -> None:
        """A new connection; an older one of the same person is told, and rests."""
        self._new.add(reader)
        if person is None:
            self._watchers.add(reader)
            return
        self._watchers.discard(reader)  # who watched has sat down
        older = self._persons.get(person)
        self._persons[person] = reader
        self._ids[reader] = person
        if older is not None and older is not reader:
            del self._ids[older]
            older.goodbye("replaced")

    def lose(self, reader: Reader) -> int | None:
        """A connection that is gone; gives whose it was, None if it only watched."""
        self._watchers.discard(reader)
        person = self._ids.pop(reader, None)
        if person is not None:
            del self._persons[person]
        return person

    def part_with(self, person: int, why: ByeReason) -> None:
        reader = self._persons.pop(person, None)
        if reader is not None:
            del self._ids[reader]
            reader.goodbye(why)

    def part_with_strangers(self, people: Set[int]) -> None:
        """Whoever is no person of the room any more was removed by way of another server."""
        if self._persons.keys() <= people:
            return
        for person in self._persons.keys() - people:
            self.part_with(person, "removed")

    def dismiss(self, why: ByeReason, code: int = 1000) -> None:
        """Say goodbye to everybody."""
        for reader in self.everybody():
            reader.goodbye(why, code)
        self._persons.clear()
        self._ids.clear()
        self._watchers.clear()

    def tell(self, message: BaseModel) -> None:
        """The same words for everybody."""
        for reader in self.everybody():
            reader.answer(message)

    def show(
        self,
        room: Room,
        presence: Presence,
        names: Mapping[int, str],
        now: float,
    ) -> None:
        """One view to every reader, and the room before it where it has changed."""
        self._number += 1
        changed = self._is_new(room, names)
        message = b""
        if changed or self._new:
            message = pack(room_message(room, names, self._number, presence.grace))
        public = table(room, presence, self._number, now)
        watchers = ((None, reader) for reader in self._watchers)
        for person, reader in (*self._persons.items(), *watchers):
            if changed or reader in self._new:
                reader.show("room", message)
            reader.show("view", view(public, you(room, presence, person)))
        self._new.clear()

    def show_again(self, reader: Reader, room: Room, presence: Presence, now: float) -> None:
        """The latest view once more."""
        public = table(room, presence, self._number, now)
        reader.show("view", view(public, you(room, presence, self.person_of(reader))))

    def _is_new(self, room: Room, names: Mapping[int, str]) -> bool:
        """Whether the `room` message would differ; what has not changed is the same object."""
        match: Any = room.match
        state = (
            room.code,
            room.seats,
            room.people,
            room.rules,
            room.host,
            room.locked,
            room.watching,
            room.chain,
            room.starting,
            room.aborted,
            len(room.past),
            match and (match.number, match.standing, match.hand.replayed),
            dict(names),
        )
        changed = state != self._shown
        self._shown = state
        return changed
