"""A start that waits for somebody, or is refused because of them, says for whom, and what helps."""

from __future__ import annotations

from typing import Any

import pytest

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Refused, Update
from longana_protocol.answers import Away
from longana_protocol.words import SeatName


AWAY = (Away(person=2, seconds=3),)
HELP = (
    "mind E lets a computer play for Beto until they are back; seat E normal gives it\n"
    "the seat. Or wait for Beto.\n"
)
SOON = (
    "In 12 seconds mind E lets a computer play for Beto until they are back; seat E\n"
    "normal gives it the seat at once. Or wait for Beto.\n"
)


def starting(*, person: int = 1, host: int = 1, **table: Any) -> Update:
    room = a_room(match=0, host=host, **of_friends("Ana", "Beto", "Caro"))
    return an_update(room, a_view(room, phase="starting", to_move=None, **table), person=person)


async def test_it_says_for_whom_the_start_waits() -> None:
    async with a_stage() as stage:
        text = await stage.news(starting(waiting=("S", "E", "N")))
        assert "The tiles are being shuffled." in text
        assert "who is away" not in text
        assert stage.session._dialogue.question[0] == "Waiting for Beto and Caro"
        text = await stage.news(starting(waiting=("E",), away=AWAY))
        assert "The start waits for Beto at East, who is away.\n" in text
        assert "mind E" not in text
        assert "The start waits" not in await stage.news(starting(waiting=("E",), away=AWAY))


async def test_while_all_shuffle_no_computer_is_offered_which_the_server_would_not_give() -> None:
    async with a_stage() as stage:
        gone = (Away(person=2, seconds=20),)
        text = await stage.news(starting(waiting=("E",), away=gone))
        assert "The start waits for Beto at East, who is away.\n" in text
        assert "mind E" not in text


def lobby(
    *, person: int = 1, seconds: int = 3, aborted: SeatName | None = None, **table: Any
) -> Update:
    room = a_room(match=0, aborted=aborted, **of_friends("Ana", "Beto", "Caro"))
    away = (Away(person=2, seconds=seconds),)
    view = a_view(room, phase="lobby", to_move=None, away=away, **table)
    return an_update(room, view, person=person)


@pytest.mark.parametrize(("seconds", "told"), [(3, SOON), (20, HELP)])
async def test_a_start_that_is_refused_says_what_helps_and_when(seconds: int, told: str) -> None:
    async with a_stage() as stage:
        refused = Refused("seat_away", "East is away.", {"seat": "E", "person": 2})
        stage.client.answers["start"] = refused
        await stage.news(lobby(seconds=seconds))
        assert "East is away.\n" + told in await stage.type("start")


async def test_what_only_a_host_can_do_is_told_to_whoever_acts_as_host() -> None:
    async with a_stage("lines") as stage:
        refused = Refused("seat_away", "East is away.", {"seat": "E", "person": 2})
        stage.client.answers["rematch"] = refused
        await stage.news(lobby(person=3))
        text = await stage.type("rematch")
        assert "East is away.\n" in text
        assert "mind E" not in text
        await stage.news(lobby(person=3, acting=(3,)))
        assert SOON in await stage.type("rematch")


async def test_a_start_that_was_given_up_says_so_too() -> None:
    async with a_stage() as stage:
        await stage.news(starting(waiting=("E",)))
        text = await stage.news(lobby(aborted="E"))
        assert "The match did not start, because East did not send their part" in text
        assert SOON in text
    async with a_stage() as stage:
        assert HELP in await stage.news(lobby(aborted="E", seconds=20))
