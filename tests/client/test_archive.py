"""Records of the matches of a room, earlier ones among them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Refused
from longana_protocol.answers import Record
from longana_protocol.commands import RecordCommand


ROOM = a_room(**of_friends("Ana", "Beto"))
LOBBY_AFTER = an_update(
    a_room(**of_friends("Ana", "Beto"), match=0, scores=()),
    a_view(ROOM, phase="lobby", hand_number=0, to_move=None),
)
THIRD = an_update(a_room(**of_friends("Ana", "Beto"), match=3), a_view(ROOM, ["S99"], to_move="E"))
BLOCK = {"kind": "block", "points": 60, "pips": {"S": 40, "E": 10, "N": 44, "W": 45}, "winner": "E"}
MATCH: dict[str, Any] = {
    "format": "longana/1",
    "rules": {"preset": "cuban", "seats": 4, "target": 100},
    "players": {
        "S": {"name": "Beto", "kind": "human"},
        "E": {"name": "Ana", "kind": "human"},
        "N": {"name": "Tula", "kind": "computer", "level": "hard"},
        "W": {"name": "Fefa", "kind": "computer", "level": "hard"},
    },
    "hands": [{"result": BLOCK, "replayed": True}],
}
SECOND = Record(about="x", match=2, record={**MATCH, "hands": tuple(MATCH["hands"])})
"""As it comes over the line, where lists are tuples."""


async def test_once_seats_have_changed_the_records_are_of_those_who_sat_there() -> None:
    async with a_stage() as stage:
        stage.client.answers["record"] = SECOND
        await stage.news(LOBBY_AFTER)
        text = await stage.type("records")
        assert text.startswith(
            "Match 2\n"
            "  1  The table is blocked. Ana (East) has the lowest total and wins the hand\n"
            "with 60 points.\n"
            "     Played again after its tiles were seen.\n"
            "save FILE writes the record of this match to a file.\n"
            "records 1 shows the match before.\n"
        )


@pytest.mark.parametrize("line", ["records 2", "registros 2"])
async def test_an_earlier_match_can_be_listed(line: str) -> None:
    async with a_stage() as stage:
        stage.client.answers["record"] = SECOND
        await stage.news(THIRD)
        text = await stage.type(line)
        assert [sent.match for sent in stage.client.sent if isinstance(sent, RecordCommand)] == [2]
        assert "save 2 FILE writes the record of this match to a file.\n" in text


async def test_of_the_match_on_the_table_nothing_has_to_be_asked() -> None:
    async with a_stage() as stage:
        await stage.news(THIRD)
        assert "Match 3\nNo hand of this match is finished yet.\n" in await stage.type("records 3")
        assert stage.sent() == ["reading"]


async def test_before_the_first_match_there_is_none() -> None:
    async with a_stage() as stage:
        stage.client.answers["record"] = Refused("no_record", "There is no such record.", {})
        await stage.news(LOBBY_AFTER)
        assert "No match has been played here yet.\n" in await stage.type("records")
        assert "There is no such record.\n" in await stage.type("records 7")


@pytest.mark.parametrize("record", [{}, MATCH | {"hands": [{"result": 3}]}])
async def test_what_is_no_record_is_not_told(record: dict[str, Any]) -> None:
    async with a_stage() as stage:
        stage.client.answers["record"] = Record(about="x", match=2, record=record)
        await stage.news(THIRD)
        assert "What the server sent is no record" in await stage.type("records 2")


@pytest.mark.parametrize(
    ("typed", "match", "name"), [("2 m.json", 2, "m.json"), ("2", None, "2"), ("a b", None, "a b")]
)
async def test_an_earlier_match_can_be_saved(
    typed: str, match: int | None, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with a_stage() as stage:
        stage.client.answers["record"] = SECOND
        await stage.news(THIRD)
        await stage.type(f"save {typed}")
        (sent,) = stage.client.sent
        assert isinstance(sent, RecordCommand)
        assert sent.match == match
        assert json.loads((tmp_path / name).read_text()) == MATCH
