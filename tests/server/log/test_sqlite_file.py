"""The file: who may read it, which files are refused, and that a refused one is left alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from longana_server.log.sqlite_file import (
    APPLICATION_ID,
    FILE_NAME,
    MIGRATIONS,
    BadFile,
    InUse,
    connect,
    held,
)


def pragma(path: Path, name: str) -> object:
    with sqlite3.connect(path) as db:
        return db.execute(f"PRAGMA {name}").fetchone()[0]


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "longana" / FILE_NAME
    connect(path).close()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_file_copied_with_wider_rights_is_narrowed(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connect(path).close()
    path.chmod(0o644)
    connect(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_written_waits_for_the_disk(tmp_path: Path) -> None:
    db = connect(tmp_path / FILE_NAME)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


def test_a_file_says_whose_it_is_and_of_which_format(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connect(path).close()
    assert pragma(path, "application_id") == APPLICATION_ID
    assert pragma(path, "user_version") == len(MIGRATIONS)


def test_a_file_of_a_newer_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connect(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(BadFile, match=r"newer Longana.*Update"):
        connect(path)
    assert path.read_bytes() == before


def test_somebody_elses_database_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (title TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(BadFile, match="no file of Longana's"):
        connect(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("junk", [b"not a database at all", b"SQLite format 3\0" + b"\x7f" * 5000])
def test_a_damaged_file_is_refused_untouched(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(junk)
    with pytest.raises(BadFile, match="damaged or no database"):
        connect(path)
    assert path.read_bytes() == junk


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadFile, match="cannot be opened"):
        connect(tmp_path / "file" / FILE_NAME)


def test_an_empty_file_holds_no_rooms(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    with pytest.raises(BadFile, match="is empty: no rooms are in it"):
        connect(tmp_path / FILE_NAME, read_only=True)


def test_reading_alone_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connect(path).close()
    db = connect(path, read_only=True)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM rooms")
    db.close()
    with pytest.raises(BadFile):
        connect(tmp_path / "absent.db", read_only=True)
    assert not (tmp_path / "absent.db").exists()


def test_one_server_at_a_time(tmp_path: Path) -> None:
    with held(tmp_path), pytest.raises(InUse, match="Another Longana server"), held(tmp_path):
        pass
    with held(tmp_path):
        pass


def test_a_server_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    program = (
        "import sys, time\nfrom pathlib import Path\n"
        "from longana_server.log.sqlite_file import held\n"
        "with held(Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InUse), held(tmp_path):
            pass
        other.kill()
        other.wait()
        with held(tmp_path):
            pass
        assert (tmp_path / "rooms.lock").stat().st_mode & 0o777 == 0o600


def test_a_folder_in_which_nothing_can_be_kept_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "locked" / "rooms.lock").mkdir(parents=True)
    for folder in ("file", "file/below", "locked"):
        with pytest.raises(BadFile, match="--data-dir"), held(tmp_path / folder):
            pass
