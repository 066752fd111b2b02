"""What changed in the lobby is said."""

from __future__ import annotations

from typing import Any

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.lobby import lobby_told
from longana_client.wording import Words
from longana_protocol.answers import Room, SeatState


ROOM = a_room(**of_friends("Ana", "Beto", seated=1))
RULES = ROOM.rules


def seated(**east: Any) -> Room:
    seats = [SeatState(seat="E", **east) if one.seat == "E" else one for one in ROOM.seats]
    return ROOM.model_copy(update={"seats": tuple(seats)})


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (seated(kind="person", person=2), "Beto sits at East."),
        (seated(kind="computer", level="hard"), "East: Computer, hard."),
        (seated(kind="open"), "East is free."),
        (ROOM.model_copy(update={"rules": {**RULES, "target": 50}}), "Play to: 50."),
        (a_room(preset="international", **of_friends("Ana", "Beto", seated=1)), "Rules: Intern"),
        (ROOM.model_copy(update={"rules": {**RULES, "direction": "left"}}), "Play goes: to the l"),
    ],
)
def test_the_difference_is_one_sentence(after: Room, told: str) -> None:
    (line,) = lobby_told(Words("en"), ROOM, after)
    assert line.startswith(told)
    assert lobby_told(Words("en"), after, after) == []


async def test_it_stands_before_the_lobby() -> None:
    async with a_stage() as stage:
        view = a_view(ROOM, phase="lobby", hand_number=0, to_move=None)
        assert "sits at" not in await stage.news(an_update(ROOM, view))
        text = await stage.news(an_update(seated(kind="person", person=2), view))
        assert text.startswith("Beto sits at East.\n\nThe room:")
