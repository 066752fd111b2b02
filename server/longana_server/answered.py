"""Which commands were done lately that the log does not know of (`Room.answer_to` knows the rest):
one that is sent again after a drop is answered again and does nothing.
"""

from __future__ import annotations

from collections import deque

from .room import REMEMBERED_IDS


class Answered:
    """In memory only, as is whatever those commands did."""

    def __init__(self) -> None:
        self._turns: dict[int, deque[tuple[str, int]]] = {}

    def note(self, person: int, command_id: str, turn: int) -> None:
        """The command was done; `turn` is the one after it."""
        known = self._turns.setdefault(person, deque(maxlen=REMEMBERED_IDS))
        known.append((command_id, turn))

    def forget(self, person: int) -> None:
        """They are gone for good, and ask nothing any more."""
        self._turns.pop(person, None)

    def turn_after(self, person: int, command_id: str) -> int | None:
        """The turn after that command, if it was done; None if it was not."""
        known = self._turns.get(person)
        return None if known is None else dict(known).get(command_id)
