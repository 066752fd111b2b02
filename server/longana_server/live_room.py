"""A room while somebody is in it: who comes and goes, and what they command.

An entry is appended to the log before anybody is shown or told of it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from contextlib import suppress

from longana_engine import Seat
from longana_protocol.answers import Welcome
from longana_protocol.commands import (
    Answer,
    Command,
    Create,
    Join,
    Leave,
    MatchCommand,
    Nonce,
    Nudge,
    Resume,
    RoomCommand,
    Say,
    Seal,
    SeatCommand,
    ToHere,
    Watch,
)
from longana_protocol.words import VERSION

from . import attending, consent
from .asking import Asking, Question
from .checks import may_nudge
from .codes import read_code
from .decide import decide
from .events import (
    Event,
    HostNamed,
    Left,
    Returned,
)
from .house import House
from .presence import Changed
from .reader import Reader
from .refusing import Refused
from .room import Room
from .running_room import RunningRoom
from .seating import TooMany, decide_join, dispensable, free_seats
from .talk import line_of
from .tokens import hash_token, is_token, new_token
from .views import done


logger = logging.getLogger(__name__)


class LiveRoom(RunningRoom):
    def __init__(self, id: str, room: Room, names: Mapping[int, str], house: House) -> None:
        super().__init__(id, room, names, house)
        self._asking = Asking(self, house.thinker)

    def forget(self, people: Collection[int]) -> None:
        super().forget(people)
        self._asking.forget()

    # --- coming and going

    async def join(self, reader: Reader, command: Join) -> None:
        """A newcomer, or who came by this very token before; raises Refused."""
        async with self._lock:
            await self._prepare(command)
            token = command.token or new_token()
            person = self.owner_of(token)
            if person is None:
                person = await self._newcomer(command, token)
            elif not self._kept.name_of(person):  # lost, when a server died between the two
                await self._kept.name(person, command.name)
            await self._enter(reader, person, command, token)

    async def _newcomer(self, command: Join, token: str) -> int:
        kept = hash_token(token)
        try:
            # First, so that whoever may not come in at all learns it before they have a name.
            decide_join(self.room, command, kept, self._circumstances())
        except TooMany:
            self._dispensable()  # whose place they get is seen to below
        self._kept.new_name(command.name)  # raises Refused for one that cannot be
        self._keep_pace(self.room.next_person)
        while True:
            owner = self.owner_of(token)
            if owner is not None:  # the same command was carried out by another server
                return owner
            name = self._kept.new_name(command.name)
            now = self._circumstances()
            try:
                event = decide_join(self.room, command, kept, now)
            except TooMany:
                await self._make_place()
                continue
            if await self._kept.append_newcomer(event, name, event.person, command.id):
                break
            await self._settle()
            self._still_open()
        if event.seat is None:
            free = free_seats(self.room, now.presence, now.now)
            wish = free[0] if command.seat is None else Seat(command.seat)
            await self._ties.change(lambda now: now.asks(event.person, wish))
        return event.person

    async def _make_place(self) -> None:
        """For somebody new, in a room that is full of people who are gone; raises Refused."""
        person = self._dispensable()
        if await self._append(Left(person=person), None, None):
            await self._note_gone(person)
        self._still_open()

    def _dispensable(self) -> int:
        """Whose place somebody new may have; raises TooMany."""
        person = dispensable(self.room, self.presence, self._house.clock())
        if person is None:
            raise TooMany
        return person

    async def _note_gone(self, person: int) -> None:
        """They are gone for good."""
        await self._change_if_it_can(lambda now: now.gone(person))

    async def come_again(self, reader: Reader, command: Create | Join, token: str) -> None:
        """The person whom a client's own token made, here or in the way; raises Refused."""
        async with self._lock:
            await self._prepare()
            await self._enter(reader, self._owner(token), command, token)

    async def name_host(self, person: int) -> None:
        """The operator says whose table it is; nothing, if they are not in the room."""
        async with self._lock:
            while person in self.room.people and self.room.host != person:
                if await self._append(HostNamed(person=person), None, None):
                    await self._settle()

    async def resume(self, reader: Reader, command: Resume) -> None:
        """Somebody comes back. Their newest connection wins; raises Refused for a wrong token."""
        async with self._lock:
            await self._prepare(command)
            await self._enter(reader, self._owner(command.token), command, None)

    def owner_of(self, token: str) -> int | None:
        """The person whom the token brings back."""
        people = self.room.people.values()
        owners = (who.id for who in people if who.token and is_token(token, who.token))
        return next(owners, None)

    def _owner(self, token: str) -> int:
        person = self.owner_of(token)
        if person is None:
            raise Refused("bad_token")
        return person

    async def watch(self, reader: Reader, command: Watch) -> None:
        """Somebody looks on; raises Refused where that is not wanted."""
        async with self._lock:
            await self._prepare(command)
            if not self.room.watching:
                raise Refused("no_watching")
            if self.room.locked:
                raise Refused("room_locked")
            await self._enter(reader, None, command, None)

    async def _enter(
        self, reader: Reader, person: int | None, command: Command, token: str | None
    ) -> None:
        # While they were not here: that they come just now is no consent of theirs, nor too late.
        await self._conclude_if_it_can()
        if person is not None:
            await self._take_back_seats(person)
            if person not in self.room.people:
                raise Refused("bad_token")  # removed by way of another server, just now
            await self._ties.came(person)
        self._still_open()
        self._audience.admit(reader, person)
        reader.answer(
            Welcome(
                about=command.id, version=VERSION, code=self.room.code, person=person, token=token
            )
        )
        for line in self._talk.lines:
            reader.answer(line)
        await self._settle()

    async def _take_back_seats(self, person: int) -> None:
        """The seats on their device are played and kept for them again."""
        for seat in self.room.seats_of(person):
            while seat in self.room.minded or seat in self.room.promised:
                await self._append(Returned(seat=seat.value), None, None)

    async def disconnected(self, reader: Reader) -> None:
        """A connection is gone; its person, if any, is away."""
        async with self._lock:
            if not self.holds(reader):
                return
            person = self._audience.lose(reader)
            if person is not None:
                with suppress(Refused):  # then the others find out by themselves
                    await self._ties.went(person, self._house.clock())
            await self._settle()

    async def _prepare(self, command: Join | Resume | Watch | None = None) -> None:
        """Before anybody comes in: the room is as its log says, and their code opens it.

        An earlier code of the room opens it for those who have a token: whoever was away when the
        code was changed comes back all the same. Raises Refused, `no_room` for others.
        """
        if self._ties.with_others:
            await self._kept.read_on()
        self._still_open()
        if command is None or self.room.code == read_code(command.code):
            return
        token = None if isinstance(command, Watch) else command.token
        if token is None or self.owner_of(token) is None:
            raise Refused("no_room")

    def _still_open(self) -> None:
        if self.room.closed:
            raise Refused("no_room")
        if self._is_retired:
            raise Refused("try_again")  # it is another one in memory, or at another server

    # --- commands

    async def do(self, reader: Reader, command: RoomCommand) -> None:
        """Carry out a command of somebody in the room and answer it.

        Raises:
            Refused: when it is not carried out; nothing has been answered then.

        """
        if isinstance(command, Question):
            await self._asking.answer(reader, command)
            return
        async with self._lock:
            try:
                await self._do(reader, command)
            finally:
                if self._ties.with_others and not self.is_settled:
                    await self._settle()

    async def _do(self, reader: Reader, command: RoomCommand) -> None:
        await self._its_turn(reader)
        person = self.person_of(reader)
        if person is None:
            raise Refused("not_seated")
        try:
            await self._obey(reader, person, command)
        except Refused as refused:
            is_final = refused.event is not None or refused.code == "try_again"
            if is_final or not await self._learns_more():
                raise
            await self._its_turn(reader)
            await self._obey(reader, person, command)

    async def _obey(self, reader: Reader, person: int, command: RoomCommand) -> None:
        if self._is_answered_again(reader, person, command):
            return
        if isinstance(command, MatchCommand):
            await self._carry_out(reader, person, command)
            return
        if isinstance(command, Answer):
            await self._answer(person, command)
        if isinstance(command, Answer) or await self._attend(person, command):
            await self._note_done(person, command)
            reader.answer_packed(done(command.id, self.room.turn))
            await self._settle()
        else:
            await self._carry_out(reader, person, command)

    async def _learns_more(self) -> bool:
        """Whether something has happened at other servers that this one had not heard of yet.

        Nobody is refused for what is so no longer. Raises Refused when it cannot be found out.
        """
        if not self._ties.with_others:
            return False
        before = self.room.version, self.presence
        await self._kept.read_on()
        await self._ties.refresh()
        return before != (self.room.version, self.presence)

    async def as_it_is(self, reader: Reader) -> tuple[Room, Mapping[int, str]]:
        """The room, and what people in it are called, once nothing is under way; raises Refused."""
        async with self._lock:
            await self._its_turn(reader)
            return self.room, dict(self._kept.names)

    async def _its_turn(self, reader: Reader) -> None:
        """Whether a command may be looked at that has waited for others; raises Refused."""
        self._still_open()
        if self.owes_reveal:
            await self._note_shared_reveal()
        if not self.holds(reader):  # removed, or replaced, meanwhile
            raise Refused("not_in_room")

    def _is_answered_again(self, reader: Reader, person: int, command: RoomCommand) -> bool:
        """Whether the command was done before; then it has only its answer again."""
        # First what was proposed: once it is agreed, it is in the log at a later turn.
        turn = self.presence.answered.turn_after(person, command.id)
        if turn is None:
            turn = self.room.answer_to(person, command.id)
        if turn is not None:
            reader.answer_packed(done(command.id, turn))
        return turn is not None

    async def _note_done(self, person: int, command: RoomCommand) -> None:
        """So that it is not done again when it is sent again, which the log does not know."""
        turn = self.room.turn
        await self._change_if_it_can(lambda now: now.answering(person, command.id, turn))

    async def _attend(self, person: int, command: RoomCommand) -> bool:
        """Do what is not for the log; False if the command is another kind."""
        if isinstance(command, Say):
            await self._say(person, command)
        elif isinstance(command, Nudge):
            may_nudge(self.room, person, command)
            self._talk.keep_pace(person, self._house.clock())
            await self._tell(person, nudge=command.seat)
        elif isinstance(command, attending.Attended):
            return await self._ties.change(
                lambda now: attending.attend(self.room, person, command, self._circumstances(now))
            )
        else:
            return False
        return True

    async def _say(self, person: int, command: Say) -> None:
        speaker = command.person or person
        if speaker not in self.room.on_device(person):
            raise Refused("no_person")
        said = line_of(speaker, self._kept.name_of(speaker), command)
        self._talk.keep_pace(person, self._house.clock())
        await self._ties.say(said, person, command.id)

    async def _answer(self, person: int, command: Answer) -> None:
        """To a proposal. Whose yes was the last is told if it cannot be carried out just now."""
        now = self._house.clock()
        await self._ties.change(
            lambda presence: consent.answer(self.room, presence, person, command, now)
        )
        if not command.yes:
            await self._tell(person, phrase="declines")
            return
        try:
            await self._conclude_proposal()
        except Refused:
            await self._change_if_it_can(lambda now: consent.taken_back(now, person))
            raise

    async def _carry_out(self, reader: Reader, person: int, command: RoomCommand) -> None:
        is_forgetting = isinstance(command, Leave) and command.forget
        with_them = self.room.on_device(person) if is_forgetting else ()
        while True:
            try:
                event = await self._decided(person, command)
                self._keep_pace(person)  # an agreed proposal is kept like all that is done at once
                if isinstance(event, Changed) and await self._is_proposed(person, command, event):
                    break
            except Refused as refused:
                await self._refused(person, refused)
                raise
            if await self._append_decided(event, person, command):
                break
            if self._is_answered_again(reader, person, command):
                return  # it was another writer who did it
            await self._its_turn(reader)  # it may have been to remove them
        if person in self.presence.reading and not isinstance(command, (Seal, Nonce)):
            # Those a device sends by itself.
            await self._change_if_it_can(lambda now: now.stopped_reading(person))
        reader.answer_packed(done(command.id, self.room.turn))
        if isinstance(event, Left):  # after the answer: nothing follows a goodbye
            self._audience.part_with(event.person, "left" if event.person == person else "removed")
        if is_forgetting:
            with suppress(Refused):  # their names are erased, and the lines go with the server
                await self._ties.forget(with_them)
        await self._settle()

    async def _decided(self, person: int, command: RoomCommand) -> Event:
        """What it leads to, with a place for whoever is new; raises Refused."""
        while True:
            try:
                return decide(self.room, person, command, self._circumstances())
            except TooMany:
                if isinstance(command, SeatCommand) and isinstance(command.to, ToHere):
                    self._kept.new_name(command.to.name)  # nobody goes for one that cannot be
                await self._make_place()
            if person not in self.room.people:  # removed by way of another server
                raise Refused("not_in_room")

    def _keep_pace(self, person: int) -> None:
        if not self._house.pace.take(self.room.codes[0], person, self._house.clock()):
            raise Refused("too_fast")

    async def _append_decided(self, event: Event, person: int, command: RoomCommand) -> bool:
        if not await self._kept.append_decided(event, person, command):
            await self._settle()
            return False
        if isinstance(event, Left):
            await self._note_gone(event.person)
        return True

    async def _refused(self, person: int, refused: Refused) -> None:
        """What a refusal brings about all the same."""
        if refused.event is not None and await self._append(refused.event, person, None):
            await self._settle()

    def show_again(self, reader: Reader) -> None:
        """The latest view once more."""
        self._audience.show_again(reader, self.room, self.presence, self._house.clock())

    async def _is_proposed(self, person: int, command: RoomCommand, event: Changed) -> bool:
        """Whether it is for the others to say yes first; then they are asked."""
        now = self._house.clock()
        is_asked = await self._ties.change(
            lambda presence: consent.proposed(self.room, presence, person, command, event, now)
        )
        if is_asked:
            await self._note_done(person, command)
        return is_asked
