"""Matches: who opens next, scores, and the end."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import HOUSES, Deal, begin, by_seat, play, random_deal, tiles
from longana_engine import (
    CUBAN,
    INTERNATIONAL,
    Entitlement,
    Illegal,
    Match,
    NoDouble,
    Position,
    Rules,
    Seat,
    rules_from,
)


NEXT: Deal = by_seat(
    S=tiles("1-1 0-9"), E=tiles("2-2 3-3 0-1"), N=tiles("8-8 0-2"), W=tiles("0-3 0-4")
)


def tied(rules: Rules) -> Position:
    """East opens with the last 9, and South and West hold least."""
    position = begin("E", rules, S="2-3", E="9-9 4-8", N="6-7", W="1-4")
    return play(position, "E 9-9")


def won(rules: Rules, points: int = 46) -> Position:
    """East opens, and West wins at once, 46 points by the cuban count."""
    position = play(begin("E", rules, S="4-5", E="9-9 6-7 3-4", N="4-8", W="2-3"), "E 9-9")
    assert position.result is not None
    assert (position.result.winner, position.result.points) == (Seat.W, points)
    return position


def test_a_match_begins_with_nothing() -> None:
    match = Match.begin(CUBAN)
    assert (match.hands, match.winner) == ((), None)
    assert match.scores == by_seat(S=0, E=0, N=0, W=0)


@pytest.mark.parametrize("rules", [CUBAN, INTERNATIONAL])
def test_the_highest_double_opens_the_first_hand(rules: Rules) -> None:
    match = Match.begin(rules)
    assert match.opening(NEXT) == Entitlement(Seat.N, tiles("8-8"))
    position = match.deal(NEXT)
    assert position.entitlement == match.opening(NEXT)
    assert position.hands == {seat: tuple(sorted(hand)) for seat, hand in NEXT.items()}


def test_a_won_hand_adds_its_points_and_its_winner_is_entitled_to_open() -> None:
    match = Match.begin(CUBAN).finish(won(CUBAN))
    assert match.scores == by_seat(S=0, E=0, N=0, W=46)
    assert match.hands == (won(CUBAN),)
    # West holds no double; South is next to the right.
    assert match.opening(NEXT) == Entitlement(Seat.S, tiles("1-1"))
    match = Match.begin(INTERNATIONAL).finish(won(INTERNATIONAL, 36))
    assert match.opening(NEXT) == Entitlement(Seat.N, tiles("8-8"))


def test_after_a_tied_block_nobody_scores_and_the_opener_counts() -> None:
    match = Match.begin(CUBAN).finish(tied(CUBAN))
    assert match.scores == by_seat(S=0, E=0, N=0, W=0)
    assert match.opening(NEXT) == Entitlement(Seat.N, tiles("8-8"))
    without_north = {**NEXT, Seat.N: tiles("0-2"), Seat.S: tiles("0-9"), Seat.W: tiles("0-3")}
    assert match.opening(without_north) == Entitlement(Seat.E, tiles("2-2 3-3"))
    match = Match.begin(INTERNATIONAL).finish(tied(INTERNATIONAL))
    assert match.opening(NEXT) == Entitlement(Seat.N, tiles("8-8"))


def test_a_win_worth_nothing_entitles_to_open() -> None:
    rules = rules_from({"seats": 2})
    hand = play(begin("S", rules, S="9-9 1-9", N="0-0"), "S 9-9", "N pass", "S 1-9>S")
    match = Match.begin(rules).finish(hand)
    assert match.scores == by_seat(S=0, N=0)
    deal = by_seat(S=tiles("1-1"), N=tiles("8-8"))
    assert match.opening(deal) == Entitlement(Seat.S, tiles("1-1"))


def test_the_match_ends_as_soon_as_a_seat_reaches_the_target() -> None:
    rules = rules_from({"target": 92})
    match = Match.begin(rules).finish(won(rules))
    assert match.winner is None
    match = match.finish(won(rules))
    assert match.winner == Seat.W
    assert match.scores == by_seat(S=0, E=0, N=0, W=92)
    for after_the_end in (
        lambda: match.opening(NEXT),
        lambda: match.deal(NEXT),
        lambda: match.finish(won(rules)),
    ):
        with pytest.raises(Illegal) as caught:
            after_the_end()
        assert caught.value.refusal.code == "hand_over"
        assert str(caught.value) == "Nothing more can be played: the match is over."


def test_only_finished_hands_of_this_match_are_added() -> None:
    for hand in (Match.begin(CUBAN).deal(NEXT), won(INTERNATIONAL, 36)):
        with pytest.raises(ValueError, match="finished hand of this match"):
            Match.begin(CUBAN).finish(hand)


def test_a_misdeal_leaves_the_match_as_it_was() -> None:
    match = Match.begin(CUBAN).finish(won(CUBAN))
    with pytest.raises(NoDouble):
        match.deal(by_seat(S=tiles("0-1"), E=tiles("0-2"), N=tiles("0-3"), W=tiles("0-4")))
    assert match.deal(NEXT).to_move == Seat.S


@settings(max_examples=30)
@given(st.sampled_from(HOUSES), st.integers(0, 2**32))
def test_random_matches_end_with_one_winner(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    match = Match.begin(rules)
    while match.winner is None:
        try:
            position = match.deal(random_deal(rules, rng))
        except NoDouble:
            continue
        while position.to_move is not None:
            position = position.after(rng.choice(position.legal()))
        before = match.scores
        match = match.finish(position)
        gained = {seat: match.scores[seat] - before[seat] for seat in rules.table}
        result = position.result
        assert result is not None
        assert sum(gained.values()) == result.points
        assert result.winner is None or gained[result.winner] == result.points
    assert [seat for seat in rules.table if match.scores[seat] >= rules.target] == [match.winner]
