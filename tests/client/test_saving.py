"""A record is written once, and never over something else."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from longana_client.saving import CannotSave, save, verify_command


RECORD = {"format": "longana/1", "players": {"S": {"name": "Peña"}}, "hands": ()}


def test_a_record_is_written_as_json(tmp_path: Path) -> None:
    path = save(RECORD, str(tmp_path / "match.json"))
    assert json.loads(path.read_text(encoding="utf-8")) == {**RECORD, "hands": []}
    assert "Peña" in path.read_text(encoding="utf-8")


def test_home_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert save(RECORD, "~/m.json") == tmp_path / "m.json"


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    with pytest.raises(CannotSave) as problem:
        save(RECORD, str(there))
    assert problem.value.key == "ui.save.exists"
    assert there.read_text() == "mine"


@pytest.mark.parametrize("name", ["no/such/folder/m.json", "nul\0byte", "~nobody-by-this-name/m"])
def test_what_cannot_be_written_says_why(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotSave) as problem:
        save(RECORD, name)
    assert problem.value.key == "ui.save.failed"
    assert problem.value.reason


def test_the_command_that_checks_it_carries_what_only_we_know() -> None:
    command = verify_command(Path("my match.json"), b"\x01" * 32, {"S": b"\x02" * 32})
    assert shlex.split(command) == [
        "longana",
        "verify",
        "my match.json",
        "--commitment",
        "01" * 32,
        "--nonce",
        f"S={'02' * 32}",
    ]
    assert verify_command(Path("m"), None, {}) == "longana verify m"


@pytest.mark.parametrize("odd", [{"made": b"bytes"}, {"name": "\ud800"}, {b"key": 1}])
def test_what_is_no_record_makes_no_file(tmp_path: Path, odd: dict[Any, Any]) -> None:
    with pytest.raises(CannotSave) as raised:
        save(odd, str(tmp_path / "record.json"))
    assert raised.value.key == "ui.save.no_record"
    assert list(tmp_path.iterdir()) == []
