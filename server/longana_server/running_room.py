"""A room in memory: what is shown of it, what it does by itself, what is done at other servers.

What people do in it is added by `live_room.py`. Everything that changes the room happens under one
lock, so nothing interleaves.

The parts of a room know it weakly: with the last that needs it a room is gone at once, and with it
all it holds. In circles such rooms would lie about until the garbage collector looks at everything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from longana_protocol.answers import Said
from longana_protocol.words import SeatName

from . import attending, consent
from .audience import Audience
from .checks import Circumstances
from .events import (
    Entry,
    Event,
    RevealShared,
)
from .house import House
from .kept_room import KeptRoom
from .own_steps import OwnSteps
from .presence import Presence
from .reader import Reader
from .refusing import Refused
from .reveal import is_owed
from .room import Room
from .talk import Talk
from .ties import Change, Ties


logger = logging.getLogger(__name__)


class RunningRoom:
    def __init__(self, id: str, room: Room, names: Mapping[int, str], house: House) -> None:
        self.empty_since = house.clock()
        """When the last reader left; of account only without readers."""
        self.is_gone = False
        """Whether another server has deleted it."""
        self._kept = KeptRoom(id, room, names, house)
        self._house = house
        self._lock = asyncio.Lock()
        self._audience = Audience()
        self._watchers = 0
        """So many the presence knows of that look on by way of this server."""
        self._settled: tuple[object, object] = (None, None)
        """The room and the presence that were shown last."""
        self._is_retired = False
        self._talk = Talk()
        self._ties: Ties = house.tie(self, self._nobody())
        self._steps = OwnSteps(self, house)

    @property
    def room(self) -> Room:
        return self._kept.room

    @property
    def presence(self) -> Presence:
        return self._ties.presence

    def holds(self, reader: Reader) -> bool:
        """Whether this connection is in the room (it is not, once replaced or removed)."""
        return self._audience.holds(reader)

    def person_of(self, reader: Reader) -> int | None:
        """Who this connection is here; None if it only watches, or is not in the room."""
        return self._audience.person_of(reader)

    def is_here(self, person: int) -> bool:
        """Whether the device of that person is connected."""
        return self.presence.is_here(self.room, person)

    @property
    def is_empty(self) -> bool:
        """Nobody is connected to this server, and nobody is just coming in."""
        return not self._audience and not self._lock.locked()

    async def begin(self) -> None:
        """Before anybody comes in; raises Refused."""
        await self._ties.begin()

    def retire(self) -> None:
        """Stop whatever the room does by itself, and tell whoever is here to come back.

        Without the lock: a log that hangs must not keep a server from stopping. What was being
        appended is in the log or not; nobody is told of it either way.
        """
        self._is_retired = True
        self._steps.close()
        self._ties.close()
        self._audience.dismiss("shutdown", 1012)

    # --- as its ties see it

    @property
    def id(self) -> str:
        return self._kept.id

    @property
    def version(self) -> int:
        return self.room.version

    @property
    def devices(self) -> Collection[int]:
        return self._audience.persons

    @property
    def watchers(self) -> int:
        return self._audience.watchers

    def hear(self, said: Said, *, kept: bool) -> None:
        """Somebody says something, at whichever server."""
        if kept:
            self._talk.add(said)
        self._audience.tell(said)

    def forget(self, people: Collection[int]) -> None:
        """They asked to be forgotten, at whichever server."""
        self._kept.forget_names(people)
        self._talk.forget(people)

    @property
    def is_settled(self) -> bool:
        room, presence = self._settled
        return room is self.room and presence is self.presence

    async def read_on(self) -> None:
        await self._kept.read_on()

    async def renamed(self, person: int, name: str) -> None:
        async with self._lock:
            if self._kept.name_of(person) != name:
                self._kept.names[person] = name
                await self._settle()

    async def followed(self, version: int, entry: Entry) -> None:
        async with self._lock:
            if version == self.room.version + 1:  # else it is known: it was written or read here
                await self._kept.take(entry)
            if not self.is_settled:
                await self._settle()

    async def seen_elsewhere(self) -> None:
        async with self._lock:
            await self._ties.catch_up()
            if not self.is_settled:
                await self._settle()

    async def vanished(self) -> None:
        async with self._lock:
            self.is_gone = True
            self.retire()

    def _heed_others(self) -> None:
        """Who is no longer here because of what was done by way of other servers."""
        if erased := self._kept.take_erased():
            self.forget(erased)
        self._audience.part_with_strangers(self.room.people.keys())
        for device in self._ties.elsewhere():
            self._audience.part_with(device, "replaced")

    # --- what it is now

    def _nobody(self) -> Presence:
        """Who is here before anybody is."""
        house = self._house
        return Presence(began=house.clock(), grace=house.away_grace, proposed=house.chance.number())

    def _circumstances(self, presence: Presence | None = None) -> Circumstances:
        house = self._house
        return Circumstances(house.chance, presence or self.presence, house.clock(), house.deals)

    async def _change_if_it_can(self, step: Change) -> bool:
        """Where what was done stands in the log already: nobody is told that it was refused.

        False if it was, for the other servers could not be told.
        """
        try:
            await self._ties.change(step)
        except Refused:
            logger.warning("who is here could not be told to the other servers")
            return False
        return True

    async def _append(self, event: Event, by: int | None, command_id: str | None) -> bool:
        """As `KeptRoom.append`; what another writer did meanwhile is shown."""
        if await self._kept.append(event, by, command_id):
            return True
        await self._settle()
        return False

    async def _tell(
        self, person: int, *, phrase: str | None = None, nudge: SeatName | None = None
    ) -> None:
        """Something that happens at the table and is not kept."""
        name = self._kept.name_of(person)
        await self._ties.tell(Said(person=person, name=name, phrase=phrase, nudge=nudge))

    # --- by itself

    @property
    def deference(self) -> float | None:
        """As `Ties.deference`."""
        return self._ties.deference()

    async def by_itself(self, turn: int, event_now: Callable[[Room], Event | None]) -> bool:
        """Carry out what is due in that turn; nothing, once the turn has passed.

        False when it is still to be done: the log did not take it.
        """
        async with self._lock:
            if self.room.turn != turn or self.room.closed:
                return True
            try:
                while self.room.turn == turn and not self.room.closed:
                    event = event_now(self.room)
                    if event is None or await self._append(event, None, None):
                        break
            except Refused:
                return False
            except Exception:
                # Whatever it was, a table that stands still for good would be worse.
                logger.exception("what the room does by itself failed; it tries again")
                return False
            await self._settle()
            return True

    async def look_again(self) -> None:
        """Time has passed: somebody who was asked may count as away by now."""
        async with self._lock:
            if not self.room.closed:
                await self._settle()

    # --- showing

    async def _settle(self) -> None:
        """Carry out what has been agreed to, show everybody what has changed, and go on."""
        if self.presence.proposal is not None:
            await self._conclude_if_it_can()
        if self._ties.with_others:
            self._heed_others()
        now = self._house.clock()
        if attending.wishes_kept(self.room, self.presence, now) is not self.presence:
            await self._change_if_it_can(
                lambda presence: attending.wishes_kept(self.room, presence, now)
            )
        if self._watchers != self._audience.watchers:
            with suppress(Refused):  # it is tried again with the next view
                await self._ties.watched(self._audience.watchers)
                self._watchers = self._audience.watchers
        if not self.owes_reveal or await self._may_show():
            with self._house.metrics.timed("broadcast"):
                self._audience.show(self.room, self.presence, self._kept.names, now)
        self._settled = self.room, self.presence
        if self.room.closed:
            self._audience.dismiss("closed")
            self._ties.close()
            closed = self._nobody()
            await self._change_if_it_can(lambda _: closed)
        if not self._audience:
            self.empty_since = now
        self._steps.consider()

    async def _conclude_proposal(self) -> None:
        """Carry out what all have agreed to; a proposal that is void is gone.

        Raises:
            Refused: `try_again`, when the log could not take it; the proposal stays open.

        """
        while (proposal := self.presence.proposal) is not None:
            verdict = consent.verdict(self.room, self.presence, self._house.clock())
            if verdict == "open":
                return
            is_over = verdict == "void" or await self._kept.append(
                proposal.event, proposal.device, proposal.command.id
            )
            if is_over and not await self._change_if_it_can(
                lambda now: consent.without(now, proposal)
            ):
                return  # it is void by now, and dropped as soon as the others can be told

    async def _conclude_if_it_can(self) -> None:
        try:
            await self._conclude_proposal()
        except Exception:
            # Be it the log or a mistake of ours: for whoever has come it is no reason to wait.
            logger.exception("what was agreed to could not be carried out; it is tried again")

    @property
    def owes_reveal(self) -> bool:
        """Whether nobody may be shown the end of the hand before it stands in the log as seen."""
        match = self.room.match
        if match is None or not match.hand_over:
            return False  # so it is after most moves
        watchers = max(self.presence.watchers, self._audience.watchers)
        return is_owed(self.room, self.presence.connected, watchers)

    async def _note_shared_reveal(self) -> None:
        """Store that a reveal is seen; raises Refused when the log could not take it."""
        while self.owes_reveal:
            await self._kept.append(RevealShared(), None, None)

    async def _may_show(self) -> bool:
        try:
            await self._note_shared_reveal()
        except Refused:
            logger.error("room log: the end of a hand is shown once it is stored that it was seen")
        return not self.owes_reveal
