"""Processes beside the event loop: real ones, doing what the standard library has to be done."""

from __future__ import annotations

import asyncio
import math
import operator
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from longana_server import workers as workers_module
from longana_server.workers import Workers, WorkFailed


@asynccontextmanager
async def working(processes: int = 1, patience: float = 10) -> AsyncIterator[Workers]:
    workers = Workers(processes, patience)
    async with asyncio.timeout(20):
        yield workers
        workers.close()
        await workers.wait_closed()


async def test_work_is_done_in_another_process_started_when_there_is_some() -> None:
    async with working() as workers:
        first = await workers.run(os.getpid)
        assert first != os.getpid()
        assert await workers.run(math.gcd, 12, 18) == 6
        assert await workers.run(os.getpid) == first


async def test_there_are_no_more_processes_than_wished() -> None:
    async with working(2) as workers:
        asked = (workers.run(operator.call, os.getpid, of=str(n % 3)) for n in range(12))
        assert len(set(await asyncio.gather(*asked))) <= 2


async def test_what_the_work_raises_is_told() -> None:
    async with working() as workers:
        with pytest.raises(WorkFailed, match="ZeroDivisionError: "):
            await workers.run(operator.truediv, 1, 0)
        assert await workers.run(operator.add, 1, 2) == 3


async def test_work_that_cannot_be_handed_over_holds_nobody_up() -> None:
    async with working() as workers:
        with pytest.raises(WorkFailed, match="pickle"):
            await workers.run(lambda: 1)
        assert await workers.run(operator.add, 1, 2) == 3


async def test_the_work_of_a_process_that_died_is_done_by_another() -> None:
    async with working() as workers:
        first = await workers.run(os.getpid)
        thought = asyncio.create_task(workers.run(time.sleep, 0.2))
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGTERM)
        await thought
        assert await workers.run(os.getpid) != first


async def test_a_process_that_died_with_nothing_to_do_is_replaced() -> None:
    async with working() as workers:
        first = await workers.run(os.getpid)
        os.kill(first, signal.SIGTERM)
        assert await workers.run(os.getpid) != first


async def test_work_that_processes_die_of_is_given_up() -> None:
    async with working() as workers:
        with pytest.raises(WorkFailed, match="die"):
            await workers.run(os._exit, 3)
        assert await workers.run(operator.add, 1, 2) == 3


async def test_a_process_that_hangs_is_replaced() -> None:
    async with working(patience=0.2) as workers:
        first = await workers.run(os.getpid)
        with pytest.raises(WorkFailed):
            await workers.run(time.sleep, 60)
        assert await workers.run(os.getpid) != first


async def test_what_nobody_waits_for_is_not_begun() -> None:
    """What has begun is brought to its end, and holds nobody up for longer."""
    async with working() as workers:
        await workers.run(os.getpid)
        begun, later = (asyncio.create_task(workers.run(time.sleep, 0.1)) for _ in range(2))
        never = asyncio.create_task(workers.run(time.sleep, 30))
        await asyncio.sleep(0.02)
        never.cancel()
        begun.cancel()
        await later
        await asyncio.gather(begun, never, return_exceptions=True)
        assert begun.cancelled()
        assert never.cancelled()
        assert await workers.run(operator.add, 1, 2) == 3


async def test_who_asks_for_much_does_not_hold_others_up() -> None:
    done: list[str] = []

    async def ask(workers: Workers, of: str, what: str) -> None:
        await workers.run(operator.add, 1, 2, of=of)
        done.append(what)

    async with working() as workers, asyncio.TaskGroup() as asking:
        for number in range(8):
            asking.create_task(ask(workers, "a review", str(number)))
        asking.create_task(ask(workers, "a table", "move"))
    assert done.index("move") <= 2


