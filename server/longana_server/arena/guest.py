"""One who plays over a socket, like anybody's client: the arena's host, and its simple players."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, Self

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from longana_engine import Move, Unknown, compact, parse_compact
from longana_protocol.codec import pack
from longana_protocol.words import SUBPROTOCOL, VERSION

from .players import simple_move


Message = dict[str, Any]

LOOPBACK = "127.0.0.1"


class Refusal(Exception):
    """The server said no; the message says why."""


class Guest:
    """Made by `open`, ended by `close`. `room`, `table` and `you` are the latest that came."""

    def __init__(self, socket: ClientConnection, plays: str | None, seed: str) -> None:
        self.room: Message = {}
        self.table: Message = {}
        self.you: Message = {}
        self.person = 0
        self.seed = seed
        """Of its moves. Only a player that this program has makes any."""
        self.seen: Callable[[], None] = lambda: None
        """Called with each view."""
        self._plays = plays
        self._socket = socket
        self._changed = asyncio.Event()
        self._ids = (f"c{number}" for number in count(1))
        self._answers: dict[str, Message] = {}
        self._nonces: dict[bytes, bytes] = {}
        self._done: tuple[object, ...] = ()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, port: int, plays: str | None = None, seed: str = "") -> Self:
        """A connection to the server on this machine; raises OSError."""
        socket = await connect(
            f"ws://{LOOPBACK}:{port}/ws",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_size=None,
            proxy=None,
        )
        guest = cls(socket, plays, seed)
        await guest._send({"type": "hello", "version": VERSION, "client": "longana arena"})
        return guest

    async def close(self) -> None:
        await self._socket.close()
        await self._reading

    async def enter(self, type: str, **fields: object) -> None:
        """Create or join a room, up to the first view."""
        answer = await self.ask(type, **fields)
        self.person = answer["person"]
        await self.until(lambda: bool(self.table))

    async def ask(self, type: str, **fields: object) -> Message:
        """The answer to a command; raises Refusal, and ConnectionError at the end of the line."""
        id = next(self._ids)
        await self._send({"type": type, "id": id, **fields})
        await self.until(lambda: id in self._answers)
        answer = self._answers.pop(id)
        if answer["type"] == "refused":
            raise Refusal(answer["text"])
        return answer

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Raises ConnectionError when the end of the line comes before."""
        while not wanted():
            await self.change()

    async def change(self) -> None:
        """Until something has come in."""
        if self._reading.done():
            raise ConnectionError("the arena has lost the line to its own server")
        self._changed.clear()
        await self._changed.wait()

    async def _send(self, message: Message) -> None:
        await self._socket.send(pack(message))

    async def _read(self) -> None:
        try:
            async for frame in self._socket:
                message: Message = msgpack.unpackb(frame)
                if message.get("about") is not None:
                    self._answers[message["about"]] = message
                elif message["type"] == "room":
                    self.room = message
                elif message["type"] == "view":
                    self.table, self.you = message["table"], message["you"] or {}
                    self.seen()
                    await self._act()
                self._changed.set()
        except ConnectionClosed:
            pass
        finally:
            self._changed.set()

    async def _act(self) -> None:
        """Do what the table waits for, once."""
        command = self._command()
        if command is None:
            return
        deed = command["type"], command.get("turn"), self.room.get("commitment")
        if deed != self._done:
            self._done = deed
            await self._send({**command, "id": next(self._ids)})

    def _command(self) -> Message | None:
        table, seat = self.table, self.you.get("seat")
        if seat is None or self._plays is None:
            return None
        if table["phase"] == "starting" and seat in table.get("waiting", ()):
            nonce = self._nonces.setdefault(self.room["commitment"], os.urandom(32))
            if "seals" in self.room:
                return {"type": "nonce", "seat": seat, "nonce": nonce}
            return {"type": "seal", "seat": seat, "seal": sha256(seat.encode() + nonce).digest()}
        if table["phase"] == "hand_over":
            return {"type": "next", "turn": table["turn"]}
        if legal := self.you.get("legal"):
            rng = Random(f"{self.seed} {table['hand']} {len(table.get('moves', ()))}")
            move = simple_move(self._plays, tuple(map(_known, legal)), rng)
            return {**as_command(compact(move)), "turn": table["turn"]}
        return None


def as_command(move: str) -> Message:
    """The command for a move of the wire, but for its turn."""
    if len(move) == 1:
        return {"type": "pass"}
    play: Message = {"type": "play", "tile": [int(move[1]), int(move[2])]}
    return play if len(move) == 3 else {**play, "branch": move[3]}


def _known(text: str) -> Move:
    move = parse_compact(text)
    assert not isinstance(move, Unknown), "the server names moves that there are"
    return move
