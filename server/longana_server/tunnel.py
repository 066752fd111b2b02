"""A tunnel program as a child of ours: started, heard, opened again when it breaks, ended."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import chain, repeat

from .tunnel_programs import NoTunnel, Output, TunnelProgram


PATIENCE = 45.0
"""Seconds a program has to open its tunnel. Where UDP is blocked, cloudflared needs about 30."""

GRACE = 0.5
"""Seconds a program has to end when it is told to. The whole server has five."""

LAST_WORDS = 0.5
"""Seconds in which what an ended program has written is still read."""

RETRIES = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before each try to open a broken tunnel again; the last one for all that follow. Those
who run tunnels for free lock out who asks for many."""

STEADY = 60.0
"""Seconds a tunnel must have been open to be tried again at once when it breaks."""

_LONGEST_LINE = 2**14


@dataclass(frozen=True, slots=True)
class Broken:
    """The tunnel is down. It is opened again as soon as it can be."""

    trouble: NoTunnel


@dataclass(frozen=True, slots=True)
class Mended:
    """The tunnel is open again, or has got another address."""

    address: str


TunnelNews = Broken | Mended


@asynccontextmanager
async def kept_open(
    program: TunnelProgram, tell: Callable[[TunnelNews], None]
) -> AsyncIterator[str]:
    """A tunnel that is opened again when it breaks, until the block ends; gives its address.

    Raises:
        NoTunnel: when it cannot be opened the first time.

    """
    keeper = _Keeper(program, tell, await Tunnel.open(program))
    keeping = asyncio.create_task(keeper.keep())
    try:
        yield keeper.tunnel.address
    finally:
        keeping.cancel()
        await asyncio.wait([keeping])
        await keeper.tunnel.close()
        if not keeping.cancelled():
            keeping.result()


class Tunnel:
    """A running program and its open tunnel. Made by `open`; ended by `close`."""

    def __init__(self, process: Process, program: TunnelProgram) -> None:
        self.address = ""
        self._process = process
        self._program = program
        self._output = Output(program)
        self._addresses: asyncio.Queue[str | None] = asyncio.Queue()
        self._life = asyncio.create_task(self._live())
        self._is_closed = False

    @classmethod
    async def open(cls, program: TunnelProgram) -> Tunnel:
        """Run the program until its tunnel is open; raises NoTunnel when it does not come to it."""
        path = shutil.which(program.name)
        if path is None:
            raise NoTunnel("missing", program.name)
        try:
            process = await asyncio.create_subprocess_exec(
                path,
                *program.arguments,
                # Open, and never written to: at its end a session of ssh would end.
                stdin=PIPE,
                stdout=PIPE,
                stderr=STDOUT,
                env=_environment(),
                # Out of reach of Ctrl-C: the tunnel ends when we have said goodbye through it.
                start_new_session=True,
            )
        except OSError as error:
            raise NoTunnel("ended", program.name, [str(error.strerror)]) from None
        tunnel = cls(process, program)
        try:
            async with asyncio.timeout(PATIENCE):
                await tunnel.next_address()
        except TimeoutError:
            await tunnel.close()
            raise NoTunnel("silent", program.name, tunnel._output.last_words) from None
        except BaseException:
            await tunnel.close()
            raise
        return tunnel

    async def next_address(self) -> str:
        """Its address, then each new one that it gets; raises NoTunnel at its end."""
        address = await self._addresses.get()
        if address is None:
            raise NoTunnel("ended", self._program.name, self._output.last_words)
        self.address = address
        return address

    async def close(self) -> None:
        """End the program, and whatever it has started."""
        if self._is_closed:
            return  # by now its number may be another's
        self._is_closed = True
        self._signal(signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self._process.wait()
        self._signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        await asyncio.wait([self._life])
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _signal(self, number: signal.Signals) -> None:
        """To the whole group: some of the programs are wrappers that start the real one."""
        with suppress(ProcessLookupError, PermissionError):  # macOS says so of a group that is gone
            if os.name == "posix":
                os.killpg(self._process.pid, number)
            else:
                self._process.terminate()

    async def _live(self) -> None:
        reading = asyncio.create_task(self._read())
        await self._process.wait()
        await asyncio.wait([reading], timeout=LAST_WORDS)
        reading.cancel()
        await asyncio.wait([reading])
        self._addresses.put_nowait(None)

    async def _read(self) -> None:
        """Hear all it says: a program whose output nobody takes stands still."""
        known = None
        async for line in _lines(self._process):
            self._output.hear(line)
            if self._output.address not in (None, known):
                known = self._output.address
                self._addresses.put_nowait(known)


class _Keeper:
    """Opens a tunnel again when it breaks."""

    def __init__(
        self, program: TunnelProgram, tell: Callable[[TunnelNews], None], tunnel: Tunnel
    ) -> None:
        self.tunnel = tunnel
        self._program = program
        self._tell = tell

    async def keep(self) -> None:
        """Until cancelled. The tunnel of that moment is to be closed by whoever cancels."""
        delays, opened = _delays(), time.monotonic()
        while True:
            try:
                while True:
                    self._tell(Mended(await self.tunnel.next_address()))
            except NoTunnel as trouble:
                self._tell(Broken(trouble))
            await self.tunnel.close()
            if time.monotonic() - opened > STEADY:
                delays = _delays()
            self.tunnel, opened = await self._open_again(delays), time.monotonic()
            self._tell(Mended(self.tunnel.address))

    async def _open_again(self, delays: Iterator[float]) -> Tunnel:
        """Try until it is open. Why it fails is told once: what follows is more of the same."""
        told = False
        for delay in delays:
            await asyncio.sleep(delay)
            try:
                return await Tunnel.open(self._program)
            except NoTunnel as trouble:
                if not told:
                    self._tell(Broken(trouble))
                told = True
        raise AssertionError("unreachable: the delays never end")


def _delays() -> Iterator[float]:
    return chain(RETRIES, repeat(RETRIES[-1]))


async def _lines(process: Process) -> AsyncIterator[str]:
    """What it writes, by lines; of an endless line, the pieces."""
    assert process.stdout is not None
    rest = b""
    while chunk := await process.stdout.read(4096):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.decode(errors="replace")
        if len(rest) > _LONGEST_LINE:
            yield rest.decode(errors="replace")
            rest = b""
    if rest:
        yield rest.decode(errors="replace")


def _environment() -> dict[str, str]:
    """Ours without our own settings: the key that makes rooms is no business of the program."""
    return {name: value for name, value in os.environ.items() if not name.startswith("LONGANA_")}
