"""A token that the client has drawn: `join` and `create` sent again make nobody else."""

from __future__ import annotations

import asyncio

from server.clients import TWO, Client, Map, Played, playing


TOKEN = "drawn-by-the-client-itself"


async def answer(played: Played, **message: object) -> tuple[Client, Map]:
    """What somebody new on the line is answered."""
    somebody = await played.client()
    return somebody, await somebody.ask(**message)


async def test_a_join_sent_again_brings_the_same_person_back() -> None:
    """F35: on another connection, on the same, and when the room is locked meanwhile."""
    async with playing() as played:
        host = await played.host()
        join = {"type": "join", "code": host.code, "name": "Beto", "seat": "N", "token": TOKEN}
        first, welcome = await answer(played, **join)
        assert (welcome["person"], welcome["token"]) == (2, TOKEN)
        await host.do("lock", locked=True)
        second, again = await answer(played, **join)
        assert (again["type"], again["person"], again["token"]) == ("welcome", 2, TOKEN)
        assert (await first.farewell())["why"] == "replaced"
        assert (await second.ask(**join))["person"] == 2
        await second.do("say", text="still here")
        third = await played.client()
        await third.enter(type="resume", code=host.code, token=TOKEN)
        assert third.person == 2
        assert [who["name"] for who in third.room["people"]] == ["Ana", "Beto"]
        assert third.you["seat"] == "N"


async def test_the_token_of_somebody_else_is_not_that_of_who_is_in() -> None:
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host, token=TOKEN)
        other = {"type": "join", "code": host.code, "name": "Eva", "token": "x" * 22}
        assert (await guest.ask(**other))["code"] == "already_in_room"
        host_again = {"type": "join", "code": host.code, "name": "Eva", "token": host.token}
        assert (await guest.ask(**host_again))["code"] == "already_in_room"


async def test_the_token_of_somebody_removed_makes_no_other_person() -> None:
    async with playing() as played:
        host = await played.host()
        guest = await played.guest(host, token=TOKEN)
        join = {"type": "join", "code": host.code, "name": "Beto"}
        await host.do("remove", person=guest.person)
        assert (await answer(played, **join, token=TOKEN))[1]["code"] == "bad_token"
        assert (await answer(played, **join))[1]["type"] == "welcome"


async def test_a_join_by_an_old_code_works_for_who_is_in_the_room() -> None:
    async with playing() as played:
        host = await played.host()
        await played.guest(host, token=TOKEN)
        await host.do("lock", locked=False, new_code=True)
        join = {"type": "join", "code": host.code, "name": "Beto"}
        _, welcome = await answer(played, **join, token=TOKEN)
        assert (welcome["person"], welcome["code"]) == (2, host.room["code"])
        assert (await answer(played, **join, token="x" * 22))[1]["code"] == "no_room"


async def test_a_create_sent_again_finds_the_room_it_made() -> None:
    async with playing() as played:
        create = {"type": "create", "name": "Ana", "rules": TWO, "token": TOKEN}
        both = await asyncio.gather(answer(played, **create), answer(played, **create))
        codes = {welcome["code"] for _, welcome in both}
        assert len(codes) == len(played.rooms) == 1
        later, welcome = await answer(played, **create)
        assert (welcome["person"], {welcome["code"]}) == (1, codes)
        assert (await later.ask(**create))["code"] in codes
        await later.do("close")
        assert (await answer(played, **create))[1]["code"] == "no_room"
        await played.rooms.sweep()
        _, anew = await answer(played, **create)
        assert anew["type"] == "welcome"
        assert anew["code"] not in codes
