"""A session on a stage: a client that only notes what is sent, lines typed by the test, and what
was printed."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from longana_client.absence import Absences
from longana_client.connection import Client, Gone, Update, parse_link
from longana_client.connection.commanding import Answer, Asked
from longana_client.desk import Desk
from longana_client.exits import ExitCode
from longana_client.glyphs import ASCII
from longana_client.narrator import Narrator
from longana_client.screen import Screen
from longana_client.session import Session
from longana_client.terminal import Terminal, Typing
from longana_client.wording import Words
from longana_protocol.answers import Done


LINK = "http://192.168.1.7:8765/#ABCD2345"


class NotingClient(Client):
    """Sends nothing. `answers` holds what a type of command is answered with, if not Done."""

    def __init__(self) -> None:
        super().__init__("http://127.0.0.1:9")
        self.sent: list[Asked] = []
        self.answers: dict[str, Answer | Exception] = {}
        self.held: asyncio.Event | None = None
        """While set and not yet over, commands are under way."""
        self.news: asyncio.Queue[Update | None] = asyncio.Queue()
        self.turn = 0
        self.end: Gone | None = None
        self.connected = True

    @property
    def gone(self) -> Gone | None:
        return self.end

    @property
    def online(self) -> bool:
        return self.connected

    async def updates(self) -> AsyncIterator[Update]:
        while (update := await self.news.get()) is not None:
            self.turn = update.view.table.turn
            self.nonces.see(update, self.token)
            yield update

    async def send(self, command: Asked) -> Answer:
        self.sent.append(command)
        if self.held is not None:
            await self.held.wait()
        answer = self.answers.get(command.type) or Done(about=command.id, turn=self.turn)
        if isinstance(answer, Exception):
            raise answer
        return answer


class Stage:
    """What a test does to a session, and sees of it."""

    def __init__(
        self, typing: Typing, *, width: int = 80, rows: int | None = None, alone: bool = False
    ) -> None:
        self.client = NotingClient()
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._stdout = io.StringIO()
        terminal = Terminal(
            io.BytesIO(), self._stdout, typing, False, "ascii", ASCII, lambda: (width, rows)
        )
        words = Words("en", "ascii")
        self.screen = Screen(terminal)
        self.now = 1_000_000.0
        """The time of day, for those who are away."""
        absences = Absences(lambda: self.now)
        narrator = Narrator(
            terminal, self.screen, words, lambda: LINK, alone=alone, absences=absences
        )
        desk = Desk(
            self.client,
            narrator,
            self.screen,
            words,
            lambda: parse_link(LINK),
            alone,
            self._forget,
        )
        self.forgotten = 0
        """How often the half-typed line was dropped."""
        self.session = Session(desk, self._lines(), typing)
        self.running: asyncio.Task[ExitCode]

    def _forget(self) -> None:
        self.forgotten += 1

    async def _lines(self) -> AsyncIterator[str]:
        while (line := await self.typed.get()) is not None:
            yield line

    async def news(self, *updates: Update) -> str:
        """Let the table change; gives what was printed."""
        for update in updates:
            self.client.news.put_nowait(update)
        return await self.printed()

    async def type(self, *lines: str) -> str:
        """Type lines; gives what was printed."""
        for line in lines:
            self.typed.put_nowait(line)
        return await self.printed()

    async def end_input(self) -> str:
        self.typed.put_nowait(None)
        return await self.printed()

    async def end_room(self, reason: str, text: str) -> str:
        self.client.end = Gone(reason, text)
        self.client.news.put_nowait(None)
        return await self.printed()

    async def printed(self) -> str:
        """Everything printed since this was last asked, once all has calmed down."""
        for _ in range(20):
            await asyncio.sleep(0)
        text = self._stdout.getvalue()
        self._stdout.seek(0)
        self._stdout.truncate()
        return text

    def sent(self) -> list[str]:
        """The types of the commands sent, oldest first."""
        return [command.type for command in self.client.sent]

    async def code(self) -> ExitCode:
        return await asyncio.wait_for(self.running, 3)


@asynccontextmanager
async def a_stage(
    typing: Typing = "piped", *, width: int = 80, rows: int | None = None, alone: bool = False
) -> AsyncIterator[Stage]:
    """A running session."""
    stage = Stage(typing, width=width, rows=rows, alone=alone)
    stage.running = asyncio.create_task(stage.session.run())
    try:
        yield stage
    finally:
        stage.running.cancel()
        await asyncio.gather(stage.running, return_exceptions=True)
