"""Who shall sit where, as the host types it."""

from __future__ import annotations

import pytest

from client.tables import a_room
from longana_client.seating import read_seating, read_swap
from longana_protocol.answers import PersonState
from longana_protocol.commands import SeatChange, ToComputer, ToHere, ToOpen, ToPerson


ROOM = a_room(
    people=(
        PersonState(person=1, name="Ana", device=1),
        PersonState(person=2, name="Peña Loca", device=2),
    )
)


@pytest.mark.parametrize(
    ("text", "seating"),
    [
        ("E hard", ("E", ToComputer(level="hard"))),
        ("oeste difícil", ("W", ToComputer(level="hard"))),
        ("2 computer easy", ("E", ToComputer(level="easy"))),
        ("n computer", ("N", ToComputer(level="normal"))),
        ("north free", ("N", ToOpen())),
        ("E libre", ("E", ToOpen())),
        ("E me", ("E", ToPerson(person=1))),
        ("E yo", ("E", ToPerson(person=1))),
        ("W pena loca", ("W", ToPerson(person=2))),
        ("W here Doña Dora", ("W", ToHere(name="Doña Dora"))),
        ("W aquí Beto", ("W", ToHere(name="Beto"))),
        ("W here", None),
        ("E", None),
        ("E nobody", None),
        ("X hard", None),
        ("", None),
    ],
)
def test_seating(text: str, seating: tuple[str, SeatChange] | None) -> None:
    assert read_seating(text, ROOM, 1) == seating


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("S E", ("S", "E")),
        ("sur y oeste", ("S", "W")),
        ("S S", None),
        ("S", None),
        ("", None),
        ("a b", None),
    ],
)
def test_swaps(text: str, pair: tuple[str, str] | None) -> None:
    assert read_swap(text) == pair