async def test_who_closes_does_not_wait_for_the_work() -> None:
    async with working() as workers:
        await workers.run(os.getpid)
        asked = [asyncio.create_task(workers.run(time.sleep, 30)) for _ in range(3)]
        await asyncio.sleep(0.02)
    for each in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(each, asyncio.CancelledError)
    with pytest.raises(RuntimeError):
        await workers.run(os.getpid)


@pytest.mark.skipif(os.name != "posix", reason="looks for the process by a signal")
async def test_to_close_twice_ends_a_busy_process_all_the_same() -> None:
    workers = Workers(1)
    process = await workers.run(os.getpid)
    asked = asyncio.create_task(workers.run(signal.pause))
    await asyncio.sleep(0.05)
    os.kill(process, signal.SIGSTOP)  # so that it does not end by itself
    workers.close()
    await asyncio.sleep(0.05)
    workers.close()
    await workers.wait_closed()
    await asyncio.gather(asked, return_exceptions=True)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize("program", ["", "/nowhere/python", "/bin/false"])
async def test_where_no_process_starts_a_thread_does_it_and_that_is_said_once(
    program: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setattr(workers_module, "RETRY_AFTER", 0.0)  # it is tried again for each
    async with working() as workers:
        for _ in range(3):
            assert await workers.run(os.getpid) == os.getpid()
        assert await workers.run(threading.get_ident) != threading.get_ident()
    assert len(caplog.records) == 1
    assert "think in a thread" in caplog.text


async def test_it_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "RETRY_AFTER", 0.05)
    async with working() as workers:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(sys, "executable", "")
            assert await workers.run(os.getpid) == os.getpid()
        await asyncio.sleep(0.06)
        await workers.run(os.getpid)
        assert await workers.run(os.getpid) != os.getpid()


async def test_without_processes_a_thread_does_it() -> None:
    async with working(0) as workers:
        assert await workers.run(os.getpid) == os.getpid()
        with pytest.raises(WorkFailed, match="ZeroDivisionError: "):
            await workers.run(operator.truediv, 1, 0)


PARENT = """
import asyncio, os, time
from longana_server.workers import Workers

async def main():
    workers = Workers(1)
    print(await workers.run(os.getpid), flush=True)
    await workers.run(time.sleep, 60)

asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_processes_end_with_the_one_they_work_for() -> None:
    """However it ends, and in the midst of work; Ctrl-C alone does not reach them."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.kill(worker, signal.SIGINT)
        assert os.getsid(worker) != os.getsid(parent.pid)
        time.sleep(0.05)
        os.kill(worker, 0)  # still there
        parent.kill()
        # It holds the other end of this pipe too, so it is read to its end once both are gone.
        assert parent.stdout.read() == b""


async def test_what_has_time_is_done_when_nothing_else_waits() -> None:
    done: list[str] = []

    async def do(name: str, later: bool) -> None:
        await workers.run(time.sleep, 0.02, of=name, later=later)
        done.append(name)

    async with working() as workers:
        await workers.run(os.getpid)
        first = asyncio.create_task(do("first", later=False))
        await asyncio.sleep(0)
        others = [asyncio.create_task(do(name, later=True)) for name in ("later", "last")]
        await asyncio.sleep(0)
        others.append(asyncio.create_task(do("second", later=False)))
        await asyncio.gather(first, *others)
    assert done == ["first", "second", "later", "last"]


async def test_what_has_time_is_withdrawn_and_cancelled_like_all_else() -> None:
    async with working() as workers:
        busy = asyncio.create_task(workers.run(time.sleep, 0.2))
        withdrawn = asyncio.create_task(workers.run(time.sleep, 9, later=True))
        await asyncio.sleep(0.05)
        withdrawn.cancel()
        await busy
        assert await workers.run(math.gcd, 12, 18, later=True) == 6
        waiting = [asyncio.create_task(workers.run(time.sleep, 9, later=True)) for _ in range(2)]
        await asyncio.sleep(0.05)
        workers.close()
        await workers.wait_closed()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert all(task.cancelled() for task in waiting)
