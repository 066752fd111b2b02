"""Why a computer makes its move: a true reason, and the one that tells most."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import begin, play, random_hands
from longana_engine import Choice, Opening, Pass, Play, Position, choose, observe
from longana_engine.computers.chain import judge


def choice(position: Position, seed: int = 0) -> Choice:
    return choose(observe(position, position.to_move), "normal", Random(seed))


def told(position: Position) -> tuple[str, str, dict[str, str | int]]:
    """The choice as move, key and facts."""
    made = choice(position)
    return str(made.move), made.reason.key, dict(made.reason.facts)


def test_it_opens_with_the_double_that_leaves_most() -> None:
    position = begin("S", S="1-1 8-8 1-2 2-3 3-4", E="0-1", N="0-2", W="0-3")
    assert told(position) == ("S 1-1", "opens_with", {"tile": "1-1", "count": 3})


def test_a_forced_opening_and_a_forced_play_are_the_only_move() -> None:
    start = begin("S", S="9-9 0-1", E="0-9 0-3", N="0-4", W="0-5")
    assert told(start) == ("S 9-9", "only_move", {"tile": "9-9"})
    assert told(play(start, "S 9-9")) == ("E 0-9>E", "only_move", {"tile": "0-9"})


def test_it_passes_when_it_must() -> None:
    position = play(begin("S", S="9-9 0-9", E="0-3", N="0-4", W="0-5"), "S 9-9")
    assert told(position) == ("E pass", "must_pass", {})


def test_the_last_tile_goes_out() -> None:
    position = play(begin("S", S="9-9 0-1", E="0-3", N="1-9", W="0-5"), "S 9-9", "E pass")
    assert len(position.legal()) == 2
    assert told(position)[1:] == ("goes_out", {"tile": "1-9"})


def test_it_keeps_a_chain() -> None:
    position = play(begin("S", S="9-9 0-1", E="1-9 1-2 2-3 8-9", N="0-4", W="0-5"), "S 9-9")
    assert told(position) == ("E 1-9>E", "keeps_chain", {"tile": "1-9", "count": 2})


def test_it_sheds_the_heaviest_when_nothing_else_counts() -> None:
    position = play(begin("S", S="9-9 0-1", E="5-9 7-9 2-3", N="0-4", W="0-5"), "S 9-9")
    assert told(position) == ("E 7-9>E", "heaviest", {"tile": "7-9", "count": 16})


def test_it_sheds_a_double() -> None:
    position = play(
        begin("S", S="9-9 4-4 5-6", E="4-9 0-3", N="0-4", W="5-9 0-5"),
        *("S 9-9", "E 4-9>E", "N pass", "W 5-9>N"),
    )
    assert [str(move) for move in position.legal()] == ["S 4-4>E", "S 5-6>N"]
    assert told(position) == ("S 4-4>E", "sheds_double", {"tile": "4-4"})


def test_it_uses_an_open_branch_and_keeps_its_own() -> None:
    position = play(begin("S", S="9-9 1-8", E="0-3", N="4-9 5-6", W="0-9"), "S 9-9", "E pass")
    assert told(position) == ("N 4-9>E", "uses_open_branch", {"tile": "4-9", "branch": "E"})


@settings(max_examples=50)
@given(random_hands(), st.integers(0, 2**32))
def test_it_makes_the_best_legal_move_for_a_true_reason(hand: list[Position], seed: int) -> None:
    for position in hand[:-1]:
        seen = observe(position, position.to_move)
        made = choose(seen, "normal", Random(seed))
        assert made.move in seen.legal
        if isinstance(made.move, Pass):
            assert (seen.legal, made.reason.key) == ((made.move,), "must_pass")
            continue
        scores = {
            move: sum(judge(seen, move).weights)
            for move in seen.legal
            if not isinstance(move, Pass)
        }
        assert scores[made.move] == max(scores.values())
        terms = judge(seen, made.move)
        facts = made.reason.facts
        assert facts["tile"] == str(made.move.tile)
        match made.reason.key:
            case "goes_out":
                assert len(seen.hand) == 1
            case "only_move":
                assert len(seen.legal) == 1
            case "opens_with":
                assert isinstance(made.move, Opening)
                assert facts["count"] == terms.chain
            case "keeps_chain":
                assert facts["count"] == terms.chain > 0
            case "heaviest":
                heaviest = max(move.tile.pips for move in scores)
                assert facts["count"] == made.move.tile.pips == heaviest
            case "sheds_double":
                assert made.move.tile.is_double
            case "uses_open_branch":
                assert isinstance(made.move, Play)
                assert made.move.branch != made.move.seat
                assert facts["branch"] == made.move.branch
                assert made.move.branch in seen.opened
            case other:
                pytest.fail(f"{other} with a play")
