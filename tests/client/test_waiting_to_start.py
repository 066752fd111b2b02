"""A start that waits for somebody, or is refused because of them, says for whom, and what helps."""

from __future__ import annotations

from typing import Any

from client.stage import a_stage
from client.tables import a_room, a_view, an_update, of_friends
from longana_client.connection import Refused, Update
from longana_protocol.answers import Away


AWAY = (Away(person=2, seconds=3),)
HELP = (
    "mind E lets a computer play for Beto until they are back; seat E normal gives it\n"
    "the seat. Or wait for Beto.\n"
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
        assert "The start waits for Beto at East, who is away.\n" + HELP in text
        assert "The start waits" not in await stage.news(starting(waiting=("E",), away=AWAY))


async def test_what_only_the_host_can_do_is_told_to_the_host() -> None:
    async with a_stage() as stage:
        text = await stage.news(starting(person=3, waiting=("E",), away=AWAY))
        assert "The start waits for Beto at East, who is away.\n" in text
        assert "mind E" not in text
        text = await stage.news(starting(person=3, host=2, waiting=("E",), away=()))
        assert HELP in await stage.news(starting(person=3, host=2, waiting=("E",), away=AWAY))


async def test_a_start_that_is_refused_says_what_helps() -> None:
    room = a_room(match=0, **of_friends("Ana", "Beto"))
    lobby = an_update(room, a_view(room, phase="lobby", to_move=None, away=AWAY))
    async with a_stage() as stage:
        refused = Refused("seat_away", "East is away.", {"seat": "E", "person": 2})
        stage.client.answers["start"] = refused
        await stage.news(lobby)
        assert "East is away.\n" + HELP in await stage.type("start")


async def test_a_start_that_was_given_up_says_so_too() -> None:
    async with a_stage() as stage:
        await stage.news(starting(waiting=("E",)))
        room = a_room(match=0, aborted="E", **of_friends("Ana", "Beto"))
        given_up = an_update(room, a_view(room, phase="lobby", to_move=None, away=AWAY))
        text = await stage.news(given_up)
        assert "The match did not start, because East did not send their part" in text
        assert HELP in text
