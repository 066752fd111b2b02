"""What is said at a table: the latest lines, in memory only, and none of somebody who asks to be
forgotten.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from longana_protocol.answers import Said
from longana_protocol.catalogue import catalogue
from longana_protocol.commands import Say

from .names import clean_line
from .refusing import Refused
from .throttle import PerAddress


REMEMBERED = 50
REMEMBERED_BYTES = 24_000
"""Of all lines together: whoever comes in on a slow line is sent them before anything else."""

AT_ONCE, PER_SECOND = 20, 1.0
"""Lines and nudges of one person: with more they would drive out what others have said."""

LONGEST = 400
"""Characters of a line as it is shown: some signs are three, once they are cleaned."""


def line_of(person: int, name: str, command: Say) -> Said:
    """A line of one's own or a phrase of the catalogue; raises Refused for neither."""
    if command.phrase is not None and f"phrase.{command.phrase}" not in catalogue("en"):
        raise Refused("bad_message", field="phrase", problem="there is no such phrase")
    line = None if command.text is None else clean_line(command.text)
    if (line is None) == (command.phrase is None) or line == "":
        raise Refused("bad_message", field="text", problem="either a text or a phrase")
    if line is not None and len(line) > LONGEST:
        raise Refused("bad_message", field="text", problem=f"more than {LONGEST} characters")
    return Said(person=person, name=name, text=line, phrase=command.phrase)


class Talk:
    def __init__(self) -> None:
        self._lines: deque[Said] = deque(maxlen=REMEMBERED)
        self._pace = PerAddress(PER_SECOND, AT_ONCE)

    def keep_pace(self, person: int, now: float) -> None:
        """Raises Refused when somebody talks on and on."""
        if not self._pace.take(str(person), now):
            raise Refused("too_fast")

    @property
    def lines(self) -> tuple[Said, ...]:
        """What newcomers are told, the oldest first."""
        return tuple(self._lines)

    def add(self, said: Said) -> None:
        """One more line; the oldest make room for it."""
        self._lines.append(said)
        while sum(map(_size, self._lines)) > REMEMBERED_BYTES:
            self._lines.popleft()

    def forget(self, people: Collection[int]) -> None:
        """Remove what they said."""
        self._lines = deque(
            (line for line in self._lines if line.person not in people), maxlen=REMEMBERED
        )


def _size(said: Said) -> int:
    return len((said.text or "").encode()) + len(said.name.encode())
