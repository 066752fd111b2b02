"""The records of the matches of a room: what was played, listed or written to files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import ValidationError

from longana_protocol.answers import HandState, Record, Result, Room, SeatState
from longana_protocol.words import SeatName, Tolerant

from . import sheets
from .connection import Refused, Update
from .desk import Desk
from .saving import CannotSave, save, verify_command
from .sending import Send


class Archive:
    """Lists the hands of a match, and writes records to files; `ask` asks without waiting."""

    def __init__(self, desk: Desk, send: Send, ask: Send) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._send = send
        self._ask = ask

    def show(self, now: Update, rest: str) -> None:
        """List the finished hands of the latest match, or of the one with that number.

        Once seats change after a match, the room itself says nothing of it any more.
        """
        number = _number(rest)
        if now.room.match and number in (None, now.room.match):
            self._screen.say(sheets.records(self._words, now.room))
        else:
            self._ask(self._find(number), lambda found: self._tell(now.room, found, number))

    def save(self, rest: str) -> None:
        """Write the record of the latest match to a file: `FILE`, or of another one: `2 FILE`."""
        first, _, name = rest.partition(" ")
        number = _number(first) if name else None
        name = rest if number is None else name
        self._send(self._client.record(number), lambda record: self._write(record, name))

    async def _find(self, number: int | None) -> Record | None:
        """A match of the room; None where none has been played. Raises Refused for any other."""
        try:
            return await self._client.record(number)
        except Refused as refused:
            if number is None and refused.code == "no_record":
                return None
            raise

    def _tell(self, room: Room, found: Record | None, number: int | None) -> None:
        if found is None:
            self._screen.say([self._words("page.records.no_match")])
            return
        try:
            then = room_then(room, found)
        except ValidationError:
            self._screen.say([self._words("ui.save.no_record")])
        else:
            self._screen.say(sheets.records(self._words, then, number))

    def _write(self, record: Record, name: str) -> None:
        """Write a record to a file, and say how to check it."""
        try:
            path = save(record.record, name)
        except CannotSave as problem:
            facts = {"file": self._words.plain(name), "reason": problem.reason}
            self._screen.say([self._words(problem.key, **facts)])
            return
        # Not what the record itself says was promised: that is what is to be checked.
        known = self._client.nonces.of_match(record.match, self._client.token)
        commitment, nonces = (known.commitment, known.part) if known else (None, {})
        self._screen.say([self._words("ui.save.done", file=self._words.plain(str(path)))])
        self._screen.say_to_copy(self._words.plain(verify_command(path, commitment, nonces)))


class _Player(Tolerant):
    name: str = ""


class _Result(Tolerant):
    kind: Literal["out", "block"]
    points: int
    pips: dict[SeatName, int]
    winner: SeatName | None = None


class _Hand(Tolerant):
    result: _Result
    replayed: bool = False


class _Match(Tolerant):
    """What is told of a record (record-format.md)."""

    rules: dict[str, str | int | bool]
    players: dict[SeatName, _Player]
    hands: Sequence[_Hand]


def room_then(room: Room, record: Record) -> Room:
    """The room as far as it is told of at the end of a recorded match: who sat where, the hands.

    Raises:
        ValidationError: when the record is none.

    """
    match = _Match.model_validate(record.record)
    hands = [
        HandState(
            result=Result(
                kind=hand.result.kind,
                points=hand.result.points,
                pips=tuple(hand.result.pips.values()),
                winner=hand.result.winner,
            ),
            replayed=hand.replayed,
        )
        for hand in match.hands
    ]
    seats = [
        SeatState(seat=seat, kind="computer", name=player.name)  # whoever it was: by name alone
        for seat, player in match.players.items()
    ]
    then = {"match": record.match, "rules": match.rules, "seats": tuple(seats)}
    return room.model_copy(update={**then, "hands": tuple(hands)})


def _number(text: str) -> int | None:
    """The number of a match."""
    is_one = text.isascii() and text.isdigit() and len(text) < 7 and int(text) > 0
    return int(text) if is_one else None
