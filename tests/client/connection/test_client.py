"""The client library against a fake server on a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from pydantic import BaseModel
from websockets.asyncio.server import serve

from client.connection.clients import Naps, client_of
from client.fake_server import TOKEN, FakeServer, eventually, room, view
from longana_client.connection import (
    BadLink,
    Client,
    Gone,
    Refused,
    Unreachable,
    Update,
)
from longana_protocol import answers, commands


async def first(updates: AsyncIterator[Update]) -> Update:
    async with asyncio.timeout(2):
        return await anext(updates)


# --- entering


async def test_hello_comes_first_and_the_welcome_tells_who_we_are(fake: FakeServer) -> None:
    async with Client(fake.address, lang="es-MX", software="test/1") as client:
        welcome = await client.create("Ana", commands.RulesChoice(seats=2))
        hello, create = fake.received
        assert hello == commands.Hello(version=1, client="test/1", lang="es")
        assert isinstance(create, commands.Create)
        assert create.name == "Ana"
        assert create.rules.seats == 2
        assert welcome.about == create.id
        assert (client.code, client.person, client.token) == ("K7QF2M9X", 1, TOKEN)
        update = await client.until(lambda update: True)
        assert update == client.latest
        assert (update.room, update.view, update.online) == (fake.room, fake.view, True)
        assert update.mine == ("S",)


@pytest.mark.parametrize(
    ("enter", "kind"),
    [
        (lambda client: client.join("K7QF2M9X", "Bea", "N"), "join"),
        (lambda client: client.resume("K7QF2M9X", TOKEN), "resume"),
        (lambda client: client.watch("K7QF2M9X"), "watch"),
    ],
)
async def test_the_other_ways_in(
    fake: FakeServer, enter: Callable[[Client], Awaitable[answers.Welcome]], kind: str
) -> None:
    async with client_of(fake) as client:
        await enter(client)
        assert len(fake.of_type(kind)) == 1
        assert client.token == (None if kind == "watch" else TOKEN)


async def test_a_refused_entry_can_be_tried_again(fake: FakeServer) -> None:
    fake.greeting = lambda command: [
        answers.Refused(about=command.id, code="no_room", text="No such room.", facts={"n": 1})
    ]
    async with client_of(fake) as client:
        with pytest.raises(Refused) as raised:
            await client.join("WRONG", "Ana")
        assert (raised.value.code, str(raised.value)) == ("no_room", "No such room.")
        assert raised.value.facts == {"n": 1}
        fake.greeting = None
        await client.join("K7QF2M9X", "Ana")
        with pytest.raises(RuntimeError):
            await client.join("K7QF2M9X", "Ana")


async def test_another_version_is_the_end(fake: FakeServer) -> None:
    """F37: told to update, not cut off without a word."""
    fake.greeting = lambda command: [answers.Bye(why="version", text="Please update.", version=2)]
    async with client_of(fake) as client:
        with pytest.raises(Gone, match="Please update") as raised:
            await client.create("Ana")
    assert raised.value.reason == "version"


async def test_a_server_that_is_not_there_is_said_so(fake: FakeServer) -> None:
    await fake.stop()
    async with client_of(fake) as client:
        with pytest.raises(Unreachable, match=fake.address):
            await client.create("Ana")


async def test_problems_are_told_in_the_chosen_language(fake: FakeServer) -> None:
    await fake.stop()
    async with Client(fake.address, lang="es-MX") as client:
        with pytest.raises(Unreachable, match="no responde"):
            await client.create("Ana")


async def test_a_server_that_breaks_off_is_said_so(fake: FakeServer) -> None:
    def cut(command: commands.Command) -> list[BaseModel]:
        fake.cut()
        return []

    fake.greeting = cut
    async with client_of(fake) as client:
        with pytest.raises(Unreachable, match="broke"):
            await client.create("Ana")


async def test_another_kind_of_server_is_said_so() -> None:
    async def silent(connection: object) -> None:
        return None

    async with serve(silent, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with Client(f"127.0.0.1:{port}") as client:
            with pytest.raises(Unreachable, match="not as a Longana server"):
                await client.create("Ana")


def test_an_address_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(BadLink):
        Client("ftp://host")


async def test_nothing_can_be_sent_before_entering(fake: FakeServer) -> None:
    async with client_of(fake) as client:
        with pytest.raises(RuntimeError):
            await client.start()


async def test_a_line_that_breaks_before_the_welcome_makes_nobody_twice(fake: FakeServer) -> None:
    naps = Naps()
    silent = iter([True, False])

    def greeting(command: commands.Command) -> list[BaseModel]:
        if next(silent):
            fake.cut()
            return []
        return [fake.welcome(command), fake.room, fake.view]

    fake.greeting = greeting
    async with client_of(fake, naps) as client:
        await client.join("K7QF2M9X", "Ana")
        first_try, again = fake.of_type("join")
        assert first_try == again
        assert isinstance(again, commands.Join)
        assert again.token is not None
        assert len(naps.slept) == 1


# --- updates


async def test_a_slow_reader_skips_but_never_misses_the_latest(fake: FakeServer) -> None:
    async with client_of(fake) as client:
        await client.create("Ana")
        updates = client.updates()
        assert (await first(updates)).view.table.number == 1
        for number in range(2, 40):
            await fake.send(view(number))
        await client.until(lambda update: update.view.table.number == 39)
        assert (await first(updates)).view.table.number == 39


async def test_room_and_view_of_one_change_come_together(fake: FakeServer) -> None:
    async with client_of(fake) as client:
        await client.create("Ana")
        await fake.send(room(scores=(3, 0)), view(2, phase="hand_over"))
        async for update in client.updates():
            assert (update.room.scores == (3, 0)) == (update.view.table.phase == "hand_over")
            if update.view.table.number == 2:
                break


async def test_every_reader_hears_everything(fake: FakeServer) -> None:
    notice = answers.Refused(code="wrong_seal", text="East did not answer.", facts={"seat": "E"})
    lines = [answers.Said(person=1, name="Ana", text=str(number)) for number in range(3)]
    async with client_of(fake) as client:
        await client.create("Ana")
        early, late = client.updates(), client.updates()
        await first(early)
        await fake.send(*lines[:2])
        heard = [*(await first(early)).heard]
        await fake.send(lines[2], notice, view(2))
        await client.until(lambda update: update.view.table.number == 2)
        heard += (await first(early)).heard
        assert heard == [*lines, notice]
        assert list((await first(late)).heard) == heard


async def test_what_a_newer_server_says_is_passed_over(fake: FakeServer) -> None:
    class Newer(BaseModel):
        type: str = "fireworks"

    async with client_of(fake) as client:
        await client.create("Ana")
        await fake.send(Newer(), view(2))
        await client.until(lambda update: update.view.table.number == 2)


# --- coming back


async def test_a_drop_is_mended_and_the_latest_view_follows(fake: FakeServer) -> None:
    naps = Naps()
    async with client_of(fake, naps) as client:
        await client.create("Ana")
        updates = client.updates()
        await first(updates)
        fake.cut()
        assert not (await first(updates)).online
        fake.view = view(9)
        back = await client.until(lambda update: update.online)
        assert back.view.table.number == 9
        (resume,) = fake.of_type("resume")
        assert isinstance(resume, commands.Resume)
        assert (resume.code, resume.token) == ("K7QF2M9X", TOKEN)
        assert len(naps.slept) == 1
        assert 0.25 <= naps.slept[0] <= 0.5


async def test_an_onlooker_comes_back_as_one(fake: FakeServer) -> None:
    async with client_of(fake) as client:
        await client.watch("K7QF2M9X")
        await client.until(lambda update: update.online)
        fake.cut()
        await eventually(lambda: len(fake.of_type("watch")) == 2)


async def test_a_restarting_server_is_waited_for_with_growing_gaps(fake: FakeServer) -> None:
    """F37: clients retry with growing, jittered gaps."""
    naps = Naps()
    async with client_of(fake, naps, patience=1e9) as client:
        await client.create("Ana")
        await client.until(lambda update: update.online)
        await fake.send(answers.Bye(why="shutdown", text="Restarting."))
        await fake.stop()
        await eventually(lambda: len(naps.slept) >= 8)
        await fake.start()
        await client.until(lambda update: update.online)
    for number, nap in enumerate(naps.slept):
        most = min(0.5 * 2**number, 15)
        assert most / 2 <= nap <= most
    assert client.gone is not None
    assert client.gone.reason == "done"


async def test_patience_ends(fake: FakeServer) -> None:
    naps = Naps()
    async with client_of(fake, naps, patience=20) as client:
        await client.create("Ana")
        await client.until(lambda update: update.online)
        await fake.stop()
        waiting = asyncio.create_task(client.pass_(7))
        with pytest.raises(Gone) as raised:
            await client.until(lambda update: False)
        assert raised.value.reason == "unreachable"
        assert sum(naps.slept) == pytest.approx(20)
        with pytest.raises(Gone):
            await waiting
        with pytest.raises(Gone):
            await client.pass_(7)


async def test_without_patience_a_drop_is_the_end(fake: FakeServer) -> None:
    naps = Naps()
    async with client_of(fake, naps, patience=0) as client:
        await client.create("Ana")
        await client.until(lambda update: update.online)
        fake.cut()
        assert [update.online async for update in client.updates()][-1] is False
        assert client.gone is not None
        assert client.gone.reason == "unreachable"
        assert naps.slept == []


@pytest.mark.parametrize("why", ["replaced", "removed", "closed", "too_fast"])
async def test_who_was_sent_away_does_not_fight_back(
    fake: FakeServer, why: answers.ByeReason
) -> None:
    """F35: the newest device has the seat, and the older one rests."""
    naps = Naps()
    async with client_of(fake, naps) as client:
        await client.create("Ana")
        await fake.send(answers.Bye(why=why, text="Goodbye."))
        await eventually(lambda: client.gone is not None)
        assert client.gone is not None
        assert (client.gone.reason, str(client.gone)) == (why, "Goodbye.")
        assert len(fake.connections) == 1
        assert naps.slept == []


async def test_a_room_that_is_gone_is_said_so(fake: FakeServer) -> None:
    """F37: the same hand back, or plainly that the room is gone."""
    async with client_of(fake) as client:
        await client.create("Ana")
        await client.until(lambda update: update.online)
        fake.greeting = lambda command: [
            answers.Refused(about=command.id, code="no_room", text="There is no such room.")
        ]
        fake.cut()
        await eventually(lambda: client.gone is not None)
        assert client.gone is not None
        assert (client.gone.reason, str(client.gone)) == ("no_room", "There is no such room.")


async def test_a_busy_server_is_asked_again(fake: FakeServer) -> None:
    async with client_of(fake) as client:
        await client.create("Ana")
        await client.until(lambda update: update.online)
        left: list[BaseModel] = [
            answers.Bye(why="shutdown", text="Restarting."),
            answers.Refused(code="try_again", text="Later."),
            answers.Refused(code="too_fast", text="Later."),
        ]

        def busy(command: commands.Command) -> list[BaseModel]:
            return [left.pop()] if left else [fake.welcome(command), fake.room, view(5)]

        fake.greeting = busy
        fake.cut()
        await client.until(lambda update: update.view.table.number == 5)
        assert len(fake.of_type("resume")) == 4


async def test_closing_ends_every_wait(fake: FakeServer) -> None:
    fake.answer = lambda command: []
    async with client_of(fake) as client:
        await client.create("Ana")
        reading = asyncio.create_task(client.until(lambda update: False))
        sending = asyncio.create_task(client.start())
        await eventually(lambda: len(fake.of_type("start")) == 1)
    for waiting in (reading, sending):
        with pytest.raises(Gone) as raised:
            await waiting
        assert raised.value.reason == "done"
