"""Processes that work beside the event loop, a few for a whole server.

They are started when there is work for them, and end with this process however it ends. One that
dies is replaced, and its work done again. Where none can be started, a thread does the work: it
gets in the way of the event loop, but tables play on.

Plain pipes, and no `multiprocessing`: that starts a process more to watch over the others, and
wants semaphores, which a container without a writable /dev/shm has not.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, TypeVarTuple, cast

from . import worker
from .fair_queue import FairQueue


Result = TypeVar("Result")
Given = TypeVarTuple("Given")

START_PATIENCE = 60.0
"""Seconds a process has to be ready. A tenth of one is usual."""

PATIENCE = 60.0
"""Seconds for a thought, which takes a third of one at the most: this process hangs."""

GRACE = 0.5
"""Seconds a process has to end when its input does. The whole server has five."""

MOST_TRIES = 2
"""Work during which so many processes died is what they die of."""

RETRY_AFTER = 60.0
"""Seconds until it is tried again to start a process, where one could not be started."""

logger = logging.getLogger(__name__)


class WorkFailed(Exception):
    """The work raised something, which the message says, or processes died of it."""


class _CannotStart(Exception):
    """No process can be had; the message says why."""


class _Died(Exception):
    """The process is gone, and no answer has come."""


@dataclass(eq=False, slots=True)
class _Job:
    function: Callable[..., object]
    arguments: tuple[object, ...]
    answer: asyncio.Future[object]
    tries: int = field(default=0)


class _Hand(Protocol):
    """Whatever does the work."""

    @property
    def is_good(self) -> bool:
        """Whether it may go on; another takes its place otherwise."""

    async def do(self, job: _Job) -> object:
        """What comes of it; raises WorkFailed, or _Died."""

    async def close(self) -> None: ...


class Workers:
    """Up to so many processes; with 0 there is one thread instead."""

    def __init__(self, processes: int, patience: float = PATIENCE) -> None:
        """`patience`: seconds a job may take."""
        self._most = max(1, processes)
        self._patience = patience
        self._in_processes = processes > 0
        self._jobs: FairQueue[_Job] = FairQueue()
        self._later: FairQueue[_Job] = FairQueue()
        """Done while there are no other jobs."""
        self._waiting = asyncio.Semaphore(0)
        """One for each job, and for some that have been withdrawn."""
        self._hands: set[asyncio.Task[None]] = set()
        self._idle = 0
        self._start_at = 0.0
        """The event loop's time from which on processes may be started."""
        self._is_closed = False

    async def run(
        self,
        function: Callable[[*Given], Result],
        *arguments: *Given,
        of: str = "",
        later: bool = False,
    ) -> Result:
        """Do it in one of the processes; who asks for it takes turns with others who do.

        `later`: when no other jobs wait.

        A function of a module, arguments and result that can be pickled. Whoever no longer waits
        withdraws what has not begun; what has begun is brought to its end for nobody.

        Raises:
            WorkFailed: when the function raised something, or a process dies of it.
            RuntimeError: after `close`.

        """
        if self._is_closed:
            raise RuntimeError("the workers are gone")
        job = _Job(function, arguments, asyncio.get_running_loop().create_future())
        jobs = self._later if later else self._jobs
        self._put(jobs, of, job)
        try:
            return cast("Result", await job.answer)
        finally:
            jobs.withdraw(of, job)

    def close(self) -> None:
        """Begin nothing more, and end the processes; nobody gets an answer any more."""
        self._is_closed = True
        for jobs in (self._jobs, self._later):
            while len(jobs):
                jobs.take()[1].answer.cancel()
        for hand in self._hands:
            hand.cancel()

    async def wait_closed(self) -> None:
        """Until the processes are gone."""
        await asyncio.gather(*self._hands, return_exceptions=True)

    def _put(self, jobs: FairQueue[_Job], of: str, job: _Job) -> None:
        jobs.put(of, job)
        self._waiting.release()
        if self._idle < len(self._jobs) + len(self._later) and len(self._hands) < self._most:
            hand = asyncio.create_task(self._work())
            self._hands.add(hand)
            hand.add_done_callback(self._hands.discard)

    async def _work(self) -> None:
        """One hand, for as long as there are workers."""
        while True:
            hand = await self._hand()
            try:
                while await self._do_next(hand):
                    pass
            finally:
                await hand.close()

    async def _hand(self) -> _Hand:
        now = asyncio.get_running_loop().time()
        if self._in_processes and now >= self._start_at:
            try:
                return await _InProcess.start(self._patience)
            except _CannotStart as error:
                if not self._start_at:
                    logger.warning("computers think in a thread, no process starts: %s", error)
                self._start_at = now + RETRY_AFTER
        return _InThread(until=self._start_at if self._in_processes else None)

    async def _do_next(self, hand: _Hand) -> bool:
        """Do one job, when there is one; whether the hand is still good for another."""
        self._idle += 1
        try:
            await self._waiting.acquire()
        finally:
            self._idle -= 1
        jobs = self._jobs if len(self._jobs) else self._later
        if not len(jobs):  # withdrawn
            return True
        of, job = jobs.take()
        try:
            answer = await hand.do(job)
        except _Died:
            job.tries += 1
            if job.tries < MOST_TRIES and not job.answer.done():
                jobs.put_back(of, job)
                self._waiting.release()
            elif not job.answer.done():
                job.answer.set_exception(WorkFailed("processes die of it"))
            return False
        except WorkFailed as error:
            if not job.answer.done():
                job.answer.set_exception(error)
        except asyncio.CancelledError:
            job.answer.cancel()
            raise
        except Exception as error:  # be it a mistake of ours: whoever waits is to be told
            logger.exception("work could not be handed to a process, or its result not read")
            if not job.answer.done():
                job.answer.set_exception(WorkFailed(f"{type(error).__name__}: {error}"))
            return False
        else:
            if not job.answer.done():
                job.answer.set_result(answer)
        return hand.is_good


