"""Hints: a good move and why, for whoever asks, and for nobody else."""

from __future__ import annotations

import asyncio
import logging

from longana_engine import Position, Seat, compact, observe
from longana_engine.computers import Advice, Alternative
from longana_protocol import answers
from longana_protocol.catalogue import text
from longana_protocol.commands import HintCommand

from .degrees import degree
from .refusing import Refused
from .room import Room
from .thinker import Thinker, seed_of
from .workers import WorkFailed


logger = logging.getLogger(__name__)

MOST_OTHERS = 8
"""Alternatives in a hint: nobody reads on to the last of fourteen."""


class Hints:
    """Of one room. The latest is kept with its turn (which says the seat): asking again is free."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._thinking = asyncio.Lock()
        self._latest: tuple[int, Advice] | None = None

    async def think(self, room: Room, position: Position, seat: Seat) -> Advice:
        """What a strong computer would say, from what that seat can see.

        Raises Refused: `try_again`, when it cannot think just now.
        """
        async with self._thinking:
            if self._latest is None or self._latest[0] != room.turn:
                scores = None if room.match is None else room.match.earlier.scores
                seen = observe(position, seat, scores)
                try:
                    advice = await self._thinker.hint(seen, seed_of(room))
                except (WorkFailed, RuntimeError) as error:
                    logger.error("no hint: %s", error)
                    raise Refused("try_again") from None
                self._latest = room.turn, advice
            return self._latest[1]


def as_hint(advice: Advice, command: HintCommand, language: str) -> answers.Hint:
    """The answer in the asker's language."""
    why = advice.reason
    others = advice.others[:MOST_OTHERS] if command.alternatives else ()
    return answers.Hint(
        about=command.id,
        turn=command.turn,
        move=compact(advice.move),
        reason=why.key,
        facts=dict(why.facts),
        text=text(language, f"hint.{why.key}", **why.facts),
        others=tuple(_other(other, language) for other in others),
    )


def _other(other: Alternative, language: str) -> answers.Alternative:
    drawback = other.drawback
    said = text(language, f"drawback.{drawback.key}", **drawback.facts)
    worse = degree(other.cost)
    if worse:
        said = f"{text(language, f'hint.worse.{worse}')} {said}"
    return answers.Alternative(
        move=compact(other.move),
        cost=other.cost,
        worse=worse,
        drawback=drawback.key,
        facts=dict(drawback.facts),
        text=said,
    )
