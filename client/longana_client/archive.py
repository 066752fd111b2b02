"""What was promised for each match of this stay, and saving the records to be held against it."""

from __future__ import annotations

from longana_protocol.answers import Record

from .connection import Update
from .desk import Desk
from .saving import CannotSave, save, verify_command


class Archive:
    """Remembers the commitments as they were shown while their matches were played."""

    def __init__(self, desk: Desk) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._commitments: dict[int, bytes] = {}

    def see(self, update: Update) -> None:
        """Note what is promised for the match that is played."""
        if update.room.match and update.room.commitment is not None:
            self._commitments[update.room.match] = update.room.commitment

    def save(self, record: Record, name: str) -> None:
        """Write a record to a file, and say how to check it."""
        try:
            path = save(record.record, name)
        except CannotSave as problem:
            facts = {"file": self._words.plain(name), "reason": problem.reason}
            self._screen.say([self._words(problem.key, **facts)])
            return
        # Not what the record itself says was promised: that is what is to be checked.
        commitment = self._commitments.get(record.match)
        nonces = self._client.nonces.nonces(commitment) if commitment else {}
        self._screen.say([self._words("ui.save.done", file=self._words.plain(str(path)))])
        self._screen.say_to_copy(self._words.plain(verify_command(path, commitment, nonces)))
