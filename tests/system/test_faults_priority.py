"""Over the wire, with deals fixed for the test: equal-end priority (F27) and tied blocks (F24)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from system.company import Deal, company, on_the_wire


CASES = Path(__file__).parents[1] / "cases" / "replay"


def case(number: int) -> Any:
    (path,) = CASES.glob(f"{number:02}-*.record.json")
    return pytest.param(path.name.removesuffix(".record.json"), id=path.name[:2])


@pytest.mark.parametrize("name", [case(number) for number in (7, 8, *range(22, 35))])
async def test_a_case_goes_the_same_over_the_wire(name: str) -> None:
    """F24 (tied blocks and who opens then), F27 (the worked cases): legal moves at each step."""
    record = json.loads((CASES / f"{name}.record.json").read_text())
    expected = json.loads((CASES / f"{name}.expected.json").read_text())
    deals = [hand["deal"] for hand in record["hands"]]
    persons = record["rules"]["seats"]
    async with company(persons, deals=deals, **record["rules"]) as together:
        for number, hand in enumerate(expected["hands"]):
            if number:
                await together.do(together.host, "next")
            for step in hand["steps"]:
                mover = together.mover.you
                assert mover["seat"] == step["to_move"]
                assert mover["legal"] == [on_the_wire(move) for move in step["legal"]]
                if "played" in step:
                    await together.move(step["played"])
            if hand["result"] is not None:
                pips = dict(zip(together.seats, together.table["result"]["pips"], strict=True))
                assert {"winner": None, **together.table["result"], "pips": pips} == hand["result"]
        scores = dict(zip(together.seats, together.host.room["scores"], strict=True))
        assert scores == expected["scores"]


# --- equal-end priority, as the row tells it


@dataclass(frozen=True)
class Priority:
    """`mover` has passed before and played since. `first` and `second` have passed after that,
    in this order, and both show the same value, as the mover's own branch does.
    """

    preset: str
    deal: Deal
    before: str
    mover: str
    first: str
    second: str
    tile: str
    double: str
    after: str
    """From a play of `tile` on `first` to the mover's next pass."""


PRIORITIES = [
    Priority(
        "cuban",
        {
            "S": "0-2 0-3 0-6 1-5 2-4 4-4 5-6 6-6",
            "E": "0-7 1-6 3-3 3-8 4-7 4-8 4-9 6-7",
            "N": "0-1 1-3 1-7 2-9 3-7 5-7 6-8 8-9",
            "W": "1-2 1-4 2-7 3-4 3-9 5-5 6-9 9-9",
        },
        "W99 S E49S N89N W14S S15S E N29E W55S S24E E47E N68N W69W S56S E07E N W",
        *("S", "N", "W", "06", "66"),
        "S06N E16W N13W W39W S66S E N01E W12E S02E E N W S03E E38E N W S",
    ),
    Priority(
        "international",
        {
            "S": "0-1 1-4 1-7 1-9 2-8 2-9 4-7 4-8",
            "E": "0-9 1-1 2-2 2-4 4-6 6-9 7-9 9-9",
            "N": "1-6 4-9 6-7 6-8 7-7 7-8 8-8 8-9",
            "W": "0-0 0-4 0-7 0-8 1-2 2-7 4-4 6-6",
        },
        "E99 S19S W N89W E09E S01S W08W N49N E S",
        *("W", "E", "S", "04", "00"),
        "W04E N E24E S47N W27N N E22E S29N W00S N E79N S17N W12N N E S28N W07W N77W E S W N78N "
        "E S W",
    ),
]


@pytest.mark.parametrize("row", PRIORITIES, ids=lambda row: row.preset)
async def test_the_branch_that_opened_first_comes_first(row: Priority) -> None:
    """F27."""
    ordinary, double = f"{row.mover}{row.tile}", f"{row.mover}{row.double}"
    async with company(4, deals=[row.deal], preset=row.preset) as together:
        await together.play(row.before.split())
        assert together.table["opened"] == [row.first, row.second]
        legal = together.at(row.mover).you["legal"]
        assert together.at(row.mover).you["barred"] == {row.second: row.first}

        for move in (ordinary, double) if row.preset == "cuban" else (ordinary,):
            refused = await together.refused(move + row.second)
            assert refused["code"] == "earlier_open_branch"
            facts = refused["facts"]
            assert (facts["branch"], facts["instead"]) == (row.second, row.first)
        if row.preset == "international":
            assert double + row.second in legal, "any time on any train"
        for move in (ordinary, double):
            assert move + row.first in legal
            assert move + row.mover in legal, "one's own branch is exempt"

        queues = []
        for move in row.after.split():
            was_open = move[0] in together.table.get("opened", [])
            await together.move(move)
            queues.append((move, was_open, together.table.get("opened", [])))
        again = [queue for move, was_open, queue in queues if move == row.first and was_open]
        assert again, "the first passes again while it is open"
        assert all(queue[0] == row.first for queue in again)
        assert queues[-1][2] == [row.first, row.second, row.mover], "at the back of the queue"
