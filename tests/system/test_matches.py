"""Whole matches through a real server: two persons' clients driven by script, one bot that knows
the protocol's README alone, one computer. No stall, no refused legal move, true scores.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Literal

import pytest

from longana_client.connection import Client, Refused
from longana_engine.record_reading import read_record
from longana_engine.replay import replay
from longana_engine.verify import verify
from longana_protocol.answers import Record
from longana_protocol.commands import RulesChoice
from system import readme_bot
from system.readme_bot import play_as_bot
from system.table import served


STALL = 20.0
"""Seconds after which a match that does not move counts as stalled."""


async def play_as_person(client: Client, rng: random.Random, matches: int) -> None:
    """Any legal move on each turn, hints taken at times; the host deals on and asks for rematches.

    Every legal move must be taken: a refusal ends the test.
    """
    done = -1
    async for update in client.updates():
        table = update.view.table
        if not update.online or table.turn <= done:
            continue
        host = update.room.host == client.person
        if table.proposal is not None and client.person in table.proposal.waiting:
            await client.answer(table.proposal.number, yes=True)
            done = table.turn
            continue
        if update.my_turn is not None and update.view.you is not None:
            move = rng.choice(update.view.you.legal)
            if rng.random() < 0.1:
                move = (await client.hint(table.turn)).move
                assert move in update.view.you.legal
            if len(move) == 1:
                done = (await client.pass_(table.turn)).turn - 1
            else:
                branch = next((s.seat for s in update.room.seats if s.seat == move[3:]), None)
                tile = int(move[1]), int(move[2])
                done = (await client.play(table.turn, tile, branch)).turn - 1
        elif table.phase == "hand_over" and host:
            await deal_on(client, table.turn)
            done = table.turn
        elif table.phase == "match_over":
            if update.room.match == matches:
                return
            if host:
                await client.rematch(table.turn)
                done = table.turn


async def deal_on(client: Client, turn: int) -> None:
    """Ask for the next hand; the bot asks too, and only one of us is first."""
    try:
        await client.next(turn)
    except Refused as refused:
        if refused.code != "stale":
            raise


async def play_matches(
    preset: Literal["cuban", "international"], matches: int, seed: int
) -> list[Record]:
    """All records of one room's evening."""
    rng = random.Random(seed)
    async with (
        served() as app,
        asyncio.timeout(STALL * matches),
        Client(f"http://127.0.0.1:{app.server.port}") as ana,
        Client(f"http://127.0.0.1:{app.server.port}") as beto,
    ):
        await ana.create("Ana", RulesChoice(preset=preset))
        assert ana.code is not None
        await beto.join(ana.code, "Beto")
        address = f"ws://127.0.0.1:{app.server.port}/ws"
        bot = asyncio.create_task(play_as_bot(address, ana.code, "Bot", matches))
        await ana.until(lambda update: len(update.room.people) == 3)
        await ana.start()
        await asyncio.gather(
            play_as_person(ana, rng, matches), play_as_person(beto, rng, matches), bot
        )
        return [await ana.record(number) for number in range(1, matches + 1)]


@pytest.mark.parametrize("preset", ["cuban", "international"])
async def test_matches_are_played_to_their_end(
    preset: Literal["cuban", "international"], long_form: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The bot keeps to what the README says of floods; this server takes any pace.
    monkeypatch.setattr(readme_bot, "PACE", 0)
    matches = 200 if long_form else 6
    for answer in await play_matches(preset, matches, seed=1):
        record = read_record(json.dumps(answer.record).encode())
        replayed = replay(record)
        assert replayed.winner is not None
        assert max(replayed.scores.values()) >= 100
        assert answer.record["scores"] == {s.value: n for s, n in replayed.scores.items()}
        assert verify(record) == len(replayed.hands)
        for hand, steps in zip(replayed.hands, answer.steps, strict=True):
            assert [step.position.to_move for step in hand.steps] == [
                step.to_move for step in steps if step.to_move is not None
            ]
