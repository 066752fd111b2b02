"""Equal-end priority by example, under both presets and with house rules."""

import pytest

from engine.hands import begin, legal, play
from longana_engine import CUBAN, Position, Rules, Seat, parse_move
from longana_engine import rules_from as rules


def branch_to_use(position: Position, move: str) -> str:
    """Where the tile must go instead, of a move that equal-end priority bars."""
    refusal = position.why_not(parse_move(move))
    assert refusal is not None
    assert refusal.code == "earlier_open_branch"
    return str(refusal.facts["instead"])


def one_open_five(house: Rules) -> Position:
    """East's branch is open on 5, North's shows 5 too but is closed; West is to move."""
    return play(
        begin(
            "S",
            house,
            S="9-9 2-9 2-7 1-7 0-6",
            E="5-9 0-3 0-4",
            N="1-9 1-5 3-4",
            W="8-9 6-8 2-5 5-5 6-7",
        ),
        *("S 9-9", "E 5-9>E", "N 1-9>N", "W 8-9>W"),
        *("S 2-9>S", "E pass", "N 1-5>N"),
    )


def two_open_fives(house: Rules) -> Position:
    """North's branch has opened behind East's, and West is to move again."""
    return play(one_open_five(house), "W 6-8>W", "S 2-7>S", "E pass", "N pass")


def test_the_branch_that_opened_first_must_be_used() -> None:
    position = two_open_fives(CUBAN)
    assert position.opened == (Seat.E, Seat.N), "passing again kept East's place"
    assert legal(position) == ["W 2-5>E", "W 5-5>E", "W 6-7>W"]
    assert branch_to_use(position, "W 2-5>N") == "E"
    assert position.barred == {Seat.N: Seat.E}
    assert position.fits == (5, 6)


def test_once_the_first_shows_another_value_the_next_is_free() -> None:
    position = play(two_open_fives(CUBAN), "W 2-5>E", "S 1-7>S", "E pass", "N pass")
    assert position.ends == {"S": 1, "E": 2, "N": 5, "W": 6}
    assert legal(position) == ["W 5-5>N", "W 6-7>W"]
    assert position.barred == {}


def test_a_double_on_a_closed_branch_is_exempt_until_the_branch_opens_behind() -> None:
    before = one_open_five(CUBAN)
    assert legal(before) == ["W 2-5>E", "W 5-5>E", "W 5-5>N", "W 6-8>W"]
    assert branch_to_use(two_open_fives(CUBAN), "W 5-5>N") == "E"


def test_doubles_are_free_where_the_rules_say_so() -> None:
    position = two_open_fives(rules({"doubles_obey_priority": False}))
    assert legal(position) == ["W 2-5>E", "W 5-5>E", "W 5-5>N", "W 6-7>W"]
    assert branch_to_use(position, "W 2-5>N") == "E"
    assert position.barred == {Seat.N: Seat.E}


def test_it_is_judged_for_each_value_shown_now() -> None:
    passes = ("S pass", "E pass", "N pass")
    position = play(
        begin("W", S="0-1", E="0-2", N="0-3", W="9-9 8-9 7-9 6-9 6-7 7-8 1-2"),
        *("W 9-9", *passes, "W 8-9>S", *passes, "W 7-9>E", *passes),
        *("W 6-9>N", *passes, "W 6-7>N", *passes),
    )
    assert position.opened == (Seat.S, Seat.E, Seat.N)
    assert position.ends == {"S": 8, "E": 7, "N": 7, "W": 9}
    assert legal(position) == ["W 7-8>S", "W 7-8>E"]
    assert branch_to_use(position, "W 7-8>N") == "E"


def test_an_empty_open_branch_counts_like_any_other() -> None:
    position = begin("S", S="9-9 0-1", E="0-3", N="0-4", W="1-9 0-5")
    position = play(position, "S 9-9", "E pass", "N pass")
    assert legal(position) == ["W 1-9>E", "W 1-9>W"]
    assert branch_to_use(position, "W 1-9>N") == "E"


def priority_house(compared: bool, doubles_obey: bool, direction: str) -> Rules:
    return rules(
        {
            "direction": direction,
            "own_branch_in_priority": compared,
            "doubles_obey_priority": doubles_obey,
        }
    )


@pytest.mark.parametrize(
    ("compared", "doubles_obey", "moves"),
    [
        (False, True, ["W 2-2>N", "W 2-2>W", "W 2-3>N", "W 2-3>W"]),
        (False, False, ["W 2-2>N", "W 2-2>W", "W 2-3>N", "W 2-3>W"]),
        (True, False, ["W 2-2>N", "W 2-2>W", "W 2-3>W"]),
        (True, True, ["W 2-2>W", "W 2-3>W"]),
    ],
)
def test_ones_own_branch_that_opened_first(
    compared: bool, doubles_obey: bool, moves: list[str]
) -> None:
    position = play(
        begin(
            "S",
            priority_house(compared, doubles_obey, "left"),
            S="9-9 4-9 2-4 0-8",
            W="2-2 2-3 5-6",
            N="6-7 6-8",
            E="1-9 1-2 0-7",
        ),
        *("S 9-9", "W pass", "N pass", "E 1-9>W"),
        *("S 4-9>N", "W pass", "N pass", "E 1-2>W"),
        "S 2-4>N",
    )
    assert position.opened == (Seat.W, Seat.N)
    assert position.ends == {"S": 9, "E": 9, "N": 2, "W": 2}
    assert legal(position) == moves
    assert position.barred == ({Seat.N: Seat.W} if compared else {})
    if compared:
        assert branch_to_use(position, "W 2-3>N") == "W"


@pytest.mark.parametrize("compared", [True, False])
@pytest.mark.parametrize("doubles_obey", [True, False])
def test_ones_own_branch_is_playable_also_when_another_opened_first(
    compared: bool, doubles_obey: bool
) -> None:
    position = play(
        begin(
            "S",
            priority_house(compared, doubles_obey, "right"),
            S="9-9 4-9 2-4 0-8",
            E="0-9 1-9 1-2 0-7",
            N="6-7 6-8",
            W="2-2 2-3 5-6",
        ),
        *("S 9-9", "E 0-9>E", "N pass", "W pass"),
        *("S 4-9>N", "E 1-9>W", "N pass", "W pass"),
        *("S 2-4>N", "E 1-2>W", "N pass"),
    )
    assert position.opened == (Seat.N, Seat.W)
    assert position.ends == {"S": 9, "E": 0, "N": 2, "W": 2}
    assert legal(position) == ["W 2-2>N", "W 2-2>W", "W 2-3>N", "W 2-3>W"]
    assert position.barred == {}
