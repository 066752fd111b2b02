"""The file rooms are kept in: opening it, its schema and its versions, what can be wrong with it.

One SQLite database. It holds the secrets of running matches, so only its owner may read it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from . import LogError


FILE_NAME: Final = "rooms.db"

APPLICATION_ID: Final = 0x4C4F4E47
"""Tells a file of ours ("LONG") from any other SQLite database."""

MIGRATIONS: Final = (
    """
    CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        visited INTEGER NOT NULL  -- when somebody was last there, UTC seconds since 1970
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        room TEXT NOT NULL,
        version INTEGER NOT NULL,  -- from 1, without gaps
        entry BLOB NOT NULL,
        PRIMARY KEY (room, version)
    ) WITHOUT ROWID;
    CREATE TABLE names (
        room TEXT NOT NULL,
        person INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (room, person)
    ) WITHOUT ROWID;
    """,
)
"""Each leads from one version of the schema to the next. Never change one that was released."""


class BadFile(LogError):
    """The file cannot be used; the message says why and what to do. It was not changed."""


class InUse(LogError):
    """Another server uses the file."""


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection to the file, made or brought up to date where needed.

    It may be used by any thread, by one at a time.

    Raises:
        BadFile: it is no database of ours, of a newer program, or damaged.

    """
    try:
        return _connected(path, read_only)
    except (sqlite3.Error, OSError) as error:
        raise BadFile(_explained(path, error)) from None


def _connected(path: Path, read_only: bool) -> sqlite3.Connection:
    if not read_only:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)  # also one that was copied here with other rights
    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    # isolation_level None: transactions begin and end where we say.
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        _prepare(db, path, read_only)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path, read_only: bool) -> None:
    application, version = _pragma(db, "application_id"), _pragma(db, "user_version")
    is_new = application == 0 and not _pragma(db, "schema_version")
    if not is_new and application != APPLICATION_ID:
        raise BadFile(f"{path} is no file of Longana's. Choose another place with --data-dir.")
    if version > len(MIGRATIONS):
        raise BadFile(
            f"{path} was written by a newer Longana (format {version}, this one knows "
            f"{len(MIGRATIONS)}). It was not touched. Update Longana, or choose another place "
            "with --data-dir."
        )
    if read_only:
        if is_new:
            raise BadFile(f"{path} is empty: no rooms are in it.")
        if version < len(MIGRATIONS):
            raise BadFile(f"{path} is of an older Longana: start the server once to renew it.")
        return
    # Durable before broadcast: FULL waits for the disk at every commit, also in WAL mode.
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")  # an erased name is not left in a free page
    if version < len(MIGRATIONS):
        with transaction(db):
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            for migration in MIGRATIONS[version:]:
                for statement in filter(str.strip, migration.split(";")):
                    db.execute(statement)
            write_version(db)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # A failed COMMIT may have ended the transaction already.
        with suppress(sqlite3.Error):
            if db.in_transaction:
                db.execute("ROLLBACK")
        raise


def write_version(db: sqlite3.Connection) -> None:
    """Also where it stands already: that fails when nothing else could be written either."""
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep every other server off this folder's file; the system lets go when the process ends.

    Raises:
        InUse: another server holds it.
        BadFile: nothing can be kept in that folder.

    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        at = folder / "rooms.lock"
        at.touch(mode=0o600)  # not opened, if it is there: closing it would undo a lock of our own
        at.chmod(0o600)
        lock = sqlite3.connect(at, isolation_level=None, timeout=0)
    except (OSError, sqlite3.Error) as error:
        raise BadFile(_no_place(folder, error)) from None
    with closing(lock):
        try:
            lock.execute("PRAGMA journal_mode = OFF")  # nothing is ever written to it
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise BadFile(_no_place(folder, error)) from None
            raise InUse(
                f"Another Longana server keeps its rooms in {folder}. Stop it, or give this one a "
                "place of its own with --data-dir."
            ) from None
        yield


def _no_place(folder: Path, error: Exception) -> str:
    return (
        f"Rooms cannot be kept in {folder} ({error}). Choose another place with --data-dir, or "
        "--log memory to keep none."
    )


def _pragma(db: sqlite3.Connection, name: str) -> int:
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def _explained(path: Path, error: Exception) -> str:
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return (
            f"{path} is damaged or no database ({error}). It was not touched. Bring a backup back "
            "with `longana rooms restore`, or move the file away to begin with no rooms."
        )
    return f"{path} cannot be opened ({error})."
