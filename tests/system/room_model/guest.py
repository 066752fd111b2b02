"""Somebody at the table, or at its edge: what they send, what they hear, what they remember."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgpack

from system.room_model.eyes import Eyes, Message, Table, Uncovered
from system.room_model.servers import Line, Server


PATIENCE = 20
"""Seconds (of the loop's clock) within which a command is answered."""


@dataclass
class Asked:
    """A proposal, as those who were asked remember it."""

    device: int
    id: str
    turn: int
    agreed: set[int] = field(default_factory=set)


@dataclass
class Sent:
    """A command and what came of it."""

    message: Message
    answer: Message
    person: int | None


class Guest:
    """One human, one device. Watchers are guests without a person."""

    def __init__(self, name: str, server: Server, table: Table, rng: random.Random) -> None:
        self.name = name
        self.line: Line | None = None
        self.person: int | None = None
        self.token: str | None = None
        self.room: Message = {}
        self.view: Message = {}
        self.bye: str | None = None
        """Why the room has sent us away; it may let us in again."""
        self.gone_since = 0.0
        self.is_watcher = False
        self.sent: list[Sent] = []
        self.said: list[Message] = []
        self.proposals: list[tuple[int, Asked]] = []
        """Those seen, by the number they had."""
        self.version_now: Callable[[], int] = lambda: 0
        self.on_view: Callable[[Guest], None] = lambda _: None
        self.last_change = ""
        """The id of our latest undo, redo or restart."""
        self._server = server
        self._table = table
        self._rng = rng
        self._eyes = Eyes(table, self)
        self._ids = count(1)
        self._answers: dict[str, Message] = {}
        self._news = asyncio.Event()
        self._unseen: list[tuple[bytes, int] | None] = []
        """Frames, each with how many entries the log had; None where a new line begins."""
        self._uncovered: list[Uncovered] = []
        """For each line there was, the seats we have asked to uncover, and in which turn."""
        self._looked_at_line = -1
        self._nonces: dict[tuple[bytes, str], bytes] = {}
        self._looked_at = 1
        self._asked_record_at = 1
        self._code = ""

    def __repr__(self) -> str:
        return f"{self.name}({self.person})"

    # --- the line

    @property
    def here(self) -> bool:
        return self.line is not None and self.line.open

    async def connect(self) -> None:
        """A new line; the one before, if there is one, is forgotten but not cut."""
        wire = _Wire(self)
        line = await self._server.connect(wire.hear)
        self._unseen.append(None)
        self._uncovered.append(set())
        self.room, self.view, self.bye = {}, {}, None
        self.line = wire.line = line

    async def drop(self) -> None:
        self.gone_since = self._server.now
        if self.line is not None:
            await self.line.cut()

    def hear(self, frame: bytes) -> None:
        message: Message = msgpack.unpackb(frame)
        self._unseen.append((frame, self.version_now()))
        match message["type"]:
            case "room":
                self.room = message
                self._code = message["code"]
            case "view":
                self.view = message
                self.on_view(self)
            case "said":
                self.said.append(message)
            case "bye":
                self.bye = message["why"]
                self.gone_since = self._server.now
            case "welcome":
                self.person = message.get("person")
                self.token = message.get("token") or self.token
                if self.token is not None:
                    self._table.tokens[self] = self.token.encode()
        if message.get("about") is not None:
            self._answers[message["about"]] = message
        self._news.set()

    @property
    def unseen(self) -> int:
        """How many frames have come since the last look."""
        return len(self._unseen)

    def look(self, most: int | None = None) -> None:
        """Check what has come since the last look, at most so many frames."""
        unseen = self._unseen[:most]
        del self._unseen[: len(unseen)]
        last = self._table.history.version
        for each in unseen:
            if each is None:
                self._eyes.connected()
                self._looked_at_line += 1
                continue
            frame, version = each
            uncovered = self._uncovered[self._looked_at_line]
            if version:
                seen_at = self._looked_at = version
            elif msgpack.unpackb(frame)["type"] == "record":
                # Written in a thread from the room as it was when asked for: views overtake it.
                first = self._asked_record_at
                seen_at = self._eyes.placed(frame, first, last, self.person, uncovered)
            else:  # it was on its way while the room went on
                first = self._looked_at
                seen_at = self._eyes.placed(frame, first, last, self.person, uncovered)
                self._looked_at = seen_at
            self._eyes.see(frame, seen_at, self.person, uncovered)

    # --- commands

    async def ask(self, type: str, **fields: Any) -> Message:
        """Send a command and wait for what comes of it: an answer, or the end of the line."""
        id = fields.pop("id", None) or f"{self.name}{next(self._ids)}"
        message = {"type": type, "id": id, **fields}
        if type == "uncover":
            self._uncovered[-1].add((fields["seat"], fields["turn"]))
        if type in ("undo", "redo", "restart", "rematch"):
            self.last_change = id
        if type == "record":
            self._asked_record_at = self._looked_at
        self._eyes.speaks_of(message)
        return await self.send(message)

    async def send(self, message: Message) -> Message:
        line, id = self.line, message["id"]
        assert line is not None
        self._answers.pop(id, None)
        await line.send(msgpack.packb(message))
        async with asyncio.timeout(PATIENCE):
            while id not in self._answers and line.open:
                await self._hear_more()
        answer = self._answers.get(id, {"type": "bye"})
        self.sent.append(Sent(message, answer, self.person))
        return answer

    async def until(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await self._hear_more()

    async def _hear_more(self) -> None:
        self._news.clear()
        with contextlib.suppress(TimeoutError):  # a line may end without a word
            await asyncio.wait_for(self._news.wait(), 0.1)

    async def move(self, move: str) -> Message:
        """Play or pass, for the turn of the latest view."""
        return await self.ask(**command_for(move, self.turn))

    def share(self, seat: str, right: bool = True) -> Message:
        """Our part in the shuffle (fair-deal.md, 2 and 3): a seal, once all are shown a nonce."""
        commitment = self.room["commitment"]
        key, start = (
            (commitment, seat),
            {"commitment": commitment} if self._rng.random() < 0.5 else {},
        )
        nonce = self._nonces.setdefault(key, self._rng.randbytes(32))
        if self.room.get("seals"):
            shown = nonce if right else bytes(32)
            return {"type": "nonce", "seat": seat, "nonce": shown, **start}
        seal = hashlib.sha256(seat.encode() + nonce).digest()
        return {"type": "seal", "seat": seat, "seal": seal, **start}

    # --- what the latest messages say

    @property
    def table(self) -> Message:
        table: Message = self.view.get("table", {})
        return table

    @property
    def you(self) -> Message:
        return self.view.get("you") or {}

    @property
    def turn(self) -> int:
        turn: int = self.table.get("turn", 0)
        return turn

    @property
    def phase(self) -> str:
        phase: str = self.table.get("phase", "")
        return phase

    @property
    def seats(self) -> list[str]:
        """Those played on our device."""
        devices = {who["person"]: who["device"] for who in self.room.get("people", ())}
        return [
            seat["seat"]
            for seat in self.room.get("seats", ())
            if seat["kind"] == "person" and devices.get(seat["person"]) == self.person
        ]

    @property
    def my_turn(self) -> bool:
        """Whether we may move: the seat to move is ours, and its hand is shown to us."""
        return bool(self.you.get("seat") and self.you["seat"] == self.table.get("to_move"))

    @property
    def code(self) -> str:
        """By which we know the room: what we were told last."""
        return self._code

    @property
    def is_host(self) -> bool:
        return self.person is not None and self.room.get("host") == self.person


class _Wire:
    """The way from one line to its guest, who listens to the newest only."""

    def __init__(self, guest: Guest) -> None:
        self.line: Line | None = None
        self._guest = guest
        self._is_over = False

    def hear(self, frame: bytes) -> None:
        assert not self._is_over, f"{self._guest} is sent more after a goodbye"
        message = msgpack.unpackb(frame)
        self._is_over = message["type"] == "bye"
        if self.line in (None, self._guest.line):
            self._guest.hear(frame)
        else:
            assert message.get("why", "replaced") == "replaced"


def command_for(move: str, turn: int) -> dict[str, Any]:
    """The command for a move in the wire's notation."""
    if len(move) == 1:
        return {"type": "pass", "turn": turn}
    tile = [int(move[1]), int(move[2])]
    return {"type": "play", "turn": turn, "tile": tile, "branch": move[3:] or None}
