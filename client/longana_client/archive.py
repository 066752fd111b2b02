"""Saving the records of matches, and saying what they are to be held against."""

from __future__ import annotations

from longana_protocol.answers import Record

from .desk import Desk
from .saving import CannotSave, save, verify_command


class Archive:
    """Writes records to files."""

    def __init__(self, desk: Desk) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words

    def save(self, record: Record, name: str) -> None:
        """Write a record to a file, and say how to check it."""
        try:
            path = save(record.record, name)
        except CannotSave as problem:
            facts = {"file": self._words.plain(name), "reason": problem.reason}
            self._screen.say([self._words(problem.key, **facts)])
            return
        # Not what the record itself says was promised: that is what is to be checked.
        known = self._client.nonces.of_match(record.match, self._client.token)
        commitment, nonces = (known.commitment, known.part) if known else (None, {})
        self._screen.say([self._words("ui.save.done", file=self._words.plain(str(path)))])
        self._screen.say_to_copy(self._words.plain(verify_command(path, commitment, nonces)))
