"""The page a stranger writes a bot from: its bot plays, and its tables leave nothing out."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, get_args

import pytest

from client.relay import relay_to
from longana_client.connection import Client
from longana_protocol import answers, commands
from longana_protocol.answers import ByeReason
from longana_protocol.codec import DEEPEST
from longana_protocol.codes import PlayCode, TableCode
from longana_protocol.commands import RulesChoice, ToComputer
from longana_protocol.words import MAX_COMMAND_BYTES, SEAT_NAMES, SUBPROTOCOL, SeatName
from longana_server.app import running
from longana_server.settings import Settings


PAGE = (Path(__file__).parents[2] / "protocol" / "README.md").read_text(encoding="utf-8")


def members(union: Any) -> tuple[Any, ...]:
    models, _ = get_args(union)
    return get_args(models)


def row(first: str, page: str = PAGE) -> str:
    """The one row of a table that begins with this cell."""
    (found,) = re.findall(rf"^\| \[?`{first}`\]? \|.*$", page, re.MULTILINE)
    return str(found)


def names_in(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def section(title: str) -> str:
    """What stands below a heading, up to the next."""
    (found,) = re.findall(
        rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL
    )
    return str(found)


def table_after(line: str) -> str:
    """The table below a line of text."""
    return PAGE.split(f"\n{line}\n\n", 1)[1].split("\n\n", 1)[0]


def first_cells(table: str) -> set[str]:
    return set(re.findall(r"^\| \[?`(\w+)`", table, re.MULTILINE))


def fields_of(model: Any) -> set[str]:
    return set(model.model_fields) - {"type"}


# --- the bot


def the_bot(**changed: float) -> Callable[[str], Coroutine[None, None, str]]:
    """`run` of the page, as somebody gets it who saves the code and imports it."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(code, "README.md", "exec"), names)
    names |= changed
    run: Callable[[str], Coroutine[None, None, str]] = names["run"]
    return run


async def play(client: Client, turn: int, move: str) -> None:
    if len(move) == 1:
        await client.pass_(turn)
    else:
        places: dict[str, SeatName] = {seat: seat for seat in SEAT_NAMES}
        await client.play(turn, (int(move[1]), int(move[2])), places.get(move[3:]))


