"""What a terminal is sent: other people's names (F48), old code pages and narrow screens (F53)."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from longana_server import kept_room
from longana_server import rooms as serving_rooms
from longana_server.app import App
from longana_server.codes import room_link
from system.company import TWO_PASSES, seeded
from system.table import Raw


async def longana(*arguments: str, typed: str, **environment: str) -> bytes:
    """What the program prints when these lines are piped into it; it must end well and silently."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from longana_server.main import main; main()", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=kept | {"LANG": "en_US.UTF-8", "PYTHONUTF8": "0"} | environment,
    )
    try:
        async with asyncio.timeout(30):
            printed, complaints = await running.communicate(typed.encode())
    finally:
        if running.returncode is None:
            running.kill()
    # Test deals are said loudly; nothing else is.
    unexpected = [line for line in complaints.splitlines() if b"TEST DEALS" not in line]
    assert (running.returncode, unexpected) == (0, [])
    return printed


# --- names (F48)


async def seated(app: App, names: Sequence[str]) -> list[Raw]:
    """Persons of these names in one room."""
    raws: list[Raw] = []
    for number, name in enumerate(names):
        raw = Raw(app, Random(number))
        await raw.connect()
        if raws:
            await raw.enter("join", code=raws[0].code, name=name)
        else:
            await raw.enter("create", name=name)
        raws.append(raw)
    await raws[0].until(lambda: len(raws[0].room["people"]) == len(names))
    return raws


async def test_names_are_shown_literally_with_nothing_hidden_in_them() -> None:
    """F48: to everybody at the table and in the record; what is refused is not echoed."""
    shown = {
        "<img src=x onerror=a()>": "<img src=x onerror=a()>",
        '"><script>': '"><script>',
        "\x1b[31mRed\x07\r\n": "[31mRed",
        "\u202eevil\u2069\u200b [b]x[/b]": "evil [b]x[/b]",
    }
    async with seeded("names") as app:
        raws = await seated(app, list(shown))
        for raw in raws:
            assert [person["name"] for person in raw.room["people"]] == list(shown.values())
        await raws[0].ask("start")
        await raws[0].until(lambda: bool(raws[0].table["phase"] == "playing"))
        record = (await raws[0].ask("record"))["record"]
        assert {player["name"] for player in record["players"].values()} == set(shown.values())
        late = Raw(app, Random("late"))
        await late.connect()
        for name in ("<img src=x onerror=document.title='pwn'>", "\u202e\u200b\x1b"):
            refused = await late.ask("create", name=name)
            assert refused["code"] == "bad_name"
            assert "<" not in str(refused)
            assert "\u202e" not in str(refused)
        for raw in (*raws, late):
            await raw.close()


async def test_a_terminal_is_safe_even_from_a_server_that_cleans_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F48: as drawn for somebody who looks on, in every list that has names."""
    for module in (kept_room, serving_rooms):
        monkeypatch.setattr(module, "cleaned", lambda name: name)
    names = [
        "\x1b[2J\x1b]0;pwn\x07A",
        "\u202egnol\u2066\u200bB",
        "[red]C[/red]",
        "D\r\nE\x9b1m\x00",
    ]
    async with seeded("hostile server") as app:
        raws = await seated(app, names)
        await raws[0].ask("start")
        await raws[0].until(lambda: bool(raws[0].table["phase"] == "playing"))
        link = room_link(f"http://127.0.0.1:{app.server.port}", raws[0].code)
        typed = "table\nlist\nscore\nrecords\nplays\nlink\nquit\n"
        printed = (await longana("join", link, "--watch", typed=typed, COLUMNS="100")).decode()
        for raw in raws:
            await raw.close()
    assert "[red]C[/red]" in printed
    assert "\N{SYMBOL FOR ESCAPE}[2J" in printed
    hidden = {char for char in printed if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")}
    assert hidden == {"\n"}


# --- code pages and narrow terminals (F53)


@pytest.mark.parametrize(
    ("environment", "encoding"),
    [
        ({"PYTHONIOENCODING": "cp1252"}, "cp1252"),
        ({"LC_ALL": "C"}, "ascii"),
        ({"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}, "utf-8"),
    ],
    ids=["cp1252", "LC_ALL=C", "NO_COLOR"],
)
async def test_a_hand_can_be_played_through_a_pipe_in_40_columns(
    environment: dict[str, str], encoding: str, tmp_path: Path
) -> None:
    """F53: every end, open mark and tile is readable, to the end of a hand played by hints."""
    deals = tmp_path / "deals.json"
    deals.write_text(json.dumps([TWO_PASSES]))
    table = ("--computer-delay", "0", "--target", "1", "--test-deals", str(deals))
    typed = "hint\n\n" * 12 + "quit\n"
    printed = (await longana("play", *table, typed=typed, COLUMNS="40", **environment)).decode(
        encoding
    )
    assert max(map(len, printed.splitlines())) <= 40
    assert "\x1b" not in printed

    dealt = printed[printed.index("Your hand") : printed.index("South opens with 9-9.")]
    assert tiles(dealt) == tiles(TWO_PASSES["S"])
    asked = printed[printed.index("Centre 9-9") : printed.index("  1  ")]
    for seat, mark in (("South", ""), ("East", "open, 1st"), ("North", "open, 2nd"), ("West", "")):
        assert re.search(rf"{seat} .*\n +\d tiles?  end \d *{mark}", asked), asked
    assert tiles(asked) >= tiles(TWO_PASSES["S"]), asked
    revealed = re.search(r"^  South +(?:\d-\d|no tiles)", printed, re.MULTILINE)
    assert revealed is not None
    over = printed[printed.rindex("Centre 9-9", 0, revealed.start()) :]
    assert tiles(over) >= set().union(*map(tiles, TWO_PASSES.values())), "each lies somewhere"


def tiles(text: str) -> set[str]:
    """All tiles to be read in a text, in whatever way they are drawn."""
    found = re.findall(r"(?<!\d)(\d)[-|│](\d)(?!\d)", text)
    return {"-".join(sorted(halves)) for halves in found}
