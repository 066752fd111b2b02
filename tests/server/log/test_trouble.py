"""A disk that takes nothing is known of, and so is one that takes something again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from longana_server import app
from longana_server.events import Entry, Locked
from longana_server.log import LogError, sqlite
from longana_server.log.sqlite import SqliteLog, opened
from longana_server.settings import Settings
from server.wire import ask


FIRST = Entry(event=Locked(locked=False), by=1, id="first", at=7)


@pytest_asyncio.fixture
async def log(tmp_path: Path) -> AsyncIterator[SqliteLog]:
    async with opened(tmp_path) as log:
        yield log


async def let_it_be_written(log: SqliteLog, *, can: bool) -> None:
    """As on a disk that is full, or not any more. Not in a transaction: those want to write."""
    change = f"PRAGMA query_only = {'OFF' if can else 'ON'}"
    await asyncio.wrap_future(log._commits._thread.submit(log._commits._db.execute, change))


def trouble_of(log: SqliteLog) -> str | None:
    """Asked anew, which type checkers do not expect of an attribute."""
    return log.trouble


async def test_what_could_not_be_stored_is_trouble_until_something_is(log: SqliteLog) -> None:
    await let_it_be_written(log, can=False)
    assert trouble_of(log) is None, "nobody has tried"
    with pytest.raises(LogError):
        await log.create("K7MP4RWX", FIRST)
    assert "readonly" in (trouble_of(log) or "")
    await let_it_be_written(log, can=True)
    await log.rooms()
    assert trouble_of(log) is not None, "that something can be read says nothing"
    await log.create("K7MP4RWX", FIRST)
    assert trouble_of(log) is None


async def test_a_probe_finds_trouble_and_its_end(log: SqliteLog) -> None:
    await let_it_be_written(log, can=False)
    await log.probe()
    assert trouble_of(log) is not None
    await let_it_be_written(log, can=True)
    await log.probe()
    assert trouble_of(log) is None


async def test_a_disk_that_does_not_answer_is_trouble(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "NO_ANSWER", 0.02)
    goes_on = threading.Event()
    waiting = asyncio.create_task(log._commits.run(lambda _: goes_on.wait(10)))
    await asyncio.sleep(0.05)
    assert trouble_of(log) == "the disk does not answer"
    goes_on.set()
    await waiting
    assert trouble_of(log) is None


async def test_a_server_says_that_it_is_not_ready_and_when_it_is_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also one that nobody plays on."""
    monkeypatch.setattr(app, "PROBE_EVERY", 0.01)
    monkeypatch.setattr(app, "PROBE_AGAIN", 0.01)
    settings = Settings(host="127.0.0.1", port=0, log="file", data_dir=tmp_path)
    async with app.running(settings) as running:
        log = running.rooms._house.log
        assert isinstance(log, SqliteLog)

        question = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"

        async def until(status: bytes) -> bytes:
            async with asyncio.timeout(5):
                while True:
                    answer = await ask(running.server, question)
                    if status in answer:
                        return answer

        await until(b" 200 ")
        await let_it_be_written(log, can=False)
        assert b"rooms cannot be stored: " in await until(b" 503 ")
        await let_it_be_written(log, can=True)
        await until(b" 200 ")
    assert "moves are refused until that is mended" in caplog.text
