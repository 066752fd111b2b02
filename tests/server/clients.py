"""Clients of a whole server on real sockets, as simple as can be: maps in, maps out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import msgpack
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from longana_engine import Seat, fair
from longana_server.connection import Door
from longana_server.house import House
from longana_server.log import RoomLog
from longana_server.log.memory import MemoryLog
from longana_server.metrics import Metrics
from longana_server.name_store import MemoryNames, NameStore
from longana_server.rooms import Rooms
from longana_server.serving import Server
from longana_server.settings import Settings
from longana_server.thinker import Thinker
from longana_server.throttle import RoomPace
from server.scripted_room import SeededChance
from server.wire import HERE, client, serving


Map = dict[str, Any]

TWO = {"preset": "cuban", "seats": 2}

PATIENCE = 10
"""Seconds after which a test that waits for something has failed."""

_ids = count(1)


@dataclass
class Played:
    """A server, and the clients that a test has opened."""

    rooms: Rooms
    house: House
    server: Server
    clients: list[Client] = field(default_factory=list)

    async def client(self, lang: str = "en", address: str | None = None) -> Client:
        """Somebody who has said hello."""
        somebody = await self.stranger(address)
        await somebody.send(type="hello", version=1, client="tests", lang=lang)
        return somebody

    async def stranger(self, address: str | None = None) -> Client:
        """Somebody who has said nothing yet."""
        headers = {"X-Forwarded-For": address} if address else None
        somebody = Client(await client(self.server, headers=headers))
        self.clients.append(somebody)
        return somebody

    async def host(self, name: str = "Ana", **fields: object) -> Client:
        """Somebody who has made a room."""
        somebody = await self.client()
        await somebody.enter(type="create", name=name, **fields)
        return somebody

    async def guest(self, host: Client, name: str = "Beto", **fields: object) -> Client:
        """Somebody who has joined the host's room; both know it."""
        somebody = await self.client()
        await somebody.enter(type="join", code=host.code, name=name, **fields)
        await host.until(lambda: any(who["name"] == name for who in host.room["people"]))
        return somebody

    async def watcher(self, host: Client) -> Client:
        somebody = await self.client()
        await somebody.enter(type="watch", code=host.code)
        return somebody

    async def emptied(self, code: str) -> None:
        """Until the server has noticed that nobody is in the room."""
        async with asyncio.timeout(PATIENCE):
            while self.rooms.visitors(code):  # noqa: ASYNC110 - nobody is there to be told
                await asyncio.sleep(0.005)

    async def back(self, person: Client) -> Client:
        """The same person on a new connection."""
        again = await self.client()
        again.token = person.token
        await again.enter(type="resume", code=person.code, token=person.token)
        return again


@asynccontextmanager
async def playing(
    settings: Settings = HERE,
    *,
    log: RoomLog | None = None,
    names: NameStore | None = None,
    deals: tuple[Mapping[str, str], ...] = (),
    computer_delay: float = 0.0,
    start_patience: float = 5.0,
    away_grace: float = 15.0,
    thinker: Thinker | None = None,
    pace: RoomPace | None = None,
    house: House | None = None,
) -> AsyncIterator[Played]:
    """A server; `house` is that of an earlier one, which this one comes after."""
    metrics = Metrics()
    house = house or House(
        log=log or MemoryLog(),
        names=names or MemoryNames(),
        thinker=thinker or Thinker(metrics=metrics),
        chance=SeededChance(Random(0)),
        computer_delay=computer_delay,
        start_patience=start_patience,
        away_grace=away_grace,
        deals=deals,
        metrics=metrics,
        pace=RoomPace(10**9) if pace is None else pace,
    )
    rooms = Rooms(house, settings)
    async with serving(Door(rooms, settings), settings) as server:
        played = Played(rooms, house, server)
        try:
            yield played
        finally:
            rooms.shutdown()
            for each in played.clients:
                await each.be_gone()
    house.thinker.close()


