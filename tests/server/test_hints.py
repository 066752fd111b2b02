"""Hints: thought out once for a turn, and written in the language of whoever asks."""

from __future__ import annotations

from longana_engine import Choice, Observation, compact
from longana_protocol.commands import HintCommand
from longana_server.computers import Thinker
from longana_server.events import Level
from longana_server.hints import Hints, as_hint
from server.phases import playing


class Counting(Thinker):
    asked: tuple[Level, ...] = ()

    async def choose(self, seen: Observation, level: Level, seed: str) -> Choice:
        self.asked += (level,)
        return await super().choose(seen, level, seed)


async def test_asking_again_in_a_turn_costs_nothing() -> None:
    scripted, thinker = playing(2), Counting()
    hints = Hints(thinker)
    for _ in range(2):
        seat = scripted.position.to_move
        assert seat is not None
        first = await hints.think(scripted.room, scripted.position, seat)
        assert await hints.think(scripted.room, scripted.position, seat) is first
        assert scripted.position.can(first.move)
        scripted.move(compact(first.move))
    assert thinker.asked == ("hard", "hard")
    thinker.close()


async def test_the_reason_is_a_sentence_in_the_askers_language() -> None:
    scripted, thinker = playing(2), Counting()
    seat = scripted.position.to_move
    assert seat is not None
    choice = await Hints(thinker).think(scripted.room, scripted.position, seat)
    command = scripted.now(HintCommand)
    english, spanish = (as_hint(choice, command, language) for language in ("en", "es"))
    assert (english.about, english.turn, english.move) == (
        *(command.id, scripted.room.turn, compact(choice.move)),
    )
    assert english.reason == spanish.reason
    assert english.text != spanish.text
    thinker.close()
