"""Everybody plays each series of deals in every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from longana_engine import Seat
from longana_server.arena.plan import BadPlan, Plan


def plan(
    *players: str, matches: int = 8, seed: int = 7, bots: Mapping[str, str] | None = None
) -> Plan:
    return Plan.begin(players, matches, preset="cuban", target=100, seed=seed, bots=bots or {})


@pytest.mark.parametrize(
    "players",
    [("hard", "easy"), ("hard", "easy", "random"), ("hard", "easy", "random", "heaviest")],
)
def test_in_a_series_every_player_sits_in_every_seat_once(players: Sequence[str]) -> None:
    evening = plan(*players, matches=2 * len(players))
    assert evening.matches == 2 * len(players)
    for series in range(2):
        numbers = range(series * len(players), (series + 1) * len(players))
        sat = {(seat, who) for n in numbers for seat, who in evening.seating(n).items()}
        assert len(sat) == len(players) ** 2
        assert {evening.series_of(number) for number in numbers} == {series}
        assert len({evening.deals(number) for number in numbers}) == 1


def test_there_are_as_many_matches_as_asked_for_and_no_series_is_broken_off() -> None:
    assert plan("hard", "easy", "easy", "easy", matches=9).matches == 12
    assert plan("hard", "easy", "easy", matches=9).matches == 9


def test_deals_differ_by_series_hand_and_seed() -> None:
    evening, other = plan("easy", "easy"), plan("easy", "easy", seed=8)
    deals = [evening.deals(0), evening.deals(2), other.deals(0)]
    dealt = [str(each.hands(hand)) for each in deals for hand in (1, 2)]
    assert len(set(dealt)) == len(dealt)
    assert set(deals[0].hands(1)) == {Seat.S, Seat.N}


def test_records_are_named_by_series_and_match_and_sort() -> None:
    evening = plan("easy", "easy", matches=24)
    names = [evening.file_name(number) for number in range(evening.matches)]
    assert names[:3] == ["01-1.json", "01-2.json", "02-1.json"]
    assert names == sorted(set(names))


@pytest.mark.parametrize(
    ("players", "bots", "why"),
    [
        (("hard",), {}, "two to four players sit at a table, not 1"),
        (("hard",) * 5, {}, "two to four players sit at a table, not 5"),
        (
            ("hard", "harder"),
            {},
            "there is no player harder, only easy, normal, hard, random, heav",
        ),
        (("hard", "hard"), {"hard": "true"}, "a bot cannot be called hard"),
        (("hard", "easy"), {"mine": "true"}, "mine is given a command, and does not play"),
    ],
)
def test_what_nobody_can_play_is_refused(
    players: Sequence[str], bots: dict[str, str], why: str
) -> None:
    with pytest.raises(BadPlan, match=why):
        plan(*players, bots=bots)
