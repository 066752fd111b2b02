"""Computers' moves at the reader's own pace: each waits until the one before has been looked at.

For this reader alone: the server and the others go on. Whatever else comes (a proposal, a wish for
a seat, somebody who comes or goes) is shown at once, and with it all that waited.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from .board import read_move
from .connection import Update


BETWEEN = 1.8
"""Seconds between two moves for whoever wants to see them one by one; a server waits 0.8."""

MOST = 4
"""So many may wait; of more the first is shown early."""


class Unhurried:
    """`show` is called with each update, in their order; `is_slow` says whether to wait."""

    def __init__(self, show: Callable[[Update], None], is_slow: Callable[[], bool]) -> None:
        self._show = show
        self._is_slow = is_slow
        self._waiting: deque[Update] = deque()
        self._latest: Update | None = None
        self._shown_at = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def came(self, update: Update) -> None:
        before, self._latest = self._latest, update
        if before is None or not self._is_slow() or not _is_computers_move(before, update):
            self.hurry()
            self._present(update)
        elif not self._waiting and self._patience() <= 0:
            self._present(update)
        else:
            self._waiting.append(update)
            if len(self._waiting) > MOST:
                self._next()
            elif self._timer is None:
                self._wait()

    def hurry(self) -> None:
        """Show all that waits: the reader does not want to."""
        self.stop()
        while self._waiting:
            self._present(self._waiting.popleft())

    def stop(self) -> None:
        """Show nothing more by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(self._patience(), self._next)

    def _next(self) -> None:
        self.stop()
        self._present(self._waiting.popleft())
        if self._waiting:
            self._wait()

    def _present(self, update: Update) -> None:
        self._shown_at = asyncio.get_running_loop().time()
        self._show(update)

    def _patience(self) -> float:
        """Seconds until the next move may be shown."""
        return max(0.0, self._shown_at + BETWEEN - asyncio.get_running_loop().time())


def _is_computers_move(before: Update, now: Update) -> bool:
    """Whether nothing but one move has happened, and a computer made it."""
    was, table = before.view.table, now.view.table
    if now.heard or not now.online or was.phase != "playing" or table.turn != was.turn + 1:
        return False
    if len(table.moves) != len(was.moves) + 1:
        return False
    seat = read_move(table.moves[-1]).seat
    return seat in table.minded or any(
        state.seat == seat and state.kind == "computer" for state in now.room.seats
    )
