"""What the work of `workers` is done in: a process of our own, or a thread for want of one.

Plain pipes, and no `multiprocessing`: that starts a process more to watch over the others, and
wants semaphores, which a container without a writable /dev/shm has not.
"""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

from . import worker


START_PATIENCE = 60.0
"""Seconds a process has to be ready. A tenth of one is usual."""

GRACE = 0.5
"""Seconds a process has to end when its input does. The whole server has five."""


class WorkFailed(Exception):
    """The work raised something, which the message says, or processes died of it."""


class CannotStart(Exception):
    """No process can be had; the message says why."""


class Died(Exception):
    """The process is gone, and no answer has come."""


class Executor(Protocol):
    """Does one piece of work after the other."""

    @property
    def is_good(self) -> bool:
        """Whether it may go on; another takes its place otherwise."""

    async def do(self, function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        """What comes of it; raises WorkFailed, or Died."""

    async def close(self) -> None: ...


class ProcessExecutor:
    """A process of our own (`worker`)."""

    is_good = True
    """Until it dies, which is noticed."""

    def __init__(self, process: Process, patience: float) -> None:
        self._process = process
        self._patience = patience

    @classmethod
    async def start(cls, patience: float) -> ProcessExecutor:
        """Raises CannotStart."""
        started = cls(await _spawned(), patience)
        try:
            await started._next(START_PATIENCE)
        except Died:
            await started.close()
            raise CannotStart(f"it ended with {started._process.returncode}") from None
        except BaseException:
            await started.close()
            raise
        return started

    async def do(self, function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        packed = pickle.dumps((function, arguments))
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(packed)
            await self._process.stdin.drain()
        except OSError:
            raise Died from None
        done, result = pickle.loads(await self._next(self._patience))
        if not done:
            raise WorkFailed(result)
        return result

    async def _next(self, patience: float) -> bytes:
        """What it says next; raises Died, also when it is silent for too long."""
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                head = await self._process.stdout.readexactly(worker.LENGTH_BYTES)
                return await self._process.stdout.readexactly(int.from_bytes(head, "big"))
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            raise Died from None

    async def close(self) -> None:
        """It ends with its input; one that cannot is killed."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(GRACE):
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class ThreadExecutor:
    """For want of a process."""

    def __init__(self, until: float | None) -> None:
        """`until`: the event loop's time until which it will do."""
        self._until = until
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="computers")

    @property
    def is_good(self) -> bool:
        return self._until is None or asyncio.get_running_loop().time() < self._until

    async def do(self, function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, function, *arguments)
        except Exception as error:
            raise WorkFailed(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


async def _spawned() -> Process:
    """A process that has just begun; raises CannotStart."""
    if not sys.executable:
        raise CannotStart("this Python does not know its own program")
    # -P: nothing that lies in the current folder is taken for a module of ours.
    command = [sys.executable, "-P", "-m", worker.__name__]
    starting = asyncio.create_task(
        asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, **_apart())
    )
    try:
        # Not to be cancelled in the midst of it: asyncio would lose track of the process.
        await asyncio.wait([starting])
    except asyncio.CancelledError:
        with suppress(Exception):
            await ProcessExecutor(await starting, 0).close()
        raise
    try:
        return starting.result()
    except Exception as error:  # NotImplementedError with some event loops of Windows
        raise CannotStart(str(error) or type(error).__name__) from None


def _apart() -> dict[str, Any]:
    """How a process is started out of reach of Ctrl-C, and of a terminal that closes.

    It ends with its input.
    """
    if sys.platform == "win32":
        alone = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": alone | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return {"start_new_session": True}
