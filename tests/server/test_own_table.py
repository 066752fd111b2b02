"""The operator's own table, found again by the next `longana host`.

(Rows of faults.md: F33.)
"""

from __future__ import annotations

from pathlib import Path

import pytest

from longana_engine import CUBAN, INTERNATIONAL
from longana_server.log.sqlite_file import BadFile
from longana_server.own_table import FILE_NAME, OpenedTable, OwnTable, load, opened, save
from server.clients import Played, playing
from server.keeping import keeping
from server.test_live_room_log import FragileLog


async def hosted(played: Played, folder: Path, *, anew: bool = False) -> OpenedTable:
    return await opened(played.rooms, folder, CUBAN, "easy", anew=anew)


async def test_the_table_comes_back_with_the_operators_seat(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        table = await hosted(played, tmp_path)
        assert (table.token, table.is_back) == (None, False)
        operator = await played.client()
        await operator.enter(type="join", code=table.code, name="Ana", seat="W")
        save(tmp_path, OwnTable(table.code, operator.token))
    async with keeping(tmp_path) as played:
        again = await hosted(played, tmp_path)
        assert again == OpenedTable(table.code, operator.token, is_back=True)
        back = await played.back(operator)
        assert back.you["seat"] == "W"
        await played.rooms.name_host(again.code, 1)


async def test_its_latest_code_is_in_the_link(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        table = await hosted(played, tmp_path)
        operator = await played.client()
        await operator.enter(type="join", code=table.code, name="Ana")
        friend = await played.guest(operator)
        await operator.do("lock", locked=False, new_code=True)
        save(tmp_path, OwnTable(table.code, operator.token))
    async with keeping(tmp_path) as played:
        again = await hosted(played, tmp_path)
        assert again.code == operator.room["code"] != table.code
        assert again.token == operator.token
        await played.back(friend)
        await played.rooms.name_host(again.code, 2)
        back = await played.back(operator)
        assert back.room["host"] == 2


async def test_another_is_made_when_that_is_wanted_or_there_is_none(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        first = await hosted(played, tmp_path)
        second = await hosted(played, tmp_path, anew=True)
        assert second.code != first.code
        assert (await hosted(played, tmp_path)).code == second.code
        operator = await played.client()
        await operator.enter(type="join", code=second.code, name="Ana")
        await operator.ask(type="close")
        third = await hosted(played, tmp_path)
        assert (third.is_back, third.code == second.code) == (False, False)
        save(tmp_path, OwnTable("AAAAAAAA", "t" * 32))
        assert not (await hosted(played, tmp_path)).is_back


async def test_who_left_for_good_has_no_seat_to_come_back_to(tmp_path: Path) -> None:
    async with keeping(tmp_path) as played:
        table = await hosted(played, tmp_path)
        operator = await played.client()
        await operator.enter(type="join", code=table.code, name="Ana")
        save(tmp_path, OwnTable(table.code, operator.token))
        await operator.ask(type="leave")
        assert await hosted(played, tmp_path) == OpenedTable(table.code, None, is_back=True)


async def test_a_table_that_cannot_be_stored_is_none(tmp_path: Path) -> None:
    log = FragileLog()
    log.failing = True
    async with playing(log=log) as played:
        with pytest.raises(BadFile):
            await hosted(played, tmp_path)
        log.failing = False
        table = await opened(played.rooms, None, INTERNATIONAL, "easy", anew=False)
        assert not table.is_back
    assert load(tmp_path) is None


def test_the_token_is_the_owners_alone(tmp_path: Path) -> None:
    for token in ("t" * 32, None):
        save(tmp_path, OwnTable("K7MP4RWX", token))
        assert load(tmp_path) == OwnTable("K7MP4RWX", token)
        assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert "t" * 32 not in repr(OwnTable("K7MP4RWX", "t" * 32))


@pytest.mark.parametrize("junk", ["", "[]", "{}", '{"code": 7, "token": null}', "\xff", "["])
def test_a_file_that_is_none_is_as_good_as_none(tmp_path: Path, junk: str) -> None:
    (tmp_path / FILE_NAME).write_text(junk, encoding="latin-1")
    assert load(tmp_path) is None


def test_what_cannot_be_noted_is_only_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save(tmp_path / "nowhere", OwnTable("K7MP4RWX"))
    assert "will not know this table again" in caplog.text
