"""Hints: a good move and why, for whoever asks, and for nobody else."""

from __future__ import annotations

from longana_engine import Choice, Position, Seat, compact, observe
from longana_protocol.answers import Hint
from longana_protocol.catalogue import text
from longana_protocol.commands import HintCommand

from .computers import Thinker, seed_of
from .room import Room


class Hints:
    """Of one room. The latest is kept with its turn (which says the seat): asking again is free."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._latest: tuple[int, Choice] | None = None

    async def think(self, room: Room, position: Position, seat: Seat) -> Choice:
        """What a strong computer would do, from what that seat can see."""
        if self._latest is None or self._latest[0] != room.turn:
            seen, seed = observe(position, seat), seed_of(room)
            self._latest = room.turn, await self._thinker.choose(seen, "hard", seed)
        return self._latest[1]


def as_hint(choice: Choice, command: HintCommand, language: str) -> Hint:
    """The answer in the asker's language."""
    reason = choice.reason
    return Hint(
        about=command.id,
        turn=command.turn,
        move=compact(choice.move),
        reason=reason.key,
        facts=dict(reason.facts),
        text=text(language, f"hint.{reason.key}", **reason.facts),
    )
