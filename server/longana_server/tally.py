"""What each person has won in a room, over all its matches."""

from __future__ import annotations

from typing import Any

from .room import Room


def tally(room: Room) -> list[dict[str, Any]]:
    """Matches won and points, by those who sat down to each match and are still in the room."""
    won: dict[int, int] = {}
    points: dict[int, int] = {}
    for match in [*room.past, *([room.match] if room.match is not None else [])]:
        for seat, who in match.seats.items():
            person = who.person
            if person is not None and person in room.people:
                won[person] = won.get(person, 0) + (match.standing.winner == seat)
                points[person] = points.get(person, 0) + match.standing.scores[seat]
    return [{"person": id, "matches": won[id], "points": points[id]} for id in won]
