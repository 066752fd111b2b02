"""Who opens, with what."""

import pytest

from engine.hands import Deal, tiles
from longana_engine import (
    CUBAN,
    INTERNATIONAL,
    Entitlement,
    NoDouble,
    Rules,
    Seat,
    first_opening,
    next_opening,
)


def deal(**hands: str) -> Deal:
    return {Seat(seat): tiles(hand) for seat, hand in hands.items()}


DEAL = deal(S="1-2 3-4", E="5-5 0-0 1-9", N="8-8 2-3", W="0-9 6-7")
NONE = deal(S="1-2", E="1-3", N="1-4", W="1-5")


def opens(seat: Seat, doubles: str) -> Entitlement:
    return Entitlement(seat, tiles(doubles))


@pytest.mark.parametrize("rules", [CUBAN, INTERNATIONAL])
def test_first_hand_the_highest_double_is_forced(rules: Rules) -> None:
    assert first_opening(rules, DEAL) == opens(Seat.N, "8-8")


@pytest.mark.parametrize("rules", [CUBAN, INTERNATIONAL])
def test_the_winner_opens_with_any_double_of_theirs(rules: Rules) -> None:
    entitlement = next_opening(rules, DEAL, winner=Seat.E, opener=Seat.S)
    assert entitlement == opens(Seat.E, "0-0 5-5")


def test_a_winner_without_a_double_hands_on_in_turn_order() -> None:
    right = next_opening(CUBAN, DEAL, winner=Seat.S, opener=Seat.N)
    assert right == opens(Seat.E, "0-0 5-5")
    left = next_opening(INTERNATIONAL, DEAL, winner=Seat.S, opener=Seat.N)
    assert left == opens(Seat.N, "8-8")


def test_after_a_tied_block_cuban_searches_from_the_seat_after_the_opener() -> None:
    assert next_opening(CUBAN, DEAL, winner=None, opener=Seat.N) == opens(Seat.E, "0-0 5-5")
    assert next_opening(CUBAN, DEAL, winner=None, opener=Seat.S) == opens(Seat.E, "0-0 5-5")
    assert next_opening(CUBAN, DEAL, winner=None, opener=Seat.E) == opens(Seat.N, "8-8")


def test_after_a_tied_block_the_opener_is_tried_last_but_tried() -> None:
    only_north = deal(S="1-2", E="1-3", N="1-1 4-4", W="1-5")
    assert next_opening(CUBAN, only_north, winner=None, opener=Seat.N) == opens(Seat.N, "1-1 4-4")


def test_after_a_tied_block_international_forces_the_highest_double() -> None:
    for opener in INTERNATIONAL.table:
        assert next_opening(INTERNATIONAL, DEAL, winner=None, opener=opener) == opens(Seat.N, "8-8")


def test_nobody_holds_a_double() -> None:
    with pytest.raises(NoDouble):
        first_opening(CUBAN, NONE)
    with pytest.raises(NoDouble):
        next_opening(CUBAN, NONE, winner=Seat.S, opener=Seat.S)
    with pytest.raises(NoDouble):
        next_opening(CUBAN, NONE, winner=None, opener=Seat.S)