@pytest.mark.parametrize("preset", ["cuban", "international"])
async def test_the_bot_of_the_page_plays_a_match(
    preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nobody waits here, so nobody keeps to the pace that a server allows.
    settings = Settings(host="127.0.0.1", port=0, computer_delay=0, commands_per_second=1e6)
    async with running(settings) as app, Client(app.base_url) as host:
        rules = RulesChoice.model_validate({"preset": preset, "target": 50})
        welcome = await host.create("Ana", rules)
        link = f"{app.base_url}/#{welcome.code}"
        playing = [asyncio.create_task(the_bot(PACE=0)(link)) for _ in range(2)]
        await host.until(lambda update: len(update.room.people) == 3)
        await host.start()
        async with asyncio.timeout(20):
            async for update in host.updates():
                table, you = update.view.table, update.view.you
                if table.phase == "match_over":
                    break
                if you is not None and you.legal:
                    hint = await host.hint(table.turn)
                    assert hint.move in you.legal
                    await play(host, table.turn, hint.move)
            await host.close_room()
            assert await asyncio.gather(*playing) == ["closed", "closed"]
    refused = set(re.findall(r"^(\w+) ", capsys.readouterr().out, re.MULTILINE))
    # Both bots ask for the next hand, and one of them is too late.
    assert refused <= {"stale"}


async def test_the_bot_of_the_page_comes_back() -> None:
    settings = Settings(host="127.0.0.1", port=0, computer_delay=0)
    async with (
        running(settings) as app,
        relay_to(app.server.port) as relay,
        Client(app.base_url) as host,
    ):
        welcome = await host.create("Ana")
        playing = asyncio.create_task(the_bot()(f"{relay.address}/#{welcome.code}"))
        update = await host.until(lambda update: len(update.room.people) == 2)
        (person,) = {one.person for one in update.room.people} - {welcome.person}
        relay.cut()
        async with asyncio.timeout(5):
            await host.until(
                lambda update: [one.person for one in update.view.table.away] == [person]
            )
            await host.until(lambda update: not update.view.table.away)
            await host.close_room()
            assert await playing == "closed"


async def test_the_bot_of_the_page_sends_again_what_came_too_fast(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # North has something to play, whatever it plays and South does.
    deal = {"S": "8-9 7-8 6-7 0-8 1-8 2-8 3-8 4-8", "N": "9-9 0-9 0-1 1-2 2-3 3-4 4-5 5-6"}
    deals = tmp_path / "deals.json"
    deals.write_text(json.dumps([deal]))
    settings = Settings(
        host="127.0.0.1",
        port=0,
        computer_delay=0,
        test_deals=deals,
        commands_burst=4,  # its join, seal, nonce and opening; and what the host does
        commands_per_second=2,
    )
    async with running(settings) as app, Client(app.base_url) as host, asyncio.timeout(10):
        welcome = await host.create("Ana", RulesChoice(seats=2))
        playing = asyncio.create_task(the_bot(PACE=0)(f"{app.base_url}/#{welcome.code}"))
        await host.until(lambda update: len(update.room.people) == 2)
        await host.seat("S", ToComputer())
        await host.start()
        await host.until(lambda update: len(update.view.table.moves) > 6)
        assert "too_fast" in capsys.readouterr().out
        await host.close_room()
        assert await playing == "closed"


async def test_the_bot_of_the_page_says_why_it_cannot_come_in() -> None:
    async with running(Settings(host="127.0.0.1", port=0)) as app, asyncio.timeout(5):
        assert await the_bot()(f"{app.base_url}/#ZZZZZZZZ") == "no_room"


def test_the_bot_is_short() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 80


# --- the tables


@pytest.mark.parametrize("model", members(commands.ClientMessage))
def test_every_command_has_its_row_with_all_fields(model: Any) -> None:
    found = row(model.model_fields["type"].default, section("What you send"))
    written = found.split("|")[2]
    assert names_in(written) == fields_of(model) - {"id"}
    optional = set(re.findall(r"\[`(\w+)`\]", written))
    assert optional == {
        name
        for name, field in model.model_fields.items()
        if name != "type" and not field.is_required()
    }


def test_the_rules_and_the_changes_of_seats_are_complete() -> None:
    rules = table_after("`rules` is a map. Leave out what the preset shall decide.")
    assert first_cells(rules) == fields_of(RulesChoice)
    seats = table_after("`to` of `seat` is a map, told apart by its `kind`:")
    for model in members(commands.SeatChange):
        found = row(model.model_fields["kind"].default, seats)
        assert names_in(found.split("|")[2]) == set(model.model_fields) - {"kind"}


@pytest.mark.parametrize("model", members(answers.ServerMessage))
def test_every_answer_has_its_section_with_all_fields(model: Any) -> None:
    below = section(f"`{model.model_fields['type'].default}`")
    table = below[below.index("| field") :].split("\n\n")[0]
    check_fields(table, model)


@pytest.mark.parametrize(
    ("line", "model"),
    [
        ("A map in `seats`:", answers.SeatState),
        ("A map in `people`:", answers.PersonState),
        ("A map in `hands`:", answers.HandState),
        ("A map in `tally`:", answers.Tally),
        ("`table`:", answers.Table),
        ("`result`:", answers.Result),
        ("A map in `away`:", answers.Away),
        ("A map in `reading`:", answers.Reader),
        ("A map in `asking`, `promised` or `declined`:", answers.Wish),
        ("`proposal`:", answers.Proposal),
        ("`you`:", answers.You),
        ("A map in `others`:", answers.Alternative),
        ("A map in `moves` of a review:", answers.ReviewedMove),
        ("A step:", answers.Step),
    ],
)
def test_every_part_of_an_answer_has_all_its_fields(line: str, model: Any) -> None:
    check_fields(table_after(line), model)


def check_fields(table: str, model: Any) -> None:
    assert first_cells(table) == fields_of(model)
    for name in fields_of(model):
        field, default = model.model_fields[name], row(name, table).split("|")[2].strip()
        written = {"None": "nil", "True": "true", "False": "false", "()": "`[]`", "{}": "`{}`"}
        expected = "–" if field.is_required() else str(field.default)
        assert default == written.get(expected, expected or '`""`'), name


def test_every_code_and_every_goodbye_stands_there() -> None:
    codes = first_cells(section("Codes")) - {"code"}
    assert codes == set(get_args(PlayCode)) | set(get_args(TableCode))
    assert first_cells(section("Coming back")) - {"why"} == set(get_args(ByeReason))


def test_the_figures_are_those_of_the_code() -> None:
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    limits = section("Limits")
    for figure in (
        f"{MAX_COMMAND_BYTES} bytes",
        f"one another | {DEEPEST} |",
        f"{defaults['commands_burst']} at once, {defaults['commands_per_second']:g} a second",
        f"{defaults['guesses_burst']} at once, {defaults['guesses_per_minute']:g} a minute",
        f"nonce | {defaults['start_patience']:g} seconds",
    ):
        assert figure in limits
    assert f"every {defaults['ping_interval']:g} seconds" in PAGE
    assert SUBPROTOCOL in PAGE
