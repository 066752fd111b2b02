"""On a public host its owner decides who makes rooms: with a key, or alone."""

from __future__ import annotations

import asyncio
import random
from asyncio.subprocess import PIPE
from typing import Any

import pytest
from pydantic import SecretStr

from longana_engine import CUBAN
from system.program import LONGANA, environment
from system.table import Message, Raw, served


KEYED = {"create_key": SecretStr("llave ñ")}
ALONE = {"rooms_by": "operator"}


async def answer_to_create(settings: dict[str, Any], **fields: object) -> tuple[Message, int]:
    """What somebody is answered who asks for a room, and how many rooms there are then."""
    async with served(**settings) as app:
        somebody = Raw(app, random.Random(0))
        await somebody.connect()
        answer = await somebody.ask("create", name="Ana", **fields)
        await somebody.close()
        return answer, len(app.rooms)


async def test_without_a_key_anybody_makes_rooms() -> None:
    answer, rooms = await answer_to_create({})
    assert (answer["type"], rooms) == ("welcome", 1)


@pytest.mark.parametrize("given", [None, "", "llave", "llave ñ ", "LLAVE Ñ"])
async def test_where_a_key_is_asked_for_no_other_will_do(given: str | None) -> None:
    answer, rooms = await answer_to_create(KEYED, **({} if given is None else {"key": given}))
    assert (answer["code"], rooms) == ("bad_key", 0)
    assert "llave" not in answer["text"]


async def test_the_key_makes_rooms() -> None:
    answer, rooms = await answer_to_create(KEYED, key="llave ñ")
    assert (answer["type"], rooms) == ("welcome", 1)


@pytest.mark.parametrize("settings", [ALONE, KEYED | ALONE])
async def test_where_the_operator_alone_makes_rooms_no_key_helps(settings: dict[str, Any]) -> None:
    answer, rooms = await answer_to_create(settings, key="llave ñ")
    assert (answer["code"], rooms) == ("no_new_rooms", 0)


@pytest.mark.parametrize("settings", [KEYED, ALONE])
async def test_the_operators_own_room_needs_no_key_and_friends_come_in(
    settings: dict[str, Any],
) -> None:
    async with served(**settings) as app:
        code = await app.rooms.open(CUBAN, "normal", watching=True)
        friend = Raw(app, random.Random(0))
        await friend.connect()
        answer = await friend.ask("join", code=code, name="Bea")
        await friend.close()
        assert answer["type"] == "welcome"


@pytest.mark.parametrize(
    ("settings", "arguments", "code", "said"),
    [
        (KEYED, ("--key", "llave ñ"), 0, "Ana (you), host"),
        (KEYED, (), 1, "asks for a key"),
        (KEYED, ("--key", "llave"), 1, "that was not it"),
        (ALONE, ("--key", "llave ñ"), 1, "Only whoever runs this server"),
    ],
)
async def test_longana_join_new(
    settings: dict[str, Any], arguments: tuple[str, ...], code: int, said: str
) -> None:
    async with served(**settings) as app:
        process = await asyncio.create_subprocess_exec(
            *LONGANA,
            *("join", app.base_url, "--new", "--name", "Ana", *arguments),
            env=environment(),
            stdin=PIPE,
            stdout=PIPE,
        )
        shown, _ = await asyncio.wait_for(process.communicate(b"quit\n"), 20)
    assert (process.returncode, said in shown.decode()) == (code, True)


async def test_the_key_may_stand_in_a_variable_where_nobody_else_sees_it() -> None:
    async with served(**KEYED) as app:
        process = await asyncio.create_subprocess_exec(
            *LONGANA,
            *("join", app.base_url, "--new", "--name", "Ana"),
            env=environment() | {"LONGANA_CREATE_KEY": "llave ñ"},
            stdin=PIPE,
            stdout=PIPE,
        )
        shown, _ = await asyncio.wait_for(process.communicate(b"quit\n"), 20)
    assert (process.returncode, "Ana (you), host" in shown.decode()) == (0, True)
