"""Commands that only show something: the table, the plays, points, what can be typed."""

from __future__ import annotations

from typing import Final

from . import sheets
from .absence import acts_as_host
from .connection import Update
from .desk import Desk
from .reading import Word
from .wording import plays


SHOW_THE_TABLE: Final = frozenset({Word.TABLE, Word.PICTURE, Word.LIST})


class Looking:
    """Shows what a person asks to see; nobody else learns of it."""

    def __init__(self, desk: Desk) -> None:
        self._screen, self._words = desk.screen, desk.words
        self._narrator = desk.narrator

    def command(self, now: Update, word: Word, rest: str) -> None:
        """Show what `word` stands for; the commands, if it stands for nothing to look at."""
        match word:
            case Word.TABLE | Word.PICTURE | Word.LIST:
                if word is not Word.TABLE:
                    self._narrator.wish("list" if word is Word.LIST else "picture")
                self._narrator.show(now)
            case Word.PLAYS:
                self._screen.say(plays(self._words, now.view.table))
            case Word.SCORE:
                self._screen.say(sheets.score_sheet(self._words, now.room))
            case Word.TALLY:
                self._screen.say(sheets.tally(self._words, now.room))
            case _:
                self._show_commands(now, everything=bool(rest))

    def _show_commands(self, now: Update, *, everything: bool) -> None:
        """Those of play at the table and those of the room in the lobby, or all."""
        parts = list(sheets.COMMANDS)
        if not everything and now.view.table.phase == "lobby":
            parts = ["room", *(["host"] if acts_as_host(now) else []), "end"]
        elif not everything:
            parts = ["play", "end"]
        self._screen.say(sheets.commands(self._words, self._screen.width, parts))
