"""A bot from elsewhere: a command that is started with the link of a room, and plays there."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from longana_server.plain_text import visible


LINK = "{link}"
"""Where in a command the link goes; without it, it is the last argument."""

VARIABLE = "LONGANA_LINK"
"""Holds the link, too."""

GRACE = 0.5
"""Seconds a bot has to end when it is told to."""


class BotFailed(Exception):
    """A bot cannot be had; the message says why."""


class BotProcess:
    """Made by `start`, ended by `close`."""

    def __init__(self, name: str, process: Process) -> None:
        self.name = name
        self._process = process
        self._last_words = ""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, name: str, command: str, link: str) -> BotProcess:
        """Raises BotFailed."""
        try:
            process = await asyncio.create_subprocess_exec(
                *arguments(command, link),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=PIPE,
                env={**os.environ, VARIABLE: link},
                start_new_session=True,  # Ctrl-C is for the arena, which ends it
            )
        except (OSError, ValueError) as error:
            raise BotFailed(f"{name} cannot be started: {error}") from None
        return cls(name, process)

    async def ended(self) -> str:
        """How it has ended by itself, once it has."""
        await self._process.wait()
        await self._reading
        said = f": {visible(self._last_words, 200)}" if self._last_words else ""
        return f"ended with {self._process.returncode}{said}"

    async def close(self) -> None:
        """End it, and whatever it has started."""
        self._signal(signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self._process.wait()
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        await self._process.wait()
        await self._reading

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.terminate()
            else:
                os.killpg(self._process.pid, number)

    async def _read(self) -> None:
        """The last line it writes on its standard error says most."""
        assert self._process.stderr is not None
        rest = b""
        while chunk := await self._process.stderr.read(4096):
            rest = (rest + chunk)[-4096:]
            lines = rest.decode(errors="replace").split("\n")
            self._last_words = next((line for line in reversed(lines) if line.strip()), "")


def arguments(command: str, link: str) -> list[str]:
    """The words of a command as a shell reads them, with the link.

    Raises ValueError where a quotation mark lacks its other.
    """
    words = shlex.split(command, posix=os.name == "posix")
    if not words:
        raise ValueError("the command is empty")
    if any(LINK in word for word in words):
        return [word.replace(LINK, link) for word in words]
    return [*words, link]
