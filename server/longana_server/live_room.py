"""A room while somebody is in it: commands in, log appended, readers shown, computers driven.

Everything that changes the room happens under one lock, so nothing interleaves. An entry is
appended to the log before anybody is shown or told of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from longana_engine import Choice, Seat, compact, observe
from longana_protocol.answers import ByeReason, Done, Hint, Record, Welcome
from longana_protocol.catalogue import text
from longana_protocol.codec import pack
from longana_protocol.commands import (
    Command,
    HintCommand,
    Join,
    RecordCommand,
    Resume,
    RoomCommand,
    Watch,
)
from longana_protocol.words import VERSION

from . import room as folding
from .computers import Thinker
from .decide import Chance, Circumstances, decide, decide_join, position_to_play
from .events import Entry, Event, HandDealt, HostNamed, Left, Moved, StartAborted
from .log import Conflict, LogError, RoomLog
from .name_store import NameStore
from .names import BadName, clean_name, unique_name
from .presence import Presence
from .reader import Reader
from .records import recorded
from .refusing import Refused
from .room import Room
from .tokens import hash_token, is_token, new_token
from .views import NOBODY, room_message, table, view, you


logger = logging.getLogger(__name__)

LOG_PAUSE = 1.0
"""Seconds until the room tries again by itself, when its log could not take something."""


@dataclass(frozen=True, slots=True)
class House:
    """What all rooms of a server share."""

    log: RoomLog
    names: NameStore
    thinker: Thinker
    chance: Chance
    computer_delay: float
    """Seconds."""
    start_patience: float
    """Seconds."""
    deals: tuple[Mapping[str, str], ...] = ()


class LiveRoom:
    def __init__(self, room: Room, names: Mapping[int, str], house: House) -> None:
        self.room = room
        self.empty_since: float = time.monotonic()
        """When the last reader left, by the monotonic clock; of account only without readers."""
        self._names = dict(names)
        self._house = house
        self._lock = asyncio.Lock()
        self._persons: dict[int, Reader] = {}
        self._watchers: set[Reader] = set()
        self._number = 0
        self._shown_room: object = None
        self._reveal_watched = False
        self._hinted: tuple[int, Choice] | None = None
        """The latest hint and its turn (which says the seat): asking again costs nothing."""
        self._own_step: asyncio.Task[None] | None = None
        self._own_step_for: object = None

    @property
    def presence(self) -> Presence:
        return Presence(frozenset(self._persons), len(self._watchers))

    def holds(self, reader: Reader) -> bool:
        """Whether this connection is in the room (it is not, once replaced or removed)."""
        if reader.person is None:
            return reader in self._watchers
        return self._persons.get(reader.person) is reader

    def retire(self) -> None:
        """Stop whatever the room does by itself, and tell whoever is here to come back.

        Without the lock: a log that hangs must not keep a server from stopping. What was being
        appended is in the log or not; nobody is told of it either way.
        """
        if self._own_step is not None:
            self._own_step.cancel()
        for reader in self._readers():
            reader.goodbye("shutdown", 1012)

    def _readers(self) -> list[Reader]:
        return [*self._persons.values(), *self._watchers]

    # --- coming and going

    async def join(self, reader: Reader, command: Join) -> None:
        """A newcomer; answers with their token, or raises Refused."""
        async with self._lock:
            self._still_open()
            token = new_token()
            while True:
                event = decide_join(self.room, command, hash_token(token))
                name = unique_name(cleaned(command.name), self._present_names())
                await self._house.names.put(self.room.code, event.person, name)
                if await self._append(event, event.person, command.id):
                    break
            self._names[event.person] = name
            self._enter(reader, event.person, command, token)

    async def welcome_host(self, reader: Reader, command: Command, token: str) -> None:
        """The person who has just made the room."""
        async with self._lock:
            if self.room.host is not None:
                self._enter(reader, self.room.host, command, token)

    async def name_host(self, person: int) -> None:
        """The operator says whose table it is; nothing, if they are not in the room."""
        async with self._lock:
            while person in self.room.people and self.room.host != person:
                if await self._append(HostNamed(person=person), None, None):
                    self._settle()

    async def resume(self, reader: Reader, command: Resume) -> None:
        """Somebody comes back. Their newest connection wins; raises Refused for a wrong token."""
        async with self._lock:
            self._still_open()
            person = next(
                (id for id, who in self.room.people.items() if is_token(command.token, who.token)),
                None,
            )
            if person is None:
                raise Refused("bad_token")
            self._enter(reader, person, command, None)

    async def watch(self, reader: Reader, command: Watch) -> None:
        """Somebody looks on; raises Refused where that is not wanted."""
        async with self._lock:
            self._still_open()
            if not self.room.watching:
                raise Refused("no_watching")
            self._enter(reader, None, command, None)

    def _enter(
        self, reader: Reader, person: int | None, command: Command, token: str | None
    ) -> None:
        reader.person = person
        if person is None:
            self._watchers.add(reader)
        else:
            older = self._persons.get(person)
            self._persons[person] = reader
            if older is not None and older is not reader:
                older.goodbye("replaced")
        welcome = Welcome(
            about=command.id, version=VERSION, code=self.room.code, person=person, token=token
        )
        reader.answer(welcome)
        self._show_all(newcomer=reader)
        self._drive()

    async def disconnected(self, reader: Reader) -> None:
        """A connection is gone; its person, if any, is away."""
        async with self._lock:
            if self._forget(reader):
                self._show_all()
                self._drive()

    def _forget(self, reader: Reader) -> bool:
        if reader in self._watchers:
            self._watchers.discard(reader)
        elif reader.person is not None and self.holds(reader):
            del self._persons[reader.person]
        else:
            return False
        if not self.presence.anybody:
            self.empty_since = time.monotonic()
        return True

    def _still_open(self) -> None:
        if self.room.closed:
            raise Refused("no_room")

    def _present_names(self) -> list[str]:
        return [self._names.get(id, "") for id in self.room.people]

    # --- commands

    async def do(self, reader: Reader, command: RoomCommand) -> None:
        """Carry out a command of somebody in the room and answer it.

        Raises:
            Refused: when it is not carried out; nothing has been answered then.

        """
        if isinstance(command, HintCommand):
            await self._hint(reader, command)
            return
        async with self._lock:
            self._still_open()
            if isinstance(command, RecordCommand):
                self._record(reader, command)
                return
            if reader.person is None:
                raise Refused("not_seated")
            await self._carry_out(reader, reader.person, command)

    async def _carry_out(self, reader: Reader, person: int, command: RoomCommand) -> None:
        while True:
            answered = self.room.answer_to(person, command.id)
            if answered is not None:
                reader.answer(Done(about=command.id, turn=answered))
                return
            try:
                event = decide(self.room, person, command, self._circumstances())
            except Refused as refused:
                if refused.event is not None and await self._append(refused.event, person, None):
                    self._settle()
                raise
            if await self._append(event, person, command.id):
                break
        reader.answer(Done(about=command.id, turn=self.room.turn))
        if isinstance(event, Left):
            self._part_with(event.person, "left" if event.person == person else "removed")
        self._settle()

    def _circumstances(self) -> Circumstances:
        return Circumstances(self._house.chance, self._house.deals, self._reveal_watched)

    async def _append(self, event: Event, by: int | None, command_id: str | None) -> bool:
        """Log and fold an event; False when another writer was first and it must be decided anew.

        Raises:
            Refused: `try_again`, when the log could not take it.

        """
        log, code, version = self._house.log, self.room.code, self.room.version
        entry = Entry(event=event, by=by, id=command_id, at=int(time.time()))
        try:
            try:
                await log.append(code, version, entry)
            except Conflict:
                missed = await log.read(code, version)
            else:
                self.room = folding.after(self.room, entry)
                return True
        except LogError:
            logger.exception("room log: an event could not be stored")
            raise Refused("try_again") from None
        if not missed:
            logger.error("room log: a conflict with nothing new to read")
            raise Refused("try_again")
        for other in missed:
            self.room = folding.after(self.room, other)
        self._settle()
        return False

    def _part_with(self, person: int, why: ByeReason) -> None:
        reader = self._persons.pop(person, None)
        if reader is not None:
            reader.goodbye(why)

    def _settle(self) -> None:
        """Show everybody what has changed, and go on."""
        self._show_all()
        if self.room.closed:
            for reader in self._readers():
                reader.goodbye("closed")
            self._persons.clear()
            self._watchers.clear()
        if not self.presence.anybody:
            self.empty_since = time.monotonic()
        self._drive()

    # --- showing

    def _show_all(self, newcomer: Reader | None = None) -> None:
        """One view to every reader, and the room before it if that has changed."""
        self._number += 1
        self._watch_reveal()
        room_frame = self._room_frame()
        public = table(self.room, self.presence, self._number)
        for reader in self._readers():
            if room_frame is not None:
                reader.show("room", room_frame)
            elif reader is newcomer:
                reader.show("room", pack(self._room_message()))
            reader.show("view", self._view(public, reader.person))

    def show_again(self, reader: Reader) -> None:
        """The latest view once more."""
        public = table(self.room, self.presence, self._number)
        reader.show("view", self._view(public, reader.person))

    def _view(self, public: bytes, person: int | None) -> bytes:
        own = NOBODY if person is None else you(self.room, person, self._reveal_watched)
        return view(public, own)

    def _room_message(self) -> dict[str, Any]:
        return room_message(self.room, self._names, self._number)

    def _room_frame(self) -> bytes | None:
        """The room's message if anything in it differs from what was last shown."""
        room, match = self.room, self.room.match
        state = (
            room.seats,
            room.people,
            room.rules,
            room.host,
            room.locked,
            room.chain,
            room.starting,
            room.aborted,
            match and (match.number, match.standing, match.hand.replayed),
        )
        if state == self._shown_room:
            return None
        self._shown_room = state
        return pack(self._room_message())

    def _watch_reveal(self) -> None:
        over = self.room.match is not None and self.room.match.hand_over
        several = len(self._readers()) > 1
        self._reveal_watched = over and (self._reveal_watched or several)

    # --- asking

    async def _hint(self, reader: Reader, command: HintCommand) -> None:
        if reader.person is None:
            raise Refused("not_seated")
        position, seat = position_to_play(self.room, reader.person, command)
        if self._hinted is None or self._hinted[0] != command.turn:
            seen, seed = observe(position, seat), _seed(self.room)
            choice = await self._house.thinker.choose(seen, "hard", seed)
            if self.room.turn != command.turn:
                raise Refused("stale", turn=self.room.turn)
            self._hinted = command.turn, choice
        choice = self._hinted[1]
        reason = choice.reason
        hint = Hint(
            about=command.id,
            turn=command.turn,
            move=compact(choice.move),
            reason=reason.key,
            facts=dict(reason.facts),
            text=text(reader.language, f"hint.{reason.key}", **reason.facts),
        )
        reader.answer(hint)

    def _record(self, reader: Reader, command: RecordCommand) -> None:
        number, document, steps = recorded(self.room, self._names, command.match)
        reader.answer(Record(about=command.id, match=number, record=document, steps=steps))

    # --- what the room does by itself

    def _drive(self) -> None:
        """Let happen what nobody has to ask for, unless it is under way already."""
        room = self.room
        sealed = room.starting is not None and room.starting.all_sealed
        wanted = (room.turn, room.phase, sealed, self.presence.anybody, room.seats, room.closed)
        if wanted == self._own_step_for:
            return
        self._own_step_for = wanted
        if self._own_step is not None and self._own_step is not asyncio.current_task():
            self._own_step.cancel()
        step = self._next_step()
        self._own_step = asyncio.create_task(step) if step is not None else None

    def _next_step(self) -> Coroutine[Any, Any, None] | None:
        room = self.room
        if room.closed:
            return None
        if room.starting is not None:
            return self._lose_patience(room)
        if not self.presence.anybody:
            return None
        if room.to_move is not None and room.seats[room.to_move].kind == "computer":
            return self._computer_moves(room, room.to_move)
        unattended = not room.person_seats and room.phase == "hand_over"
        if unattended and room.match is not None and room.match.can_deal:
            return self._deal_unattended(room)
        return None

    async def _lose_patience(self, room: Room) -> None:
        await asyncio.sleep(self._house.start_patience)
        await self._by_itself(room, _start_failed)

    async def _computer_moves(self, room: Room, seat: Seat) -> None:
        await asyncio.sleep(self._house.computer_delay)
        position = room.position
        level = room.seats[seat].level
        if position is None or level is None:
            return
        move = position.legal()[0]
        try:
            seen = observe(position, seat)
            choice = await self._house.thinker.choose(seen, level, _seed(room))
        except Exception:
            logger.exception("a computer failed to choose; it makes the first move there is")
        else:
            if position.can(choice.move):
                move = choice.move
            else:
                logger.error("a computer chose a move that is refused; the first replaces it")
        await self._by_itself(room, lambda _: Moved(move=compact(move)))

    async def _deal_unattended(self, room: Room) -> None:
        await asyncio.sleep(self._house.computer_delay)
        await self._by_itself(room, lambda _: HandDealt())

    async def _by_itself(self, room: Room, event_now: Callable[[Room], Event | None]) -> None:
        """Carry out what is due in the turn of that room; nothing, once the turn has passed."""
        pause = 0.0
        async with self._lock:
            if self.room.turn != room.turn or self.room.closed:
                return
            event = event_now(self.room)
            if event is None:
                return
            try:
                if await self._append(event, None, None):
                    self._settle()
                    return
            except Refused:
                pause = LOG_PAUSE
            except Exception:
                # Whatever it was, a table that stands still for good would be worse.
                logger.exception("what the room does by itself failed; it tries again")
                pause = LOG_PAUSE
        await asyncio.sleep(pause)
        async with self._lock:
            self._own_step_for = None
            self._drive()


def cleaned(name: str) -> str:
    """A name as shown; raises Refused for one that cannot be."""
    try:
        return clean_name(name)
    except BadName as bad:
        raise Refused("bad_name", problem=bad.problem) from None


def _start_failed(room: Room) -> StartAborted | None:
    """Of the seats that are waited for, the first is named."""
    waiting = room.starting.waiting if room.starting is not None else ()
    return StartAborted(seat=waiting[0].value) if waiting else None


def _seed(room: Room) -> str:
    """The same place in the same room gives the same thoughts."""
    match = room.match
    if match is None:
        return room.code
    moves = len(match.hand.position.moves)
    return f"{room.code} {match.number} {len(match.earlier.hands)} {moves}"