class _InProcess:
    """A process of our own (`worker`)."""

    is_good = True
    """Until it dies, which is noticed."""

    def __init__(self, process: Process, patience: float) -> None:
        self._process = process
        self._patience = patience

    @classmethod
    async def start(cls, patience: float) -> _InProcess:
        """Raises _CannotStart."""
        started = cls(await _spawned(), patience)
        try:
            await started._next(START_PATIENCE)
        except _Died:
            await started.close()
            raise _CannotStart(f"it ended with {started._process.returncode}") from None
        except BaseException:
            await started.close()
            raise
        return started

    async def do(self, job: _Job) -> object:
        packed = pickle.dumps((job.function, job.arguments))
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(packed)
            await self._process.stdin.drain()
        except OSError:
            raise _Died from None
        done, result = pickle.loads(await self._next(self._patience))
        if not done:
            raise WorkFailed(result)
        return result

    async def _next(self, patience: float) -> bytes:
        """What it says next; raises _Died, also when it is silent for too long."""
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                head = await self._process.stdout.readexactly(worker.LENGTH_BYTES)
                return await self._process.stdout.readexactly(int.from_bytes(head, "big"))
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            raise _Died from None

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


class _InThread:
    """For want of a process."""

    def __init__(self, until: float | None) -> None:
        """`until`: the event loop's time until which it will do."""
        self._until = until
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="computers")

    @property
    def is_good(self) -> bool:
        return self._until is None or asyncio.get_running_loop().time() < self._until

    async def do(self, job: _Job) -> object:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, job.function, *job.arguments)
        except Exception as error:
            raise WorkFailed(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


async def _spawned() -> Process:
    """A process that has just begun; raises _CannotStart."""
    if not sys.executable:
        raise _CannotStart("this Python does not know its own program")
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
            await _InProcess(await starting, 0).close()
        raise
    try:
        return starting.result()
    except Exception as error:  # NotImplementedError with some event loops of Windows
        raise _CannotStart(str(error) or type(error).__name__) from None


def _apart() -> dict[str, Any]:
    """How a process is started out of reach of Ctrl-C, and of a terminal that closes.

    It ends with its input.
    """
    if sys.platform == "win32":
        alone = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": alone | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return {"start_new_session": True}
