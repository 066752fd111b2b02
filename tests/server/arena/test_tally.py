"""What was played, added up by kinds of players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from longana_server.arena import report
from longana_server.arena.plan import Plan
from longana_server.arena.played import Forfeit, Played
from longana_server.arena.tally import forfeits, tally, wilson


PLAN = Plan.begin(["hard", "easy", "easy"], 9, preset="cuban", target=100, seed=7, bots={})
WITH_BOT = Plan.begin(["mine", "easy"], 8, preset="cuban", target=100, seed=7, bots={"mine": "x"})


def won(number: int, winner: int, points: tuple[int, ...] = (100, 20, 0)) -> Played:
    return Played(
        number=number,
        winner=winner,
        hands=4,
        points=points,
        decisions=(10, 20, 0)[: len(points)],
        seconds=(2.0, 0.5, 0.0)[: len(points)],
        record={},
    )


def test_of_several_of_a_kind_the_figures_are_for_one_of_them() -> None:
    hard, easy = tally(
        PLAN, [won(0, 0), won(1, 2, (20, 0, 100)), won(2, 0), won(3, 1, (0, 110, 4))]
    )
    assert (hard.kind, hard.players, hard.matches, hard.wins, hard.share) == ("hard", 1, 4, 2, 0.5)
    assert (easy.kind, easy.players, easy.matches, easy.wins, easy.share) == ("easy", 2, 4, 2, 0.25)
    assert hard.points == 220 / 16
    assert easy.points == (20 + 100 + 20 + 114) / 32
    assert (hard.decisions, hard.decisions_a_second) == (40, 5.0)
    assert (easy.decisions, easy.decisions_a_second) == (80, 40.0)
    assert (hard.low, hard.high) == wilson(2, 4)
    assert (easy.low, easy.high) == tuple(bound / 2 for bound in wilson(2, 4))


def test_the_order_in_which_matches_end_is_of_no_account() -> None:
    played = [won(number, number % 3) for number in range(9)]
    assert tally(PLAN, played) == tally(PLAN, played[::-1])


def test_a_rate_is_of_all_decisions_in_all_the_seconds_for_them() -> None:
    """Not an average of the rates of matches."""
    quick, slow = won(0, 0), replace(won(1, 0), decisions=(30, 1, 1), seconds=(14.0, 0.0, 0.0))
    hard, easy = tally(PLAN, [quick, slow])
    assert (hard.decisions, hard.decisions_a_second) == (40, 2.5)
    assert (easy.decisions, easy.decisions_a_second) == (22, 44.0)


def test_a_forfeited_match_is_lost_for_who_forfeits_and_does_not_count_for_others() -> None:
    lost = Played(
        number=1,
        winner=None,
        hands=0,
        points=(0, 0),
        decisions=(3, 1),
        seconds=(1.0, 1.0),
        record={},
        forfeit=Forfeit(0, "crashed"),
    )
    played = [won(0, 0, (100, 5)), lost, won(2, 1, (5, 100))]
    mine, easy = tally(WITH_BOT, played)
    assert (mine.matches, mine.wins, mine.forfeits, mine.points) == (3, 1, 1, 105 / 8)
    assert (easy.matches, easy.wins, easy.forfeits, easy.points) == (2, 1, 0, 105 / 8)
    assert forfeits(WITH_BOT, [*played, lost]) == ("mine: crashed (2x)",)
    assert report.lines(WITH_BOT, played)[-1] == "forfeited: mine: crashed"


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(wins: int, matches: int, low: float, high: float) -> None:
    assert wilson(wins, matches) == pytest.approx((low, high), abs=0.0001)


def test_the_table_is_aligned_and_says_what_was_played() -> None:
    head, _, *table = report.lines(PLAN, [won(0, 0), won(1, 1)])
    assert head == "2 of 9 matches: cuban, 3 seats, to 100, seed 7"
    assert [line.split("  ")[0].strip() for line in table] == ["player", "hard", "easy (each of 2)"]
    assert len({len(line) for line in table}) == 1
    assert "50.0 %" in table[1]
    assert "25.0 %" in table[2]


def test_with_nothing_played_there_is_a_table_too() -> None:
    assert "0.0 to 100.0" in report.lines(PLAN, [])[3]


def test_the_document_has_every_figure() -> None:
    document = report.document(PLAN, [won(0, 0)])
    assert document["players"] == ["hard", "easy", "easy"]
    assert document["matches"] == {"planned": 9, "played": 1}
    assert document["hands"] == 4
    table = document["table"]
    assert isinstance(table, list)
    assert table[0] == {
        "kind": "hard",
        "players": 1,
        "matches": 1,
        "wins": 1,
        "share": 1.0,
        "low": pytest.approx(0.2065, abs=0.0001),
        "high": 1.0,
        "points": 25.0,
        "decisions": 10,
        "decisions_a_second": 5.0,
        "forfeits": 0,
    }
