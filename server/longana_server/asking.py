"""What somebody in a room asks for, and is answered alone: hints, records, reviews.

Nothing comes about by it, so nobody else waits for it: it is thought out and written down while
the room goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import proxy

from longana_engine import Position, Seat
from longana_protocol.commands import HintCommand, RecordCommand, ReviewCommand

from .decide import position_to_play
from .hints import Hints, as_hint
from .reader import Reader
from .records import Records
from .refusing import Refused
from .reviews import Reviews
from .thinker import Thinker


if TYPE_CHECKING:
    from .live_room import LiveRoom


Question = HintCommand | RecordCommand | ReviewCommand


class Asking:
    """In one room."""

    def __init__(self, live: LiveRoom, thinker: Thinker) -> None:
        self._live: LiveRoom = proxy(live)  # whose part this is: see `running_room.py`
        self._hints = Hints(thinker)
        self._records = Records()
        self._reviews = Reviews(thinker)

    async def answer(self, reader: Reader, question: Question) -> None:
        """Answer it; raises Refused, and then nothing has been answered."""
        match question:
            case HintCommand():
                await self._hint(reader, question)
            case RecordCommand():
                await self._record(reader, question)
            case ReviewCommand():
                await self._review(reader, question)

    def forget(self) -> None:
        """Somebody's name is to be nowhere any more."""
        self._records.forget()

    async def _hint(self, reader: Reader, command: HintCommand) -> None:
        position, seat = self._to_play(reader, command)
        advice = await self._hints.think(self._live.room, position, seat)
        self._to_play(reader, command)  # still: it tells of the hand of whose turn it was
        reader.answer(as_hint(advice, command, reader.language))

    def _to_play(self, reader: Reader, command: HintCommand) -> tuple[Position, Seat]:
        """What is to be played just now by whoever asks, who sees that hand; raises Refused."""
        live = self._live
        return position_to_play(live.room, self._person(reader), command, live.presence)

    async def _record(self, reader: Reader, command: RecordCommand) -> None:
        room, names = await self._live.as_it_is(reader)
        reader.answer_packed(await self._records.answer(room, names, command))

    async def _review(self, reader: Reader, command: ReviewCommand) -> None:
        await self._live.as_it_is(reader)
        answer = await self._reviews.answer(
            lambda: self._live.room, self._person(reader), command, reader.language
        )
        if not self._live.holds(reader):  # gone meanwhile
            raise Refused("not_in_room")
        reader.answer(answer)

    def _person(self, reader: Reader) -> int:
        """Who asks; raises Refused for somebody who only watches, or is gone."""
        person = self._live.person_of(reader)
        if person is None:
            raise Refused("not_seated" if self._live.holds(reader) else "not_in_room")
        return person
