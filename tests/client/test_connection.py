"""The client library against a fake server on a real socket."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest
from pydantic import BaseModel
from websockets.asyncio.server import serve

from client.fake_server import COMMITMENT, TOKEN, FakeServer, eventually, fake_server, room, view
from longana_client.connection import (
    BadLink,
    Client,
    Gone,
    NonceBook,
    Refused,
    Unreachable,
    Update,
)
from longana_client.own_shuffles import OwnShuffles
from longana_protocol import answers, commands


@pytest.fixture
async def fake() -> AsyncIterator[FakeServer]:
    async with fake_server() as listening:
        yield listening


@dataclass
class Naps:
    """Sleeps that take no time and are remembered; the clock goes on by what was slept."""

    slept: list[float] = field(default_factory=list)

    def clock(self) -> float:
        return sum(self.slept)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


def client_of(fake: FakeServer, naps: Naps | None = None, patience: float = 300) -> Client:
    naps = naps or Naps()
    return Client(
        fake.address,
        patience=patience,
        rng=random.Random(7),
        clock=naps.clock,
        sleep=naps.sleep,
    )


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


# --- commands


async def test_every_command_is_sent_as_it_should_be(fake: FakeServer) -> None:
    def answer(command: commands.Command) -> list[BaseModel]:
        match command:
            case commands.HintCommand():
                return [
                    answers.Hint(about=command.id, turn=4, move="S99", reason="opens", text="…")
                ]
            case commands.ReviewCommand():
                return [answers.Review(about=command.id, match=1, hand=2, seat="S")]
            case commands.RecordCommand():
                return [answers.Record(about=command.id, match=1, record={"winner": None})]
            case _:
                return [answers.Done(about=command.id, turn=5)]

    fake.answer = answer
    async with client_of(fake) as client:
        await client.create("Ana")
        await client.play(4, (3, 7), "N")
        await client.play(4, (9, 9))
        await client.pass_(4)
        await client.next(4)
        await client.rematch(4)
        assert (await client.hint(4)).move == "S99"
        assert (await client.hint(4, alternatives=True)).move == "S99"
        assert (await client.review()).seat == "S"
        assert (await client.review(2, match=1, seat="N")).seat == "S"
        await client.undo(4)
        await client.redo(4)
        await client.restart(4)
        await client.seat("N", commands.ToOpen())
        await client.rules(commands.RulesChoice(target=50))
        assert (await client.start()).turn == 5
        await client.remove(2)
        await client.lock(True, new_code=True)
        await client.let_watch(False)
        assert (await client.record()).record == {"winner": None}
        await client.answer(1, True)
        await client.withdraw(1)
        await client.reading("rules")
        await client.carry_on(2)
        await client.uncover(4, "S")
        await client.mind("N")
        await client.nudge("N")
        await client.say("hola")
        await client.say(phrase="paso")
    sent = [message.model_dump(exclude_none=True) for message in fake.received[2:]]
    ids = [message.pop("id") for message in sent]
    assert len(set(ids)) == len(ids)
    assert sent == [
        {"type": "play", "turn": 4, "tile": (3, 7), "branch": "N"},
        {"type": "play", "turn": 4, "tile": (9, 9)},
        {"type": "pass", "turn": 4},
        {"type": "next", "turn": 4},
        {"type": "rematch", "turn": 4},
        {"type": "hint", "turn": 4, "alternatives": False},
        {"type": "hint", "turn": 4, "alternatives": True},
        {"type": "review"},
        {"type": "review", "match": 1, "hand": 2, "seat": "N"},
        {"type": "undo", "turn": 4},
        {"type": "redo", "turn": 4},
        {"type": "restart", "turn": 4},
        {"type": "seat", "seat": "N", "to": {"kind": "open"}},
        {"type": "rules", "rules": {"preset": "cuban", "target": 50}},
        {"type": "start"},
        {"type": "remove", "person": 2},
        {"type": "lock", "locked": True, "new_code": True},
        {"type": "watching", "allowed": False},
        {"type": "record"},
        {"type": "answer", "proposal": 1, "yes": True},
        {"type": "withdraw", "proposal": 1},
        {"type": "reading", "what": "rules"},
        {"type": "carry_on", "person": 2},
        {"type": "uncover", "turn": 4, "seat": "S"},
        {"type": "mind", "seat": "N"},
        {"type": "nudge", "seat": "N"},
        {"type": "say", "text": "hola"},
        {"type": "say", "phrase": "paso"},
    ]


async def test_a_refusal_is_raised_where_the_command_was_given(fake: FakeServer) -> None:
    """F20: a stale command is told so, and nothing else changes."""
    fake.answer = lambda command: [
        answers.Refused(about=command.id, code="stale", text="Look again.", facts={})
    ]
    async with client_of(fake) as client:
        await client.create("Ana")
        before = client.latest
        with pytest.raises(Refused, match="Look again") as raised:
            await client.pass_(3)
        assert raised.value.code == "stale"
        assert client.latest is not None
        assert before is None or client.latest.view == before.view


@pytest.mark.parametrize("goodbye", ["before the answer", "after the answer"])
async def test_leaving_is_done_when_it_is_said(fake: FakeServer, goodbye: str) -> None:
    def answer(command: commands.Command) -> list[BaseModel]:
        bye = answers.Bye(why="left", text="You have left.")
        if goodbye == "before the answer":
            return [bye]
        return [answers.Done(about=command.id, turn=1), bye]

    fake.answer = answer
    async with client_of(fake) as client:
        await client.create("Ana")
        await client.leave()
        await eventually(lambda: client.gone is not None)
        assert client.gone is not None
        assert client.gone.reason == "left"


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


async def test_an_unanswered_command_is_sent_again_with_its_id(fake: FakeServer) -> None:
    """F18: what was sent before a drop is answered once, and can be done once."""

    def cut(command: commands.Command) -> list[BaseModel]:
        fake.answer = lambda command: [answers.Done(about=command.id, turn=8)]
        fake.cut()
        return []

    fake.answer = cut
    async with client_of(fake) as client:
        await client.create("Ana")
        assert (await client.play(7, (3, 7), "S")).turn == 8
        before, after = fake.of_type("play")
        assert before == after


async def test_a_command_given_while_away_goes_out_after_coming_back(fake: FakeServer) -> None:
    async with client_of(fake, patience=1e9) as client:
        await client.create("Ana")
        await client.until(lambda update: update.online)
        await fake.stop()
        await client.until(lambda update: not update.online)
        playing = asyncio.create_task(client.pass_(7))
        await asyncio.sleep(0.01)
        assert not playing.done()
        await fake.start()
        async with asyncio.timeout(2):
            await playing
        assert [message.type for message in fake.received[-3:]] == ["hello", "resume", "pass"]


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


async def test_a_command_that_came_too_fast_is_sent_again_a_second_later(fake: FakeServer) -> None:
    naps = Naps()
    answered = iter([False, False, True])

    def answer(command: commands.Command) -> list[BaseModel]:
        if next(answered):
            return [answers.Done(about=command.id, turn=8)]
        return [answers.Refused(about=command.id, code="too_fast", text="Slowly.")]

    fake.answer = answer
    async with client_of(fake, naps) as client:
        await client.create("Ana")
        assert (await client.pass_(7)).turn == 8
        assert naps.slept == [1, 1]
        (passed, *again) = fake.of_type("pass")
        assert again == [passed, passed]


async def test_what_is_always_too_fast_is_refused_in_the_end(fake: FakeServer) -> None:
    naps = Naps()
    fake.answer = lambda command: [
        answers.Refused(about=command.id, code="too_fast", text="Slowly.")
    ]
    async with client_of(fake, naps) as client:
        await client.create("Ana")
        with pytest.raises(Refused, match="Slowly"):
            await client.pass_(7)
        assert len(fake.of_type("pass")) == 5


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


# --- fair deals


async def test_seals_and_nonces_are_sent_without_being_asked(fake: FakeServer) -> None:
    book = NonceBook(randomness=lambda size: b"n" * size)
    async with Client(fake.address, nonces=book) as client:
        await client.create("Ana")
        await fake.send(view(2, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("seal")) == 1)
        await fake.send(view(3, phase="starting", waiting=("S",)))
        await client.until(lambda update: update.view.table.number == 3)
        (seal,) = fake.of_type("seal")
        assert isinstance(seal, commands.Seal)
        assert seal.seal == sha256(b"S" + b"n" * 32).digest()
        shown = {"S": seal.seal, "N": sha256(b"N" + bytes(32)).digest()}
        await fake.send(room(seals=shown), view(4, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("nonce")) == 1)
        (nonce,) = fake.of_type("nonce")
        assert isinstance(nonce, commands.Nonce)
        assert nonce.nonce == b"n" * 32
        await fake.send(room(match=1, seals=shown), view(5))
        await client.until(lambda update: update.view.table.number == 5)
        shuffle = book.of_match(1, client.token)
        assert shuffle is not None
        assert shuffle.part == {"S": b"n" * 32}


async def test_a_start_goes_on_in_another_program(fake: FakeServer, tmp_path: Path) -> None:
    starting = view(2, phase="starting", waiting=("S",))
    async with Client(fake.address, nonces=OwnShuffles(tmp_path).book()) as client:
        await client.create("Ana")
        await fake.send(starting)
        await eventually(lambda: len(fake.of_type("seal")) == 1)
        code, token = client.code or "", client.token or ""
    (seal,) = fake.of_type("seal")
    assert isinstance(seal, commands.Seal)
    async with Client(fake.address, nonces=OwnShuffles(tmp_path).book()) as client:
        await client.resume(code, token)
        await fake.send(room(seals={"S": seal.seal, "N": bytes(32)}), starting)
        await eventually(lambda: len(fake.of_type("nonce")) == 1)
    (nonce,) = fake.of_type("nonce")
    assert isinstance(nonce, commands.Nonce)
    assert sha256(b"S" + nonce.nonce).digest() == seal.seal


async def test_a_nonce_refused_as_too_early_is_sent_again(fake: FakeServer) -> None:
    book = NonceBook()
    sealed = book.make(COMMITMENT, "S")
    fake.answer = lambda command: [
        answers.Refused(about=command.id, code="try_again", text="Not all seals are in.")
    ]
    async with Client(fake.address, nonces=book) as client:
        await client.create("Ana")
        shown = {"S": sealed.seal, "N": bytes(32)}
        await fake.send(room(seals=shown), view(2, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("nonce")) == 1)
        await asyncio.sleep(0.01)
        await fake.send(view(3, phase="starting", waiting=("S",)))
        await eventually(lambda: len(fake.of_type("nonce")) == 2)
