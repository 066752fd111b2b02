"""The records a room gives out while it is played: finished hands whole, the current one's public
moves, and the table at each step, so that no viewer needs the rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from longana_engine import Position, Seat
from longana_engine.record import Proof
from longana_engine.record_writing import write_record
from longana_protocol.answers import Record, Step
from longana_protocol.codec import pack
from longana_protocol.commands import RecordCommand

from .computer_names import computer_name
from .match_in_play import MatchInPlay, by_computer
from .occupants import Occupant
from .refusing import Refused
from .room import Room


_desk = ThreadPoolExecutor(1, thread_name_prefix="records")
"""A long match takes longer to write down than others should wait for their moves."""

REMEMBERED = 4
"""Packed records kept for each room: those of one evening that people leaf through together."""


@dataclass(frozen=True, slots=True)
class _Source:
    """All that a record is written from."""

    match: MatchInPlay
    names: Mapping[int, str]
    computers: Mapping[Seat, str]

    def is_as(self, other: _Source) -> bool:
        names = self.names == other.names and self.computers == other.computers
        return names and self.match is other.match


class Records:
    """Of one room. Each is written off the event loop, one at a time, and kept until it changes."""

    def __init__(self) -> None:
        self._writing = asyncio.Lock()
        self._packed: dict[int, tuple[_Source, bytes]] = {}
        """By match: what it was written from, and the answer but for its `about`."""

    async def answer(self, room: Room, names: Mapping[int, str], command: RecordCommand) -> bytes:
        """The frame that answers; raises Refused, as `recorded` does."""
        number, match = match_of(room, command.match)
        source = _Source(match, names, _computers(room, match, names))
        async with self._writing:
            here = self._packed
            kept = here.pop(number, None)
            if kept is None or not kept[0].is_as(source):
                loop = asyncio.get_running_loop()
                packed = await loop.run_in_executor(_desk, _packed, room, names, number)
                kept = source, packed
            here[number] = kept
            while len(here) > REMEMBERED:
                del here[next(iter(here))]
        return kept[1] + pack(command.id)

    def forget(self) -> None:
        """Somebody's name is to be nowhere any more."""
        self._packed = {}  # another one: what is just being written goes to the old


def _packed(room: Room, names: Mapping[int, str], number: int) -> bytes:
    """The answer up to the id it is about, which stands last."""
    _, document, steps = recorded(room, names, number)
    fields = Record(about="0", match=number, record=document, steps=steps).model_dump(
        exclude_none=True, exclude={"about"}
    )
    # A map of one more field than these, the last of which is written by `answer`.
    return pack({**fields, "about": ""})[: -len(pack(""))]


def recorded(
    room: Room, names: Mapping[int, str], number: int | None, *, with_deal: bool = False
) -> tuple[int, dict[str, Any], tuple[tuple[Step, ...], ...]]:
    """The record of a match of this room by its number (None: the latest), and its steps.

    Of a hand that is being played it has the public moves; the tiles only `with_deal`, which is
    for the operator alone.

    Raises:
        Refused: `no_record`, when there is no such match.

    """
    number, match = match_of(room, number)
    steps = tuple(_steps(hand) for hand in match.standing.hands)
    computers = _computers(room, match, names)
    return number, _document(match, names, computers, with_deal=with_deal), steps


def _computers(room: Room, match: MatchInPlay, names: Mapping[int, str]) -> Mapping[Seat, str]:
    """What computers at the seats are called, which depends on who else is in the room."""
    return {seat: computer_name(room, seat, names) for seat in match.sat}


def match_of(room: Room, number: int | None) -> tuple[int, MatchInPlay]:
    """A match of this room and its number (None: the latest); raises Refused: `no_record`."""
    matches = [*room.past, *([room.match] if room.match else [])]
    number = len(matches) if number is None else number
    if not 1 <= number <= len(matches):
        raise Refused("no_record")
    return number, matches[number - 1]


def _document(
    match: MatchInPlay,
    names: Mapping[int, str],
    computers: Mapping[Seat, str],
    *,
    with_deal: bool,
) -> dict[str, Any]:
    finished = match.standing.hands
    played = None if match.hand_over else match.hand.position
    return write_record(
        match.standing,
        unfinished=played if with_deal else None,
        current=None if played is None or with_deal else played.moves,
        players={seat: _player(match.sat[seat], names, computers[seat]) for seat in match.sat},
        proof=Proof(match.commitment, match.seals, match.nonces),
        secrets=[match.secret(hand) for hand in range(1, len(finished) + 1)],
        test_deals=bool(match.deals),
        hand_extras=[_extras(match, hand) for hand in range(len(finished))],
    )


def _extras(match: MatchInPlay, hand: int) -> dict[str, Any]:
    """What only a room knows of a finished hand, counted from 0."""
    replayed = (*match.replayed, match.hand.replayed)[hand]
    # Whoever has a seat later changes nothing of what was said of hands before.
    persons = [seat for seat, sat in match.sat.items() if any(who.person for who in sat)]
    made = by_computer(match.standing.hands[hand], match.makers[hand], persons)
    return {
        **({"replayed": True} if replayed else {}),
        **({"by_computer": list(made)} if made else {}),
    }


def _player(sat: Sequence[Occupant], names: Mapping[int, str], computer: str) -> dict[str, Any]:
    """Who has the seat; whoever had it earlier in the match stands under `before`, in order."""
    *before, latest = [_named(who, names, computer) for who in sat]
    return {**latest, **({"before": before} if before else {})}


def _named(who: Occupant, names: Mapping[int, str], computer: str) -> dict[str, Any]:
    if who.person is not None:
        return {"name": names.get(who.person, ""), "kind": "human"}
    return {"name": computer, "kind": "computer", "level": who.level}


@lru_cache(maxsize=256)
def _steps(end: Position) -> tuple[Step, ...]:
    """The table before the first move of a finished hand and after each."""
    position = Position.begin(end.rules, end.dealt, end.entitlement)
    steps = [_step(position)]
    for move in end.moves:
        position = position.after(move)
        steps.append(_step(position))
    return tuple(steps)


def _step(position: Position) -> Step:
    return Step(
        to_move=None if position.to_move is None else position.to_move.value,
        ends=tuple((position.ends or {}).values()),
        opened=tuple(seat.value for seat in position.opened),
        left=tuple(len(hand) for hand in position.hands.values()),
    )
