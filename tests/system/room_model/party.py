"""A room, the people about it, and what must hold after whatever they do.

What the log does not say (who is connected, reads, was asked and agreed) is followed here from the
outside: by what was sent and what was answered.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

from longana_server.events import (
    Created,
    Entry,
    HandDealt,
    Moved,
    Redone,
    Restarted,
    SeatPromised,
    Started,
    Undone,
)
from longana_server.own_steps import A_LITTLE
from longana_server.room import Room
from longana_server.tokens import hash_token, new_token
from system.room_model.eyes import Message, Table
from system.room_model.guest import Asked, Guest
from system.room_model.history import History
from system.room_model.must_hold import MustHold
from system.room_model.servers import QuickServer, Server, SocketServer


Settings = dict[str, Any]

CHANGES = ("undo", "redo", "restart")
ASKED_FOR = (*CHANGES, "rematch")
"""What needs the yes of the others."""
UNLOGGED = ("answer", "withdraw", "reading", "carry_on", "uncover", "nudge", "say")
"""Commands that are answered `done` and leave nothing in the log."""


class Party:
    def __init__(self, server: Server, rng: random.Random) -> None:
        self.server = server
        self.rng = rng
        self.history = History()
        self.table = Table(self.history)
        self.guests: list[Guest] = []
        self.id = ""
        self.code = ""
        self.public: Message = {}
        """The table as everybody was shown it last."""
        self.asked: Asked | None = None
        self.reading: dict[int, bool | None] = {}
        """Who reads; None where that is open to doubt."""
        self.not_waited_for: set[int] = set()
        self.awake_since = 0.0
        self.objections: list[AssertionError] = []
        self._must_hold = MustHold(self)

    @property
    def exact(self) -> bool:
        """Whether all that happens is known as it happens; over sockets it takes its time."""
        return isinstance(self.server, QuickServer)

    # --- who is there

    @property
    def room(self) -> Room:
        return self.history.now.room

    @property
    def here(self) -> list[Guest]:
        """Persons with a connection."""
        return [one for one in self.persons if one.here]

    @property
    def away(self) -> list[Guest]:
        return [one for one in self.persons if not one.here]

    @property
    def persons(self) -> list[Guest]:
        return [one for one in self.guests if one.person in self.room.people]

    @property
    def watchers(self) -> list[Guest]:
        return [one for one in self.guests if one.is_watcher and one.here]

    @property
    def host(self) -> Guest | None:
        return next((one for one in self.here if one.person == self.room.host), None)

    def guest(self, person: int | None) -> Guest | None:
        """On whose device a person plays."""
        if person is None or person not in self.room.people:
            return None
        device = self.room.people[person].device
        return next(one for one in self.guests if one.person == device)

    def new_guest(self) -> Guest:
        guest = Guest(f"G{len(self.guests)}", self.server, self.table, self.rng)
        guest.on_view = self._viewed
        if self.exact:
            guest.version_now = lambda: self.history.version
        self.guests.append(guest)
        return guest

    # --- what is told from outside

    def appended(self, entry: Entry) -> None:
        """An entry stands in the log, and nobody has been shown it yet."""
        try:
            if self.history.entries:
                self._may_come_now(entry)
            self.history.add(entry)
        except AssertionError as objection:
            # Told at the next check: the room's own tasks keep what they meet with to themselves.
            self.objections.append(objection)

    def _speak_up(self) -> None:
        if self.objections:
            raise self.objections[0]

    def _may_come_now(self, entry: Entry) -> None:
        """What the log alone cannot tell: pauses, consent, reveals."""
        event, room = entry.event, self.room
        if entry.by is None and isinstance(event, Moved | HandDealt):
            assert any(one.here for one in self.guests), "computers play to an empty room"
            assert "proposal" not in self.public, "a computer acts while a change is talked about"
            assert not self.waited_for(), "a computer acts while somebody is reading"
        if isinstance(event, SeatPromised) and event.person is not None:
            owner = next(who.person for at, who in room.seats.items() if at.value == event.seat)
            assert owner is None or self.is_gone(owner), f"{owner} is here and loses their seat"
        is_rematch = isinstance(event, Started) and room.match is not None
        if isinstance(event, Undone | Redone | Restarted) or is_rematch:
            assert entry.by is not None
            others = self.to_be_asked(entry.by)
            if others:
                assert self.asked is not None, f"{event} with others present, and nobody is asked"
                assert (self.asked.device, self.asked.id) == (entry.by, entry.id)
                assert others <= self.asked.agreed, f"{others - self.asked.agreed} did not agree"
            if self.asked is not None and self.asked.id == entry.id:
                assert not self.is_gone(entry.by), f"{entry.by} is away and gets their {event}"
            if self.history.now.over and not is_rematch:
                self._may_be_unseen(entry.by)

    def to_be_asked(self, device: int | None) -> set[int]:
        """The other devices at the table, but for those that have been gone for long."""
        return {one for one in self.room.devices - {device} if not self.is_gone(one)}

    def is_gone(self, person: int) -> bool:
        """Whether a person has been away for so long that others may act for them."""
        owner = self.guest(person)
        assert owner is not None
        return not owner.here and self._gone_for(owner) >= self.server.away_grace

    def _gone_for(self, guest: Guest) -> float:
        return self.server.now - max(guest.gone_since, self.awake_since)

    def _just_gone(self, guest: Guest) -> float:
        """Seconds since others may act for somebody; a room looks a little after that moment."""
        return self._gone_for(guest) - self.server.away_grace

    def acting(self) -> set[int]:
        """Who may act for a host who has been gone for long: who is seated, or else anybody."""
        host, room = self.room.host, self.room
        if host is not None and not self.is_gone(host):
            return set()
        others = {one for one, who in room.people.items() if who.device == one != host}
        seated = {one for one in others if room.seats_of(one)}
        return seated if any(not self.is_gone(one) for one in room.seated) else others

    def _may_be_unseen(self, person: int) -> None:
        """Only who alone has seen the end of a hand may go back before it."""
        for one in self.guests:
            one.look()
        deal = self.history.now.deal
        assert deal is not None
        seen = self.table.reveals.get(deal, set())
        assert seen <= {self.guest(person)}, f"{person} goes back into a hand that {seen} saw"
        assert len(self.room.person_seats) < 2

    def waited_for(self) -> set[int]:
        """Those who read, by what they told and by what the table shows."""
        seated = {who.person for who in self.room.seats.values()}
        shown = {one["person"] for one in self.public.get("reading", ()) if one.get("waits", True)}
        told = {one for one, sure in self.reading.items() if sure} - self.not_waited_for
        devices = {self.room.people[one].device for one in seated if one is not None}
        return (shown | told) & devices

    def _viewed(self, guest: Guest) -> None:
        table = self.public = guest.table
        proposal = table.get("proposal")
        if proposal is None:
            self.asked = None
            return
        if self.asked is None:
            asker = self.guest(proposal["by"])
            assert asker is not None
            assert asker.person is not None
            self.asked = Asked(asker.person, asker.last_change, table["turn"])
        if (proposal["number"], self.asked) not in guest.proposals:
            guest.proposals.append((proposal["number"], self.asked))

    # --- commands

    async def ask(self, guest: Guest, type: str, **fields: Any) -> Message:
        """Send a command; whatever comes of it, it must come of it whole."""
        person = guest.person
        answer = await guest.ask(type, **fields)
        id = guest.sent[-1].message["id"]
        await self.catch_up()
        self._speak_up()
        entry = self.history.entry_of(person, id) if person is not None else None
        if answer["type"] == "refused":
            assert entry is None, f"{type} was refused ({answer}) and stands in the log"
        elif answer["type"] == "done" and type in UNLOGGED:
            assert entry is None
        elif answer["type"] == "done" and entry is None:
            is_wish = type == "seat" and fields["to"].get("person") == person
            is_wish |= type == "decline"
            open_change = type in ASKED_FOR and self.asked is not None and self.asked.id == id
            assert is_wish or open_change or not self.exact, (
                f"{type} is done and does not stand in the log"
            )
        if answer["type"] == "done" and person is not None:
            self.has_done(person, type, fields, logged=entry is not None)
        return answer

    def has_done(self, person: int, type: str, fields: Settings, logged: bool) -> None:
        if type == "reading":
            self.reading[person] = fields["what"] is not None
            self.not_waited_for.discard(person)
        elif type == "carry_on":
            self.not_waited_for.add(fields["person"])
        elif type in ("seal", "nonce"):
            pass  # devices send them by themselves
        elif logged or type in ASKED_FOR:
            self.reading.pop(person, None)
        elif person in self.reading and type != "record":
            self.reading[person] = None  # "the next command ends it": is this one?

    async def enter(self, guest: Guest, type: str, **fields: Any) -> bool:
        """Connect and go in; whether the door was opened."""
        await self.catch_up()
        self.somebody_comes()
        await guest.connect()
        answer = await guest.ask(type, code=guest.code or self.code, **fields)
        if answer["type"] != "welcome":
            await guest.drop()
            return False
        if guest.person is not None:
            self._not_reading(guest)
        await guest.until(lambda: bool(guest.view))
        await self.catch_up()
        return True

    def somebody_comes(self) -> None:
        """The room is read from its log when the first one comes."""
        if self.server.live(self.id) is None:
            self.awake_since = self.server.now

    def _not_reading(self, guest: Guest) -> None:
        if guest.person is not None:
            self.reading.pop(guest.person, None)
            self.not_waited_for.discard(guest.person)

    async def drop(self, guest: Guest) -> None:
        self._not_reading(guest)
        await guest.drop()

    # --- the room

    async def open(self, rules: Settings, by_operator: bool = False) -> None:
        """A room and the first person in it."""
        guest = self.new_guest()
        if isinstance(self.server, SocketServer):
            await guest.connect()
            answer = await guest.ask("create", name="Ana", rules=rules)
            self.id = self.code = answer["code"]
            await guest.until(lambda: bool(guest.view))
            await self.catch_up()
            return
        assert isinstance(self.server, QuickServer)
        self.server.log.on_append = self.appended
        token = new_token()
        self.id = self.code = "K7MP4RWX"
        created = Created(
            code=self.code,
            person=None if by_operator else 1,
            token=None if by_operator else hash_token(token),
            rules=rules,
            level="normal",
            watching=True,
            chain=self.server.chance.secret(),
        )
        entry = Entry(event=created, by=created.person, id=None)
        await self.server.log.create(self.code, entry)
        self.appended(entry)
        if by_operator:
            await self.enter(guest, "join", name="Ana")
        else:
            await self.server.names.put(self.code, 1, "Ana")
            guest.token = token
            await self.enter(guest, "resume", token=token)

    async def restart(self) -> None:
        """The server goes down and comes up."""
        assert isinstance(self.server, QuickServer)
        await self.server.restart()
        await self.calm()
        assert not any(one.here for one in self.guests)
        self.reading.clear()
        self.not_waited_for.clear()
        self.asked = None
        self.public = {}
        for one in self.guests:
            one.sent.clear()

    async def calm(self) -> None:
        """Let everything happen that takes no time."""
        for _ in range(4):
            await asyncio.sleep(0)
        if not self.exact:
            await asyncio.sleep(0.004)

    async def catch_up(self) -> None:
        """Read what has come into the log: over sockets nobody tells us."""
        if self.exact or not self.id:
            return
        for entry in await self.server.entries(self.id, self.history.version):
            self.history.add(entry)

    # --- what must hold

    async def check(self) -> None:
        """All that must hold now; raises AssertionError."""
        await self.calm()
        if self.exact and any(0 <= self._just_gone(one) <= A_LITTLE for one in self.away):
            await asyncio.sleep(2 * A_LITTLE)
            await self.calm()
        self._speak_up()
        # What comes while the log is read may be of a moment that is not yet in what is read.
        unseen = {guest: guest.unseen for guest in self.guests}
        await self.catch_up()
        live = self.server.live(self.id)
        if live is not None and self.exact:
            assert live.room == self.room, "the room is not what its log folds to"
        for guest, most in unseen.items():
            guest.look(most)
        self._must_hold.check()
