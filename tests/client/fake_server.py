"""A server that says what a test tells it to, on a real socket of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from pydantic import BaseModel
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from longana_protocol import answers, commands
from longana_protocol.codec import decode_command, encode
from longana_protocol.commands import ClientMessage
from longana_protocol.words import SUBPROTOCOL


TOKEN = "t" * 22
COMMITMENT = bytes(range(32))

Answering = Callable[[commands.Command], Sequence[BaseModel]]


def room(**changes: object) -> answers.Room:
    """A room of two: person 1 (us) at South, a computer at North."""
    plain = answers.Room(
        number=1,
        code="K7QF2M9X",
        host=1,
        rules={"preset": "cuban", "seats": 2, "target": 100},
        seats=(
            answers.SeatState(seat="S", kind="person", person=1),
            answers.SeatState(seat="N", kind="computer", level="normal"),
        ),
        order=("S", "N"),
        people=(answers.PersonState(person=1, name="Ana", device=1),),
        commitment=COMMITMENT,
    )
    return plain.model_copy(update=changes)


def view(number: int = 1, **changes: object) -> answers.View:
    """What stands on the table; `changes` are fields of the public part."""
    plain = answers.Table(number=number, turn=0, phase="lobby")
    return answers.View(table=plain.model_copy(update=changes), you=answers.You(seat="S"))


def done(command: commands.Command) -> Sequence[BaseModel]:
    """The usual answer."""
    return [answers.Done(about=command.id, turn=1)]


@dataclass
class FakeServer:
    """What came in, and what goes out."""

    answer: Answering = done
    """What a command is answered with."""
    greeting: Answering | None = None
    """What whoever enters is answered with; a welcome, the room and its view if not given."""
    room: answers.Room = field(default_factory=room)
    view: answers.View = field(default_factory=view)
    received: list[ClientMessage] = field(default_factory=list)
    connections: list[ServerConnection] = field(default_factory=list)
    port: int = 0
    _listening: Server | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listen, on the same port as before if there was one."""
        self._listening = await serve(
            self._serve, "127.0.0.1", self.port, subprotocols=[Subprotocol(SUBPROTOCOL)]
        )
        (listener, *_) = self._listening.sockets
        self.port = listener.getsockname()[1]

    async def stop(self) -> None:
        if self._listening is not None:
            self._listening.close()
            await self._listening.wait_closed()

    async def send(self, *messages: BaseModel) -> None:
        """Tell the newest connection."""
        for message in messages:
            await self.connections[-1].send(encode(message))

    def cut(self) -> None:
        """Break the newest connection without a word."""
        self.connections[-1].transport.abort()

    def of_type(self, kind: str) -> list[ClientMessage]:
        """What came in of one type."""
        return [message for message in self.received if message.type == kind]

    def welcome(self, command: commands.Command) -> answers.Welcome:
        person = None if isinstance(command, commands.Watch) else 1
        fresh = isinstance(command, commands.Create | commands.Join)
        return answers.Welcome(
            about=command.id,
            version=1,
            code=self.room.code,
            person=person,
            token=TOKEN if fresh else None,
        )

    async def _serve(self, connection: ServerConnection) -> None:
        self.connections.append(connection)
        try:
            async for frame in connection:
                message = decode_command(frame)
                self.received.append(message)
                for answer in self._answers(message):
                    await connection.send(encode(answer))
                    if isinstance(answer, answers.Bye):
                        await connection.close()
        except ConnectionClosed:
            return

    def _answers(self, message: ClientMessage) -> Sequence[BaseModel]:
        match message:
            case commands.Hello():
                return []
            case commands.Create() | commands.Join() | commands.Resume() | commands.Watch():
                if self.greeting is not None:
                    return self.greeting(message)
                return [self.welcome(message), self.room, self.view]
            case _:
                return self.answer(message)


@asynccontextmanager
async def fake_server() -> AsyncIterator[FakeServer]:
    """A fake that listens."""
    fake = FakeServer()
    await fake.start()
    try:
        yield fake
    finally:
        await fake.stop()


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until it holds; a test that waits for half a minute has failed."""
    for _ in range(15_000):
        if condition():
            return
        await asyncio.sleep(0.002)
    raise TimeoutError
