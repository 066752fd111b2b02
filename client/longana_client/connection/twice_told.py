"""Telling lines one has missed from those one has heard: whoever comes back is told the latest
lines of the table once more.
"""

from __future__ import annotations

from collections import Counter, deque

from longana_protocol.answers import Said


_REMEMBERED = 50
"""As many as a room keeps."""

_Line = tuple[int, str | None, str | None]


class TwiceTold:
    """Knows the latest lines. From `begin` to `end` a known line is told again, not said again."""

    def __init__(self) -> None:
        self._known: deque[_Line] = deque(maxlen=_REMEMBERED)
        self._again: Counter[_Line] = Counter()

    def begin(self) -> None:
        """What comes now is what the table keeps."""
        self._again = Counter(self._known)

    def end(self) -> None:
        """What comes now is said now."""
        self._again.clear()

    def is_new(self, said: Said) -> bool:
        """Whether it has not been heard before."""
        if said.nudge is not None:
            return True
        line = (said.person, said.text, said.phrase)
        if self._again[line] > 0:
            self._again[line] -= 1
            return False
        self._known.append(line)
        return True
