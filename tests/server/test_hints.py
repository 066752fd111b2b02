"""Hints: thought out once for a turn, and written in the language of whoever asks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from engine.hands import HOUSES, random_hand
from longana_engine import Observation, Seat, Weighed, compact, observe
from longana_engine.computers import Advice, advice
from longana_protocol.catalogue import text
from longana_protocol.commands import HintCommand
from longana_server.degrees import degree
from longana_server.hints import MOST_OTHERS, Hints, as_hint
from longana_server.refusing import Refused
from longana_server.thinker import Thinker
from longana_server.workers import WorkFailed
from server.phases import playing
from server.scripted_room import ScriptedRoom, made


class Counting(Thinker):
    hints = 0

    async def hint(self, seen: Observation, seed: str) -> Advice:
        self.hints += 1
        return await super().hint(seen, seed)


class Broken(Thinker):
    async def hint(self, seen: Observation, seed: str) -> Advice:
        raise WorkFailed("processes die of it")


@pytest_asyncio.fixture
async def thinker() -> AsyncIterator[Counting]:
    thinker = Counting()
    yield thinker
    thinker.close()


def mover(scripted: ScriptedRoom) -> Seat:
    seat = scripted.position.to_move
    assert seat is not None
    return seat


async def test_asking_again_in_a_turn_costs_nothing(thinker: Counting) -> None:
    scripted = playing(2)
    hints = Hints(thinker)
    for _ in range(2):
        seat = mover(scripted)
        first = await hints.think(scripted.room, scripted.position, seat)
        assert await hints.think(scripted.room, scripted.position, seat) is first
        best = first.move
        assert scripted.position.can(best)
        scripted.move(compact(best))
    assert thinker.hints == 2


async def test_the_reason_is_a_sentence_in_the_askers_language(thinker: Counting) -> None:
    scripted = playing(2)
    thought = await Hints(thinker).think(scripted.room, scripted.position, mover(scripted))
    command = scripted.now(HintCommand)
    english, spanish = (as_hint(thought, command, language) for language in ("en", "es"))
    assert (english.about, english.turn, english.move) == (
        *(command.id, scripted.room.turn, compact(thought.move)),
    )
    assert english.reason == spanish.reason
    assert english.text != spanish.text


async def test_a_thought_that_fails_may_be_asked_for_again() -> None:
    scripted = playing(2)
    with pytest.raises(Refused, match="try_again"):
        await Hints(Broken()).think(scripted.room, scripted.position, mover(scripted))


async def test_the_other_moves_come_only_when_they_are_asked_for(thinker: Counting) -> None:
    scripted = ScriptedRoom(1, seed=4)
    scripted.start()
    while len(scripted.position.legal()) < 3:
        scripted.move()
    thought = await Hints(thinker).think(scripted.room, scripted.position, mover(scripted))
    alone = as_hint(thought, made(HintCommand, turn=0), "en")
    whole = as_hint(thought, made(HintCommand, turn=0, alternatives=True), "en")
    assert alone.others == ()
    assert (alone.move, alone.reason, alone.text) == (whole.move, whole.reason, whole.text)
    legal = {compact(move) for move in scripted.position.legal()}
    assert {whole.move, *(other.move for other in whole.others)} == legal
    costs = [other.cost for other in whole.others]
    assert costs == sorted(costs)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("language", ["en", "es"])
def test_whatever_is_given_as_a_reason_can_be_said(language: str, seed: int) -> None:
    """Of any move before any others: the facts fill the texts."""
    rng = Random(seed)
    command = made(HintCommand, turn=0, alternatives=True)
    for position in [*random_hand(HOUSES[seed * 29], rng)][:-1]:
        moves = list(position.legal())
        rng.shuffle(moves)
        ranked = tuple(Weighed(move, -0.8 * place) for place, move in enumerate(moves))
        hint = as_hint(advice(observe(position, position.to_move), ranked), command, language)
        assert hint.text == text(language, f"hint.{hint.reason}", **hint.facts)
        assert len(hint.others) == min(len(moves) - 1, MOST_OTHERS)
        for other in hint.others:
            drawback = text(language, f"drawback.{other.drawback}", **other.facts)
            assert other.worse == degree(other.cost)
            worse = text(language, f"hint.worse.{other.worse}") if other.worse else ""
            assert other.text == f"{worse} {drawback}".strip()
