"""The person's side of the table: what they are asked, and what becomes of what they type.

What they are about to do (a previewed move, a page of the rules) stays with them when a new view
arrives, and is dropped with a sentence when the table has moved on.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from enum import Enum
from typing import Any, Protocol, TypeVar

from longana_protocol.answers import Done, Hint, Record
from longana_protocol.commands import ToShuffle, ToSwap

from . import sheets
from .board import Move, read_move
from .choosing import Chosen, choose, legal_moves, why_not_pass
from .connection import Update
from .desk import Desk
from .exits import ExitCode
from .reading import Nothing, Number, Said, TileOn, Typed, Word
from .saving import CannotSave, save, verify_command
from .seating import read_seating, read_swap
from .sheets import Page
from .wording import plays


Answer = TypeVar("Answer")


class Send(Protocol):
    """Carries out a command and calls `then` with its answer."""

    def __call__(
        self, command: Coroutine[Any, Any, Answer], then: Callable[[Answer], None], /
    ) -> None: ...


class Asking(Enum):
    """What the person is asked; the value is the catalogue's key of the prompt."""

    NOTHING = "ui.prompt.wait"
    LOBBY = "ui.prompt.lobby"
    MOVE = "ui.prompt.move"
    CONFIRM = "ui.prompt.confirm"
    PASS = "ui.prompt.pass"
    NEXT_HAND = "ui.prompt.next"
    MATCH_OVER = "ui.prompt.over"
    PAGE = "ui.prompt.page"
    LEAVE = "ui.prompt.leave"


