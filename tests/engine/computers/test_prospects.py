"""What the end of a hand is worth: by the scores of the match, and by nothing else."""

from itertools import product

import pytest

from engine.hands import begin
from longana_engine import CUBAN, Seat, observe
from longana_engine.computers.prospects import Prospects


NOBODY = -1


def prospects(**scores: int) -> Prospects:
    """Of South, with these points before the hand."""
    position = begin("S", S="9-9 0-1", E="0-2", N="0-3", W="0-4")
    return Prospects(observe(position, Seat.S, {seat: scores[seat.value] for seat in CUBAN.table}))


def test_whoever_reaches_the_target_has_won() -> None:
    close = prospects(S=70, E=60, N=0, W=99)
    assert [close.chance(Seat.S.place, points) for points in (30, 150)] == [1, 1]
    assert [close.chance(Seat.E.place, points) for points in (40, 99)] == [0, 0]
    assert 0 < close.chance(Seat.S.place, 29) < 1


def test_the_chances_of_all_seats_are_one() -> None:
    scores = [10, 0, 85, 40]
    turned = [
        prospects(**dict(zip("SENW", scores[turn:] + scores[:turn], strict=True)))
        for turn in range(4)
    ]
    for winner, points in product((NOBODY, *range(4)), (0, 5, 14)):
        chances = [
            each.chance(winner if winner < 0 else (winner - turn) % 4, points)
            for turn, each in enumerate(turned)
        ]
        assert sum(chances) == pytest.approx(1)


def test_a_hand_that_nobody_wins_changes_nothing() -> None:
    assert prospects(S=20, E=20, N=20, W=20).chance(NOBODY, 0) == pytest.approx(1 / 4)


def test_more_points_are_better_for_the_winner_and_worse_for_the_others() -> None:
    level = prospects(S=0, E=0, N=0, W=0)
    for worse, better in ((10, 20), (20, 60)):
        assert level.worth(Seat.S.place, worse) < level.worth(Seat.S.place, better)
        assert level.worth(Seat.E.place, worse) > level.worth(Seat.E.place, better)


def test_it_hurts_most_when_the_leader_wins() -> None:
    behind = prospects(S=40, E=80, N=10, W=0)
    assert behind.worth(Seat.E.place, 15) < behind.worth(Seat.N.place, 15)


def test_at_the_start_of_a_match_a_point_is_worth_about_a_point() -> None:
    level = prospects(S=0, E=0, N=0, W=0)
    assert level.worth(Seat.S.place, 11) - level.worth(Seat.S.place, 10) == pytest.approx(
        1, abs=0.2
    )
