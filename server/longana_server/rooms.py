"""All rooms of a server: made, found by code, let go when nobody visits them."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Mapping
from dataclasses import replace

from longana_engine import Rules
from longana_protocol.commands import Create, Join, Resume, Watch

from . import room as folding
from .codes import new_code, read_code
from .decide import rules_of
from .events import Created, Entry, Level, MovedTo
from .guard import is_this_machine
from .house import House
from .kept_room import cleaned
from .live_room import LiveRoom
from .log import LogError, NoRoom, RoomExists
from .reader import Reader
from .refusing import Refused
from .settings import Settings
from .throttle import Places
from .tokens import hash_token, new_token


logger = logging.getLogger(__name__)

HOST_PERSON = 1
"""Whoever makes a room is its first person."""


class Rooms:
    def __init__(self, house: House, settings: Settings) -> None:
        self._house = house
        self._settings = settings
        self._live: dict[str, LiveRoom] = {}
        """By the code their log is under: the first they had."""
        self._places = Places(settings.max_rooms_per_address, settings.max_rooms)
        """What one address may make at most; rooms of this machine's own are not counted."""
        self._made_by: dict[str, str] = {}
        """The address of each room that is counted."""
        self._made_with: dict[bytes, str] = {}
        """By the hash of the token a maker's client has drawn, for as long as it is in memory."""
        self._loading = asyncio.Lock()
        self._making = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._live)

    async def create(self, reader: Reader, command: Create, address: str) -> LiveRoom:
        """Make a room and seat its maker, or find the one made with this token; raises Refused."""
        if command.token is None:
            return await self._create(reader, command, new_token(), address)
        async with self._making:  # the same command may have come twice at once
            kept = hash_token(command.token)
            live = self._live.get(self._made_with.get(kept, ""))
            if live is None:
                live = await self._create(reader, command, command.token, address)
                self._made_with[kept] = live.room.codes[0]
            else:
                await live.come_again(reader, command, command.token)
            return live

    async def _create(self, reader: Reader, command: Create, token: str, address: str) -> LiveRoom:
        name, rules = cleaned(command.name), rules_of(command.rules)
        self._check_key(command)
        event = Created(
            code="",
            person=HOST_PERSON,
            token=hash_token(token),
            rules=rules.settings(),
            level=command.level,
            watching=command.watching,
            chain=self._house.chance.secret(),
        )
        counted = not is_this_machine(address)
        if counted and not self._places.enter(address):
            raise Refused("too_many_rooms")
        try:
            room = await self._begin(event)
            await self._house.names.put(room.code, HOST_PERSON, name)
        except BaseException:
            if counted:
                self._places.leave(address)
            raise
        if counted:
            self._made_by[room.code] = address
        live = self._opened(room, {HOST_PERSON: name})
        await live.come_again(reader, command, token)
        return live

    async def open(self, rules: Rules, level: Level, watching: bool) -> str:
        """A room of the operator's, with nobody in it yet; gives its code."""
        event = Created(
            code="",
            rules=rules.settings(),
            level=level,
            watching=watching,
            chain=self._house.chance.secret(),
        )
        return self._opened(await self._begin(event), {}).room.code

    def _opened(self, room: folding.Room, names: Mapping[int, str]) -> LiveRoom:
        id = room.codes[0]
        live = self._live[id] = LiveRoom(id, room, names, self._house)
        return live

    async def enter(self, reader: Reader, command: Join | Resume | Watch) -> LiveRoom:
        """Find the room and go in; raises Refused, `no_room` for every code that opens nothing.

        An earlier code of the room opens it for those who have a token: whoever was away when the
        code was changed comes back all the same.
        """
        live = await self._find(command.code)
        is_latest = live.room.code == read_code(command.code)
        match command:
            case Resume() if is_latest or live.owner_of(command.token) is not None:
                await live.resume(reader, command)
            case Join() if is_latest or live.owner_of(command.token or "") is not None:
                await live.join(reader, command)
            case Watch() if is_latest:
                await live.watch(reader, command)
            case _:
                raise Refused("no_room")
        return live

    async def name_host(self, code: str, person: int) -> None:
        """Whoever came first may not be the one whose table it is."""
        live = self._live.get(code)
        if live is not None:
            await live.name_host(person)

    def visitors(self, code: str) -> int:
        """How many connections are in the room now."""
        live = next((live for live in self._live.values() if live.room.code == code), None)
        return 0 if live is None else len(live.presence.connected) + live.presence.watchers

    async def sweep(self) -> None:
        """Forget rooms that are closed, or that nobody has visited for the time set."""
        expired = time.monotonic() - self._settings.room_ttl
        for id, live in list(self._live.items()):
            if live.presence.anybody or not (live.room.closed or live.empty_since < expired):
                continue
            async with self._loading:  # nobody finds it while it goes
                try:
                    for code in live.room.codes:
                        await self._house.log.delete(code)
                except LogError:
                    logger.exception("room log: a room could not be deleted")
                    continue
                await self._house.names.erase(id)
                live.retire()
                del self._live[id]
                self._made_with = {key: at for key, at in self._made_with.items() if at != id}
                if id in self._made_by:
                    self._places.leave(self._made_by.pop(id))

    def shutdown(self) -> None:
        """Everybody is told; their clients come back by themselves."""
        for live in self._live.values():
            live.retire()

    async def _begin(self, event: Created) -> folding.Room:
        """Store the first entry under a code nobody has."""
        while True:
            code = new_code(self._live)
            entry = Entry(
                event=_with_code(event, code), by=event.person, id=None, at=int(time.time())
            )
            try:
                await self._house.log.create(code, entry)
            except RoomExists:
                continue
            except LogError:
                logger.exception("room log: a room could not be stored")
                raise Refused("try_again") from None
            return folding.begin(entry)

    async def _find(self, typed: str) -> LiveRoom:
        code = read_code(typed)
        if code is None:
            raise Refused("no_room")
        async with self._loading:
            return self._live.get(code) or await self._load(code)

    async def _load(self, code: str) -> LiveRoom:
        """The room whose log is under this code, or under the one it points to."""
        try:
            entries = await self._house.log.read(code)
            if entries and isinstance(entries[0].event, MovedTo):
                id = entries[0].event.room
                if id in self._live:
                    return self._live[id]
                entries = await self._house.log.read(id)
            room = folding.fold(entries)
        except NoRoom:
            raise Refused("no_room") from None
        except LogError:
            logger.exception("room log: a room could not be read")
            raise Refused("try_again") from None
        except Exception:
            # Whatever is wrong with it stays wrong: for those who come there is no such room.
            logger.exception("room log: what stands under a code is no room")
            raise Refused("no_room") from None
        return self._opened(room, await self._house.names.names(room.codes[0]))

    def _check_key(self, command: Create) -> None:
        if self._settings.rooms_by == "operator":
            raise Refused("no_new_rooms")
        key = self._settings.create_key
        if key is not None and not matches(command.key or "", key.get_secret_value()):
            raise Refused("bad_key")


def matches(given: str, key: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(given.encode(), key.encode())


def _with_code(event: Created, code: str) -> Created:
    return replace(event, code=code)