class Client:
    """One connection. What has come in is kept; `room` and `view` are the latest."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[bytes] = []
        self.received: list[Map] = []
        self.room: Map = {}
        self.table: Map = {}
        self.you: Map = {}
        self.code = ""
        self.token = ""
        self.person: int | None = None
        self.nonces: dict[str, bytes] = {}

    # --- messages

    async def send(self, **message: object) -> None:
        await self.connection.send(msgpack.packb(message))

    async def receive(self) -> Map:
        """The next message; raises ConnectionClosed after the last."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.connection.recv()
        assert isinstance(frame, bytes)
        message: Map = msgpack.unpackb(frame)
        self.frames.append(frame)
        self.received.append(message)
        if message["type"] == "room":
            self.room = message
        elif message["type"] == "view":
            self.table, self.you = message["table"], message["you"] or {}
        return message

    async def until(self, condition: Callable[[], bool]) -> None:
        """Receive until that holds."""
        while not condition():
            await self.receive()

    async def ask(self, **message: object) -> Map:
        """Send a command and receive up to its answer."""
        message.setdefault("id", f"c{next(_ids)}")
        await self.send(**message)
        return await self.answer_to(message["id"])

    async def answer_to(self, id: object) -> Map:
        while True:
            answer = await self.receive()
            if answer.get("about") == id:
                return answer

    async def do(self, type: str, **fields: object) -> Map:
        """A command that is carried out; receives up to the view that shows it."""
        answer = await self.ask(type=type, **fields)
        assert answer["type"] == "done", answer
        await self.until(lambda: self.received[-1]["type"] == "view")
        return answer

    async def refused(self, type: str, **fields: object) -> str:
        """The code with which a command is refused."""
        answer = await self.ask(type=type, **fields)
        assert answer["type"] == "refused", answer
        code: str = answer["code"]
        return code

    async def enter(self, **message: object) -> None:
        """Create, join, resume or watch, up to the first view."""
        welcome = await self.ask(**message)
        assert welcome["type"] == "welcome", welcome
        self.code, self.person = welcome["code"], welcome.get("person")
        self.token = welcome.get("token") or self.token
        await self.until(lambda: self.received[-1]["type"] == "view")

    async def rest(self, seconds: float = 0.05) -> list[Map]:
        """What comes in that time, or before the connection ends."""
        already = len(self.received)
        with suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(seconds):
                while True:
                    await self.receive()
        return self.received[already:]

    async def farewell(self) -> Map:
        """The message the connection ends with, received and closed; empty if there was none."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed:
            return self.received[-1] if self.received else {}

    async def be_gone(self) -> None:
        """Close, with a word if the other end listens at once."""
        with suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                await self.connection.close()
        self.drop()

    def drop(self) -> None:
        """Be gone without a word."""
        self.connection.transport.abort()

    # --- play

    @property
    def seat(self) -> str:
        seat: str = self.you["seat"]
        return seat

    @property
    def my_turn(self) -> bool:
        return bool(self.table.get("to_move") == self.you.get("seat", ""))

    @property
    def is_over(self) -> bool:
        return self.table["phase"] in ("hand_over", "match_over")

    async def send_seal(self) -> None:
        # The same in each run, as the server's secrets are: so are the tiles.
        commitment: bytes = self.room["commitment"]
        nonce = self.nonces[self.seat] = Random(self.seat.encode() + commitment).randbytes(32)
        seal = fair.seal(Seat(self.seat), nonce)
        await self.send(type="seal", id=f"c{next(_ids)}", seat=self.seat, seal=seal)

    async def send_nonce(self) -> None:
        nonce = self.nonces[self.seat]
        await self.send(type="nonce", id=f"c{next(_ids)}", seat=self.seat, nonce=nonce)

    async def share(self) -> None:
        """Take part in the shuffle, up to the deal."""
        await self.until(lambda: self.table["phase"] == "starting")
        await self.send_seal()
        await self.until(lambda: "seals" in self.room)
        await self.send_nonce()
        await self.until(lambda: self.table["phase"] == "playing")

    async def until_my_turn(self) -> bool:
        """Whether there is one in this hand."""
        await self.until(lambda: self.my_turn or self.is_over)
        return self.my_turn

    def command(self, move: str, **fields: object) -> Map:
        """The command for a move in short."""
        made: Map = {"id": f"c{next(_ids)}", "turn": self.table["turn"], **fields}
        if len(move) == 1:
            return {"type": "pass", **made}
        tile = int(move[1]), int(move[2])
        return {"type": "play", "tile": tile, "branch": move[3:] or None, **made}

    async def move(self, move: str | None = None) -> None:
        """Make a legal move, the first if none is named, up to the view that shows it."""
        await self.do(**self.command(move or self.you["legal"][0]))


async def mover(*persons: Client) -> Client | None:
    """Whose turn it is, once it is one of theirs; None when the hand is over."""
    while True:
        latest = max(person.table["turn"] for person in persons)
        for each in persons:
            while each.table["turn"] < latest:
                await each.receive()
        if persons[0].is_over:
            return None
        for each in persons:
            if each.my_turn:
                return each
        await persons[0].receive()


async def short_match(played: Played, guest: bool = False, **rules: object) -> list[Client]:
    """A match for two just dealt: South, and North if there is a guest."""
    host = await played.host(rules={**TWO, **rules})
    persons = [host, await played.guest(host)] if guest else [host]
    await start(*persons)
    return persons


async def start(host: Client, *guests: Client) -> None:
    """Start a match, up to everybody's view of the deal."""
    await host.do("start")
    await asyncio.gather(*(person.share() for person in (host, *guests)))


async def play_hand(*persons: Client) -> None:
    """Play to the end of the hand, all at once, up to everybody's view of it."""

    async def play(person: Client) -> None:
        while await person.until_my_turn():
            await person.move()

    await asyncio.gather(*map(play, persons))
