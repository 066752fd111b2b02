"""A room while somebody is in it: commands in, log appended, readers shown, computers driven.

Everything that changes the room happens under one lock, so nothing interleaves. An entry is
appended to the log before anybody is shown or told of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from longana_engine import Choice, compact, observe
from longana_protocol.answers import Done, Hint, Record, Said, Welcome
from longana_protocol.catalogue import text
from longana_protocol.commands import (
    Answer,
    CarryOn,
    Command,
    HintCommand,
    Join,
    Leave,
    Nonce,
    Nudge,
    Reading,
    RecordCommand,
    Redo,
    Restart,
    Resume,
    RoomCommand,
    Say,
    Seal,
    SeatCommand,
    ToHere,
    ToPerson,
    Uncover,
    Undo,
    Watch,
    Withdraw,
)
from longana_protocol.words import VERSION, SeatName

from . import attending
from . import room as folding
from .answered import Answered
from .audience import Audience
from .checks import Chance, Circumstances, seated
from .computers import Thinker, seed_of
from .decide import decide, position_to_play
from .events import (
    CodeChanged,
    Entry,
    Event,
    HostNamed,
    Joined,
    Left,
    MovedTo,
    Returned,
    RevealShared,
)
from .log import Conflict, LogError, RoomExists, RoomLog
from .name_store import NameStore
from .names import BadName, clean_name, unique_name
from .own_steps import OwnSteps
from .presence import Presence
from .reader import Reader
from .records import recorded
from .refusing import Refused
from .room import Room
from .seating import asks_for_a_seat, decide_join, free_seats
from .talk import Talk
from .tokens import hash_token, is_token, new_token


logger = logging.getLogger(__name__)

LOG_PAUSE = 1.0
"""Seconds until the room tries again by itself, when its log could not take something."""


@dataclass(frozen=True, slots=True)
class House:
    """What all rooms of a server share. Times are in seconds."""

    log: RoomLog
    names: NameStore
    thinker: Thinker
    chance: Chance
    computer_delay: float
    start_patience: float
    away_grace: float = 15.0
    deals: tuple[Mapping[str, str], ...] = ()
    clock: Callable[[], float] = time.monotonic


class LiveRoom:
    def __init__(self, id: str, room: Room, names: Mapping[int, str], house: House) -> None:
        self.id = id
        """Where its log is: the room's first code."""
        self.room = room
        self.presence = Presence(began=house.clock())
        self.empty_since = house.clock()
        """When the last reader left; of account only without readers."""
        self._names = dict(names)
        self._house = house
        self._lock = asyncio.Lock()
        self._audience = Audience()
        self._answered = Answered()
        self._talk = Talk()
        self._steps = OwnSteps(self, house)
        self._hinted: tuple[int, Choice] | None = None
        """The latest hint and its turn (which says the seat): asking again costs nothing."""

    def holds(self, reader: Reader) -> bool:
        """Whether this connection is in the room (it is not, once replaced or removed)."""
        return self._audience.holds(reader)

    def retire(self) -> None:
        """Stop whatever the room does by itself, and tell whoever is here to come back.

        Without the lock: a log that hangs must not keep a server from stopping. What was being
        appended is in the log or not; nobody is told of it either way.
        """
        self._steps.stop()
        self._audience.dismiss("shutdown", 1012)

    # --- coming and going

    async def join(self, reader: Reader, command: Join) -> None:
        """A newcomer; answers with their token, or raises Refused."""
        async with self._lock:
            self._still_open()
            token = new_token()
            name = self._new_name(command.name)
            while True:
                now = self._circumstances()
                event = decide_join(self.room, command, hash_token(token), now)
                if await self._append_newcomer(event, name, event.person, command.id):
                    break
            if event.seat is None:
                wish = command.seat or free_seats(self.room, now)[0].value
                asks = SeatCommand(id=command.id, seat=wish, to=ToPerson(person=event.person))
                self.presence = attending.ask_for_seat(self.room, self.presence, event.person, asks)
            await self._enter(reader, event.person, command, token)

    async def welcome_host(self, reader: Reader, command: Command, token: str) -> None:
        """The person who has just made the room."""
        async with self._lock:
            if self.room.host is not None:
                await self._enter(reader, self.room.host, command, token)

    async def name_host(self, person: int) -> None:
        """The operator says whose table it is; nothing, if they are not in the room."""
        async with self._lock:
            while person in self.room.people and self.room.host != person:
                if await self._append(HostNamed(person=person), None, None):
                    await self._settle()

    async def resume(self, reader: Reader, command: Resume) -> None:
        """Somebody comes back. Their newest connection wins; raises Refused for a wrong token."""
        async with self._lock:
            self._still_open()
            person = self._owner_of(command.token)
            if person is None:
                raise Refused("bad_token")
            await self._enter(reader, person, command, None)

    def knows(self, token: str) -> bool:
        """Whether the token brings somebody back."""
        return self._owner_of(token) is not None

    def _owner_of(self, token: str) -> int | None:
        people = self.room.people.values()
        owners = (who.id for who in people if who.token and is_token(token, who.token))
        return next(owners, None)

    async def watch(self, reader: Reader, command: Watch) -> None:
        """Somebody looks on; raises Refused where that is not wanted."""
        async with self._lock:
            self._still_open()
            if not self.room.watching:
                raise Refused("no_watching")
            await self._enter(reader, None, command, None)

    async def _enter(
        self, reader: Reader, person: int | None, command: Command, token: str | None
    ) -> None:
        if person is not None:
            for seat in self.room.seats_of(person):
                while seat in self.room.minded:
                    await self._append(Returned(seat=seat.value), None, None)
        reader.person = person
        self._audience.admit(reader)
        if person is not None:
            self.presence = self.presence.came(person)
        reader.answer(
            Welcome(
                about=command.id, version=VERSION, code=self.room.code, person=person, token=token
            )
        )
        for line in self._talk.lines:
            reader.answer(line)
        await self._settle(newcomer=reader)

    async def disconnected(self, reader: Reader) -> None:
        """A connection is gone; its person, if any, is away."""
        async with self._lock:
            if not self.holds(reader):
                return
            self._audience.lose(reader)
            if reader.person is not None:
                self.presence = self.presence.went(reader.person, self._house.clock())
            await self._settle()

    def _still_open(self) -> None:
        if self.room.closed:
            raise Refused("no_room")

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
            person = reader.person
            if person is None:
                raise Refused("not_seated")
            if self._is_answered_again(reader, person, command):
                return
            if self._attend(person, command):
                self._answered.note(person, command.id, self.room.turn)
                reader.answer(Done(about=command.id, turn=self.room.turn))
                await self._settle()
            else:
                await self._carry_out(reader, person, command)

    def _is_answered_again(self, reader: Reader, person: int, command: RoomCommand) -> bool:
        """Whether the command was done before; then it has only its answer again."""
        turn = self.room.answer_to(person, command.id)
        if turn is None:
            turn = self._answered.turn_after(person, command.id)
        if turn is not None:
            reader.answer(Done(about=command.id, turn=turn))
        return turn is not None

    def _attend(self, person: int, command: RoomCommand) -> bool:
        """Do what changes only who is about what; False if the command is another kind."""
        room, presence = self.room, self.presence
        match command:
            case Reading():
                self.presence = attending.read(room, presence, person, command)
            case CarryOn():
                self.presence = attending.carry_on(room, presence, person, command)
            case Uncover():
                self.presence = attending.uncover(room, presence, person, command)
            case Answer():
                self.presence = attending.answer(room, presence, person, command)
                if not command.yes:
                    self._tell(person, phrase="declines")
            case Withdraw():
                self.presence = attending.withdraw(room, presence, person, command)
            case SeatCommand() if asks_for_a_seat(room, person, command):
                self.presence = attending.ask_for_seat(room, presence, person, command)
            case Say():
                said = self._talk.say(person, self._names.get(person, ""), command)
                self._audience.tell(said)
            case Nudge():
                seated(room, person)
                if room.to_move is None or room.to_move.value != command.seat:
                    raise Refused("not_their_turn", seat=command.seat)
                self._tell(person, nudge=command.seat)
            case _:
                return False
        return True

    async def _carry_out(self, reader: Reader, person: int, command: RoomCommand) -> None:
        with_them = self.room.on_device(person)
        while True:
            try:
                event = decide(self.room, person, command, self._circumstances())
                if isinstance(command, Undo | Redo | Restart) and self._others_are_asked(person):
                    self.presence = attending.propose(self.room, self.presence, person, command)
                    self._answered.note(person, command.id, self.room.turn)
                    break
            except Refused as refused:
                await self._refused(person, refused)
                raise
            if await self._append_decided(event, person, command):
                break
            if self._is_answered_again(reader, person, command):
                return  # it was another writer who did it
        if not isinstance(command, Seal | Nonce):  # those a device sends by itself
            self.presence = self.presence.stopped_reading(person)
        reader.answer(Done(about=command.id, turn=self.room.turn))
        if isinstance(event, Left):  # after the answer: nothing follows a goodbye
            self._audience.part_with(event.person, "left" if event.person == person else "removed")
        if isinstance(command, Leave) and command.forget:
            await self._forget(with_them)
        await self._settle()

    async def _append_decided(self, event: Event, person: int, command: RoomCommand) -> bool:
        """Append a person's event, with what must stand before or be done after it."""
        if isinstance(event, CodeChanged):
            try:
                moved = Entry(event=MovedTo(room=self.id), at=int(time.time()))
                await self._house.log.create(event.code, moved)
            except RoomExists:
                return False
        if isinstance(event, Joined):
            here = command.to if isinstance(command, SeatCommand) else None
            name = self._new_name(here.name if isinstance(here, ToHere) else "")
            return await self._append_newcomer(event, name, person, command.id)
        if not await self._append(event, person, command.id):
            return False
        if isinstance(event, Left):
            self.presence = self.presence.gone(event.person)
        return True

    async def _refused(self, person: int, refused: Refused) -> None:
        """What a refusal brings about all the same."""
        if refused.event is not None and await self._append(refused.event, person, None):
            await self._settle()

    def show_again(self, reader: Reader) -> None:
        """The latest view once more."""
        self._audience.show_again(reader, self.room, self.presence, self._house.clock())

    def _others_are_asked(self, person: int) -> bool:
        """Whether other persons are seated and here. Those who are away do not hold us up."""
        device = self.room.people[person].device
        return bool(self.room.devices & self.presence.connected - {device})

    def _circumstances(self) -> Circumstances:
        house = self._house
        return Circumstances(
            house.chance, self.presence, house.clock(), house.away_grace, house.deals
        )

    def _tell(
        self, person: int, *, phrase: str | None = None, nudge: SeatName | None = None
    ) -> None:
        """Something that happens at the table and is not kept."""
        name = self._names.get(person, "")
        self._audience.tell(Said(person=person, name=name, phrase=phrase, nudge=nudge))

    # --- names

    def _new_name(self, typed: str) -> str:
        return unique_name(cleaned(typed), [self._names.get(id, "") for id in self.room.people])

    async def _append_newcomer(self, event: Joined, name: str, by: int, command_id: str) -> bool:
        """The person, then their name: another writer may be the one who gets this number."""
        if not await self._append(event, by, command_id):
            return False
        self._names[event.person] = name
        await self._house.names.put(self.id, event.person, name)
        return True

    async def _forget(self, people: Collection[int]) -> None:
        for person in people:
            self._names.pop(person, None)
            self._talk.forget(person)
            await self._house.names.erase(self.id, person)

    # --- the log

    async def _append(self, event: Event, by: int | None, command_id: str | None) -> bool:
        """Log and fold an event; False when another writer was first and it must be decided anew.

        Raises:
            Refused: `try_again`, when the log could not take it.

        """
        log, version = self._house.log, self.room.version
        entry = Entry(event=event, by=by, id=command_id, at=int(time.time()))
        try:
            try:
                await log.append(self.id, version, entry)
            except Conflict:
                missed = await log.read(self.id, version)
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
        self._names = dict(await self._house.names.names(self.id))
        await self._settle()
        return False

    async def by_itself(self, turn: int, event_now: Callable[[Room], Event | None]) -> float | None:
        """Carry out what is due in that turn; nothing, once the turn has passed.

        Returns None when that is done with, else the seconds after which to see again.
        """
        async with self._lock:
            if self.room.turn != turn or self.room.closed:
                return None
            event = event_now(self.room)
            if event is None:
                return None
            try:
                if not await self._append(event, None, None):
                    return 0.0
            except Refused:
                return LOG_PAUSE
            except Exception:
                # Whatever it was, a table that stands still for good would be worse.
                logger.exception("what the room does by itself failed; it tries again")
                return LOG_PAUSE
            await self._settle()
            return None

    # --- showing

    async def _settle(self, newcomer: Reader | None = None) -> None:
        """Carry out what has been agreed to, show everybody what has changed, and go on."""
        await self._conclude_proposal()
        await self._note_shared_reveal()
        self.presence = replace(self.presence.valid(self.room), watchers=self._audience.watchers)
        now = self._house.clock()
        self._audience.show(self.room, self.presence, self._names, now, newcomer)
        if self.room.closed:
            self._audience.dismiss("closed")
            self.presence = Presence(began=now)
        if not self.presence.anybody:
            self.empty_since = now
        self._steps.consider()

    async def _conclude_proposal(self) -> None:
        """Carry out a proposal that everybody here agrees to.

        It is void once its turn has passed or its asker plays no more.
        """
        proposal = self.presence.proposal
        if proposal is None:
            return
        void = proposal.command.turn != self.room.turn or proposal.by not in self.room.devices
        if not void and self.presence.must_agree(self.room):
            return
        self.presence = replace(self.presence, proposal=None)
        if void:
            return
        try:
            event = decide(self.room, proposal.by, proposal.command, self._circumstances())
            await self._append(event, proposal.by, proposal.command.id)
        except Refused:
            logger.warning("an agreed %s could not be carried out", proposal.command.type)

    async def _note_shared_reveal(self) -> None:
        """Whoever looks on when all hands are shown makes the end of the hand final."""
        match = self.room.match
        if match is None or not match.hand_over or match.hand.shared:
            return
        unseated = any(not self.room.seats_of(id) for id in self.presence.connected)
        if self._audience.watchers or unseated or len(self.room.person_seats) > 1:
            try:
                while not await self._append(RevealShared(), None, None):
                    pass
            except Refused:
                logger.error("room log: it could not be stored that a reveal was seen")

    # --- asking

    async def _hint(self, reader: Reader, command: HintCommand) -> None:
        if reader.person is None:
            raise Refused("not_seated")
        position, seat = position_to_play(self.room, reader.person, command, self.presence)
        if self._hinted is None or self._hinted[0] != command.turn:
            seen, seed = observe(position, seat), seed_of(self.room)
            choice = await self._house.thinker.choose(seen, "hard", seed)
            if self.room.turn != command.turn:
                raise Refused("stale", turn=self.room.turn)
            self._hinted = command.turn, choice
        choice = self._hinted[1]
        reason = choice.reason
        reader.answer(
            Hint(
                about=command.id,
                turn=command.turn,
                move=compact(choice.move),
                reason=reason.key,
                facts=dict(reason.facts),
                text=text(reader.language, f"hint.{reason.key}", **reason.facts),
            )
        )

    def _record(self, reader: Reader, command: RecordCommand) -> None:
        number, document, steps = recorded(self.room, self._names, command.match)
        reader.answer(Record(about=command.id, match=number, record=document, steps=steps))


def cleaned(name: str) -> str:
    """A name as shown; raises Refused for one that cannot be."""
    try:
        return clean_name(name)
    except BadName as bad:
        raise Refused("bad_name", problem=bad.problem) from None
