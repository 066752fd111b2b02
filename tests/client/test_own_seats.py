"""The seats a device remembers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from longana_client.connection import parse_link
from longana_client.entering import find_link
from longana_client.own_seats import FILE_NAME, MOST_FORMER, MOST_SEATS, OwnSeat, OwnSeats


ANA = OwnSeat("http://host:8765", "ABCD2345", "Ana", "a" * 32)
LINK = parse_link("http://host:8765/#abcd-2345")


def test_the_newest_seat_of_a_room_is_found_however_its_code_is_spelled(tmp_path: Path) -> None:
    seats = OwnSeats(tmp_path / "state")
    jose = replace(ANA, name="José", token="b" * 32)
    seats.keep(ANA)
    seats.keep(jose)
    assert seats.at(LINK) == seats.with_code("abcd 2345") == jose
    assert seats.at(LINK, "ana") == ANA
    assert seats.at(LINK, "JOSE ") == jose
    assert seats.at(LINK, "Bea") is None
    assert seats.at(parse_link("http://elsewhere:8765/#ABCD2345")) is None


def test_a_token_stands_for_one_seat(tmp_path: Path) -> None:
    seats = OwnSeats(tmp_path)
    seats.keep(ANA)
    seats.keep(replace(ANA, code="WXYZ2345"))
    (seat,) = seats.all()
    assert (seat.code, seat.token) == ("WXYZ2345", ANA.token)
    seats.forget(ANA.token)
    assert seats.all() == ()


def test_a_room_is_known_by_its_former_codes_too(tmp_path: Path) -> None:
    seats = OwnSeats(tmp_path)
    latest = replace(ANA, code="WXYZ2345")
    seats.keep(ANA)
    for seat in (latest, latest, replace(ANA, name="Anita", code="WXYZ2345")):
        seats.keep(seat)
    assert seats.all()[0].former == ("ABCD2345",)
    for found in (seats.at(LINK), seats.with_code("abcd 2345")):
        assert found is not None
        assert (found.name, found.link.code) == ("Anita", "WXYZ2345")
    for number in range(MOST_FORMER + 5):
        seats.keep(replace(ANA, code=f"CODE{number}"))
    assert seats.all()[0].former == tuple(f"CODE{number}" for number in range(8, 3, -1))


def test_a_server_is_known_by_all_its_addresses(tmp_path: Path) -> None:
    seats = OwnSeats(tmp_path)
    own = replace(ANA, server="http://127.0.0.1:8765", others=("http://host:8765",))
    seats.keep(own)
    assert seats.at(LINK) == own
    seats.keep(ANA)
    assert seats.at(parse_link("http://127.0.0.1:8765/#ABCD2345")) == seats.all()[0]
    assert (seats.all()[0].server, seats.all()[0].others) == (ANA.server, (own.server,))
    assert seats.at(parse_link("http://elsewhere:8765/#ABCD2345")) is None


def test_whoever_runs_the_server_is_brought_back_by_their_own_machine(tmp_path: Path) -> None:
    """At the address in the link somebody else may be by now, who would be sent the token."""
    seats = OwnSeats(tmp_path)
    own = replace(ANA, server="http://127.0.0.1:8765", others=("http://host:8765",))
    seats.keep(own)
    assert find_link("http://host:8765/#ABCD2345", None, seats).server == own.server
    assert find_link("http://else:8765/#ABCD2345", None, seats).server == "http://else:8765"
    seats.keep(replace(ANA, server="http://host2:8765", others=("http://host:8765",)))
    assert find_link("http://host:8765/#ABCD2345", None, seats).server == "http://host:8765"


def test_a_seat_noted_without_former_codes_is_known(tmp_path: Path) -> None:
    noted = {"server": ANA.server, "code": ANA.code, "name": ANA.name, "token": ANA.token}
    (tmp_path / FILE_NAME).write_text(json.dumps([noted, noted | {"former": 7}]))
    assert OwnSeats(tmp_path).all() == (ANA, ANA)


def test_it_is_bounded(tmp_path: Path) -> None:
    seats = OwnSeats(tmp_path)
    for number in range(MOST_SEATS + 5):
        seats.keep(replace(ANA, token=f"{number:032}"))
    assert [int(seat.token) for seat in seats.all()] == [*range(MOST_SEATS + 4, 4, -1)]


def test_a_token_is_not_shown() -> None:
    assert ANA.token not in repr(ANA)


@pytest.mark.parametrize("text", ["", "{", "{}", '[1, {"server": "x"}]', "\xff"])
def test_a_file_that_is_none_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(text.encode("latin-1"))
    assert OwnSeats(tmp_path).all() == ()
