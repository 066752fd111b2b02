"""All rooms of a server: made, found by code, let go when nobody visits them."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from longana_engine import Rules
from longana_protocol.commands import Create, Join, Resume, Watch

from . import room as folding
from .claims import Claim
from .codes import new_code, read_code
from .decide import rules_of
from .events import Created, Entry, Level, MovedTo
from .guard import is_this_machine
from .house import House
from .kept_room import cleaned
from .kept_rooms import document_of
from .live_room import LiveRoom
from .log import CorruptRoom, LogError, NoRoom, RoomExists
from .metrics import Metrics
from .names import unique_name
from .reader import Reader
from .refusing import Refused
from .settings import Settings
from .throttle import Places
from .tokens import hash_token, new_token


logger = logging.getLogger(__name__)

CLOCK_LEAP = 3600.0
"""Seconds between the clock on the wall and the one that only goes on, for which it was set."""

NOTE_VISITS_EVERY = 600.0
"""Seconds between two notes of which rooms somebody is in."""

READ_AT_ONCE = 4
"""Rooms that are read from their logs at the same time; others wait. After a death all people of a
server come back at once, and of a hundred readings each would take longer than the log is given to
answer: all of them would fail, be asked for again, and fail again."""

FOLDED_AT_ONCE = 25
"""Entries of a log folded before other rooms have their turn: a few milliseconds."""

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
        self._operators: dict[str, set[int | None]] = {}
        """The rooms of whoever runs the server: kept as long as it runs. Which persons have come
        into each since, and None if any onlooker has."""
        self._claims: dict[str, Claim] = {}
        """The latest of each room of the operator's."""
        self._clock_offset = time.time() - time.monotonic()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By code, for as long as somebody waits there."""
        self._reading = asyncio.Semaphore(READ_AT_ONCE)
        self._making: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()
        """By the hash of the token, likewise."""
        self._noted_visits = float("-inf")
        self._looked_until = 0.0
        """Rooms nobody has visited since then (UTC seconds) are no longer of those never played."""

    def __len__(self) -> int:
        return len(self._live)

    @property
    def metrics(self) -> Metrics:
        """Of all the house."""
        return self._house.metrics

    async def create(self, reader: Reader, command: Create, address: str) -> LiveRoom:
        """Make a room and seat its maker, or find the one made with this token; raises Refused."""
        if command.token is None:
            return await self._create(reader, command, new_token(), address)
        kept = hash_token(command.token)
        # The same command may have come twice at once.
        async with self._making.setdefault(kept, asyncio.Lock()):
            live = self._live.get(self._made_with.get(kept, ""))
            if live is None:
                live = await self._create(reader, command, command.token, address)
                self._made_with[kept] = live.room.codes[0]
            else:
                await live.come_again(reader, command, command.token)
            return live

    async def _create(self, reader: Reader, command: Create, token: str, address: str) -> LiveRoom:
        name, rules = unique_name(cleaned(command.name), ()), rules_of(command.rules)
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
            live = await self._opened(room, {HOST_PERSON: name})
        except BaseException as error:
            if counted:
                self._places.leave(address)
            if isinstance(error, LogError):
                logger.error("room log: the name of a room's maker could not be stored: %s", error)
                raise Refused("try_again") from None
            raise
        if counted:
            self._made_by[room.code] = address
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
        live = await self._opened(await self._begin(event), {})
        self._operators.setdefault(live.room.codes[0], set())
        return live.room.code

    async def reopen(self, code: str) -> str | None:
        """A room of the operator's from before, by any of its codes; gives the latest.

        None when there is none any more.
        """
        try:
            live = await self._find(code)
        except Refused:
            return None
        if live.room.closed:
            return None
        self._operators.setdefault(live.room.codes[0], set())
        return live.room.code

    async def brings_back(self, code: str, token: str) -> bool:
        """Whether the token is that of somebody in that room."""
        try:
            live = await self._find(code)
        except Refused:
            return False
        return live.owner_of(token) is not None

    def knows(self, code: str, token: str) -> bool:
        """Whether the token brings somebody back into that room, which is in memory."""
        live = self._under(read_code(code) or "")
        return live is not None and live.owner_of(token) is not None

    def _under(self, code: str) -> LiveRoom | None:
        """The room in memory that has or had this code."""
        return next((live for live in self._live.values() if code in live.room.codes), None)

    async def _opened(self, room: folding.Room, names: Mapping[int, str]) -> LiveRoom:
        id = room.codes[0]
        live = LiveRoom(id, room, names, self._house)
        await live.begin()
        self._live[id] = live
        return live

    async def enter(self, reader: Reader, command: Join | Resume | Watch) -> LiveRoom:
        """Find the room and go in; raises Refused, `no_room` for every code that opens nothing."""
        live = await self._find(command.code)
        match command:
            case Resume():
                await live.resume(reader, command)
            case Join():
                await self._join(live, reader, command)
            case Watch():
                await live.watch(reader, command)
        if (came := self._operators.get(live.room.codes[0])) is not None:
            came.add(live.person_of(reader))
        return live

    def claim(
        self, code: str, seat: str | None = None, keep: Callable[[str], None] = lambda _: None
    ) -> str:
        """What makes whoever enters that room with it its host, once; the one before is void.

        `seat` is the token of the operator's seat from before, which is theirs again if they are
        not in the room. `keep` is told the token of the seat they come to.
        """
        live = self._under(code)
        if live is None:
            raise KeyError(code)
        claim = self._claims[live.room.codes[0]] = Claim(seat, keep)
        return claim.secret

    async def _join(self, live: LiveRoom, reader: Reader, command: Join) -> None:
        """A claim that is wrong, or was used, makes a guest of them like any other."""
        claim = self._claims.get(live.room.codes[0])
        if claim is None or not claim.is_brought_by(command):
            await live.join(reader, command)
            return
        before, token = claim.brought, claim.token_for(command, live)
        claim.brought = (command.token, token)  # now: nobody else may bring it meanwhile
        try:
            await live.join(reader, command.model_copy(update={"token": token}))
        except BaseException:
            claim.brought = before
            raise
        person = live.person_of(reader)
        if person is not None:
            await live.name_host(person)
        claim.keep(token)

    async def name_host(self, code: str, person: int) -> None:
        """Whoever came first may not be the one whose table it is."""
        live = self._under(code)
        if live is not None:
            await live.name_host(person)

    def visitors(self, code: str, besides: int | None = None) -> int:
        """How many connections are in the room now, besides that person's."""
        live = self._under(code)
        if live is None:
            return 0
        return len(live.presence.connected - {besides}) + live.presence.watchers

    def had_company(self, code: str) -> bool:
        """Whether the operator cannot be the only one who has come into that room of theirs, since
        it was opened: also if all have gone again."""
        live = self._under(code)
        came = set() if live is None else self._operators.get(live.room.codes[0], set())
        return None in came or len(came) > 1

    async def sweep(self) -> None:
        """Let go of rooms that nobody visits, and delete those closed or unvisited for long."""
        try:
            await self._note_visits()
            self._let_rest()
            self._house.pace.tidy(self._house.clock())
            await self._delete_old()
        except LogError as error:
            logger.error("room log: rooms nobody visits could not be looked through: %s", error)

    async def _note_visits(self) -> None:
        """Now and then is often enough: what counts is days."""
        visited = [code for live in self._live.values() for code in live.room.codes]
        now, offset = time.monotonic(), time.time() - time.monotonic()
        if abs(offset - self._clock_offset) > CLOCK_LEAP:
            # Days that only the clock saw are no days of absence.
            logger.warning("the clock was set anew: all rooms count as visited today")
            visited = await self._house.log.rooms()
        elif now - self._noted_visits < NOTE_VISITS_EVERY:
            return
        self._clock_offset, self._noted_visits = offset, now
        if visited:
            await self._house.log.visit(visited)

    def _let_rest(self) -> None:
        """Drop from memory what has been empty for a while; its log brings it back."""
        since = self._house.clock() - self._settings.rest_after
        for id, live in list(self._live.items()):
            rests = live.is_empty and live.empty_since <= since and not live.room.closed
            if rests or live.is_gone:
                self._drop(id, live)

    async def _delete_old(self) -> None:
        now, log = time.time(), self._house.log
        long_ago = set(await log.unvisited(now - self._settings.room_ttl))
        # Looked at once, for that takes all of a log: what was played in stays until then.
        unplayed_since = now - self._settings.unplayed_ttl
        lately = await log.unvisited(unplayed_since, after=self._looked_until)
        closed = [id for id, live in self._live.items() if live.room.closed]
        for code in dict.fromkeys((*closed, *lately, *long_ago)):
            async with self._one_at_a_time(code):  # nobody finds it while it goes
                live = self._live.get(code)
                if code in self._operators if live is None else not live.room.closed:
                    continue
                try:
                    room = live.room if live is not None else await self._stored(code)
                    if isinstance(room, str):  # an earlier code, which goes with the room
                        if code in long_ago and await self._is_vain(code, room):
                            await log.delete(code)
                        continue
                    played = room.match is not None or bool(room.past)
                    if room.closed or not played or code in long_ago:
                        await self._delete(code, room)
                except Exception:
                    logger.exception("room log: a room could not be deleted")
                    unplayed_since = self._looked_until  # it is looked at again
        self._looked_until = max(unplayed_since, 0.0)

    async def _stored(self, code: str) -> folding.Room | str:
        """The room whose log is under this very code, or the code it was moved to."""
        entries = await self._house.log.read(code)
        first = entries[0].event
        return first.room if isinstance(first, MovedTo) else await folded(entries)

    async def _is_vain(self, code: str, to: str) -> bool:
        """Whether a code was reserved for a room that never got it, or is no more."""
        live = self._live.get(to)
        try:
            room = live.room if live is not None else await self._stored(to)
        except NoRoom:
            return True
        return isinstance(room, str) or code not in room.codes

    async def _delete(self, id: str, room: folding.Room) -> None:
        if not room.closed and self._settings.keep_tallies:
            self._leave_behind(room, await self._house.names.names(id))
        for code in room.codes:
            await self._house.log.delete(code)
        await self._house.names.erase(id)
        self._house.pace.forget(id)
        self._claims.pop(id, None)
        if id in self._live:
            self._live[id].retire()
            self._drop(id, self._live[id])

    def _leave_behind(self, room: folding.Room, names: Mapping[int, str]) -> None:
        folder = self._settings.data_dir / "expired"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        document = json.dumps(document_of(room, names), ensure_ascii=False, indent=2)
        (folder / f"{room.code}.json").write_text(document, encoding="utf-8")

    def _drop(self, id: str, live: LiveRoom) -> None:
        live.retire()
        del self._live[id]
        self._made_with = {key: at for key, at in self._made_with.items() if at != id}
        if id in self._made_by:
            self._places.leave(self._made_by.pop(id))

    def send_away(self) -> None:
        """Everybody had better come back by way of another server; here they are read anew."""
        for id, live in list(self._live.items()):
            self._drop(id, live)

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
            except LogError as error:
                logger.error("room log: a room could not be stored: %s", error)
                raise Refused("try_again") from None
            return folding.begin(entry)

    async def _find(self, typed: str) -> LiveRoom:
        code = read_code(typed)
        if code is None:
            raise Refused("no_room")
        live = self._served(code)
        if live is not None and not live.room.closed:
            return live  # also while other rooms are read
        found = await self._read(code)
        if isinstance(found, str):
            found = await self._read(found)
        if isinstance(found, str):
            logger.error("room log: an earlier code leads to another earlier code")
            raise Refused("no_room")
        return found

    async def _read(self, code: str) -> LiveRoom | str:
        """The room whose log is under this very code, or the code it was moved to."""
        async with self._one_at_a_time(code):
            live = self._served(code)
            if live is not None:
                return live
            async with self._reading:
                return await self._load(code)

    def _served(self, code: str) -> LiveRoom | None:
        """The room in memory whose log is under this very code."""
        live = self._live.get(code)
        if live is not None and live.is_gone:
            self._drop(code, live)
            return None
        return live

    def _one_at_a_time(self, code: str) -> asyncio.Lock:
        """For whoever reads or deletes what stands under this very code."""
        return self._loading.setdefault(code, asyncio.Lock())

    async def _load(self, code: str) -> LiveRoom | str:
        try:
            entries = await self._house.log.read(code)
            if entries and isinstance(entries[0].event, MovedTo):
                return entries[0].event.room
            room = await folded(entries)
            names = await self._house.names.names(room.codes[0])
            with suppress(LogError):  # at once: no other server deletes it just now
                await self._house.log.visit(room.codes)
        except NoRoom:
            raise Refused("no_room") from None
        except CorruptRoom as error:
            logger.error("room log: a room is damaged: %s", error)
            raise Refused("no_room") from None
        except LogError as error:
            logger.error("room log: a room could not be read: %s", error)
            raise Refused("try_again") from None
        except Exception:
            # Whatever is wrong with it stays wrong: for those who come there is no such room.
            logger.exception("room log: what stands under a code is no room")
            raise Refused("no_room") from None
        return await self._opened(room, names)

    def _check_key(self, command: Create) -> None:
        if self._settings.rooms_by == "operator":
            raise Refused("no_new_rooms")
        key = self._settings.create_key
        if key is not None and not matches(command.key or "", key.get_secret_value()):
            raise Refused("bad_key")


async def folded(entries: Sequence[Entry]) -> folding.Room:
    """The room of a whole log, as `folding.fold`; other rooms have their turn meanwhile.

    Raises:
        ValueError: the log does not begin a room.

    """
    room: folding.Room | None = None
    for number, entry in enumerate(entries, start=1):
        room = folding.begin(entry) if room is None else folding.after(room, entry)
        if number % FOLDED_AT_ONCE == 0:
            await asyncio.sleep(0)
    if room is None:
        raise ValueError("an empty log is no room")
    return room


def matches(given: str, key: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(given.encode(), key.encode())


def _with_code(event: Created, code: str) -> Created:
    return replace(event, code=code)
