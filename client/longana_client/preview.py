"""The move a person looks at before they confirm it."""

from __future__ import annotations

from .board import Move
from .choosing import legal_moves
from .connection import Update
from .desk import Desk


class Preview:
    """Holds it until it is played, changed, or put back with a sentence."""

    def __init__(self, desk: Desk) -> None:
        self._screen, self._words = desk.screen, desk.words
        self._narrator = desk.narrator
        self.move: Move | None = None
        self._chosen = False
        """It was asked for, rather than the only move there is."""

    @property
    def is_chosen(self) -> bool:
        """Whether a move is looked at in place of others."""
        return self.move is not None and self._chosen

    def look_at(self, now: Update, move: Move, *, chosen: bool = True) -> None:
        """Show what a move would make of the table; nobody else learns of it."""
        self.move, self._chosen = move, chosen
        self.show(now)

    def look_at_the_only_move(self, now: Update) -> None:
        """With nothing to choose, what remains is to confirm it."""
        legal = legal_moves(now.view)
        if len(legal) == 1:
            self.look_at(now, legal[0], chosen=False)

    def show(self, now: Update) -> None:
        """Show it once more, if there is one."""
        if self.move is not None:
            self._narrator.show_preview(now, self.move)

    def drop(self, *, silently: bool = False) -> None:
        """The table has moved on."""
        if self.move is not None and self._chosen and not silently:
            self._screen.say([self._words("ui.preview_dropped")])
        self.move = None

    def change_mind(self, now: Update) -> None:
        """Back to what there is to choose from, if there is a choice."""
        if self.move is not None and len(legal_moves(now.view)) > 1:
            self.move = None
            self._narrator.show_options(now)

    def put_back(self, now: Update) -> None:
        """Something else was wanted and can't be: Enter shall not play what was looked at before.

        The only move there is stays, and is shown once more.
        """
        if self.move is not None and len(legal_moves(now.view)) > 1:
            self.move = None
            self._screen.say([self._words("ui.put_back")])
        self.show(now)
