"""All deeds there are, by name."""

from __future__ import annotations

# Each of these adds its own.
from system.room_model import coming, company, consent, playing, seats
from system.room_model.deed import DEEDS


__all__ = ["DEEDS", "coming", "company", "consent", "playing", "seats"]
