"""When the end of a hand is final: once anybody but its one player sees it."""

from __future__ import annotations

from collections.abc import Collection

from .room import Room


def is_owed(room: Room, connected: Collection[int], watchers: int) -> bool:
    """Whether somebody looks on at the end of a hand, and that does not stand in the log yet.

    It makes that end final, so until then nobody is shown it. Alone against computers a person may
    take back what ended the hand.

    Args:
        room: As its log says.
        connected: The persons who are here.
        watchers: How many look on who are no persons of the room.

    """
    match = room.match
    if match is None or not match.hand_over or match.hand.shared or room.closed:
        return False
    unseated = any(not room.seats_of(person) for person in connected)
    return watchers > 0 or unseated or len(room.person_seats) > 1
