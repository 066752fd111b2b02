"""Processes that work beside the event loop, a few for a whole server.

They are started when there is work for them, and end with this process however it ends. One that
dies is replaced, and its work done again. Where none can be started, a thread does the work: it
gets in the way of the event loop, but tables play on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, TypeVarTuple, cast

from .executors import CannotStart, Died, Executor, ProcessExecutor, ThreadExecutor, WorkFailed
from .fair_queue import FairQueue


__all__ = ["WorkFailed", "Workers"]

Result = TypeVar("Result")
Given = TypeVarTuple("Given")

PATIENCE = 60.0
"""Seconds for a thought, which takes a third of one at the most: this process hangs."""

MOST_TRIES = 2
"""Work during which so many processes died is what they die of."""

RETRY_AFTER = 60.0
"""Seconds until it is tried again to start a process, where one could not be started."""

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Job:
    function: Callable[..., object]
    arguments: tuple[object, ...]
    answer: asyncio.Future[object]
    tries: int = field(default=0)


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
        self._at_work: set[asyncio.Task[None]] = set()
        """One for each process, or the thread."""
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
        if self._is_closed:
            return  # to cancel them twice would leave a process that is just being ended
        self._is_closed = True
        for jobs in (self._jobs, self._later):
            while len(jobs):
                jobs.take()[1].answer.cancel()
        for task in self._at_work:
            task.cancel()

    async def wait_closed(self) -> None:
        """Until the processes are gone."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    def _put(self, jobs: FairQueue[_Job], of: str, job: _Job) -> None:
        jobs.put(of, job)
        self._waiting.release()
        if self._idle < len(self._jobs) + len(self._later) and len(self._at_work) < self._most:
            task = asyncio.create_task(self._work())
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)

    async def _work(self) -> None:
        """In one executor after the other, for as long as there are workers."""
        while True:
            executor = await self._executor()
            try:
                while await self._do_next(executor):
                    pass
            finally:
                await executor.close()

    async def _executor(self) -> Executor:
        now = asyncio.get_running_loop().time()
        if self._in_processes and now >= self._start_at:
            try:
                return await ProcessExecutor.start(self._patience)
            except CannotStart as error:
                if not self._start_at:
                    logger.warning("computers think in a thread, no process starts: %s", error)
                self._start_at = now + RETRY_AFTER
        return ThreadExecutor(until=self._start_at if self._in_processes else None)

    async def _do_next(self, executor: Executor) -> bool:
        """Do one job, when there is one; whether the executor is still good for another."""
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
            answer = await executor.do(job.function, job.arguments)
        except Died:
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
        return executor.is_good
