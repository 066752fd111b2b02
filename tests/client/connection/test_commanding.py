"""Commands and their answers, over as many sockets as that takes."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel

from client.connection.clients import Naps, client_of
from client.fake_server import FakeServer, eventually
from longana_client.connection import Refused
from longana_protocol import answers, commands


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
