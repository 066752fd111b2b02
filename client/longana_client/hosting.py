"""Commands about the room itself: who sits where, the rules, the door, links."""

from __future__ import annotations

from collections.abc import Callable

from longana_protocol.answers import Done
from longana_protocol.commands import RulesChoice, SeatChange, ToShuffle, ToSwap
from longana_protocol.words import SeatName

from .absence import acts_as_host
from .connection import Update
from .desk import Desk
from .leaving import Sure
from .reading import Said, Word, read_line
from .seating import loses_seat, read_seating, read_sitting, read_swap
from .sending import Send
from .settling import read_setting, setting_named
from .sheets import settings
from .wording import find_person, no_such_person, person, player


class Hosting:
    """Reads commands about the room against the latest view; the server says who may do what."""

    def __init__(
        self, desk: Desk, send: Send, done: Callable[[Done], None], ask: Callable[[Sure], None]
    ) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._narrator, self._link = desk.narrator, desk.link
        self._send = send
        self._done = done
        self._ask = ask

    def command(self, now: Update, word: Word, rest: str) -> bool:
        """Do it, if it is a command about the room; whether it was."""
        client = self._client
        match word:
            case Word.SEAT if now.person is None:
                self._sit_down(rest)
            case Word.SHUFFLE:
                self._send(client.seat("S", ToShuffle()), self._done)
            case Word.SWAP if pair := read_swap(rest):
                self._send(client.seat(pair[0], ToSwap(other=pair[1])), self._done)
            case Word.SEAT if seating := read_seating(rest, now.room, now.person):
                self._give_seat(now, *seating)
            case Word.SEAT | Word.SWAP:
                self._tell("ui.seat.how")
            case Word.SET if rules := read_setting(rest, now.room):
                self._set_rules(now, rules)
            case Word.SET if not rest:
                self._screen.say(settings(self._words, now.room))
            case Word.SET if name := setting_named(rest):
                self._tell("ui.set.one")
                self._tell(f"ui.set.{name}")
                if name == "target":
                    self._tell("ui.set.target_range")
            case Word.SET:
                self._tell("ui.set.how")
            case Word.LOCK | Word.UNLOCK:
                self._send(client.lock(word is Word.LOCK), self._done)
            case Word.NEW_CODE:
                self._send(client.lock(now.room.locked, new_code=True), self._done)
            case Word.WATCHING:
                self._let_watch(rest)
            case Word.REMOVE:
                self._remove(now, rest)
            case Word.LINK:
                self._narrator.show_link()
            case Word.MY_LINK:
                self._show_return_link()
            case _:
                return False
        return True

    def _give_seat(self, now: Update, seat: SeatName, to: SeatChange) -> None:
        """Whoever would lose their seat is named first; a script has thought of that before."""
        loser = loses_seat(now, seat, to)
        if loser is None or self._screen.piped:
            self._send(self._client.seat(seat, to), self._done)
            return
        name = person(self._words, now.room, loser)
        key = "ui.prompt.give_up" if loser == now.person else "ui.prompt.give_away"
        prompt = self._words(key, name=name, seat=seat)
        self._ask(Sure(prompt, lambda: self._send(self._client.seat(seat, to), self._done)))

    def _set_rules(self, now: Update, rules: RulesChoice) -> None:
        """Who sits too many for fewer seats is named, where rules may be set at all."""
        is_time = now.view.table.phase in ("lobby", "match_over")
        sitting = [state for state in now.room.seats if state.person is not None]
        most = rules.seats
        if is_time and most is not None and len(sitting) > most and acts_as_host(now):
            names = [player(self._words, now.room, state) for state in sitting]
            letter = self._words.letter(sitting[-1].seat)
            text = self._words("ui.set.too_many", names=names, count=most, letter=letter)
            self._screen.say([text])
        else:
            self._send(self._client.rules(rules), self._done)

    def _sit_down(self, rest: str) -> None:
        """An onlooker wants a seat: `W Ana`."""
        sitting = read_sitting(rest)
        if sitting is None:
            self._narrator.tell_onlooker()
        else:
            seat, name = sitting
            self._send(self._client.sit_down(name, seat), lambda _: self._show_return_link())

    def _let_watch(self, rest: str) -> None:
        match read_line(rest):
            case Said(Word.YES):
                self._send(self._client.let_watch(True), self._done)
            case Said(Word.NO):
                self._send(self._client.let_watch(False), self._done)
            case _:
                self._tell("ui.watching.how")

    def _remove(self, now: Update, rest: str) -> None:
        one = find_person(now.room, rest)
        if one is None:
            self._screen.say([no_such_person(self._words, now.room, "remove", rest)])
            return
        if one.person == now.person:
            self._tell("ui.remove.self")
            return
        number = one.person
        name = person(self._words, now.room, number)
        prompt = self._words("ui.prompt.remove", name=name)

        def removed(done: Done) -> None:
            self._tell("ui.removed", name=name)
            self._done(done)

        self._ask(Sure(prompt, lambda: self._send(self._client.remove(number), removed)))

    def _show_return_link(self) -> None:
        token = self._client.token
        if token is None:
            self._narrator.tell_onlooker()
            return
        self._tell("ui.return_link")
        self._screen.say_to_copy(self._words.plain(self._link().return_link(token)))

    def _tell(self, key: str, **facts: str | int) -> None:
        self._screen.say([self._words(key, **facts)])
