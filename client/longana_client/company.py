"""Commands about the others at the table: their questions, absence, reading, and talk."""

from __future__ import annotations

from dataclasses import dataclass

from longana_protocol.answers import Done, PersonState, Proposal, Wish
from longana_protocol.commands import ToPerson
from longana_protocol.words import PersonId, SeatName

from .absence import acts_as_host
from .connection import Update
from .consent import asks_for, own_proposal, to_answer
from .desk import Desk
from .reading import Word, fold, read_seat
from .sending import Send
from .talk import phrase_text, phrases
from .wording import find_person, no_such_person, person


LONGEST_LINE = 400
"""Characters of a line the protocol carries."""


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks of the reader, to be answered with yes or no."""

    by: PersonId
    what: Proposal | Wish


class Company:
    """Reads what a person says to the others, and about them, against the latest view."""

    def __init__(self, desk: Desk, send: Send) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._narrator = desk.narrator
        self._send = send
        self._phrases: list[str] = []
        """The phrases as they were listed last."""

    # --- questions

    def question(self, now: Update) -> Question | None:
        """What is asked of the reader first, if anything."""
        proposal = to_answer(now)
        if proposal is not None:
            return Question(proposal.by, proposal)
        for wish in now.view.table.asking:
            if acts_as_host(now) and wish.person != now.person:
                return Question(wish.person, wish)
        return None

    def asks(self, now: Update, question: Question) -> str:
        """Who asks what, in a few words for the prompt."""
        name = person(self._words, now.room, question.by)
        match question.what:
            case Proposal() as proposal:
                return asks_for(self._words, now, proposal, name)
            case Wish(seat=seat):
                return self._words("ui.asks.seat", name=name, seat=seat)

    def answer(self, question: Question, *, yes: bool) -> None:
        """Say yes or no."""
        match question.what:
            case Proposal(number=number):
                self._send(self._client.answer(number, yes), _nothing)
            case Wish(person=newcomer, seat=seat) if yes:
                self._send(self._client.seat(seat, ToPerson(person=newcomer)), _nothing)
            case Wish(person=newcomer):
                self._send(self._client.decline(newcomer), _nothing)

    # --- commands

    def command(self, now: Update, word: Word, rest: str) -> bool:
        """Do it, if it is a command about the others; whether it was."""
        match word:
            case Word.WITHDRAW:
                self._withdraw(now)
            case Word.MIND:
                self._mind(now, rest)
            case Word.NUDGE:
                self._nudge(now, rest)
            case Word.CARRY_ON:
                self._carry_on(now)
            case Word.SAY:
                self._say(now, rest)
            case Word.PHRASES:
                self._list_phrases(now)
            case Word.MUTE:
                self._mute(now, rest)
            case _:
                return False
        return True

    def _withdraw(self, now: Update) -> None:
        proposal = own_proposal(now)
        if proposal is None:
            self._tell("ui.nothing_proposed")
        else:
            self._send(self._client.withdraw(proposal.number), _nothing)

    def _mind(self, now: Update, rest: str) -> None:
        away = {one.person for one in now.view.table.away}
        seats = [state.seat for state in now.room.seats if state.person in away]
        seat = read_seat(rest) or _seat_of(now, find_person(now.room, rest))
        if seat is None and len(seats) == 1 and not rest:
            seat = seats[0]
        waits = {state.person for state in now.room.seats if state.seat == seat} & away
        left = max(map(self._narrator.absences.seconds_left, waits), default=0)
        if left:
            self._tell_early(now, waits, left)
        elif seat is not None and not _is_somebodys(now, seat):
            self._tell("ui.mind.nobody", seat=seat)
        elif seat is not None:
            self._send(self._client.mind(seat), _nothing)
        elif not seats:
            self._tell("ui.nobody_away")
        else:
            self._tell("ui.say_whom", word=self._words("ui.word.mind"))

    def _tell_early(self, now: Update, waits: set[PersonId | None], left: int) -> None:
        name = next(person(self._words, now.room, number) for number in waits)
        self._tell("ui.mind.early", name=name, count=left)

    def _nudge(self, now: Update, rest: str) -> None:
        seat = read_seat(rest) or _seat_of(now, find_person(now.room, rest))
        seat = seat or now.view.table.to_move
        if seat is None:
            self._tell("ui.nobody_to_move")
        else:
            self._send(self._client.nudge(seat), _nothing)

    def _carry_on(self, now: Update) -> None:
        readers = [one.person for one in now.view.table.reading if one.waits]
        if not readers:
            self._tell("ui.nobody_reads")
        for reader in readers:
            self._send(self._client.carry_on(reader), _nothing)

    def _mute(self, now: Update, rest: str) -> None:
        one = find_person(now.room, rest)
        if one is None:
            self._screen.say([no_such_person(self._words, now.room, "mute", rest)])
            return
        if one.person == now.person:
            self._tell("ui.mute.self")
            return
        folded = fold(one.name)
        self._narrator.muted ^= {folded}
        muted = folded in self._narrator.muted
        name = person(self._words, now.room, one.person)
        self._tell("ui.mute.on" if muted else "ui.mute.off", name=name)

    # --- talk

    def _say(self, now: Update, rest: str) -> None:
        if now.person is None:
            self._narrator.tell_onlooker()
            return
        speaker, rest = _speaker(now, rest)
        if rest.isascii() and rest.isdigit():
            listed = self._phrases or phrases(now)
            if 1 <= int(rest) <= len(listed):
                self._send(self._client.say(phrase=listed[int(rest) - 1], person=speaker), _nothing)
                return
        if rest.strip() and not (rest.isascii() and rest.isdigit()):
            self._send(self._client.say(rest[:LONGEST_LINE], person=speaker), _nothing)
        else:
            self._list_phrases(now)

    def _list_phrases(self, now: Update) -> None:
        self._phrases = phrases(now)
        self._screen.say(
            f"{number:>3}  {phrase_text(self._words, phrase)}"
            for number, phrase in enumerate(self._phrases, 1)
        )
        self._tell("ui.say.how")

    def _tell(self, key: str, **facts: str | int) -> None:
        self._screen.say([self._words(key, **facts)])


def _speaker(now: Update, typed: str) -> tuple[PersonId | None, str]:
    """Who of several on this device speaks, and what: as said, `Beto: hello`, else whoever's hand
    is in sight. Nobody needs to be named on a device of one's own.
    """
    if len(now.here) < 2:
        return None, typed
    name, colon, line = typed.partition(":")
    one = find_person(now.room, name) if colon else None
    if one is not None and one.person in now.here:
        return one.person, line.strip()
    shown = now.view.you.seat if now.view.you else None
    return next((state.person for state in now.room.seats if state.seat == shown), None), typed


def _seat_of(now: Update, one: PersonState | None) -> SeatName | None:
    if one is None:
        return None
    return next((state.seat for state in now.room.seats if state.person == one.person), None)


def _is_somebodys(now: Update, seat: SeatName) -> bool:
    """Whether a person has this seat, or will have it from the next deal on."""
    has = any(state.seat == seat and state.kind == "person" for state in now.room.seats)
    return has or any(wish.seat == seat for wish in now.view.table.promised)


def _nothing(_: Done) -> None:
    """The view shows it."""
