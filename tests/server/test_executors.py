"""What work is done in: real processes, and a thread."""

from __future__ import annotations

import asyncio
import operator
import os
import signal
import sys
import threading
import time

import pytest

from longana_server.executors import (
    CannotStart,
    Died,
    Executor,
    ProcessExecutor,
    ThreadExecutor,
    WorkFailed,
)


async def test_a_process_works_until_it_is_closed() -> None:
    executor = await ProcessExecutor.start(patience=10)
    assert await executor.do(os.getpid, ()) != os.getpid()
    assert await executor.do(operator.add, (1, 2)) == 3
    assert executor.is_good
    await executor.close()
    with pytest.raises(Died):
        await executor.do(operator.add, (1, 2))


async def test_a_process_that_is_killed_or_silent_has_died() -> None:
    executor = await ProcessExecutor.start(patience=0.2)
    process = await executor.do(os.getpid, ())
    assert isinstance(process, int)
    os.kill(process, signal.SIGTERM)
    with pytest.raises(Died):
        await executor.do(operator.add, (1, 2))
    await executor.close()
    executor = await ProcessExecutor.start(patience=0.2)
    with pytest.raises(Died):
        await executor.do(time.sleep, (60,))
    await executor.close()


async def test_where_there_is_no_process_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for program, why in (("", "its own program"), ("/nowhere/python", "No such file")):
        monkeypatch.setattr(sys, "executable", program)
        with pytest.raises(CannotStart, match=why):
            await ProcessExecutor.start(patience=1)


async def test_a_thread_works_too_and_will_do_for_so_long() -> None:
    executor = ThreadExecutor(until=asyncio.get_running_loop().time() + 0.05)
    assert await executor.do(os.getpid, ()) == os.getpid()
    assert await executor.do(threading.get_ident, ()) != threading.get_ident()
    good = [executor.is_good]
    await asyncio.sleep(0.06)
    assert [*good, executor.is_good] == [True, False]
    await executor.close()
    assert ThreadExecutor(until=None).is_good


@pytest.mark.parametrize("in_process", [True, False])
async def test_what_is_raised_is_told_in_words(in_process: bool) -> None:
    executor: Executor = (
        await ProcessExecutor.start(patience=10) if in_process else ThreadExecutor(until=None)
    )
    with pytest.raises(WorkFailed, match="ZeroDivisionError: "):
        await executor.do(operator.truediv, (1, 0))
    assert await executor.do(operator.add, (1, 2)) == 3
    await executor.close()
