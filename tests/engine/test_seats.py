"""Seats: order, names, and who is present."""

import pytest

from longana_engine import SEATS, Seat, seats_of


def test_letters_places_and_names() -> None:
    assert [str(seat) for seat in SEATS] == ["S", "E", "N", "W"]
    assert [seat.place for seat in SEATS] == [0, 1, 2, 3]
    assert [seat.number for seat in SEATS] == [1, 2, 3, 4]
    assert [seat.full_name for seat in SEATS] == ["South", "East", "North", "West"]


def test_a_seat_is_found_by_its_letter() -> None:
    assert {Seat.S: 1}[Seat("S")] == 1
    assert hash(Seat.E) == hash("E")


def test_who_is_present() -> None:
    assert "".join(seats_of(2)) == "SN"
    assert "".join(seats_of(3)) == "SEN"
    assert "".join(seats_of(4)) == "SENW"


@pytest.mark.parametrize("count", [0, 1, 5])
def test_no_other_number_of_seats(count: int) -> None:
    with pytest.raises(ValueError, match="2, 3 or 4 seats"):
        seats_of(count)
