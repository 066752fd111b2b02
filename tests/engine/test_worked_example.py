"""The worked example that the page lets people try says what the engine says."""

import json
from pathlib import Path
from typing import cast

import pytest

from engine.hands import begin, play
from longana_engine import Position, parse_move, rules_from


ANSWERS = Path(__file__).parents[2] / "client/web/src/sheets/rules/answers.json"
Answers = dict[str, dict[str, dict[str, str | None]]]


def example(preset: str) -> Position:
    """West is to move. South, East and North end in 5, West in 8; East opened before North."""
    start = begin(
        "W",
        S="3-9 3-6 5-6 1-1",
        E="5-9 1-2 1-3",
        N="0-9 0-5 1-4",
        W="9-9 8-9 8-8 2-5 5-5",
        rules=rules_from({"preset": preset, "direction": "right"}),
    )
    opening = play(start, "W 9-9", "S 3-9>S", "E 5-9>E", "N 0-9>N", "W 8-9>W", "S 3-6>S")
    return play(opening, "E pass", "N 0-5>N", "W 8-8>W", "S 5-6>S", "E pass", "N pass")


@pytest.mark.parametrize("preset", ["cuban", "international"])
def test_every_answer_of_the_page_is_the_engines(preset: str) -> None:
    answers = cast(Answers, json.loads(ANSWERS.read_text(encoding="utf-8")))
    position = example(preset)
    for tile, branches in answers[preset].items():
        for branch, code in branches.items():
            refusal = position.why_not(parse_move(f"W {tile}>{branch}"))
            assert (refusal and refusal.code) == code, (preset, tile, branch)
