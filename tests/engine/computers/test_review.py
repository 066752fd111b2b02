"""Looking back on a hand: only choices count, judged by what could be seen."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import begin, by_seat, play, random_hands
from engine.permuted import permuted
from longana_engine import Position, Seat, Weighed, observe
from longana_engine.computers import decisions, judged, think
from longana_engine.computers.review import COSTLY, reviewed, together


SCORES = by_seat(S=0, E=12, N=7, W=40)


def test_forced_moves_are_no_choices() -> None:
    start = begin("S", S="9-9 8-9", E="7-9 5-9", N="0-4", W="0-5")
    hand = play(start, "S 9-9", "E 7-9>E", "N pass", "W pass", "S 8-9>S")
    assert hand.result is not None
    (choice,) = decisions(hand, Seat.E, SCORES)
    assert (choice.at, str(choice.move)) == (1, "E 7-9>E")
    assert choice.seen == observe(play(start, "S 9-9"), Seat.E, SCORES)
    assert [str(each.move) for each in decisions(hand, Seat.S, SCORES)] == ["S 8-9>S"]
    assert list(decisions(hand, Seat.N, SCORES)) == []


def test_a_hand_that_goes_on_is_nobodys_to_look_back_on() -> None:
    with pytest.raises(ValueError, match="finished"):
        next(decisions(begin("S", S="9-9", E="0-9", N="0-4", W="0-5"), Seat.S, SCORES))


def ranked(*worths: tuple[str, float], position: Position) -> tuple[Weighed, ...]:
    moves = {str(move): move for move in position.legal()}
    return tuple(Weighed(moves[written], worth) for written, worth in worths)


def test_a_costly_choice_is_told_from_a_good_one() -> None:
    start = begin("S", S="9-9 8-9", E="7-9 5-9 2-7 7-8", N="0-4", W="0-5")
    hand = play(start, "S 9-9", "E 5-9>E", "N pass", "W pass", "S 8-9>S")
    (choice,) = decisions(hand, Seat.E, SCORES)
    before = play(start, "S 9-9")
    worse = reviewed(choice, ranked(("E 7-9>E", 9.0), ("E 5-9>E", 2.4), position=before))
    assert (worse.at, worse.cost, str(worse.better), worse.is_costly) == (1, 7, "E 7-9>E", True)
    assert worse.reason.key == "keeps_ways"
    equal = reviewed(choice, ranked(("E 7-9>E", 2.8), ("E 5-9>E", 2.4), position=before))
    assert (equal.cost, str(equal.better), equal.is_costly) == (0, "E 5-9>E", False)
    assert equal.reason.facts["tile"] == "5-9"


def test_several_thoughts_are_one() -> None:
    before = play(begin("S", S="9-9 8-9", E="7-9 5-9", N="0-4", W="0-5"), "S 9-9")
    thoughts = (
        ranked(("E 7-9>E", 9.0), ("E 5-9>E", 2.0), position=before),
        ranked(("E 5-9>E", 8.0), ("E 7-9>E", 0.0), position=before),
    )
    assert together(thoughts) == ranked(("E 5-9>E", 5.0), ("E 7-9>E", 4.5), position=before)


@pytest.mark.parametrize(
    ("first", "then", "asked", "cost"),
    [
        (0, 0, ["seed"], 0),
        (COSTLY - 1, 9, ["seed"], COSTLY - 1),
        (COSTLY + 2, COSTLY + 2, ["seed", "seed 1", "seed 2"], COSTLY + 2),
        (6, -6, ["seed", "seed 1", "seed 2"], 0),
    ],
)
def test_a_mistake_is_thought_about_again(
    first: float, then: float, asked: list[str], cost: int
) -> None:
    """Nobody is told of one that only the first thought has seen."""
    start = begin("S", S="9-9 8-9", E="7-9 5-9 2-7 7-8", N="0-4", W="0-5")
    hand = play(start, "S 9-9", "E 5-9>E", "N pass", "W pass", "S 8-9>S")
    (choice,) = decisions(hand, Seat.E, SCORES)
    seeds: list[str] = []

    def think(seed: str) -> tuple[Weighed, ...]:
        seeds.append(seed)
        better = first if len(seeds) == 1 else then
        both = ("E 7-9>E", better), ("E 5-9>E", 0.0)
        return ranked(*sorted(both, key=lambda pair: -pair[1]), position=play(start, "S 9-9"))

    found = judged(choice, think, "seed")
    assert (seeds, found.cost, found.is_costly) == (asked, cost, cost >= COSTLY)


@settings(max_examples=20)
@given(random_hands(), st.integers(0, 2**32))
def test_every_choice_is_looked_at_and_compared_with_a_better_one(
    hand: list[Position], seed: int
) -> None:
    end = hand[-1]
    scores = dict.fromkeys(end.rules.table, 0)
    seen = 0
    for seat in end.rules.table:
        for choice in decisions(end, seat, scores):
            before = hand[choice.at]
            assert choice.seen == observe(before, seat, scores)
            assert choice.move == end.moves[choice.at]
            found = reviewed(choice, think(choice.seen, "normal", Random(seed)))
            assert (found.at, found.move) == (choice.at, choice.move)
            assert (found.better == found.move) == (found.cost == 0)
            assert before.can(found.better)
            assert found.is_costly == (found.cost >= COSTLY)
            seen += 1
    assert seen == sum(len(position.legal()) > 1 for position in hand[:-1])


@settings(max_examples=10)
@given(random_hands(), st.integers(0, 2**32))
def test_what_was_hidden_then_is_of_no_account(hand: list[Position], seed: int) -> None:
    end = hand[-1]
    scores = dict.fromkeys(end.rules.table, 0)
    for seat in end.rules.table:
        for choice in decisions(end, seat, scores):
            other = permuted(hand[choice.at], seat, Random(seed))
            assert replace(choice, seen=observe(other, seat, scores)) == choice
