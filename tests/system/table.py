"""A real server in this process, and clients on real sockets that keep every byte they are sent."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from longana_server.app import App, running
from longana_server.live_room import LiveRoom
from longana_server.settings import Settings


Message = dict[str, Any]

_FAST: dict[str, Any] = {
    "host": "127.0.0.1",
    "port": 0,
    "computer_delay": 0,
    "commands_per_second": 1_000_000,
    "commands_burst": 1_000_000,
    "entries_per_day": 1_000_000_000,
    "max_connections_per_address": 4000,
    "log_level": "error",
}


@asynccontextmanager
async def served(**settings: Any) -> AsyncIterator[App]:
    """A server on loopback whose computers do not wait and whose throttles do not bite."""
    async with running(Settings(**{**_FAST, **settings})) as app:
        yield app


def live_room(app: App, code: str) -> LiveRoom:
    """The room inside the server: what a test compares with what came out of it."""
    return app.rooms._live[code]


class Raw:
    """One person or watcher, with no library between us and the bytes.

    Answers seals and nonces by itself. `frames` is everything that came, over all its sockets.
    """

    def __init__(self, app: App, rng: random.Random) -> None:
        self.frames: list[bytes] = []
        self.messages: list[Message] = []
        self.room: Message = {}
        self.view: Message = {}
        self.code = ""
        self.token: str | None = None
        self.person: int | None = None
        self._address = f"ws://127.0.0.1:{app.server.port}/ws"
        self._rng = rng
        self._ids = itertools.count(1)
        self._answers: dict[str, Message] = {}
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._nonces: dict[bytes, bytes] = {}
        self._sent: set[tuple[str, bytes]] = set()

    # --- the line

    async def connect(self) -> None:
        self._socket = await connect(
            self._address, subprotocols=[Subprotocol("longana.v1")], compression=None, max_size=None
        )
        await self._socket.send(msgpack.packb({"type": "hello", "version": 1}))
        self._reading = asyncio.create_task(self._read(self._socket))

    async def drop(self) -> None:
        """The line breaks: no close frame is sent."""
        if self._socket is not None and self._reading is not None:
            self._socket.transport.abort()
            await self._reading
            self._socket = None

    async def close(self) -> None:
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await self._reading

    # --- commands

    async def ask(self, type: str, **fields: Any) -> Message:
        """Send a command and wait for its answer, whatever it is."""
        id = fields.pop("id", None) or f"{id_prefix(self)}{next(self._ids)}"
        self._answers.pop(id, None)
        await self.send({"type": type, "id": id, **fields})
        await self.until(lambda: id in self._answers)
        return self._answers[id]

    async def send(self, message: Message) -> None:
        assert self._socket is not None
        await self._socket.send(msgpack.packb(message))

    async def enter(self, type: str, **fields: Any) -> Message:
        """create, join, resume or watch, and the first view."""
        answer = await self.ask(type, **fields)
        if answer["type"] == "welcome":
            self.code, self.person = answer["code"], answer.get("person")
            self.token = answer.get("token", self.token)
            await self.until(lambda: bool(self.view) and bool(self.room))
        return answer

    async def until(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not wanted():
                self._news.clear()
                await self._news.wait()

    async def after(self, turn: int) -> None:
        """Wait for a view of that turn or a later one."""
        await self.until(lambda: bool(self.table.get("turn", -1) >= turn))

    async def move(self, move: str) -> Message:
        """Play a move of the wire's notation at the latest view's turn."""
        turn = self.table["turn"]
        if len(move) == 1:
            return await self.ask("pass", turn=turn)
        tile = [int(move[1]), int(move[2])]
        if len(move) == 3:
            return await self.ask("play", turn=turn, tile=tile)
        return await self.ask("play", turn=turn, tile=tile, branch=move[3])

    # --- what is known

    @property
    def table(self) -> Message:
        table: Message = self.view.get("table", {})
        return table

    @property
    def you(self) -> Message:
        return self.view.get("you") or {}

    @property
    def my_turn(self) -> bool:
        seat = self.you.get("seat")
        return seat is not None and self.table.get("to_move") == seat

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                assert isinstance(frame, bytes)
                self.frames.append(frame)
                message = msgpack.unpackb(frame)
                self.messages.append(message)
                match message["type"]:
                    case "room":
                        self.room = message
                    case "view":
                        self.view = message
                        await self._seal_or_show()
                if message.get("about") is not None:
                    self._answers[message["about"]] = message
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._news.set()

    async def _seal_or_show(self) -> None:
        """Our part of a fair deal (fair-deal.md, 2 and 3)."""
        seat: str = self.you.get("seat", "")
        if self.table["phase"] != "starting" or seat not in self.table.get("waiting", ()):
            return
        commitment: bytes = self.room["commitment"]
        nonce = self._nonces.setdefault(commitment, self._rng.randbytes(32))
        kind = "nonce" if self.room.get("seals") else "seal"
        if (kind, commitment) in self._sent:
            return
        self._sent.add((kind, commitment))
        value = nonce if kind == "nonce" else hashlib.sha256(seat.encode() + nonce).digest()
        await self.send(
            {"type": kind, "id": f"{kind}-{commitment.hex()[:16]}", "seat": seat, kind: value}
        )


def id_prefix(raw: Raw) -> str:
    """Ids of two clients need not differ; they do so that a failing test can be read."""
    return f"p{raw.person or 0}-"
