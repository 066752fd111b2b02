"""What a device remembers is its owner's alone, and never in the way."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from longana_client.state_file import StateFile, state_folder


NAME = "things.json"


def test_what_was_written_last_stands_there(tmp_path: Path) -> None:
    for items in (["a", {"b": 1}], ["c"]):
        StateFile(NAME, tmp_path / "state").write(items)
        assert StateFile(NAME, tmp_path / "state").read() == items


@pytest.mark.skipif(sys.platform == "win32", reason="no such modes there")
def test_only_its_owner_may_read_it_and_nothing_else_is_left(tmp_path: Path) -> None:
    StateFile(NAME, tmp_path).write([1])
    (file,) = tmp_path.iterdir()
    assert file.name == NAME
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{", "{}", "\xff", "[" * 100_000])
def test_a_file_that_is_none_is_empty_and_can_be_written_again(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_bytes(text.encode("latin-1"))
    file = StateFile(NAME, tmp_path)
    assert file.read() == []
    file.write([1])
    assert file.read() == [1]


def test_where_it_cannot_be_written_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = StateFile(NAME, tmp_path / "file" / "state")
    file.write([1])
    assert file.read() == []


def test_the_folder_is_the_users_own() -> None:
    assert state_folder({"LONGANA_STATE_DIR": "elsewhere"}) == Path("elsewhere")
    assert state_folder({}).name == "longana"
