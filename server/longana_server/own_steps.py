"""What a room does by itself: computers move, a start that lacks a seal is given up, computers
among themselves deal on. One such step at a time; whatever changes what it is for cancels it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any
from weakref import proxy

from longana_engine import Seat, compact, observe

from . import consent
from .events import Event, HandDealt, Moved, StartAborted
from .house import House
from .presence import Presence
from .room import Room
from .thinker import seed_of


if TYPE_CHECKING:
    from .running_room import RunningRoom


logger = logging.getLogger(__name__)

LOG_PAUSE = 1.0
"""Seconds until the room tries again by itself, when its log could not take something."""

A_LITTLE = 0.01
"""Seconds to be sure that a moment has passed, whatever clocks round."""


class OwnSteps:
    def __init__(self, live: RunningRoom, house: House) -> None:
        self._live: RunningRoom = proxy(live)  # whose part this is: see `running_room.py`
        self._house = house
        self._task: asyncio.Task[None] | None = None
        self._task_for: object = None
        self._alarm: asyncio.Task[None] | None = None
        self._alarm_at: float | None = None
        self._is_closed = False

    def close(self) -> None:
        """Do nothing ever again: people who still go must not set the computers going."""
        self._is_closed = True
        _cancel(self._task)
        _cancel(self._alarm)

    def consider(self) -> None:
        """Begin what is next, unless it is under way already."""
        self._set_alarm()
        room, presence = self._live.room, self._live.presence
        if (self._task is None or self._task.done()) and _awaits_person(room, presence):
            self._task_for = None
            return
        wanted = (
            room.turn,
            room.phase,
            room.starting is not None and room.starting.all_sealed,
            room.to_move is not None and room.computer_at(room.to_move),
            _unattended(room),
            self._paused(),
            presence.proposal,
            presence.proposal and (self._verdict(), self._next_absence()),
            presence.anybody,
            room.closed,
            self._live.owes_reveal,
            self._live.deference,
        )
        if wanted == self._task_for or self._is_closed:
            return
        self._task_for = wanted
        _cancel(self._task)
        step = self._next(room)
        self._task = asyncio.create_task(step) if step is not None else None

    def _set_alarm(self) -> None:
        """While the host is away: to show who acts for them, once they or the others are gone."""
        live, now = self._live, self._house.clock()
        room, presence = live.room, live.presence
        at = None
        if room.host is not None and not presence.is_here(room, room.host) and presence.anybody:
            at = presence.next_gone(room, {room.host, *room.seated}, now)
        if room.closed or self._is_closed:
            at = None
        if at == self._alarm_at:
            return
        _cancel(self._alarm)
        self._alarm_at = at
        self._alarm = None if at is None else asyncio.create_task(self._ring(at - now + A_LITTLE))

    async def _ring(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._alarm = self._alarm_at = None  # it rings: nothing stops it any more
        await self._live.look_again()

    def _paused(self) -> bool:
        """Nobody is here, somebody reads, or an undo is being talked about."""
        room, presence = self._live.room, self._live.presence
        return (
            not presence.anybody or presence.proposal is not None or presence.waits_for_reader(room)
        )

    def _verdict(self) -> str:
        live = self._live
        return consent.verdict(live.room, live.presence, self._house.clock())

    def _next_absence(self) -> float | None:
        live = self._live
        return consent.next_absence(live.room, live.presence, self._house.clock())

    def _next(self, room: Room) -> Coroutine[Any, Any, None] | None:
        if room.closed:
            return None
        if self._live.owes_reveal:
            return self._look_again_after(LOG_PAUSE)
        if room.starting is not None:
            return self._lose_patience(room)
        if self._live.presence.proposal is not None and self._live.presence.anybody:
            return self._see_to_proposal()
        deference = self._live.deference
        if self._paused() or deference is None:
            return None
        if room.to_move is not None and room.computer_at(room.to_move) is not None:
            return self._computer_moves(room, room.to_move, deference)
        if _unattended(room):
            return self._deal_unattended(room, deference)
        return None

    async def _lose_patience(self, room: Room) -> None:
        await asyncio.sleep(self._house.start_patience)
        await self._do(room, _start_failed)

    async def _computer_moves(self, room: Room, seat: Seat, deference: float) -> None:
        await asyncio.sleep(self._house.computer_delay + deference)
        match, level = room.match, room.computer_at(seat)
        if match is None or level is None:
            return
        position = match.hand.position
        move = position.legal()[0]
        try:
            seen = observe(position, seat, match.earlier.scores)
            chosen = await self._house.thinker.choose(seen, level, seed_of(room))
        except Exception:
            logger.exception("a computer failed to choose; it makes the first move there is")
        else:
            if position.can(chosen):
                move = chosen
            else:
                logger.error("a computer chose a move that is refused; the first replaces it")
        await self._do(
            room,
            # Whose seat it is may have come back by way of another server.
            lambda now: Moved(move=compact(move)) if now.computer_at(seat) is not None else None,
        )

    async def _deal_unattended(self, room: Room, deference: float) -> None:
        await asyncio.sleep(self._house.computer_delay + deference)
        await self._do(room, lambda now: HandDealt() if _unattended(now) else None)

    async def _see_to_proposal(self) -> None:
        """When somebody has been gone for long it may be carried out, or void; or once more."""
        if self._verdict() == "open":
            absence = self._next_absence()
            if absence is None:
                return  # somebody who is here is to answer
            await self._look_again_after(max(0.0, absence - self._house.clock()) + A_LITTLE)
        else:
            await self._look_again_after(LOG_PAUSE)

    async def _look_again_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._task_for = None
        await self._live.look_again()

    async def _do(self, room: Room, event_now: Callable[[Room], Event | None]) -> None:
        if not await self._live.by_itself(room.turn, event_now):
            await asyncio.sleep(LOG_PAUSE)
            self._task_for = None
            self.consider()


def _awaits_person(room: Room, presence: Presence) -> bool:
    """Whether a person is to move, and nothing is proposed: so it is after most moves."""
    mover = room.to_move
    return (
        mover is not None
        and room.computer_at(mover) is None
        and presence.proposal is None
        and not room.closed
    )


def _unattended(room: Room) -> bool:
    """Whether the next hand is dealt by itself: no person sits there to ask for it."""
    if room.person_seats or room.phase != "hand_over" or room.match is None:
        return False
    return room.match.can_deal


def _start_failed(room: Room) -> StartAborted | None:
    """Of the seats that are waited for, the first is named."""
    waiting = room.starting.waiting if room.starting is not None else ()
    return StartAborted(seat=waiting[0].value) if waiting else None


def _cancel(task: asyncio.Task[None] | None) -> None:
    """Unless it is the one that asks for it: that goes on."""
    if task is not None and task is not asyncio.current_task():
        task.cancel()
