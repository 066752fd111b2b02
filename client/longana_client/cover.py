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
    """Whether the hands of this device are covered now."""
    playing = update.view.table.phase == "playing"
    return is_shared(update) and playing and not is_exposed(update)


def is_exposed(update: Update) -> bool:
    """Whether a shared screen shows somebody's hand now."""
    return is_shared(update) and update.view.you is not None and update.view.you.seat is not None


def to_uncover(update: Update) -> SeatName | None:
    """The seat whose hand waits under the cover for its person, if it is their turn."""
    return update.my_turn if is_covered(update) else None


class Cover:
    """Knows whether a hand may still be seen on this screen, and covers one by itself."""

    def __init__(self) -> None:
        self._exposed = True
        """Nobody knows what the terminal showed before we came."""
        self._shared = False
        """Several persons played here when the latest view came."""
        self._under: Update | None = None
        """What is known of a hand that only this terminal has covered."""

    def lay_over(self, update: Update) -> None:
        """Cover the hand in sight, which the server still shows to this device."""
        if is_exposed(update):
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
        was_shared, self._shared = self._shared, is_shared(update)
        # Where a person of this device has lost their seat, nobody covers their hand any more.
        has_lost = was_shared and not self._shared and update.view.table.phase == "playing"
        if is_covered(update) or has_lost:
            exposed, self._exposed = self._exposed, False
            return exposed
        if self._shared:
            self._exposed = True
        return False


def _hand(update: Update) -> tuple[object, int]:
    """Which hand is in sight, and when."""
    shown = update.view.you.seat if update.view.you is not None else None
    return shown, update.view.table.turn
