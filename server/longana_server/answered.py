"""Which commands were done lately that the log does not know of (`Room.answer_to` knows the rest):
one that is sent again after a drop is answered again and does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .room import REMEMBERED_IDS


@dataclass(frozen=True, slots=True)
class Answered:
    """By person, the latest last: a command's id, and the turn after it."""

    turns: Mapping[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    def noting(self, person: int, command_id: str, turn: int) -> Answered:
        """The command was done; `turn` is the one after it."""
        known = (*self.turns.get(person, ()), (command_id, turn))
        return Answered({**self.turns, person: known[-REMEMBERED_IDS:]})

    def without(self, person: int) -> Answered:
        """They are gone for good, and ask nothing any more."""
        return Answered({id: known for id, known in self.turns.items() if id != person})

    def turn_after(self, person: int, command_id: str) -> int | None:
        """The turn after that command, if it was done; None if it was not."""
        known = self.turns.get(person)
        return None if known is None else dict(known).get(command_id)
