"""What is asked for together is stored together, and whoever fails fails alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from longana_server.events import Entry, Moved
from longana_server.log import Conflict, CorruptRoom, LogError
from longana_server.log.group_commit import GroupCommit, Job
from longana_server.log.sqlite import SqliteLog, opened
from longana_server.log.sqlite_file import FILE_NAME, connect


@pytest_asyncio.fixture
async def log(tmp_path: Path) -> AsyncIterator[SqliteLog]:
    async with opened(tmp_path) as log:
        yield log


def entry(number: int, *, size: int = 1) -> Entry:
    return Entry(event=Moved(move="S" * size), id=f"c{number}", at=number)


class Counting(sqlite3.Connection):
    commits = 0

    def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
        Counting.commits += sql == "COMMIT"
        return super().execute(sql, *parameters)  # type: ignore[arg-type]


async def test_many_rooms_share_a_transaction(tmp_path: Path) -> None:
    db = sqlite3.connect(
        tmp_path / "x.db", isolation_level=None, check_same_thread=False, factory=Counting
    )
    db.execute("CREATE TABLE t (n INTEGER)")
    commits = GroupCommit(db)
    before = Counting.commits

    def insert(number: int) -> Job[int]:
        def job(db: sqlite3.Connection) -> int:
            db.execute("INSERT INTO t VALUES (?)", (number,))
            return number

        return job

    results = await asyncio.gather(*(commits.run(insert(n)) for n in range(100)))
    assert results == list(range(100))
    assert Counting.commits - before <= 3
    await commits.close()


async def test_who_fails_in_a_transaction_fails_alone(log: SqliteLog) -> None:
    for room in ("A", "B", "C"):
        await log.create(room, entry(0))
    outcomes = await asyncio.gather(
        log.append("A", 1, entry(1)),
        log.append("B", 7, entry(1)),
        log.append("C", 1, entry(1)),
        return_exceptions=True,
    )
    assert outcomes[0] == outcomes[2] == 2
    assert isinstance(outcomes[1], Conflict)
    assert [len(await log.read(room)) for room in ("A", "B", "C")] == [2, 1, 2]


async def test_whatever_goes_wrong_everybody_hears_of_it_and_the_others_are_stored(
    log: SqliteLog,
) -> None:
    """A damaged page fails a whole transaction; a mistake of ours must not keep all waiting."""

    def broken(error: Exception) -> Job[None]:
        def job(db: sqlite3.Connection) -> None:
            db.execute("UPDATE rooms SET visited = 99")
            raise error

        return job

    for room in ("A", "B"):
        await log.create(room, entry(0))
    errors = (sqlite3.DatabaseError("disk image is malformed"), OverflowError("too large"))
    async with asyncio.timeout(10):
        outcomes = await asyncio.gather(
            log.append("A", 1, entry(1)),
            *(log._commits.run(broken(error)) for error in errors),
            log.append("B", 1, entry(1)),
            return_exceptions=True,
        )
    assert outcomes[0] == outcomes[3] == 2
    assert [type(outcome) for outcome in outcomes[1:3]] == [LogError, LogError]
    assert await log.unvisited(100) == [], "what a failed job has written is undone"


async def test_a_full_disk_stores_nothing_and_is_over_when_there_is_room(tmp_path: Path) -> None:
    db = connect(tmp_path / FILE_NAME)
    log = SqliteLog(db)
    await log.create("A", entry(0))
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages + 2}")
    version = 1

    async def append_until_it_is_full() -> None:
        nonlocal version
        for version in range(1, 1000):
            await log.append("A", version, entry(version, size=500))

    with pytest.raises(LogError, match="full"):
        await append_until_it_is_full()
    assert len(await log.read("A")) == version
    db.execute("PRAGMA max_page_count = 100000")
    assert await log.append("A", version, entry(version)) == version + 1
    assert await log.read("A", version) == [entry(version)]
    await log.close()


async def test_who_stops_waiting_takes_nothing_back(log: SqliteLog) -> None:
    await log.create("A", entry(0))
    asking = asyncio.create_task(log.append("A", 1, entry(1)))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await log.append("A", 2, entry(2)) == 3


async def test_what_was_stored_is_there_again(tmp_path: Path) -> None:
    stored = [entry(number) for number in range(5)]
    async with opened(tmp_path) as log:
        await log.create("A", stored[0])
        for version, later in enumerate(stored[1:], start=1):
            await log.append("A", version, later)
        await log.put("A", 1, "Ana")
        await log.put("A", 2, "Beto")
        await log.erase("A", 2)
    async with opened(tmp_path) as log:
        assert await log.read("A") == stored
        assert await log.names("A") == {1: "Ana"}


async def test_an_erased_name_is_nowhere_in_the_file(tmp_path: Path) -> None:
    async with opened(tmp_path) as log:
        await log.create("A", entry(0))
        await log.put("A", 1, "Nombre inolvidable")
        await log.erase("A", 1)
        # Nor in the one beside it while the server goes on. By another process: whoever closes a
        # file that SQLite has open in the same one takes its locks away.
        looking = await asyncio.create_subprocess_exec("grep", "-r", "inolvidable", tmp_path)
        assert await looking.wait() == 1
    assert not (tmp_path / f"{FILE_NAME}-wal").exists()
    assert b"inolvidable" not in (tmp_path / FILE_NAME).read_bytes()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET entry = x'c1' WHERE room = 'A' AND version = 2",
        "DELETE FROM entries WHERE room = 'A' AND version = 2",
    ],
)
async def test_a_corrupt_room_is_named_and_others_go_on(tmp_path: Path, harm: str) -> None:
    db = connect(tmp_path / FILE_NAME)
    log = SqliteLog(db)
    for room in ("A", "B"):
        await log.create(room, entry(0))
        for version in (1, 2):
            await log.append(room, version, entry(version))
    db.execute(harm)
    with pytest.raises(CorruptRoom, match="room A"):
        await log.read("A")
    assert len(await log.read("B")) == 3
    assert await log.append("B", 3, entry(3)) == 4
    await log.close()


async def test_a_closed_log_has_stored_all_and_refuses_the_rest(tmp_path: Path) -> None:
    log = SqliteLog(connect(tmp_path / FILE_NAME))
    asked = [asyncio.create_task(log.create(room, entry(0))) for room in ("A", "B")]
    await asyncio.sleep(0)
    await log.close()
    await asyncio.gather(*asked)
    with pytest.raises(LogError, match="closed"):
        await log.append("A", 1, entry(1))
    async with opened(tmp_path) as log:
        assert await log.rooms() == ["A", "B"]
