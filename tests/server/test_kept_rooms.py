"""What whoever runs a server can do with the rooms in its folder, also while people play."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from longana_engine.record_reading import read_record
from longana_engine.record_writing import record_bytes
from longana_engine.replay import replay
from longana_engine.verify import verify
from longana_server import kept_rooms
from longana_server.kept_rooms import Kept
from longana_server.log import CorruptRoom, NoRoom
from longana_server.log.sqlite_file import FILE_NAME, BadFile, InUse, connect
from server.clients import Client, mover, play_hand, short_match
from server.keeping import keeping
from server.scripted_room import SHORT


def rooms_in(folder: Path) -> list[Kept | CorruptRoom]:
    with kept_rooms.reading(folder) as db:
        return list(kept_rooms.listed(db))


def harm(folder: Path, sql: str, *parameters: object) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as db, db:
        db.execute(sql, parameters)


async def one_match(folder: Path) -> list[Client]:
    """A folder with a room whose first hand has begun: Ana and Beto, who have seen a tile laid."""
    async with keeping(folder, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        return [host, guest]


# --- looking


async def test_a_room_with_a_damaged_date_keeps_no_other_from_being_listed(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        codes = [(await played.host()).code for _ in range(2)]
    harm(tmp_path, "UPDATE rooms SET visited = 'never' WHERE code = ?", codes[0])
    damaged, whole = rooms_in(tmp_path)
    assert isinstance(damaged, CorruptRoom)
    assert codes[0] in str(damaged)
    assert isinstance(whole, Kept)
    assert whole.code == codes[1]


async def test_rooms_are_listed_while_people_play_the_latest_visited_first(tmp_path: Path) -> None:
    async with keeping(tmp_path, deals=(SHORT,)) as played:
        host, _ = await short_match(played, guest=True)
        empty = await played.host("Carla")
        harm(tmp_path, "UPDATE rooms SET visited = 7 WHERE code = ?", host.code)
        later, earlier = rooms_in(tmp_path)
        assert isinstance(later, Kept)
        assert isinstance(earlier, Kept)
        assert (later.code, later.people, later.matches) == (empty.code, ("Carla",), 0)
        assert (earlier.code, earlier.people, earlier.matches) == (host.code, ("Ana", "Beto"), 1)
        assert earlier.visited == 7


async def test_a_room_with_another_code_is_one_room(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        host = await played.host()
        await host.do("lock", locked=False, new_code=True)
        code = host.room["code"]
    (only,) = rooms_in(tmp_path)
    assert isinstance(only, Kept)
    assert only.code == code != host.code
    with kept_rooms.reading(tmp_path) as db:
        assert kept_rooms.exported(db, host.code) == kept_rooms.exported(db, code)


async def test_a_damaged_room_is_named_among_the_others(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        codes = {(await played.host()).code for _ in range(3)}
    bad = sorted(codes)[1]
    harm(tmp_path, "UPDATE entries SET entry = x'c1' WHERE room = ?", bad)
    found = rooms_in(tmp_path)
    assert {each.code for each in found if isinstance(each, Kept)} == codes - {bad}
    (damaged,) = (each for each in found if isinstance(each, CorruptRoom))
    assert bad in str(damaged)
    with kept_rooms.reading(tmp_path) as db, pytest.raises(CorruptRoom):
        kept_rooms.exported(db, bad)


# --- exporting


async def test_an_export_holds_no_tile_and_no_secret_that_is_not_public(tmp_path: Path) -> None:
    """F04: also not for the operator, unless asked for."""
    await one_match(tmp_path)
    (room,) = rooms_in(tmp_path)
    assert isinstance(room, Kept)
    with kept_rooms.reading(tmp_path) as db:
        public = kept_rooms.exported(db, room.code)
        everything = kept_rooms.exported(db, room.code, with_secrets=True)
    (record,) = public["records"]
    assert record["hands"] == []
    secrets = [
        value
        for entry in everything["log"]
        for name, value in entry["event"].items()
        if name in ("chain", "token", "secret") and value
    ]
    assert secrets
    shown = json.dumps(public)
    assert not [secret for secret in secrets if secret in shown]
    assert set(re.findall(r"\b\d-\d\b", shown)) == {"9-9"}, "what lies on the table"
    assert public["people"] == {"1": "Ana", "2": "Beto"}
    (record,) = everything["records"]
    (hand,) = record["hands"]
    assert (hand["moves"], "result" in hand) == (["S 9-9"], False)
    assert hand["deal"] == {"S": "1-9 2-9 9-9", "N": "0-0 0-9 4-9"}


async def test_a_hand_that_is_being_played_is_exported_to_be_replayed(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        host, guest = await short_match(played, guest=True)
        person = await mover(host, guest)
        assert person is not None
        await person.move(person.you["legal"][0])
    with kept_rooms.reading(tmp_path) as db:
        everything = kept_rooms.exported(db, host.code, with_secrets=True)
    (record,) = everything["records"]
    (replayed,) = replay(read_record(record_bytes(record))).hands
    assert sorted(len(tiles) for tiles in replayed.end.hands.values()) == [7, 8]
    assert replayed.result is None


async def test_a_finished_match_can_be_exported_checked_and_tallied(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        (host,) = await short_match(played, target=1)
        while host.table["phase"] != "match_over":
            await play_hand(host)
            if host.table["phase"] == "hand_over":
                await host.do("next", turn=host.table["turn"])
    with kept_rooms.reading(tmp_path) as db:
        document = kept_rooms.exported(db, host.code)
    (record,) = document["records"]
    assert verify(read_record(json.dumps(record).encode())) >= 1
    assert [line["name"] for line in document["tally"] if line["person"] == 1] == ["Ana"]


@pytest.mark.parametrize("code", ["ACDE2345", "", "no code at all", "../rooms.db"])
async def test_there_is_nothing_to_export_under_other_codes(tmp_path: Path, code: str) -> None:
    await one_match(tmp_path)
    with kept_rooms.reading(tmp_path) as db, pytest.raises(NoRoom):
        kept_rooms.exported(db, code)


# --- deleting


async def test_a_deleted_room_is_gone_with_all_its_codes_and_names(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        host, other = await played.host("Inolvidable"), await played.host("Beto")
        await host.do("lock", locked=False, new_code=True)
        with pytest.raises(InUse):
            kept_rooms.deleted(tmp_path, host.code)
    kept_rooms.deleted(tmp_path, host.room["code"])
    (left,) = rooms_in(tmp_path)
    assert isinstance(left, Kept)
    assert left.code == other.code
    assert b"Inolvidable" not in (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(NoRoom):
        kept_rooms.deleted(tmp_path, host.code)


# --- backup and restore


async def test_a_backup_made_while_people_play_is_played_on_elsewhere(tmp_path: Path) -> None:
    here, there, backup = tmp_path / "here", tmp_path / "there", tmp_path / "rooms.backup"
    async with keeping(here, deals=(SHORT,)) as played:
        host, guest = await short_match(played, guest=True)
        await host.move("S99")
        assert kept_rooms.backed_up(here, backup) == 1
        await guest.until_my_turn()
        await guest.move()
        hand = host.you["hand"]
    assert backup.stat().st_mode & 0o777 == 0o600
    assert kept_rooms.restored(there, backup) == 1
    async with keeping(there, deals=(SHORT,)) as played:
        host, guest = await played.back(host), await played.back(guest)
        assert host.table["moves"] == ["S99"]
        assert host.you["hand"] == hand
        await play_hand(host, guest)


async def test_a_backup_takes_nobodys_place(tmp_path: Path) -> None:
    await one_match(tmp_path)
    backup = tmp_path / "backup"
    backup.write_bytes(b"precious")
    with pytest.raises(BadFile, match="there already"):
        kept_rooms.backed_up(tmp_path, backup)
    assert backup.read_bytes() == b"precious"
    with pytest.raises(BadFile, match="no rooms in"):
        kept_rooms.backed_up(tmp_path / "nowhere", tmp_path / "other")
    with pytest.raises(BadFile, match="could not be written"):
        kept_rooms.backed_up(tmp_path, tmp_path / "no folder" / "backup")
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".part")]


@pytest.mark.parametrize("damage", ["a hole", "cut short", "no database", "newer", "missing"])
async def test_a_backup_that_is_none_is_refused_and_changes_nothing(
    tmp_path: Path, damage: str
) -> None:
    await one_match(tmp_path)
    backup = tmp_path / "backup"
    kept_rooms.backed_up(tmp_path, backup)
    whole = backup.read_bytes()
    match damage:
        case "a hole":
            backup.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
        case "cut short":
            backup.write_bytes(whole[: len(whole) - 5000])
        case "no database":
            backup.write_bytes(b"once upon a time")
        case "newer":
            with closing(sqlite3.connect(backup)) as db:
                db.execute("PRAGMA user_version = 99")
        case "missing":
            backup.unlink()
    before = rooms_in(tmp_path)
    with pytest.raises(BadFile):
        kept_rooms.restored(tmp_path, backup, replace=True)
    assert rooms_in(tmp_path) == before
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".part")]


async def test_rooms_are_replaced_only_when_that_is_said_and_no_server_runs(tmp_path: Path) -> None:
    host, _ = await one_match(tmp_path)
    backup = tmp_path / "backup"
    kept_rooms.backed_up(tmp_path, backup)
    async with keeping(tmp_path) as played:
        await played.host("Later")
        with pytest.raises(InUse):
            kept_rooms.restored(tmp_path, backup, replace=True)
    with pytest.raises(BadFile, match="--replace"):
        kept_rooms.restored(tmp_path, backup)
    assert len(rooms_in(tmp_path)) == 2
    kept_rooms.restored(tmp_path, backup, replace=True)
    assert [each.code for each in rooms_in(tmp_path) if isinstance(each, Kept)] == [host.code]
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600


async def test_what_the_old_file_had_not_taken_up_is_not_the_new_ones(tmp_path: Path) -> None:
    """A server was killed, and left a write-ahead log beside the file that is replaced."""
    await one_match(tmp_path)
    backup, crashed = tmp_path / "backup", tmp_path / "crashed"
    kept_rooms.backed_up(tmp_path, backup)
    crashed.mkdir()
    db = connect(crashed / FILE_NAME)
    db.execute("INSERT INTO rooms VALUES ('OLD', 1)")
    left = (crashed / f"{FILE_NAME}-wal").read_bytes()
    db.close()
    assert left
    (crashed / f"{FILE_NAME}-wal").write_bytes(left)
    kept_rooms.restored(crashed, backup, replace=True)
    assert len(rooms_in(crashed)) == 1
