"""A soft bell when it becomes one's turn."""

from __future__ import annotations

from .connection import Update
from .screen import Screen


class Bell:
    """Rings once each time a seat of this device is to move, where there is a terminal to ring."""

    def __init__(self, screen: Screen, *, on: bool) -> None:
        self.on = on
        self._screen = screen
        self._mine = False

    def see(self, update: Update) -> None:
        """Ring if it has become our turn."""
        mine = update.my_turn is not None and update.view.table.phase == "playing"
        if mine and not self._mine and self.on:
            self._screen.ring()
        self._mine = mine