class Dialogue:
    """Reads typed lines against the latest view and sends what they mean."""

    def __init__(self, desk: Desk, send: Send, end: Callable[[ExitCode], None]) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._narrator = desk.narrator
        self._alone = desk.alone
        self._send = send
        self._end = end
        self._now: Update | None = None
        self._preview: Move | None = None
        self._chosen = False
        """The preview was asked for, rather than the only move there is."""
        self._pages: tuple[Page, ...] = ()
        self._page = 0
        self._leaving = False
        self._sent_at = -1
        """The turn for which something was sent last that changes the table."""
        self._settles_at = 0
        """The turn of the view that shows what was last done."""
        self._heard = 0
        self._commitments: dict[int, bytes] = {}
        """What was promised for each match, as it was shown while it was played."""

    # --- what is asked

    @property
    def asking(self) -> Asking:
        """What an answer would be taken for now."""
        if self._pages:
            return Asking.PAGE
        if self._leaving:
            return Asking.LEAVE
        if self._now is None:
            return Asking.NOTHING
        match self._now.view.table.phase:
            case "lobby":
                host = self._now.person is not None and self._now.person == self._now.room.host
                return Asking.LOBBY if host and not self._alone else Asking.NOTHING
            case "hand_over" if self._now.person is not None:
                return Asking.NEXT_HAND
            case "match_over" if self._now.person is not None:
                return Asking.MATCH_OVER
        if self._preview is not None:
            return Asking.CONFIRM if self._preview.tile else Asking.PASS
        return Asking.MOVE if legal_moves(self._now.view) else Asking.NOTHING

    @property
    def question(self) -> tuple[str, object]:
        """The prompt, and what tells this question from one asked before in the same words."""
        table = self._now.view.table if self._now else None
        asking = self.asking
        if asking is Asking.NOTHING and table is not None and table.to_move is not None:
            prompt = self._words("ui.prompt.to_move", seat=table.to_move)
        elif asking is Asking.MOVE and self._now is not None:
            prompt = self._words(asking.value, count=len(legal_moves(self._now.view)))
        elif asking is Asking.CONFIRM and self._now and len(legal_moves(self._now.view)) == 1:
            prompt = self._words("ui.prompt.play")
        else:
            prompt = self._words(asking.value)
        return prompt, (table.turn if table else 0, self._heard)

    @property
    def settled(self) -> bool:
        """Whether the view shows what was last done."""
        return self._now is not None and self._now.view.table.turn >= self._settles_at

    # --- what is seen

    def see(self, update: Update) -> None:
        """Take in a new view. What the person was about to do stays, if it still can be done."""
        before, self._now = self._now, update
        if update.room.match and update.room.commitment is not None:
            self._commitments[update.room.match] = update.room.commitment
        turned = before is not None and before.view.table.turn != update.view.table.turn
        if before is not None and turned and self._preview is not None:
            self._preview = None
            if self._chosen and before.view.table.turn != self._sent_at:
                self._say("ui.preview_dropped")
        if not self._pages:
            self._narrator.tell(update)
            if before is None or turned:
                self._look_at_the_only_move()

    def _look_at_the_only_move(self) -> None:
        """With nothing to choose, what remains is to confirm it."""
        legal = legal_moves(self._now.view) if self._now else ()
        if len(legal) == 1:
            self._look_at(legal[0], chosen=False)

    def _look_at(self, move: Move, *, chosen: bool = True) -> None:
        self._preview = move
        self._chosen = chosen
        if self._now is not None:
            self._narrator.show_preview(self._now, move)

    # --- what is typed

    def hear(self, typed: Typed) -> None:
        """Do what a line means."""
        self._heard += 1
        now = self._now
        if isinstance(typed, Said) and typed.word is Word.QUIT and not self._pages:
            self._quit()
        elif now is None:
            return
        elif self._pages:
            self._read_on(now, typed)
        elif self._leaving:
            self._leaving = False
            if isinstance(typed, Said) and typed.word is Word.YES:
                self._send(self._client.leave(), lambda _: self._end(ExitCode.LEFT))
        else:
            self._act(now, typed)

    def _act(self, now: Update, typed: Typed) -> None:
        match typed:
            case Nothing() | Said(Word.YES):
                self._go_on(now)
            case Said(Word.NO):
                self._change_mind(now)
            case Number() | TileOn():
                self._choose(now, typed)
            case Said(word, rest):
                self._command(now, word, rest)
            case _:
                self._say("ui.not_understood")

    def _go_on(self, now: Update) -> None:
        """Enter: confirm what is shown."""
        turn, move = now.view.table.turn, self._preview
        match self.asking:
            case Asking.CONFIRM if move is not None and move.tile is not None:
                self._change(turn, self._client.play(turn, move.tile, move.branch))
            case Asking.PASS:
                self._change(turn, self._client.pass_(turn))
            case Asking.NEXT_HAND:
                self._change(turn, self._client.next(turn))

    def _change(self, turn: int, command: Coroutine[Any, Any, Done]) -> None:
        """Send what changes the table."""
        self._sent_at = turn
        self._send(command, self._done)

    def _change_mind(self, now: Update) -> None:
        if self._preview is not None and len(legal_moves(now.view)) > 1:
            self._preview = None
            self._narrator.show_options(now)

    def _choose(self, now: Update, typed: Number | TileOn) -> None:
        match choose(self._words, now.room, now.view, typed):
            case Chosen(move):
                self._look_at(move)
            case reasons:
                self._screen.say(reasons.lines)

    def _command(self, now: Update, word: Word, rest: str) -> None:
        turn, client = now.view.table.turn, self._client
        match word:
            case Word.PASS:
                self._pass(now)
            case Word.HINT:
                self._send(client.hint(turn), self._show_hint)
            case Word.UNDO:
                self._change(turn, client.undo(turn))
            case Word.REDO:
                self._change(turn, client.redo(turn))
            case Word.RESTART:
                self._change(turn, client.restart(turn))
            case Word.NEXT:
                self._change(turn, client.next(turn))
            case Word.REMATCH:
                self._change(turn, client.rematch(turn))
            case Word.START:
                self._send(client.start(), self._done)
            case Word.SEAT | Word.SWAP | Word.SHUFFLE:
                self._seat(now, word, rest)
            case Word.SAVE if rest:
                self._send(client.record(), lambda record: self._save(record, rest))
            case Word.RULES:
                self._open_rules(rest)
            case Word.LEAVE:
                self._leaving = True
            case _:
                self._show(now, word)

    def _show(self, now: Update, word: Word) -> None:
        match word:
            case Word.TABLE | Word.PICTURE | Word.LIST:
                if word is not Word.TABLE:
                    self._narrator.shape = "list" if word is Word.LIST else "picture"
                self._narrator.show(now)
                if self._preview is not None:
                    self._narrator.show_preview(now, self._preview)
            case Word.PLAYS:
                self._screen.say(plays(self._words, now.view.table))
            case Word.SCORE:
                self._screen.say(sheets.score_sheet(self._words, now.room))
            case Word.RECORDS | Word.SAVE:
                self._screen.say(sheets.records(self._words, now.room))
            case Word.LINK:
                self._narrator.show_link()
            case _:
                self._screen.say(sheets.commands(self._words, self._screen.width))

    def _pass(self, now: Update) -> None:
        reason = why_not_pass(self._words, now.room, now.view)
        if reason is None:
            self._look_at(legal_moves(now.view)[0])
        else:
            self._screen.say([reason])

    def _show_hint(self, hint: Hint) -> None:
        """A hint is a preview: Enter plays it."""
        if self._now is None or hint.turn != self._now.view.table.turn:
            return
        self._say("ui.hint", move=hint.move, reason=self._words.plain(hint.text))
        self._look_at(read_move(hint.move))

    def _seat(self, now: Update, word: Word, rest: str) -> None:
        if word is Word.SHUFFLE:
            self._send(self._client.seat("S", ToShuffle()), self._done)
            return
        if word is Word.SWAP and (pair := read_swap(rest)):
            self._send(self._client.seat(pair[0], ToSwap(other=pair[1])), self._done)
        elif word is Word.SEAT and (seating := read_seating(rest, now.room, now.person)):
            self._send(self._client.seat(*seating), self._done)
        else:
            self._say("ui.seat.how")

    def _save(self, record: Record, name: str) -> None:
        try:
            path = save(record.record, name)
        except CannotSave as problem:
            self._say(problem.key, file=self._words.plain(name), reason=problem.reason)
            return
        # Not what the record itself says was promised: that is what is to be checked.
        commitment = self._commitments.get(record.match)
        nonces = self._client.nonces.nonces(commitment) if commitment else {}
        self._say("ui.save.done", file=self._words.plain(str(path)))
        self._screen.say_to_copy(self._words.plain(verify_command(path, commitment, nonces)))

    # --- the rules

    def _open_rules(self, rest: str) -> None:
        self._pages, self._page = sheets.rules(self._words), -1
        if rest.isdecimal() and 1 <= int(rest) <= len(self._pages):
            self._page = int(rest) - 1
            self._screen.say(self._pages[self._page].drawn())
        else:
            self._screen.say(sheets.contents(self._words, self._pages))

    def _read_on(self, now: Update, typed: Typed) -> None:
        match typed:
            case Number(value) if 1 <= value <= len(self._pages):
                self._page = value - 1
            case Nothing() | Said(Word.NEXT | Word.YES) if self._page + 1 < len(self._pages):
                self._page += 1
            case _:
                self._pages = ()
                if not self._narrator.tell(now):
                    self._narrator.show(now)
                self._look_at_the_only_move()
                return
        self._screen.say(self._pages[self._page].drawn())

    # --- odds and ends

    def _quit(self) -> None:
        self._end(ExitCode.LEFT)

    def _done(self, done: Done) -> None:
        self._settles_at = done.turn

    def _say(self, key: str, **facts: str | int) -> None:
        self._screen.say([self._words(key, **facts)])
