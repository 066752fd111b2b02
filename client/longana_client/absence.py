"""Who is away since when, and when a computer may be asked to mind their seat."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping

from longana_protocol.answers import USUAL_GRACE
from longana_protocol.words import PersonId, SeatName

from .connection import Update


_LONGEST_TOLD = 12 * 3600
"""A time of day says nothing about somebody who has been away for longer."""


class Absences:
    """Keeps the time, as a view only says how long it was when it was sent.

    `clock` gives seconds since 1970.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._grace = USUAL_GRACE
        self._since: dict[PersonId, float] = {}
        self._offered: set[PersonId] = set()
        self._cut_off_at: float | None = None
        self.was_gone_long = False
        """Whether we have just come back ourselves, and others could act for us meanwhile."""

    def see(self, update: Update) -> None:
        """Note who has gone and who has come back."""
        now = self._clock()
        self._grace = update.room.grace
        lost = self._cut_off_at
        self.was_gone_long = update.online and lost is not None and now - lost >= self._grace
        self._cut_off_at = None if update.online else now if lost is None else lost
        away = {one.person: now - max(one.seconds, 0) for one in update.view.table.away}
        self._since = {person: self._since.get(person, since) for person, since in away.items()}
        self._offered &= away.keys()

    @property
    def since(self) -> Mapping[PersonId, str]:
        """The time of day at which somebody went away; "" for longer ago than half a day."""
        now = self._clock()
        return {
            person: time.strftime("%H:%M", time.localtime(since))
            if now - since < _LONGEST_TOLD
            else ""
            for person, since in self._since.items()
        }

    def long_away(self, person: PersonId | None) -> bool:
        """Whether others may act for this person by now."""
        since = self._since.get(person) if person is not None else None
        return since is not None and self._clock() - since >= self._grace

    def seconds_left(self, person: PersonId | None) -> int:
        """How long until others may act for somebody who is away; 0 if they may, or need not."""
        since = self._since.get(person) if person is not None else None
        return 0 if since is None else max(math.ceil(since + self._grace - self._clock()), 0)

    def to_offer(self, update: Update) -> list[SeatName]:
        """The seats that a computer could mind by now and that were not offered before."""
        table = update.view.table
        if not update.online:  # nothing could be done for them, and who knows who is there
            return []
        if table.phase not in ("playing", "hand_over") or not acts_as_host(update):
            return []
        offered = [
            (state.seat, state.person)
            for state in update.room.seats
            if state.person is not None
            and state.seat not in table.minded
            and state.person not in self._offered
            and self.long_away(state.person)
        ]
        self._offered |= {person for _, person in offered}
        return [seat for seat, _ in offered]

    def may_go_on(self, update: Update) -> bool:
        """Whether the reader may ask for the next hand or match.

        Whoever is seated may, and any person where nobody seated is here.
        """
        if update.person is None:
            return False
        sitting = [state.person for state in update.room.seats if state.person is not None]
        return bool(update.mine) or all(map(self.long_away, sitting))

    def next_due(self) -> float | None:
        """Seconds until somebody will have been away long enough; None if nobody will."""
        now = self._clock()
        coming = (since + self._grace - now for since in self._since.values())
        return min((wait for wait in coming if wait > 0), default=None)


def acts_as_host(update: Update) -> bool:
    """Whether the reader is the host, or may act for a host who is away."""
    if update.person is None:
        return False
    return update.person == update.room.host or update.person in update.view.table.acting
