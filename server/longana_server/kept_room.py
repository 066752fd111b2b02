"""A room in memory that is what its log folds to, and the names of its people beside it."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Mapping
from contextlib import suppress

from longana_protocol.commands import Leave, RoomCommand, SeatCommand, ToHere

from . import room as folding
from .events import CodeChanged, Entry, Event, Joined, Left, Moved, MovedTo
from .house import House
from .log import Conflict, LogError, RoomExists
from .names import BadName, clean_name, unique_name
from .refusing import Refused
from .room import Room


logger = logging.getLogger(__name__)


class KeptRoom:
    """Not for two tasks at once: whoever appends has the room's lock."""

    def __init__(self, id: str, room: Room, names: Mapping[int, str], house: House) -> None:
        self.id = id
        """Where its log is: the room's first code."""
        self.room = room
        self.names = dict(names)
        self._house = house
        self._erased: set[int] = set()

    async def append(self, event: Event, by: int | None, command_id: str | None) -> bool:
        """Log and fold an event; False when another writer was first and it must be decided anew.

        Raises:
            Refused: `try_again`, when the log could not take it.

        """
        log, version = self._house.log, self.room.version
        entry = Entry(event=event, by=by, id=command_id, at=int(time.time()))
        try:
            try:
                with self._house.metrics.timed("append"):
                    await log.append(self.id, version, entry)
            except Conflict:
                is_behind = await self._read_on()
            else:
                self.room = folding.after(self.room, entry)
                if isinstance(event, Moved):
                    self._house.metrics.count("moves", "computer" if by is None else "person")
                return True
        except LogError as error:
            logger.error("room log: an event could not be stored: %s", error)
            raise Refused("try_again") from None
        if not is_behind:
            logger.error("room log: a conflict with nothing new to read")
            raise Refused("try_again")
        return False

    async def read_on(self) -> None:
        """Whatever other servers did; raises Refused, when the log could not be read."""
        try:
            await self._read_on()
        except LogError as error:
            logger.error("room log: what others did could not be read: %s", error)
            raise Refused("try_again") from None

    async def _read_on(self) -> bool:
        """Whether there was anything; raises LogError."""
        missed = await self._house.log.read(self.id, self.room.version)
        for entry in missed:
            await self.take(entry)
        return bool(missed)

    async def take(self, entry: Entry) -> None:
        """Fold an entry that another server wrote."""
        self.room = folding.after(self.room, entry)
        if entry.by is not None:  # what anybody does counts, wherever they do it
            self._house.pace.take(self.room.codes[0], entry.by, self._house.clock())
        if isinstance(entry.event, Joined | Left):
            names = await self._house.names.names(self.id)
            self._erased |= self.names.keys() - names.keys()
            self.names = dict(names)

    def take_erased(self) -> Collection[int]:
        """Whose names were erased by way of another server since this was asked last."""
        erased, self._erased = self._erased, set()
        return erased

    async def append_decided(self, event: Event, by: int, command: RoomCommand) -> bool:
        """As `append`, of what somebody's command leads to, with what must stand beside it."""
        match event:
            case CodeChanged(code=code) if not await self.reserve(code):
                return False
            case Joined():
                here = command.to if isinstance(command, SeatCommand) else None
                name = self.new_name(here.name if isinstance(here, ToHere) else "")
                return await self.append_newcomer(event, name, by, command.id)
            case Left() if isinstance(command, Leave) and command.forget:
                return await self._append_forgetting(event, by, command.id)
            case _:
                return await self.append(event, by, command.id)

    async def append_newcomer(self, event: Joined, name: str, by: int, command_id: str) -> bool:
        """The person, then their name: another writer may be the one who gets this number."""
        if not await self.append(event, by, command_id):
            return False
        await self._put(event.person, name)
        return True

    async def _append_forgetting(self, event: Left, by: int, command_id: str) -> bool:
        """Their names first: whoever leaves is told that they are erased."""
        people = self.room.on_device(event.person)
        names = {person: self.name_of(person) for person in people}
        has_left = False
        try:
            await self.erase_names(people)
            has_left = await self.append(event, by, command_id)
        finally:
            if not has_left:
                await self._name_again(names)
        return has_left

    async def _name_again(self, names: Mapping[int, str]) -> None:
        """They are still here, and are somebody: but for who has left by way of another server, or
        may have, where that cannot be found out.
        """
        with suppress(Refused):
            await self.read_on()
            for person in names.keys() & self.room.people.keys():
                await self._put(person, names[person])
        self.names |= {id: name for id, name in names.items() if id in self.room.people}

    async def name(self, person: int, typed: str) -> None:
        """Give somebody their name; raises Refused for one that cannot be."""
        await self._put(person, self.new_name(typed))

    async def _put(self, person: int, name: str) -> None:
        """Raises Refused when it could not be stored; then the same `join` sent again does it."""
        try:
            await self._house.names.put(self.id, person, name)
        except LogError as error:
            logger.error("room log: a name could not be stored: %s", error)
            raise Refused("try_again") from None
        self.names[person] = name

    async def reserve(self, code: str) -> bool:
        """Let a new code lead to the log; False when it is another room's.

        Raises:
            Refused: `try_again`, when that could not be stored.

        """
        try:
            moved = Entry(event=MovedTo(room=self.id), at=int(time.time()))
            await self._house.log.create(code, moved)
        except RoomExists:
            return False
        except LogError as error:
            logger.error("room log: a new code could not be stored: %s", error)
            raise Refused("try_again") from None
        return True

    def new_name(self, typed: str) -> str:
        """A name as shown, unlike the others here; raises Refused for one that cannot be."""
        return unique_name(cleaned(typed), [self.names.get(id, "") for id in self.room.people])

    def name_of(self, person: int) -> str:
        return self.names.get(person, "")

    async def erase_names(self, people: Collection[int]) -> None:
        """Erase them where they are kept; raises Refused when that could not be done."""
        try:
            for person in people:
                await self._house.names.erase(self.id, person)
        except LogError as error:
            logger.error("room log: a name could not be erased: %s", error)
            raise Refused("try_again") from None
        self.forget_names(people)

    def forget_names(self, people: Collection[int]) -> None:
        """They are erased where they are kept."""
        for person in people:
            self.names.pop(person, None)


def cleaned(name: str) -> str:
    """A name as shown; raises Refused for one that cannot be."""
    try:
        return clean_name(name)
    except BadName as bad:
        raise Refused("bad_name", problem=bad.problem) from None
