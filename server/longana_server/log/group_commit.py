"""Many writers, one disk: what is asked for while a transaction is being stored shares the next."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from . import LogError
from .sqlite_file import transaction


Result = TypeVar("Result")

Job = Callable[[sqlite3.Connection], Result]
"""Reads and writes within a transaction. A LogError it raises is its own failure, and it must
have written nothing then; anything else undoes the whole transaction."""


class GroupCommit:
    """Runs jobs on one connection in a thread of its own, as many as wait in one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._thread = ThreadPoolExecutor(1, "room-log")
        self._waiting: list[tuple[Job[Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None
        self._began: float | None = None
        """When the transaction that is being stored was given to the thread."""
        self._is_closed = False

    @property
    def under_way(self) -> float:
        """For how many seconds the disk has been at the present transaction; 0 without one."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    async def run(self, job: Job[Result]) -> Result:
        """The job's result, once it is on the disk.

        Raises:
            LogError: it was not done.

        """
        if self._is_closed:
            raise LogError("the log is closed")
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._task is None:
            self._task = asyncio.create_task(self._commit_all())
        try:
            # Whoever no longer waits does not take back what others share the transaction with.
            return await asyncio.shield(future)
        finally:
            del future  # an error it holds would hold it in turn, by way of this frame

    async def empty_wal(self) -> None:
        """Leave nothing of what was written before in the file beside the database."""

        def empty() -> None:
            with suppress(sqlite3.Error):  # somebody reads just now: it is emptied another time
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        await asyncio.get_running_loop().run_in_executor(self._thread, empty)

    async def close(self) -> None:
        """Once everything that was asked for is stored; what is asked for later is refused."""
        self._is_closed = True
        if self._task is not None:
            await self._task
        self._thread.shutdown()
        self._db.close()

    async def _commit_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                jobs = [job for job, _ in batch]
                self._began = time.monotonic()
                outcomes = await loop.run_in_executor(self._thread, self._commit, jobs)
                self._began = None
                for (_, future), outcome in zip(batch, outcomes, strict=True):
                    if future.cancelled():
                        continue
                    if isinstance(outcome, LogError):
                        future.set_exception(outcome)
                        future.exception()  # nobody may be waiting any more
                    else:
                        future.set_result(outcome)
        finally:
            self._task = None

    def _commit(self, jobs: list[Job[Any]]) -> list[Any]:
        """The outcome of each job. Whoever waits must hear of it, so nothing is raised."""
        try:
            with transaction(self._db):
                return [self._attempt(job) for job in jobs]
        except Exception as error:
            if len(jobs) == 1:
                return [LogError(f"nothing was stored: {error}")]
            # One room may lie on a damaged page; those that share the transaction do not.
            return [outcome for job in jobs for outcome in self._commit([job])]

    def _attempt(self, job: Job[Any]) -> Any:
        try:
            return job(self._db)
        except LogError as error:
            # Not with the frames of this thread, in which the future lies that is to hold it.
            return error.with_traceback(None)
