"""A hand by example: its opening, plays, passes, and its end."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from engine.hands import Deal, begin, by_seat, legal, play, tiles
from longana_engine import CUBAN, INTERNATIONAL, Entitlement, Position, Result, Rules, Seat
from longana_engine import rules_from as rules


# The opening


def test_any_permitted_double_opens() -> None:
    position = begin("S", S="0-0 3-3 1-2", E="0-1", N="0-2", W="0-4")
    assert position.to_move == Seat.S
    assert (position.centre, position.ends, position.opener) == (None, None, None)
    assert legal(position) == ["S 0-0", "S 3-3"]
    position = play(position, "S 0-0")
    assert position.to_move == Seat.E
    assert (position.centre, position.opener) == (tiles("0-0")[0], Seat.S)
    assert position.ends == dict.fromkeys("SENW", 0)
    assert position.branches == dict.fromkeys("SENW", ())
    assert position.opened == ()


def test_play_goes_on_after_the_opener_in_the_direction_of_the_rules() -> None:
    hands = {"S": "1-2", "E": "1-1 0-3", "N": "1-4", "W": "1-5"}
    assert play(begin("E", CUBAN, **hands), "E 1-1").to_move == Seat.N
    assert play(begin("E", INTERNATIONAL, **hands), "E 1-1").to_move == Seat.S


def test_what_cannot_be_dealt() -> None:
    opening = Entitlement(Seat.S, tiles("9-9"))
    good: Deal = by_seat(S=tiles("9-9"), E=tiles("0-1"), N=tiles("0-2"), W=tiles("0-3"))
    cases: list[tuple[Deal, Entitlement]] = [
        ({**good, Seat.W: ()}, opening),
        (by_seat(S=tiles("9-9"), E=tiles("0-1"), N=tiles("0-2")), opening),
        ({**good, Seat.W: tiles("0-1")}, opening),
        ({**good, Seat.W: tiles("0-3 0-3")}, opening),
        (good, Entitlement(Seat.E, tiles("9-9"))),
        (good, Entitlement(Seat.S, ())),
        (good, Entitlement(Seat.E, tiles("0-1"))),
    ]
    for hands, entitlement in cases:
        with pytest.raises(ValueError, match=r"dealt|hold"):
            Position.begin(CUBAN, hands, entitlement)


# What may be played


def test_another_seats_closed_branch_takes_doubles_only() -> None:
    position = begin("S", S="9-9 0-1", E="5-9 0-3", N="5-5 1-9 2-5", W="0-2")
    position = play(position, "S 9-9", "E 5-9>E")
    assert legal(position) == ["N 1-9>N", "N 5-5>E"]
    assert position.fits == (9,)


def test_another_seats_open_branch_takes_any_tile_even_its_first() -> None:
    position = begin("S", S="9-9 0-1", E="0-3", N="0-4 1-9", W="0-2 2-9")
    position = play(position, "S 9-9", "E pass")
    assert position.opened == (Seat.E,)
    assert legal(position) == ["N 1-9>E", "N 1-9>N"]
    position = play(position, "N 1-9>E")
    assert position.branches == {"S": (), "E": tiles("1-9"), "N": (), "W": ()}
    assert position.ends == {"S": 9, "E": 1, "N": 9, "W": 9}
    assert position.opened == (Seat.E,), "others playing there leave it open"


def test_a_double_changes_no_end_and_gives_no_turn() -> None:
    position = begin("S", S="9-9 1-9", E="5-9 0-3", N="5-5 0-4", W="0-2")
    position = play(position, "S 9-9", "E 5-9>E", "N 5-5>E")
    assert position.branches[Seat.E] == tiles("5-9 5-5")
    assert position.ends == {"S": 9, "E": 5, "N": 9, "W": 9}
    assert position.to_move == Seat.W


# Opening and closing branches


def test_a_pass_opens_and_passing_again_changes_nothing() -> None:
    position = begin("S", S="9-9 8-9 7-8", E="0-3", N="0-4", W="0-5")
    position = play(position, "S 9-9", "E pass", "N pass", "W pass")
    assert position.opened == (Seat.E, Seat.N, Seat.W)
    position = play(position, "S 8-9>S", "E pass")
    assert position.opened == (Seat.E, Seat.N, Seat.W)


@pytest.mark.parametrize("move", ["E 1-2>E", "E 2-6>N"])
def test_playing_anywhere_closes_ones_own_branch(move: str) -> None:
    position = play(
        begin("S", S="9-9 6-9 0-8", E="1-2 2-6 0-3", N="0-4", W="1-9 0-5"),
        *("S 9-9", "E pass", "N pass", "W 1-9>E", "S 6-9>N"),
    )
    assert position.opened == (Seat.E, Seat.N)
    assert play(position, move).opened == (Seat.N,)


@pytest.mark.parametrize(("reopened", "order"), [("last", "NE"), ("kept", "EN")])
def test_a_branch_that_opens_again(reopened: str, order: str) -> None:
    position = play(
        begin(
            "S",
            rules({"reopened_order": reopened}),
            S="9-9 8-9 7-8 0-7",
            E="1-2 0-3",
            N="0-4",
            W="1-9 6-9 0-5",
        ),
        *("S 9-9", "E pass", "N pass", "W 1-9>E", "S 8-9>S"),
    )
    assert position.opened == (Seat.E, Seat.N)
    position = play(position, "E 1-2>E")
    assert position.opened == (Seat.N,)
    position = play(position, "N pass", "W 6-9>N", "S 7-8>S", "E pass")
    assert "".join(position.opened) == order


# The end of a hand


def test_out_scores_the_pips_left_in_the_other_hands() -> None:
    position = play(begin("S", S="9-9 1-9", E="9-3 0-3", N="4-9", W="0-5"), "S 9-9", "E 3-9>E")
    position = play(position, "N 4-9>N")
    assert position.to_move is None
    assert position.result == Result("out", Seat.N, 18, by_seat(S=10, E=3, N=0, W=5))
    assert position.legal() == ()


def test_out_counts_before_block_even_if_an_opponent_holds_only_the_blank() -> None:
    two = rules({"seats": 2})
    position = play(begin("S", two, S="9-9 1-9", N="0-0"), "S 9-9", "N pass", "S 1-9>S")
    assert position.result == Result("out", Seat.S, 0, by_seat(S=0, N=0))


@pytest.mark.parametrize(("house", "points"), [(CUBAN, 46), (INTERNATIONAL, 36)])
def test_a_block_may_come_with_the_opening_and_is_scored_by_the_rules(
    house: Rules, points: int
) -> None:
    position = begin("S", house, S="9-9 2-3", E="4-8", N="6-7 3-4", W="4-5")
    position = play(position, "S 9-9")
    assert position.to_move is None
    assert position.result == Result("block", Seat.S, points, by_seat(S=5, E=12, N=20, W=9))


@pytest.mark.parametrize("house", [CUBAN, INTERNATIONAL])
def test_a_tie_for_lowest_scores_nobody(house: Rules) -> None:
    position = play(begin("S", house, S="9-9 2-3", E="4-8", N="6-7", W="1-4"), "S 9-9")
    assert position.result == Result("block", None, 0, by_seat(S=5, E=12, N=13, W=5))


def test_a_tie_among_the_others_does_not_matter() -> None:
    position = play(begin("S", S="9-9 2-3", E="4-8", N="5-7", W="4-5"), "S 9-9")
    assert position.result == Result("block", Seat.S, 38, by_seat(S=5, E=12, N=12, W=9))


def test_a_block_may_be_won_for_nothing() -> None:
    two = rules({"seats": 2, "block_score": "difference"})
    position = play(begin("S", two, S="9-9 0-1", N="0-0"), "S 9-9")
    assert position.result == Result("block", Seat.N, 1, by_seat(S=1, N=0))


def test_absent_seats_neither_win_nor_tie() -> None:
    three = rules({"seats": 3})
    position = play(begin("S", three, S="9-9 0-1", E="0-2", N="0-3"), "S 9-9")
    assert position.result == Result("block", Seat.S, 6, by_seat(S=1, E=2, N=3))


def test_passes_all_round_are_no_block() -> None:
    two = rules({"seats": 2})
    position = play(
        begin("N", two, N="5-5 3-9 4-9", S="5-9 1-2"), "N 5-5", "S 5-9>S", "N pass", "S pass"
    )
    assert position.result is None
    assert legal(position) == ["N 3-9>S", "N 4-9>S"]


# Values


def test_a_position_never_changes() -> None:
    start = begin("S", S="9-9 1-9", E="3-9", N="4-9", W="0-5")
    before = (start.hands, start.ends, start.moves, legal(start))
    opened = play(start, "S 9-9")
    play(opened, "E 3-9>E")
    assert (start.hands, start.ends, start.moves, legal(start)) == before
    assert opened == play(start, "S 9-9")
    assert hash(opened) == hash(play(start, "S 9-9"))
    assert opened != start
    frozen: Any = start
    with pytest.raises(FrozenInstanceError):
        frozen.moves = ()


def test_the_deal_can_be_read_back() -> None:
    start = begin("S", S="9-9 1-9", E="3-9 0-3", N="4-9 0-4", W="0-5")
    later = play(start, "S 9-9", "E 3-9>E", "N 4-9>N", "W pass")
    assert later.dealt == start.dealt == start.hands
    assert later.hands == {
        "S": tiles("1-9"),
        "E": tiles("0-3"),
        "N": tiles("0-4"),
        "W": tiles("0-5"),
    }


def test_hands_are_revealed_when_the_hand_is_over() -> None:
    start = begin("S", S="9-9 2-3", E="4-8", N="6-7", W="4-5")
    assert start.revealed == {}
    assert play(start, "S 9-9").revealed == {
        "S": tiles("2-3"),
        "E": tiles("4-8"),
        "N": tiles("6-7"),
        "W": tiles("4-5"),
    }
