"""The person's side of the table: what they are asked, and what becomes of what they type.

What they are about to do (a previewed move, a page of the rules) stays with them when a new view
arrives, and is dropped with a sentence when the table has moved on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from longana_protocol.answers import Done, Hint

from . import cover, leafing
from .advice import Reviewing, others_told
from .archive import Archive
from .auto_pass import AutoPass, owner_of_hand
from .bell import Bell
from .board import read_move
from .choosing import Chosen, choose, legal_moves, why_not_pass
from .company import Company
from .connection import WORTH_ANOTHER_TRY, Refused, Update
from .consent import named_in_vain
from .cover import Cover
from .desk import Desk
from .exits import ExitCode
from .hosting import Hosting
from .leafing import Leafing
from .leaving import Leaving, Sure
from .looking import SHOW_THE_TABLE, Looking
from .preview import Preview
from .prompting import Asking, Prompting
from .reading import Nothing, Number, Said, TileOn, Typed, Word
from .sending import Post, Send


class Dialogue:
    """Reads typed lines against the latest view and sends what they mean."""

    def __init__(
        self, desk: Desk, send: Send, ask: Send, post: Post, end: Callable[[ExitCode], None]
    ) -> None:
        """`ask` is for what may take long: a person need not wait for it."""
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._narrator = desk.narrator
        self._desk = desk
        self._send = send
        self._post = post
        self._company = Company(desk, send)
        self._hosting = Hosting(desk, send, self._done, self._make_sure)
        self._leaving = Leaving(desk, send, self._make_sure, end)
        self._looking = Looking(desk)
        self._reviewing = Reviewing(desk, ask)
        self._archive = Archive(desk, send, ask)
        self._auto = AutoPass()
        self._bell = Bell(desk.screen, on=not desk.alone)
        self.is_slow = False
        """Whether the reader wants to see computers' moves one by one."""
        self._cover = Cover()
        self._now: Update | None = None
        self._preview = Preview(desk)
        self._prompting = Prompting(desk, self._company, self._preview)
        self._open: Leafing | None = None
        self._sure: Sure | None = None
        self._sent_at = -1
        """The turn for which something was sent last that changes the table."""
        self._changing = False
        """It is under way."""
        self._settles_at = 0
        """The turn of the view that shows what was last done."""
        self._uncovering = False
        """Piped lines wait for the hand that was asked for."""
        self._rests_until = 0.0
        """Until when a cover that has just gone up stays, whatever is typed."""
        self._passed = ""
        """Who could only pass just now, so that it was done for them: to be said on the screen
        that is wiped for the next."""
        self._heard = 0

    # --- what is asked

    @property
    def asking(self) -> Asking:
        """What an answer would be taken for now."""
        if self._open:
            return Asking.PAGE
        if self._sure:
            return Asking.SURE
        if self._now is None:
            return Asking.NOTHING
        if self._company.question(self._now):
            return Asking.ANSWER
        return self._prompting.at_table(self._now)

    @property
    def question(self) -> tuple[str, object]:
        """The prompt, and what tells this question from one asked before in the same words."""
        table = self._now.view.table if self._now else None
        proposal = table.proposal.number if table and table.proposal else None
        return self._prompt(), (table.turn if table else 0, proposal, self._heard)

    def _prompt(self) -> str:
        now, asking = self._now, self.asking
        if self._sure is not None and asking is Asking.SURE:
            return self._sure.prompt
        if now is None:
            return self._words(asking.value)
        return self._prompting.prompt(now, asking, self._open)

    @property
    def settled(self) -> bool:
        """Whether the view shows what was last done."""
        if self._now is None or self._now.view.table.turn < self._settles_at:
            return False
        return not self._uncovering

    # --- what is seen

    def see(self, update: Update) -> bool:
        """Take in a new view. What the person was about to do stays, if it still can be done.

        Returns whether a hand was covered: then nothing typed before is for whoever comes now.
        """
        update = self._cover.seen_through(update)
        before, self._now = self._now, update
        turn = update.view.table.turn
        turned = before is not None and before.view.table.turn != turn
        is_back = before is not None and update.online and not before.online
        self._uncovering &= not turned and cover.is_covered(update)
        wiped = self._cover_up(before, update)
        self._narrator.hear(update)  # on the clean screen
        if turned:
            if wiped and self._passed:
                self._say("ui.auto.acted", name=self._passed)
            self._passed = ""
        if before is not None and turned:
            self._preview.drop(silently=before.view.table.turn == self._sent_at)
        if self._auto.see(before, update):
            self._say("ui.auto.asleep")
        self._bell.see(update)
        if self._open is None:
            shown = before is None or turned or _shown(before) != _shown(update)
            told = self._narrator.tell(update)
            if shown:
                self._preview.look_at_the_only_move(update)
            elif is_back and not told and legal_moves(update.view):
                self.show()  # what is asked may have scrolled far away
            self._pass_by_itself(update)
        else:
            if is_back:
                self._tell_reading(update, self._open.what)  # it ended with the connection
            self._call(before, update)
        return wiped

    def _call(self, before: Update | None, now: Update) -> None:
        """Tell somebody who reads what waits for them; all else is told when they have read."""
        question = self._company.question(now)
        asks = self._company.asks(now, question) if question else None
        was = self._company.question(before) if before is not None else None
        known = self._company.asks(before, was) if before is not None and was else None
        if asks is not None and asks != known:
            self._say("ui.reading.asked", asks=asks)
        if now.my_turn and (before is None or before.view.table.turn != now.view.table.turn):
            self._say("ui.reading.your_turn")

    def _cover_up(self, before: Update | None, now: Update) -> bool:
        """Leave no hand in sight that its person has not uncovered."""
        to_uncover = cover.to_uncover(now)
        if to_uncover and (before is None or cover.to_uncover(before) != to_uncover):
            self._rests_until = time.monotonic() + cover.REST
        if not self._cover.goes_up(now):
            return False
        self._preview.drop(silently=True)
        self._open, self._sure = None, None
        self._desk.forget_typing()
        self._screen.clear()
        return True

    def hide(self) -> None:
        """Cover a hand that others must not see; its person takes the cover off with Enter."""
        if self._now is not None and self._cover.is_exposed(self._now):
            self._cover.lay_over(self._now)
            self.see(replace(self._now, heard=()))

    def show(self) -> None:
        """Show the table once more, or what is open before it."""
        if self._now is None:
            return
        if self._open:
            self._screen.say(self._open.drawn(self._words))
        else:
            self._narrator.show(self._now)
            self._preview.show(self._now)

    def refused(self, refused: Refused) -> None:
        """The latest command changed nothing."""
        self._uncovering = False
        changing, self._changing = self._changing, False
        if self._now is None:
            return
        self._narrator.advise(self._now, refused)
        if changing and refused.code not in WORTH_ANOTHER_TRY:
            self._preview.put_back(self._now)

    def unsent(self) -> None:
        """The latest command never left; what it was about stays in sight."""
        self._uncovering = self._changing = False
        self._sent_at = -1

    def close(self) -> None:
        """Leave no hand behind on a screen that others use, too. What is said last comes after."""
        if self._now is not None and self._cover.is_exposed(self._now):
            self._screen.clear()
        self._now = None

    def tick(self) -> None:
        """Time has passed: somebody may have been away for long enough to be minded."""
        if self._now is not None and self._open is None:
            self._narrator.offer_minding(self._now)

    def next_tick(self) -> float | None:
        """Seconds until `tick` has something to say; None if nothing is to be expected."""
        return self._narrator.absences.next_due()

    def _pass_by_itself(self, now: Update) -> None:
        turn = now.view.table.turn
        if self._auto.due(now) and self._sent_at != turn:
            self._say("ui.auto.acts")
            self._passed = self._narrator.player_to_move(now)
            self._change(turn, self._client.pass_(turn))

    # --- what is typed

    def hear(self, typed: Typed) -> None:
        """Do what a line means."""
        self._heard += 1
        now = self._now
        if isinstance(typed, Said) and typed.word is Word.QUIT and not self._open:
            self._leaving.quit(None if self._sure else now)
        elif now is None:
            return
        elif self._open:
            self._read_on(now, self._open, typed)
        elif self._sure:
            self._make_up_mind(self._sure, typed)
        else:
            self._act(now, typed)

    def _act(self, now: Update, typed: Typed) -> None:
        question = self._company.question(now)
        match typed:
            case Said(Word.YES | Word.NO as word) if question is not None:
                self._company.answer(question, yes=word is Word.YES)
            case Nothing() if question is not None and self._prompting.is_idle(now):
                self._say("ui.yes_or_no")
            case Nothing():
                self._go_on(now)
            case Number() | TileOn() | Said(Word.PASS | Word.HINT) if cover.to_uncover(now):
                self._say("ui.covered", name=self._narrator.player_to_move(now))
            case Said(Word.YES):
                # It may be the answer to a question that is off by now: it confirms nothing.
                self._say(
                    "ui.nobody_asks.idle" if self._prompting.is_idle(now) else "ui.nobody_asks"
                )
            case Said(Word.NO):
                self._preview.change_mind(now)
            case Number() | TileOn():
                self._choose(now, typed)
            case Said(word, rest):
                self._command(now, word, rest)
            case _:
                can_move = legal_moves(now.view)
                self._say("ui.not_understood" if can_move else "ui.not_understood.now")
                self._preview.put_back(now)

    def _make_up_mind(self, sure: Sure, typed: Typed) -> None:
        """Only a yes or a no answers; anything else is asked again."""
        match typed:
            case Said(Word.YES):
                self._sure = None
                sure.yes()
            case Said(Word.NO):
                self._sure = None
                if sure.no is not None:
                    sure.no()
                else:
                    self._say("ui.nothing_changes")
            case _:
                self._say("ui.yes_or_no")

    def _go_on(self, now: Update) -> None:
        """Enter: confirm what is shown."""
        turn, move, client = now.view.table.turn, self._preview.move, self._client
        match self._prompting.at_table(now):
            case Asking.CONFIRM if move is not None and move.tile is not None:
                self._auto.wake(now)
                self._change(turn, client.play(turn, move.tile, move.branch))
            case Asking.PASS:
                self._auto.wake(now)
                self._change(turn, client.pass_(turn))
            case Asking.UNCOVER if seat := cover.to_uncover(now):
                if not self._screen.piped and time.monotonic() < self._rests_until:
                    return
                if under := self._cover.lift():
                    self.see(replace(under, heard=()))
                    return
                self._uncovering = self._screen.piped
                self._send(client.uncover(turn, seat), self._done)
            case Asking.NEXT_HAND:
                self._change(turn, client.next(turn))

    def _change(self, turn: int, command: Coroutine[Any, Any, Done]) -> None:
        """Send what changes the table."""
        self._sent_at = turn
        self._changing = True
        self._send(command, self._done)

    def _choose(self, now: Update, typed: Number | TileOn) -> None:
        match choose(self._words, now.room, now.view, typed):
            case Chosen(move):
                self._preview.look_at(now, move)
            case reasons:
                self._screen.say(reasons.lines)
                self._preview.put_back(now)

    def _command(self, now: Update, word: Word, rest: str) -> None:
        if self._company.command(now, word, rest) or self._hosting.command(now, word, rest):
            return
        turn, client = now.view.table.turn, self._client
        match word:
            case Word.PASS:
                self._pass(now)
            case Word.HINT:
                self._send(client.hint(turn, alternatives=bool(rest)), self._show_hint)
            case Word.REVIEW:
                self._reviewing.command(now, rest)
            case Word.UNDO | Word.REDO | Word.RESTART if rest:
                self._screen.say([named_in_vain(self._words, now)])
            case Word.UNDO if self._preview.is_chosen:
                self._preview.change_mind(now)
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
            case Word.SAVE if rest:
                self._archive.save(rest)
            case Word.RULES:
                self._begin_reading(now, leafing.rules(self._words, rest))
            case Word.RECORDS | Word.SAVE:
                self._begin_reading(now, Leafing("records"))
                self._archive.show(now, rest)
            case Word.AUTO:
                self._switch_auto(now)
            case Word.BELL:
                self._bell.on = not self._bell.on
                self._say("ui.bell.on" if self._bell.on else "ui.bell.off")
            case Word.SLOW:
                self.is_slow = not self.is_slow
                self._say("ui.slow.on" if self.is_slow else "ui.slow.off")
            case Word.LEAVE:
                self._leaving.leave(now)
            case Word.CLOSE:
                self._leaving.close_room()
            case _:
                self._looking.command(now, word, rest)
                if word in SHOW_THE_TABLE:
                    self._preview.show(now)

    def _pass(self, now: Update) -> None:
        reason = why_not_pass(self._words, now.room, now.view)
        if reason is None:
            self._preview.look_at(now, legal_moves(now.view)[0])
        else:
            self._screen.say([reason])
            self._preview.put_back(now)

    def _show_hint(self, hint: Hint) -> None:
        """A hint is a preview: Enter plays it. It is of no use once its hand is covered."""
        now = self._now
        if now is None or hint.turn != now.view.table.turn or not legal_moves(now.view):
            return
        self._say("ui.hint", move=hint.move, reason=self._words.plain(hint.text))
        self._screen.say(others_told(self._words, hint))
        if (move := read_move(hint.move)) in legal_moves(now.view):
            self._preview.look_at(now, move)

    def _switch_auto(self, now: Update) -> None:
        owner = owner_of_hand(now)
        if owner is None:
            self._say("ui.auto.seat")
            return
        self._say("ui.auto.on" if self._auto.switch(owner) else "ui.auto.off")
        self._pass_by_itself(now)

    # --- the rules and the records

    def _begin_reading(self, now: Update, open_: Leafing) -> None:
        self._open = open_
        self._tell_reading(now, open_.what)
        self._screen.say(open_.drawn(self._words))

    def _read_on(self, now: Update, open_: Leafing, typed: Typed) -> None:
        """Turn the page; anything else closes what is open, and is done then.

        A yes or no is for whoever asks, if somebody does.
        """
        question = self._company.question(now)
        if question is not None and isinstance(typed, Said) and typed.word in (Word.YES, Word.NO):
            self._company.answer(question, yes=typed.word is Word.YES)
            return
        self._open = open_.turned(typed)
        if self._open is not None:
            self._screen.say(self._open.drawn(self._words))
            return
        self._tell_reading(now, None)
        if not self._narrator.tell(now):
            self._narrator.show(now)
        self._preview.look_at_the_only_move(now)
        if leafing.closes_only(typed):
            self._pass_by_itself(now)
        else:
            self._act(now, typed)

    def _tell_reading(self, now: Update, what: leafing.What | None) -> None:
        """The computers wait for a seated reader; nobody waits for an onlooker."""
        if now.mine:
            self._post(self._client.reading(what))

    # --- odds and ends

    def _make_sure(self, sure: Sure) -> None:
        self._sure = sure

    def _done(self, done: Done) -> None:
        self._settles_at = done.turn
        self._changing = False

    def _say(self, key: str, **facts: str | int) -> None:
        self._screen.say([self._words(key, **facts)])


def _shown(update: Update) -> object:
    """The hand in sight."""
    return update.view.you.seat if update.view.you is not None else None
