"""The engine and the naive model count the same number of ways to go on, and of ends."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from engine.perft import DATA, count, naive_counts
from longana_engine import (
    Match,
    Position,
    Seat,
    next_opening,
    parse_move,
    parse_tile,
    rules_from,
)


POSITIONS: list[dict[str, Any]] = json.loads(DATA.read_text())
GAMES = [
    pytest.param(position, game, id=f"{position['name']} {game['rules']}")
    for position in POSITIONS
    for game in position["games"]
]


def engine_start(rules_document: dict[str, Any], position: dict[str, Any]) -> Position:
    rules = rules_from(rules_document)
    deal = {
        seat: [parse_tile(text) for text in position["deal"][seat].split()] for seat in rules.table
    }
    match position["previous"]:
        case {"winner": winner}:
            opens = next_opening(rules, deal, winner=Seat(winner), opener=rules.after(Seat(winner)))
        case {"tied_opener": opener}:
            opens = next_opening(rules, deal, winner=None, opener=Seat(opener))
        case _:
            opens = Match.begin(rules).opening(deal)
    start = Position.begin(rules, deal, opens)
    for text in position["moves"]:
        start = start.after(parse_move(text))
    return start


def engine_ending(position: Position) -> tuple[str, int] | None:
    result = position.result
    if result is None:
        return None
    return result.kind if result.winner else "tied", result.points


@pytest.mark.parametrize(("position", "game"), GAMES)
def test_the_engine_counts_what_is_on_file(position: dict[str, Any], game: dict[str, Any]) -> None:
    start = engine_start(game["rules"], position)
    counted = count(start, Position.legal, Position.after, engine_ending, position["depth"])
    assert asdict(counted) == game["counts"]


@pytest.mark.parametrize(("position", "game"), GAMES)
def test_the_naive_model_counts_what_is_on_file(
    position: dict[str, Any], game: dict[str, Any]
) -> None:
    assert asdict(naive_counts(game["rules"], position)) == game["counts"]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_the_rules_compared_make_a_difference(position: dict[str, Any]) -> None:
    counts = [json.dumps(game["counts"]) for game in position["games"]]
    assert len(set(counts)) == len(counts)
