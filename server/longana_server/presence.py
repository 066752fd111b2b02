"""Who is here right now: what the log does not say, because it is gone with the connections."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Presence:
    connected: frozenset[int] = frozenset()
    """Persons with a connection."""
    watchers: int = 0

    @property
    def anybody(self) -> bool:
        return bool(self.connected) or self.watchers > 0
