"""The chain-aware computer: its score, its reasons, and that it knows only what it sees."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hands import begin, play, random_deal, random_hands, tiles
from engine.permuted import permuted
from longana_engine import (
    CUBAN,
    TILES,
    Choice,
    Match,
    NoDouble,
    Opening,
    Pass,
    Play,
    Position,
    Rules,
    Seat,
    Tile,
    choose,
    observe,
    parse_move,
)
from longana_engine.core import as_set
from longana_engine.player import Terms, judge, longest_chain


def choice(position: Position, seed: int = 0) -> Choice:
    return choose(observe(position, position.to_move), Random(seed))


def told(position: Position) -> tuple[str, str, dict[str, str | int]]:
    """The choice as move, key and facts."""
    made = choice(position)
    return str(made.move), made.reason.key, dict(made.reason.facts)


# The score


def longest_by_trying_all(hand: tuple[Tile, ...], end: int) -> int:
    """The longest chain from an end, tile by tile in every order."""
    longest = 0
    for order in permutations(hand):
        at, length = end, 0
        for tile in order:
            if not tile.carries(at):
                break
            at, length = tile.other(at), length + 1
        longest = max(longest, length)
    return longest


@given(st.sets(st.sampled_from(TILES), max_size=6), st.integers(0, 9))
def test_the_longest_chain_is_exact(hand: set[Tile], end: int) -> None:
    assert longest_chain(as_set(hand), end) == longest_by_trying_all(tuple(hand), end)


def test_a_double_lengthens_a_chain_where_it_fits() -> None:
    assert longest_chain(as_set(tiles("1-2 2-2 2-3 8-9")), 1) == 3
    assert longest_chain(as_set(tiles("2-2")), 1) == 0


def test_chains_count_up_to_six() -> None:
    hand = as_set(tiles("0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8"))
    assert longest_chain(hand, 0) == 6
    assert longest_chain(hand, 0, limit=8) == 8


def test_the_terms_of_a_play() -> None:
    position = play(
        begin("S", S="9-9 1-9 1-2 1-3 2-4 5-5", E="0-5 0-6", N="5-9 6-8", W="0-4 0-7"),
        *("S 9-9", "E pass", "N 5-9>E", "W pass"),
    )
    seen = observe(position, Seat.S)
    own, east = parse_move("S 1-9>S"), parse_move("S 5-5>E")
    assert isinstance(own, Play)
    assert isinstance(east, Play)
    assert judge(seen, own) == Terms(pips=10, double=False, fits=2, chain=2, elsewhere=False)
    assert judge(seen, east) == Terms(pips=10, double=True, fits=1, chain=3, elsewhere=True)


def test_the_weights_of_the_terms() -> None:
    weights = Terms(pips=18, double=True, fits=3, chain=4, elsewhere=True).weights
    assert weights == pytest.approx((0.5, 0.3, 0.6, 3.2, 0.4))
    assert sum(Terms(9, False, 0, 0, False).weights) == pytest.approx(0.25)


def test_an_opening_is_judged_by_its_own_end() -> None:
    seen = observe(begin("S", S="1-1 8-8 1-2 2-3 8-9", E="0-1", N="0-2", W="0-3"), Seat.S)
    opening = parse_move("S 1-1")
    assert isinstance(opening, Opening)
    assert judge(seen, opening) == Terms(pips=2, double=True, fits=1, chain=2, elsewhere=False)


# The choice and its reason


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


def test_it_needs_a_turn() -> None:
    position = begin("S", S="9-9 0-1", E="0-9 0-3", N="0-4", W="0-5")
    for reader in (None, Seat.E):
        with pytest.raises(ValueError, match="out of turn"):
            choose(observe(position, reader), Random(0))


def test_the_generator_decides_between_equals_and_repeats_itself() -> None:
    position = play(
        begin("S", S="9-9 2-9 0-8", E="0-3", N="0-4", W="1-9 1-6 2-5 0-7"),
        *("S 9-9", "E pass", "N pass", "W 1-9>E", "S 2-9>N", "E pass", "N pass"),
    )
    made = [str(choice(position, seed).move) for seed in range(20)]
    assert set(made) == {"W 1-6>E", "W 2-5>N"}
    assert made == [str(choice(position, seed).move) for seed in range(20)]


# Laws


@settings(max_examples=50)
@given(random_hands(), st.integers(0, 2**32))
def test_it_makes_the_best_legal_move_for_a_true_reason(hand: list[Position], seed: int) -> None:
    for position in hand[:-1]:
        seen = observe(position, position.to_move)
        made = choose(seen, Random(seed))
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


@settings(max_examples=25)
@given(random_hands(), st.integers(0, 2**32))
def test_it_does_not_depend_on_what_is_hidden(hand: list[Position], seed: int) -> None:
    rng = Random(seed)
    for position in hand[:-1]:
        made = choice(position, seed)
        for _ in range(3):
            assert choice(permuted(position, position.to_move, rng), seed) == made


def wins_against_random(rules: Rules, matches: int) -> int:
    rng = Random(7)
    won = 0
    for number in range(matches):
        seat = rules.table[number % rules.seats]
        match = Match.begin(rules)
        while match.winner is None:
            try:
                position = match.deal(random_deal(rules, rng))
            except NoDouble:
                continue
            while (mover := position.to_move) is not None:
                if mover == seat:
                    move = choose(observe(position, mover, match.scores), rng).move
                else:
                    move = rng.choice(position.legal())
                position = position.after(move)
            match = match.finish(position)
        won += match.winner == seat
    return won


def test_it_beats_three_random_players_more_often_than_not_by_far() -> None:
    # An even seat wins a quarter of the matches; 36 of 60 are expected of this one.
    assert wins_against_random(CUBAN, 60) >= 27
