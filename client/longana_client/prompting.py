"""What the person is asked now: what Enter would do, and the prompt that says it."""

from __future__ import annotations

from enum import Enum

from . import cover
from .absence import acts_as_host
from .choosing import legal_moves
from .company import Company
from .connection import Update
from .consent import own_proposal
from .desk import Desk
from .leafing import Leafing
from .people import awaited_to_start
from .preview import Preview
from .wording import seated


class Asking(Enum):
    """What the person is asked; the value is the catalogue's key of the prompt."""

    NOTHING = "ui.prompt.wait"
    LOBBY = "ui.prompt.lobby"
    MOVE = "ui.prompt.move"
    CONFIRM = "ui.prompt.confirm"
    PASS = "ui.prompt.pass"
    UNCOVER = "ui.prompt.uncover"
    NEXT_HAND = "ui.prompt.next"
    MATCH_OVER = "ui.prompt.over"
    PAGE = "ui.prompt.page"
    ANSWER = "ui.prompt.answer"
    """Another person's question."""
    SURE = "ui.prompt.leave"
    """Whether they really mean it."""


class Prompting:
    """Puts it into words, from the latest view and the move that is looked at."""

    def __init__(self, desk: Desk, company: Company, preview: Preview) -> None:
        self._screen, self._words, self._narrator = desk.screen, desk.words, desk.narrator
        self._alone = desk.alone
        self._company = company
        self._preview = preview

    def at_table(self, now: Update) -> Asking:
        """What Enter would do at the table; a question from others leaves that as it is."""
        match now.view.table.phase:
            case "lobby":
                may_start = acts_as_host(now) and not self._alone
                return Asking.LOBBY if may_start else Asking.NOTHING
            case "hand_over" if self._narrator.absences.may_go_on(now):
                return Asking.NEXT_HAND
            case "match_over" if self._narrator.absences.may_go_on(now):
                return Asking.MATCH_OVER
        if cover.to_uncover(now):
            return Asking.UNCOVER
        if self._preview.move is not None:
            return Asking.CONFIRM if self._preview.move.tile else Asking.PASS
        return Asking.MOVE if legal_moves(now.view) else Asking.NOTHING

    def is_idle(self, now: Update) -> bool:
        """Whether Enter would do nothing at the table."""
        idle = (Asking.NOTHING, Asking.LOBBY, Asking.MOVE, Asking.MATCH_OVER)
        return self.at_table(now) in idle

    def prompt(self, now: Update, asking: Asking, open_: Leafing | None) -> str:
        """The prompt, with `open_` before the table."""
        words = self._words
        if not now.online and asking is not Asking.PAGE and not self._screen.piped:
            return words("ui.prompt.no_line")
        match asking:
            case Asking.PAGE | Asking.ANSWER if question := self._company.question(now):
                return self._to_answer(now, self._company.asks(now, question), open_)
            case Asking.PAGE if open_ and not open_.pages:
                return words("ui.prompt.records")
            case Asking.UNCOVER:
                return words(asking.value, name=self._narrator.player_to_move(now))
            case Asking.NOTHING | Asking.MATCH_OVER if own_proposal(now):
                return words("ui.prompt.proposed")
            case Asking.NOTHING if awaited := awaited_to_start(words, now):
                return words("ui.prompt.awaited", names=awaited)
            case Asking.NOTHING if to_move := now.view.table.to_move:
                return words("ui.prompt.to_move", seat=seated(words, now.room, to_move))
            case Asking.MOVE:
                return words(asking.value, count=len(legal_moves(now.view)))
            case Asking.CONFIRM if len(legal_moves(now.view)) == 1:
                return words("ui.prompt.play")
        return words(asking.value)

    def _to_answer(self, now: Update, asks: str, open_: Leafing | None) -> str:
        """The question, with what Enter would do besides."""
        if open_:
            key = "ui.prompt.answer_or_page" if open_.pages else "ui.prompt.answer_or_back"
            return self._words(key, asks=asks)
        if self.at_table(now) is Asking.UNCOVER:
            name = self._narrator.player_to_move(now)
            return self._words("ui.prompt.answer_or_uncover", asks=asks, name=name)
        key = "ui.prompt.answer" if self.is_idle(now) else "ui.prompt.answer_or_go_on"
        return self._words(key, asks=asks)
