"""The rooms in a data folder as whoever runs the server sees them, while it runs or not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from . import room as folding
from .codes import read_code
from .events import Entry, MovedTo
from .log import CorruptRoom, NoRoom
from .log.sqlite_file import FILE_NAME, BadFile, connect, held, transaction
from .log.sqlite_rows import delete_room, entries_of, names_of, rows_of
from .records import recorded
from .room import Room
from .tally import tally


@dataclass(frozen=True, slots=True)
class Kept:
    """One room: its latest code, when somebody was last there (UTC seconds), who and what."""

    code: str
    visited: int
    people: tuple[str, ...]
    matches: int
    """Matches begun."""
    entries: int


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of this folder, to look at only; raises BadFile, also when there is none."""
    path = folder / FILE_NAME
    if not path.exists():
        raise BadFile(f"There are no rooms in {folder}.")
    with closing(connect(path, read_only=True)) as db:
        yield db


def listed(db: sqlite3.Connection) -> Iterator[Kept | CorruptRoom]:
    """All rooms, the latest visited first; what cannot be read stands as the error it gives."""
    for id, visited in db.execute("SELECT code, visited FROM rooms ORDER BY visited DESC, code"):
        try:
            if not isinstance(visited, int):
                raise CorruptRoom(f"room {id}: when it was visited is no time")
            kept = kept_of(_entries(db, id), names_of(db, id), visited)
        except CorruptRoom as error:
            yield error
            continue
        if kept is not None:
            yield kept


def kept_of(entries: Sequence[Entry], names: Mapping[int, str], visited: int) -> Kept | None:
    """A room of this log; None: it is a later code of a room that stands under its first."""
    if isinstance(entries[0].event, MovedTo):
        return None
    room = folding.fold(entries)
    people = tuple(names.get(person, "?") for person in room.people)
    matches = len(room.past) + (room.match is not None)
    return Kept(room.code, visited, people, matches, len(entries))


def exported(db: sqlite3.Connection, code: str, *, with_secrets: bool = False) -> dict[str, Any]:
    """A room as a document, as `whole_document`; raises NoRoom or CorruptRoom."""
    id = _id(db, code)
    return whole_document(_entries(db, id), names_of(db, id), with_secrets=with_secrets)


def whole_document(
    entries: Sequence[Entry], names: Mapping[int, str], *, with_secrets: bool
) -> dict[str, Any]:
    """People, tally and the record of each match.

    What is not public yet is only in it `with_secrets`: the tiles of a hand that is being played
    stand in its record then, and the secrets of deals to come in the entries of the log.
    """
    document = document_of(folding.fold(entries), names, with_deal=with_secrets)
    if with_secrets:
        document["log"] = [_plain(asdict(entry)) for entry in entries]
    return document


def document_of(room: Room, names: Mapping[int, str], *, with_deal: bool = False) -> dict[str, Any]:
    """Code, people, tally and records; but `with_deal` nothing that is not public by now."""
    matches = range(1, len(room.past) + (room.match is not None) + 1)
    return {
        "code": room.code,
        "people": {str(person): names.get(person, "") for person in room.people},
        "tally": [{**line, "name": names.get(line["person"], "")} for line in tally(room)],
        "records": [recorded(room, names, at, with_deal=with_deal)[1] for at in matches],
    }


def deleted(folder: Path, code: str) -> None:
    """Delete a room for good; raises InUse while a server runs, NoRoom, BadFile."""
    with held(folder), closing(connect(folder / FILE_NAME)) as db:
        room = folding.fold(_entries(db, _id(db, code)))
        with transaction(db):
            for each in room.codes:
                delete_room(db, each)


def backed_up(folder: Path, target: Path) -> int:
    """Copy all rooms into one new file, also while people play; gives how many codes it holds.

    Raises:
        BadFile: the source cannot be read, or the target is there already or cannot be written.

    """
    if target.exists():
        raise BadFile(f"{target} is there already.")
    partial = target.with_name(f"{target.name}.part")
    try:
        with reading(folder) as db:
            count = _copied(db, partial, folder / FILE_NAME)
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise BadFile(f"{target} could not be written ({error}).") from None
    finally:
        partial.unlink(missing_ok=True)
    return count


def restored(folder: Path, source: Path, *, replace: bool = False) -> int:
    """Put a backup into the folder; gives how many codes it holds.

    Raises:
        InUse: a server runs there.
        BadFile: the backup is damaged or of a newer program, or rooms are there already and
            `replace` is not said. Nothing was changed.

    """
    path = folder / FILE_NAME
    with held(folder):
        if path.exists() and not replace:
            raise BadFile(
                f"There are rooms in {folder}. To put the backup in their place: --replace"
            )
        if not source.exists():
            raise BadFile(f"There is no file {source}.")
        partial = path.with_name(f"{FILE_NAME}.part")
        partial.unlink(missing_ok=True)
        try:
            with closing(connect(source, read_only=True)) as db:
                count = _copied(db, partial, source)
            # What the old file had not taken up yet must not be taken for the new one's.
            for beside in ("-wal", "-shm"):
                path.with_name(FILE_NAME + beside).unlink(missing_ok=True)
            partial.replace(path)
        except (OSError, sqlite3.Error) as error:
            raise BadFile(f"{source} could not be restored ({error}).") from None
        finally:
            partial.unlink(missing_ok=True)
        connect(path).close()  # brought up to date, and readable by its owner alone
    return count


def _copied(db: sqlite3.Connection, target: Path, source: Path) -> int:
    """All of `source`, which `db` has open, in a file that only its owner reads; how many codes.

    Raises BadFile when the source is damaged; the target stands there all the same.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    with closing(sqlite3.connect(target)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise BadFile(f"{source} is damaged ({verdict}).")
        (count,) = copy.execute("SELECT count(*) FROM rooms").fetchone()
    return int(count)


def _id(db: sqlite3.Connection, typed: str) -> str:
    """The code a room's log is under, from any of its codes as typed."""
    code = read_code(typed)
    if code is None:
        raise NoRoom(typed)
    first = _entries(db, code)[0].event
    return first.room if isinstance(first, MovedTo) else code


def _entries(db: sqlite3.Connection, id: str) -> list[Entry]:
    try:
        return entries_of(id, rows_of(db, id))
    except sqlite3.DatabaseError as error:
        raise CorruptRoom(f"room {id}: {error}") from None


def _plain(value: Any) -> Any:
    """As JSON can say it: bytes in hex."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value
