"""The sending end of one connection. It never waits: a slow reader costs the others nothing.

While the line keeps up, messages are written as they come, and what stands before a view together
with it: a write costs more than what is written. When it does not, only the latest `room` and
`view` are kept (each replaces the one before) and a bounded few of the rest; what does not fit
closes the connection, whose client resumes and is sent everything anew.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, Literal

from pydantic import BaseModel
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from longana_protocol.answers import Bye, ByeReason
from longana_protocol.catalogue import choose, text
from longana_protocol.codec import encode

from .http_adapter import Connection
from .metrics import Metrics
from .talk import REMEMBERED


MAX_PENDING = REMEMBERED + 32
"""Answers kept for a reader that does not take them: all that was said lately, told to whoever
comes in, and as many more as a client may be slow for."""


class Reader:
    """One connection as the room sees it: its language, and where to send."""

    def __init__(
        self, connection: Connection, send_timeout: float, metrics: Metrics | None = None
    ) -> None:
        self.language: str = "en"
        self._connection = connection
        self._send_timeout = send_timeout
        self._metrics = metrics or Metrics()
        self._held: list[bytes] = []
        """For the next write, which is at the end of this turn of the event loop at last."""
        self._answers: list[bytes] = []
        self._latest: dict[Literal["room", "view"], bytes] = {}
        self.parting: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None

    def choose_language(self, wanted: str) -> None:
        self.language = choose(wanted)

    def answer(self, message: BaseModel) -> None:
        """Send a message that no later one replaces."""
        self._send(encode(message), None)

    def answer_packed(self, frame: bytes) -> None:
        """The same, with a message that is packed already."""
        self._send(frame, None)

    def show(self, slot: Literal["room", "view"], frame: bytes) -> None:
        """Send the state of the room or the table; a later one may replace it."""
        self._send(frame, slot)

    def goodbye(self, why: ByeReason, code: int = 1000) -> None:
        """Say why, and close; nothing is sent after it."""
        self._latest.clear()
        self.answer(Bye(why=why, text=text(self.language, f"bye.{why}")))
        self._part(code, why)

    def _send(self, frame: bytes, slot: Literal["room", "view"] | None) -> None:
        if self.parting is not None:
            return
        if self._catching_up is None and not self._connection.paused:
            if slot == "view":
                self._write(frame)
            else:
                self._hold(frame)
            return
        if self._connection.state is not State.OPEN:
            return
        if slot is not None:
            if slot in self._latest:
                self._metrics.count("dropped", slot)
            self._latest[slot] = frame
        else:
            self._answers.append(frame)
        if len(self._answers) > MAX_PENDING:
            self._answers.clear()
            self._latest.clear()
            self._metrics.count("dropped", "connection")
            self._part(1008, "too_fast")
        elif self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up())

    def _hold(self, frame: bytes) -> None:
        self._held.append(frame)
        if len(self._held) == 1:
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self, *frames: bytes) -> None:
        """Write what is held, and these."""
        if self._held:
            frames = (*self._held, *frames)
            self._held = []
        if frames:
            self._connection.write(frames)

    async def _catch_up(self) -> None:
        try:
            async with asyncio.timeout(self._send_timeout):
                while self._answers or self._latest:
                    await self._connection.drain()
                    frame = self._next_frame()
                    if frame is not None:
                        self._connection.write([frame])
        except TimeoutError:
            # Gone, or as good as: its client resumes when it is back.
            self._metrics.count("dropped", "connection")
            self._connection.transport.abort()
        except OSError:
            pass  # the connection is lost, which whoever receives on it notices
        finally:
            self._catching_up = None

    def _next_frame(self) -> bytes | None:
        if self._answers:
            return self._answers.pop(0)
        return self._latest.pop("room", None) or self._latest.pop("view", None)

    async def parted(self) -> None:
        """Until the goodbye has gone out, if one was said."""
        if self.parting is not None:
            await asyncio.wait([self.parting])

    def _part(self, code: int, reason: str) -> None:
        self._write()
        if self.parting is None:
            self.parting = _spawn(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        catching_up = self._catching_up
        if catching_up is not None:
            await asyncio.wait([catching_up])
        with contextlib.suppress(ConnectionClosed):
            await self._connection.close(code, reason)


_tasks: set[asyncio.Task[None]] = set()


def _spawn(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Run it by itself; the set keeps the task from being collected half-way."""
    task = asyncio.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task
