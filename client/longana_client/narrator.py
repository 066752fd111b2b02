"""Tells what happens at the table, and shows it whenever there is something to look at."""

from __future__ import annotations

from . import sheets
from .board import Move
from .choosing import legal_moves
from .connection import Update
from .drawing import draw_preview, draw_reveal, draw_table
from .look import Look, Shape
from .screen import Screen
from .sheets import Lines
from .terminal import Terminal
from .wording import Words, heard_told, people_told, result_told, told, why_pass


class Narrator:
    """Compares each update with the one told before it, and says the difference."""

    def __init__(
        self, terminal: Terminal, screen: Screen, words: Words, invitation: str, *, alone: bool
    ) -> None:
        self._terminal = terminal
        self._screen = screen
        self._words = words
        self._invitation = invitation
        self._alone = alone
        """Nobody else is expected, so that there is no lobby to show."""
        self._told: Update | None = None
        self._online = True
        self.shape: Shape = "picture"
        """How the person wants to see the branches."""

    def hear(self, update: Update) -> None:
        """What must be said at once, whatever the person is doing: lines and the connection."""
        if self._online != update.online:
            self._online = update.online
            key = "event.reconnected" if update.online else "event.reconnecting"
            self._screen.shout(self._words(key))
        self._screen.say([heard_told(self._words, heard) for heard in update.heard])

    def tell(self, now: Update) -> bool:
        """Say what changed since the update told before; show the table or lobby if it is time.

        Returns whether it was shown.
        """
        before, self._told = self._told, now
        if before is not None:
            self._screen.say(people_told(self._words, before, now))
        if now.room.aborted is not None and now.view.table.phase in ("lobby", "match_over"):
            starting = before is not None and before.view.table.phase == "starting"
            if before is None or starting or before.room.aborted is None:
                self._screen.say([self._words("event.start_aborted", seat=now.room.aborted)])
        match now.view.table.phase:
            case "lobby":
                return self._tell_lobby(before, now)
            case "starting":
                if before is None or before.view.table.phase != "starting":
                    self._screen.say([self._words("ui.starting")])
                return False
            case _:
                return self._tell_play(before, now)

    def _tell_lobby(self, before: Update | None, now: Update) -> bool:
        known = before is not None and before.view.table.phase == "lobby"
        if self._alone or (known and before is not None and _lobby(before) == _lobby(now)):
            return False
        self.show(now)
        return True

    def _tell_play(self, before: Update | None, now: Update) -> bool:
        table = now.view.table
        same_match = before is not None and before.room.match == now.room.match
        earlier = before.view.table if before is not None and same_match else None
        if before is None and table.moves:
            self._screen.say([self._words("ui.under_way", hand=table.hand)])
        else:
            if before is not None and earlier is not None:
                self._tell_missed_results(before, now)
            self._screen.say(told(self._words, earlier, table))
        if table.result is not None:
            due = earlier is None or earlier.result is None
        elif legal_moves(now.view):
            due = earlier is None or earlier.turn != table.turn
        else:
            due = earlier is None or earlier.hand != table.hand
        if due:
            self.show(now)
        return due

    def _tell_missed_results(self, before: Update, now: Update) -> None:
        """Somebody dealt on before this reader saw how the hand ended."""
        missed = now.room.hands[len(before.room.hands) :]
        for hand in missed if now.view.table.result is None else missed[:-1]:
            self._screen.say(result_told(self._words, now.room, hand.result))

    def show(self, now: Update) -> None:
        """Show what there is to look at: the lobby, or the table with what can be done now."""
        if now.view.table.phase in ("lobby", "starting"):
            if self._alone:
                return
            lines = sheets.lobby(self._words, now.room, now.person, self._invitation)
        elif now.view.table.result is not None:
            lines = self._result(now)
        else:
            options = self._options(now)
            reserve = len(options) + 2
            lines = ["", *draw_table(now.room, now.view, self._look(now), reserve=reserve)]
            lines += options
        self._screen.say(lines)

    def show_options(self, now: Update) -> None:
        """Say what the person may do: the numbered moves, or why they have to pass."""
        self._screen.say(self._options(now))

    def show_link(self) -> None:
        """Show how friends come in."""
        self._screen.say([self._words("ui.lobby.invite")])
        self._screen.say_to_copy(self._words.plain(self._invitation))

    def show_preview(self, now: Update, move: Move) -> None:
        """Show what a move would make of its branch; why a pass is all there is stands already."""
        if move.tile is not None:
            self._screen.say(draw_preview(now.room, now.view, move, self._look(now)))

    def _options(self, now: Update) -> Lines:
        legal = legal_moves(now.view)
        if not legal or (len(legal) == 1 and legal[0].tile is not None):
            return []  # the only play is shown as a preview
        if legal[0].tile is None:
            return list(why_pass(self._words, now.view))
        return sheets.choices(self._words, legal, self._screen.width)

    def _result(self, now: Update) -> Lines:
        look, result = self._look(now), now.view.table.result
        lines: Lines = ["", *draw_table(now.room, now.view, look, reserve=8), ""]
        lines += draw_reveal(now.room, now.view, look)
        lines += result_told(self._words, now.room, result) if result else []
        lines += sheets.score_sheet(self._words, now.room)
        if now.room.winner is not None:
            seats = [state.seat for state in now.room.seats]
            points = now.room.scores[seats.index(now.room.winner)]
            lines.append(self._words("result.match", winner=now.room.winner, points=points))
        return lines

    def _look(self, now: Update) -> Look:
        return Look(
            words=self._words,
            glyphs=self._terminal.glyphs,
            width=self._screen.width,
            rows=self._screen.rows,
            shape=self.shape,
            me=now.view.you.seat if now.view.you else None,
        )


def _lobby(update: Update) -> tuple[object, ...]:
    """What the lobby shows."""
    return update.room.seats, update.room.host, update.room.people, update.room.rules
