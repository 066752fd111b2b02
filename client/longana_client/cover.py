"""One screen for several seats: each hand is shown to its own person only.

The server sends a hand only when it has been uncovered, and covers it again; what it sent before is
still on the screen then, and is wiped from it.
"""

from __future__ import annotations

from dataclasses import replace

from longana_protocol.words import SeatName

from .connection import Update


REST = 0.7
"""Seconds a cover stays whatever is typed: Enter pressed twice shall not show the next hand."""


def is_shared(update: Update) -> bool:
    """Whether several persons play on this device."""
    return len(update.mine) > 1


def is_covered(update: Update) -> bool:
    """Whether the hands of this device are covered now: the server sends none.

    So it is of one, too, where somebody who held another of this deal has given up their seat.
    """
    playing = update.view.table.phase == "playing"
    return bool(update.mine) and playing and not _shows_a_hand(update)


def to_uncover(update: Update) -> SeatName | None:
    """The seat whose hand waits under the cover for its person, if it is their turn."""
    return update.my_turn if is_covered(update) else None


class Cover:
    """Knows whether a hand may still be seen on this screen, and covers one by itself."""

    def __init__(self) -> None:
        self._exposed = True
        """Nobody knows what the terminal showed before we came."""
        self._shared: tuple[int, int] | None = None
        """The deal of which hands have been covered here, or several held."""
        self._under: Update | None = None
        """What is known of a hand that only this terminal has covered."""

    def is_exposed(self, update: Update) -> bool:
        """Whether a screen that others use, too, shows somebody's hand now."""
        return self._shared == _deal(update) and _shows_a_hand(update)

    def lay_over(self, update: Update) -> None:
        """Cover the hand in sight, which the server still shows to this device."""
        if self.is_exposed(update):
            self._under = update

    def seen_through(self, update: Update) -> Update:
        """The update as it may be shown. The cover is off as soon as it is another hand's turn."""
        if self._under is None:
            return update
        if update.view.you is None or _hand(update) != _hand(self._under):
            self._under = None
            return update
        self._under = update
        hidden: dict[str, object] = {
            "seat": None,
            "hand": None,
            "legal": (),
            "barred": {},
            "fits": (),
        }
        you = update.view.you.model_copy(update=hidden)
        return replace(update, view=update.view.model_copy(update={"you": you}))

    def lift(self) -> Update | None:
        """Take off a cover of our own; what was under it, if there was one."""
        update, self._under = self._under, None
        return update

    def goes_up(self, update: Update) -> bool:
        """Take in a view; whether the screen has to be wiped now."""
        if is_covered(update) or is_shared(update):
            self._shared = _deal(update)
        if self._shared != _deal(update):
            return False
        if _shows_a_hand(update):
            self._exposed = True
        elif update.view.table.phase == "playing":  # also where nobody has a seat here any more
            exposed, self._exposed = self._exposed, False
            return exposed
        return False


def _shows_a_hand(update: Update) -> bool:
    return update.view.you is not None and update.view.you.seat is not None


def _deal(update: Update) -> tuple[int, int]:
    """The match, and which of its hands."""
    return update.room.match, update.view.table.hand


def _hand(update: Update) -> tuple[object, int]:
    """Which hand is in sight, and when."""
    shown = update.view.you.seat if update.view.you is not None else None
    return shown, update.view.table.turn
