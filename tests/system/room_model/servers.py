"""Two servers with one face: rooms without sockets in virtual time, and `served()` with sockets.

Whoever connects hands over where to put the frames that come.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgpack
from pydantic import BaseModel
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from longana_engine import Move, Observation, Seat, Weighed, think
from longana_engine.computers import Advice, Decision, Reviewed, advice, judged
from longana_protocol.answers import Bye, ByeReason
from longana_protocol.codec import encode
from longana_server import thoughts
from longana_server.app import App
from longana_server.codes import ALPHABET, CODE_LENGTH
from longana_server.connection import Conversation
from longana_server.events import Entry, Level, pack_entry, unpack_entry
from longana_server.house import House
from longana_server.live_room import LiveRoom
from longana_server.log import LogError
from longana_server.log.memory import MemoryLog
from longana_server.name_store import MemoryNames
from longana_server.reader import Reader
from longana_server.rooms import Rooms
from longana_server.settings import Settings
from longana_server.thinker import Thinker
from longana_server.throttle import Guesses
from system.room_model.virtual_time import VirtualTimeLoop


Hear = Callable[[bytes], None]
"""Takes each frame as it comes."""


class Line(Protocol):
    """One connection, as its client has it."""

    @property
    def open(self) -> bool: ...

    async def send(self, frame: bytes) -> None: ...

    async def cut(self) -> None:
        """Break without a word; returns when the server has noticed."""


class Server(Protocol):
    """What the model needs of a server."""

    computer_delay: float
    thinking: float
    away_grace: float

    @property
    def now(self) -> float: ...

    async def connect(self, hear: Hear) -> Line: ...

    async def entries(self, id: str, after: int) -> list[Entry]:
        """What stands in the log of a room after so many entries."""

    def live(self, id: str) -> LiveRoom | None:
        """The room as it is in memory, if it is."""


# --- without sockets


class KeptLog(MemoryLog):
    """Stores bytes, as every durable log does, and tells of each entry before anybody is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.on_append: Callable[[Entry], None] = lambda _: None
        self.is_broken = False

    async def append(self, room: str, expected_version: int, entry: Entry) -> int:
        if self.is_broken:
            raise LogError("no room on the disk")
        stored = unpack_entry(pack_entry(entry))
        version = await super().append(room, expected_version, stored)
        self.on_append(stored)
        return version


class SlowThinker(Thinker):
    """Takes its time, of the loop's clock, and none of the machine's: it never thinks hard."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    async def choose(self, seen: Observation, level: Level, seed: str) -> Move:
        await asyncio.sleep(self._seconds)
        return thoughts.move(seen, "normal" if level == "hard" else level, seed)

    async def hint(self, seen: Observation, seed: str) -> Advice:
        await asyncio.sleep(self._seconds)
        return advice(seen, _ranked(seen, seed))

    async def review(self, decision: Decision, seed: str) -> Reviewed:
        await asyncio.sleep(self._seconds)
        return judged(decision, lambda again: _ranked(decision.seen, again), seed)


def _ranked(seen: Observation, seed: str) -> tuple[Weighed, ...]:
    return think(seen, "normal", random.Random(seed))


class SeededChance:
    """`Chance` that a seed decides."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def secret(self) -> bytes:
        return self._rng.randbytes(32)

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        return self._rng.sample(seats, len(seats))

    def code(self) -> str:
        return "".join(self._rng.choices(ALPHABET, k=CODE_LENGTH))

    def number(self) -> int:
        return self._rng.getrandbits(32)


class QuickServer:
    """Everything of a server but its sockets, on a loop with virtual time."""

    computer_delay = 0.8
    thinking = 0.3
    away_grace = 15.0
    start_patience = 20.0

    def __init__(self, loop: VirtualTimeLoop, rng: random.Random) -> None:
        self._loop = loop
        self.log = KeptLog()
        self.names = MemoryNames()
        self.chance = SeededChance(rng)
        self._thinker = SlowThinker(self.thinking)
        self._settings = Settings(
            commands_per_second=1e6,
            commands_burst=10**6,
            guesses_per_minute=1e6,
            guesses_burst=10**6,
            away_grace=self.away_grace,
        )
        self._guesses = Guesses(1e6, 1e6)
        self._rooms = self._new_rooms()

    @property
    def now(self) -> float:
        return self._loop.time()

    def _new_rooms(self) -> Rooms:
        house = House(
            log=self.log,
            names=self.names,
            thinker=self._thinker,
            chance=self.chance,
            computer_delay=self.computer_delay,
            start_patience=self.start_patience,
            away_grace=self.away_grace,
            clock=self._loop.time,
        )
        return Rooms(house, self._settings)

    async def connect(self, hear: Hear) -> QuickLine:
        return QuickLine(hear, self._rooms, self._settings, self._guesses)

    async def restart(self) -> None:
        """Another process, with nothing but what is stored."""
        self._rooms.shutdown()
        self._rooms = self._new_rooms()

    async def entries(self, id: str, after: int) -> list[Entry]:
        return await self.log.read(id, after)

    def live(self, id: str) -> LiveRoom | None:
        return self._rooms._live.get(id)


class QuickLine(Reader):
    """Both ends of a connection: what the room sends is heard at once."""

    def __init__(self, hear: Hear, rooms: Rooms, settings: Settings, guesses: Guesses) -> None:
        self.person = None
        self.language = "en"
        self.open = True
        self._hear = hear
        self._conversation = Conversation(self, "127.0.0.1", rooms, settings, guesses)
        self.parting = None

    def answer(self, message: BaseModel) -> None:
        self.answer_packed(encode(message))

    def answer_packed(self, frame: bytes) -> None:
        if self.open:
            self._hear(frame)

    def show(self, slot: Literal["room", "view"], frame: bytes) -> None:
        if self.open:
            self._hear(frame)

    def goodbye(self, why: ByeReason, code: int = 1000) -> None:
        self.answer(Bye(why=why, text=why))
        self.open = False
        self.parting = asyncio.create_task(self._conversation.ended())

    async def send(self, frame: bytes) -> None:
        if self.open:
            await self._conversation.heard(frame)

    async def cut(self) -> None:
        if self.open:
            self.open = False
            await self._conversation.ended()


# --- with sockets


class SocketServer:
    """`served()`, with clients on real sockets."""

    computer_delay = 0.0
    thinking = 0.0
    away_grace = 0.05

    def __init__(self, app: App) -> None:
        self._app = app

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def connect(self, hear: Hear) -> SocketLine:
        url = f"ws://127.0.0.1:{self._app.server.port}/ws"
        socket = await connect(
            url, subprotocols=[Subprotocol("longana.v1")], compression=None, max_size=None
        )
        await socket.send(msgpack.packb({"type": "hello", "version": 1}))
        return SocketLine(socket, hear)

    async def entries(self, id: str, after: int) -> list[Entry]:
        return await self._app.rooms._house.log.read(id, after)

    def live(self, id: str) -> LiveRoom | None:
        return self._app.rooms._live.get(id)


class SocketLine:
    def __init__(self, socket: ClientConnection, hear: Hear) -> None:
        self.open = True
        self._socket = socket
        self._hear = hear
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            async for frame in self._socket:
                assert isinstance(frame, bytes)
                self._hear(frame)
        except ConnectionClosed:
            pass
        finally:
            self.open = False

    async def send(self, frame: bytes) -> None:
        try:
            await self._socket.send(frame)
        except ConnectionClosed:
            self.open = False

    async def cut(self) -> None:
        self._socket.transport.abort()
        await self._listening
