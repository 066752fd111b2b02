"""`longana rooms` as it is typed: what it prints, and its exit codes."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from longana_engine import CUBAN
from longana_server.app import running
from longana_server.arguments import parser, settings_from
from longana_server.log.sqlite_file import FILE_NAME
from longana_server.main import run
from longana_server.rooms_command import run_rooms
from longana_server.settings import Settings
from nats_servers import NatsServer, forgotten
from server.keeping import keeping


@pytest.fixture
async def code(tmp_path: Path) -> str:
    """A folder with one room of somebody whose name is a trap for terminals."""
    async with keeping(tmp_path) as played:
        return (await played.host("Ana")).code


def rooms(folder: Path, *typed: str) -> tuple[int, str, str]:
    """Exit code, output and errors."""
    given = parser().parse_args(["rooms", *typed, "--data-dir", str(folder)])
    out, err = io.StringIO(), io.StringIO()
    code = run_rooms(
        given.action,
        settings_from(given),
        code=getattr(given, "code", ""),
        file=getattr(given, "file", None),
        with_secrets=getattr(given, "with_secrets", False),
        replace=getattr(given, "replace", False),
        as_json=given.json,
        out=out,
        err=err,
    )
    return code, out.getvalue(), err.getvalue()


def answered(folder: Path, *typed: str) -> tuple[int, dict[str, Any]]:
    """Exit code and the one line of JSON."""
    code, out, err = rooms(folder, *typed, "--json")
    assert (out.count("\n"), err) == (1, "")
    return code, json.loads(out)


def test_a_list_for_people_and_one_for_programs(tmp_path: Path, code: str) -> None:
    exit_code, out, err = rooms(tmp_path, "list")
    assert (exit_code, err) == (0, "")
    assert re.fullmatch(rf"{code}  \d{{4}}-\d\d-\d\dT[\d:]+Z  0 matches  Ana\n", out)
    _, answer = answered(tmp_path, "list")
    assert answer["ok"]
    assert answer["damaged"] == []
    assert [(room["code"], room["people"]) for room in answer["rooms"]] == [(code, ["Ana"])]


def test_damaged_rooms_are_listed_as_such(tmp_path: Path, code: str) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db, db:
        db.execute("UPDATE entries SET entry = x'c1'")
    assert rooms(tmp_path, "list")[1].startswith(f"damaged: room {code}")
    _, answer = answered(tmp_path, "list")
    assert (answer["rooms"], len(answer["damaged"])) == ([], 1)
    exit_code, answer = answered(tmp_path, "export", code)
    assert (exit_code, answer["error"]["code"]) == (1, "corrupt_room")


def test_an_export_is_a_document_with_secrets_only_if_asked_for(tmp_path: Path, code: str) -> None:
    exit_code, document = answered(tmp_path, "export", code.lower())
    assert (exit_code, document["code"], "log" in document) == (0, code, False)
    assert "log" in json.loads(rooms(tmp_path, "export", code, "--with-secrets")[1])


def test_a_backup_goes_into_another_folder(tmp_path: Path, code: str) -> None:
    backup, other = tmp_path / "backup", tmp_path / "other"
    exit_code, out, _ = rooms(tmp_path, "backup", str(backup))
    assert (exit_code, out) == (0, f"Backed up 1 room to {backup}.\n")
    exit_code, out, _ = rooms(other, "restore", str(backup))
    assert (exit_code, out) == (0, f"Restored 1 room to {other}.\n")
    exit_code, answer = answered(other, "restore", str(backup))
    assert (exit_code, answer["error"]["code"]) == (1, "bad_file")
    assert answered(other, "restore", str(backup), "--replace") == (0, {"ok": True, "rooms": 1})


def test_a_deleted_room_is_not_there_any_more(tmp_path: Path, code: str) -> None:
    assert rooms(tmp_path, "delete", code) == (0, f"The room {code} is deleted.\n", "")
    assert rooms(tmp_path, "list")[1] == "No rooms.\n"
    assert rooms(tmp_path, "delete", code) == (1, "", f"longana: No room has the code {code}.\n")
    exit_code, answer = answered(tmp_path, "delete", code)
    assert (exit_code, answer["error"]["code"]) == (1, "no_room")


async def test_nothing_is_deleted_under_a_running_server(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        host = await played.host()
        exit_code, answer = answered(tmp_path, "delete", host.code)
        assert (exit_code, answer["error"]["code"]) == (1, "in_use")


def test_a_folder_without_rooms_says_so(tmp_path: Path) -> None:
    exit_code, _, err = rooms(tmp_path / "nothing", "list")
    assert exit_code == 1
    assert err.startswith("longana: There are no rooms in ")


# --- rooms in NATS


@pytest.mark.parametrize("action", ["backup", "restore"])
def test_rooms_in_nats_are_saved_by_its_own_program(tmp_path: Path, action: str) -> None:
    code, answer = answered(tmp_path, action, "FILE", "--log", "nats://127.0.0.1:1")
    assert (code, answer["error"]["code"]) == (1, "in_nats")
    assert f"nats stream {action}" in answer["error"]["message"]


def test_rooms_in_nats_are_looked_after_too(tmp_path: Path, nats: NatsServer) -> None:
    there = ("--log", nats.url)
    code, answer = answered(tmp_path, "list", *there)
    assert (code, answer["error"]["code"]) == (1, "in_nats")
    room = asyncio.run(room_in_nats(nats.url))
    try:
        assert re.fullmatch(
            rf"{room}  .*Z  0 matches  nobody\n", rooms(tmp_path, "list", *there)[1]
        )
        assert json.loads(rooms(tmp_path, "export", room, *there)[1])["code"] == room
        assert answered(tmp_path, "delete", room, *there) == (0, {"ok": True, "deleted": room})
        assert answered(tmp_path, "delete", room, *there)[1]["error"]["code"] == "no_room"
        assert rooms(tmp_path, "list", *there)[1] == "No rooms.\n"
    finally:
        asyncio.run(forgotten(nats.url, "longana"))


async def room_in_nats(url: str) -> str:
    async with running(Settings(host="127.0.0.1", port=0, log=url)) as app:
        return await app.rooms.open(CUBAN, "easy", True)


def test_a_bad_setting_is_told_to_programs_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONGANA_PORT", "abc")
    assert run(["rooms", "list"]) == 64
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "LONGANA_PORT" in told.err
    assert run(["rooms", "list", "--json"]) == 64
    told = capsys.readouterr()
    assert told.err == ""
    answer = json.loads(told.out)
    assert (answer["ok"], answer["error"]["code"]) == (False, "usage")
    assert "LONGANA_PORT" in answer["error"]["message"]
