"""One room's rows in the file: the same for a server and for whoever looks after its rooms."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ..events import Entry, unpack_entry
from . import CorruptRoom, NoRoom


Row = tuple[int, bytes]
"""The version of an entry, and the entry packed."""


def rows_of(db: sqlite3.Connection, room: str, after: int = 0) -> list[Row]:
    """What is stored after that version, in order; raises NoRoom."""
    rows: list[Row] = db.execute(
        "SELECT version, entry FROM entries WHERE room = ? AND version > ? ORDER BY version",
        (room, after),
    ).fetchall()
    if not rows:
        version_of(db, room)
    return rows


def version_of(db: sqlite3.Connection, room: str) -> int:
    """The room's version; raises NoRoom."""
    (version,) = db.execute("SELECT max(version) FROM entries WHERE room = ?", (room,)).fetchone()
    if version is None:
        raise NoRoom(room)
    return int(version)


def entries_of(room: str, rows: Sequence[Row], after: int = 0) -> list[Entry]:
    """The entries of a room's rows after that version; raises CorruptRoom."""
    if [version for version, _ in rows] != list(range(after + 1, after + 1 + len(rows))):
        raise CorruptRoom(f"room {room}: entries are missing")
    try:
        return [unpack_entry(packed) for _, packed in rows]
    except ValueError:
        raise CorruptRoom(f"room {room}: an entry cannot be read") from None


def names_of(db: sqlite3.Connection, room: str) -> dict[int, str]:
    """Names by person."""
    return dict(db.execute("SELECT person, name FROM names WHERE room = ?", (room,)).fetchall())


def delete_room(db: sqlite3.Connection, room: str) -> None:
    """Entries, names and the room itself; no error if there is none."""
    db.execute("DELETE FROM entries WHERE room = ?", (room,))
    db.execute("DELETE FROM names WHERE room = ?", (room,))
    db.execute("DELETE FROM rooms WHERE code = ?", (room,))
