"""Matches of the arena are matches: by the rules, with fair deals, and the same each time."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from longana_engine.record_reading import read_record
from longana_engine.record_writing import record_bytes
from longana_engine.replay import replay
from longana_engine.verify import verify
from longana_server.arena.matches import play
from longana_server.arena.plan import Plan


def plan(*players: str, **rules: object) -> Plan:
    given = {"preset": "cuban", "target": 60, **rules}
    return Plan.begin(
        players, 8, preset=str(given["preset"]), target=int(str(given["target"])), seed=7, bots={}
    )


@pytest.mark.parametrize(
    ("players", "preset"),
    [
        (("normal", "random"), "international"),
        (("easy", "heaviest", "random"), "cuban"),
        (("normal", "easy", "random", "heaviest"), "cuban"),
    ],
)
def test_a_record_replays_and_its_deals_are_proved(players: tuple[str, ...], preset: str) -> None:
    evening = plan(*players, preset=preset)
    for number in range(len(players)):
        played = play(evening, number)
        record = read_record(record_bytes(played.record))
        hands = replay(record).hands
        assert verify(record) == played.hands == len(hands)
        seating = evening.seating(number)
        assert played.winner is not None
        assert played.points[played.winner] == max(played.points) >= 60
        for seat, player in seating.items():
            assert played.points[player] == hands[-1].scores[seat]
        chosen = [step for hand in hands for step in hand.steps if len(step.position.legal()) > 1]
        assert sum(played.decisions) == len(chosen)


def test_the_record_says_who_played_and_where_it_is_from() -> None:
    evening = plan("normal", "random")
    record = play(evening, 1).record
    assert record["players"] == {
        "S": {"name": "random", "kind": "bot"},
        "N": {"name": "normal", "kind": "computer", "level": "normal"},
    }
    assert record["arena"] == {"seed": 7, "match": 2, "of": 8}


def test_the_same_plan_gives_the_same_matches_in_whatever_order() -> None:
    evening = plan("normal", "random", "easy")

    def played(number: int) -> object:
        return replace(play(evening, number), seconds=())

    forth = [played(number) for number in range(6)]
    assert forth == [played(number) for number in reversed(range(6))][::-1]
    assert len({json.dumps(dict(play(evening, number).record)) for number in range(6)}) == 6


def test_a_hard_player_plays_too() -> None:
    evening = plan("hard", "random", target=1)
    played = play(evening, 0)
    assert played.decisions[0] > 0
    assert played.seconds[0] > 0
