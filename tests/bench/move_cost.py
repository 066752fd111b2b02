"""What a move costs our own code: from a frame that came in to the frames that go out, no sockets.

    python tests/bench/move_cost.py [--rooms 20] [--moves 3000] [--profile]

The time of most moves says more about the machine than about the code; the tenth percentile is of
those that nothing disturbed. Four encodings of the bare server's payload are timed beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import hashlib
import pstats
import secrets
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast


sys.path.insert(0, str(Path(__file__).parents[1]))

import msgpack
from websockets.protocol import State

from bench.peers.bare import body
from longana_server.app import SystemChance
from longana_server.connection import Conversation, unnoticed
from longana_server.house import House
from longana_server.http_adapter import Connection
from longana_server.log.memory import MemoryLog
from longana_server.metrics import Metrics
from longana_server.name_store import MemoryNames
from longana_server.reader import Reader
from longana_server.rooms import Rooms
from longana_server.settings import Settings
from longana_server.thinker import Thinker
from longana_server.throttle import Guesses, RoomPace


Message = dict[str, Any]

NO_LIMIT = 10**9
SEATS = "SENW"


class Line:
    """As much of a connection as a reader uses; keeps what is written."""

    state = State.OPEN
    paused = False

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, messages: Iterable[bytes]) -> None:
        self._written += messages

    def messages(self) -> Iterator[Message]:
        """What was written since the last time."""
        written, self._written = self._written, []
        return map(msgpack.unpackb, written)


class Household:
    """A server's rooms without a server."""

    def __init__(self) -> None:
        self._settings = Settings(
            log="memory", commands_per_second=NO_LIMIT, commands_burst=NO_LIMIT, max_rooms=NO_LIMIT
        )
        self._metrics = Metrics()
        house = House(
            log=MemoryLog(),
            names=MemoryNames(),
            thinker=Thinker(0, self._metrics),
            chance=SystemChance(),
            computer_delay=1,
            start_patience=NO_LIMIT,
            metrics=self._metrics,
            pace=RoomPace(NO_LIMIT),
        )
        self._rooms = Rooms(house, self._settings)
        self._guesses = Guesses(NO_LIMIT, NO_LIMIT)

    def conversation(self, line: Line) -> Conversation:
        reader = Reader(cast(Connection, line), 10, self._metrics)
        return Conversation(
            reader, "127.0.0.1", self._rooms, self._settings, self._guesses, unnoticed
        )


@dataclass(slots=True)
class Seat:
    letter: str
    line: Line
    conversation: Conversation
    latest: dict[str, Message] = field(default_factory=dict)
    """The newest message of each type."""
    nonce: bytes = b""

    def listen(self) -> None:
        for message in self.line.messages():
            if message["type"] == "refused":
                raise RuntimeError(message["text"])
            self.latest[message["type"]] = message


class Table:
    """A room of four, played at random."""

    def __init__(self, house: Household, rng: Random) -> None:
        self._rng = rng
        self._ids = map(str, count(1))
        lines = {letter: Line() for letter in SEATS}
        self.seats = [Seat(at, line, house.conversation(line)) for at, line in lines.items()]

    async def open(self) -> None:
        host, *guests = self.seats
        await self.send(host, type="create", name="South", rules={"target": 1000})
        code = host.latest["welcome"]["code"]
        for seat in guests:
            await self.send(seat, type="join", code=code, name=seat.letter, seat=seat.letter)
        await self.send(host, type="start")
        while not self.is_playing:
            await self.go_on()

    @property
    def view(self) -> Message:
        table: Message = self.seats[0].latest["view"]["table"]
        return table

    @property
    def is_playing(self) -> bool:
        return bool(self.view["phase"] == "playing")

    async def send(self, seat: Seat, /, **message: object) -> None:
        await seat.conversation.heard(msgpack.packb({**message, "id": next(self._ids)}))
        for each in self.seats:
            each.listen()

    def move(self) -> tuple[Seat, bytes]:
        """Who is to move, and the frame of a move."""
        seat = self.seats[SEATS.index(self.view["to_move"])]
        chosen = self._rng.choice(seat.latest["view"]["you"]["legal"])
        message: Message = {"type": "pass", "id": next(self._ids), "turn": self.view["turn"]}
        if len(chosen) > 1:
            message |= {"type": "play", "tile": [int(chosen[1]), int(chosen[2])]}
        if len(chosen) == 4:
            message["branch"] = chosen[3]
        return seat, msgpack.packb(message)

    async def go_on(self) -> None:
        """One step of what lies between two hands."""
        table, host = self.view, self.seats[0]
        if table["phase"] == "hand_over":
            await self.send(host, type="next", turn=table["turn"])
        elif table["phase"] == "match_over":
            await self._rematch(host, table)
        else:
            seat = self.seats[SEATS.index(table["waiting"][0])]
            if seat.latest["room"].get("seals"):
                await self.send(seat, type="nonce", seat=seat.letter, nonce=seat.nonce)
            else:
                seat.nonce = secrets.token_bytes(32)
                seal = hashlib.sha256(seat.letter.encode() + seat.nonce).digest()
                await self.send(seat, type="seal", seat=seat.letter, seal=seal)

    async def _rematch(self, host: Seat, table: Message) -> None:
        """The others agree to it."""
        await self.send(host, type="rematch", turn=table["turn"])
        while proposal := self.view.get("proposal"):
            seat = self.seats[proposal["waiting"][0] - 1]
            await self.send(seat, type="answer", proposal=proposal["number"], yes=True)


async def measure(rooms: int, moves: int, profile: cProfile.Profile | None) -> None:
    gc.disable()  # a server looks for garbage once a minute: `garbage.py`
    house, rng = Household(), Random(1)
    tables = [Table(house, rng) for _ in range(rooms)]
    for table in tables:
        await table.open()
    took: list[float] = []
    encodings: list[float] = []
    while len(took) < moves:
        for table in tables:
            if not table.is_playing:
                await table.go_on()
                continue
            seat, frame = table.move()
            if profile is not None:
                profile.enable()
            began = time.perf_counter()
            await seat.conversation.heard(frame)
            took.append(time.perf_counter() - began)
            if profile is not None:
                profile.disable()
            for each in table.seats:
                each.listen()
            began = time.perf_counter()
            for number in range(4):
                msgpack.packb(body(len(took), number))
            encodings.append(time.perf_counter() - began)
    for what, times in (("a move", took), ("four encodings", encodings)):
        times.sort()
        least, middle = times[len(times) // 10], times[len(times) // 2]
        print(f"{what}: {least * 1e6:.1f} µs undisturbed (p10), {middle * 1e6:.1f} µs (p50)")


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="What a move costs our own code.")
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--moves", type=int, default=3000)
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    args = parser.parse_args(words)
    profile = cProfile.Profile() if args.profile else None
    asyncio.run(measure(args.rooms, args.moves, profile))
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(50)


if __name__ == "__main__":
    main(sys.argv[1:])
