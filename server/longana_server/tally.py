"""What each person has won in a room, over all its matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from longana_engine import Position, Seat

from .match_in_play import MatchInPlay
from .occupants import Occupant
from .room import Room


def tally(room: Room) -> list[dict[str, Any]]:
    """Matches won and points, by those who sat at a match and are still in the room.

    The points of a hand, and the match that it ends, are won by who sits there just then: not by
    who had the seat before, and not by who takes it afterwards.
    """
    won: dict[int, int] = {}
    points: dict[int, int] = {}
    for match in [*room.past, *([room.match] if room.match is not None else [])]:
        for person in _persons(match):
            won.setdefault(person, 0)
            points.setdefault(person, 0)
        for hand, seats in zip(match.standing.hands, match.ends, strict=True):
            winner = _winner(hand, seats)
            if winner is not None and hand.result is not None:
                points[winner] += hand.result.points
        if match.standing.winner is not None:
            champion = match.ends[-1][match.standing.winner].person
            if champion is not None:
                won[champion] += 1
    return [
        {"person": id, "matches": won[id], "points": points[id]} for id in won if id in room.people
    ]


def _persons(match: MatchInPlay) -> list[int]:
    return [who.person for sat in match.sat.values() for who in sat if who.person is not None]


def _winner(hand: Position, seats: Mapping[Seat, Occupant]) -> int | None:
    """The person who won a hand; None if a computer did, or nobody."""
    if hand.result is None or hand.result.winner is None:
        return None
    return seats[hand.result.winner].person
