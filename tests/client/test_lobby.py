"""What changed in the lobby is said."""

from __future__ import annotations

from typing import Any

import pytest

from client.stage import LINK, a_stage
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
        assert text.startswith("Beto sits at East.\n  South  Ana (you), host\n  East   Beto\n")
        assert LINK not in text


async def test_who_comes_without_a_seat_and_a_door_need_no_list() -> None:
    async with a_stage("lines") as stage:
        view = a_view(ROOM, phase="lobby", hand_number=0, to_move=None)
        await stage.news(an_update(ROOM, view))
        more = a_room(**of_friends("Ana", "Beto", "Caro", seated=1), locked=True)
        text = await stage.news(an_update(more, view))
        assert text.splitlines()[1:-1] == ["Caro is here.", "The room is closed to newcomers."]


@pytest.mark.parametrize("locked", [False, True])
async def test_nobody_is_sent_to_a_closed_door(locked: bool) -> None:
    async with a_stage() as stage:
        room = ROOM.model_copy(update={"locked": locked})
        view = a_view(room, phase="lobby", hand_number=0, to_move=None)
        assert (LINK in await stage.news(an_update(room, view))) is not locked
