"""Every command of the protocol as a method that returns when it is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import count
from typing import Literal

from longana_protocol import answers, commands
from longana_protocol.words import CommandId, PersonId, SeatName

from .errors import Gone


Asked = commands.RoomCommand | commands.Join
"""Everything that is sent from within a room: an onlooker joins from there."""
Answer = answers.Welcome | answers.Done | answers.Hint | answers.Review | answers.Record


def is_answer(command: Asked, message: Answer) -> bool:
    """Whether a message of this type is what answers this command."""
    match command:
        case commands.Join():
            return isinstance(message, answers.Welcome)
        case commands.HintCommand():
            return isinstance(message, answers.Hint)
        case commands.ReviewCommand():
            return isinstance(message, answers.Review)
        case commands.RecordCommand():
            return isinstance(message, answers.Record)
        case _:
            return isinstance(message, answers.Done)


class Commanding(ABC):
    """The commands of somebody who is in a room.

    Each raises `Refused` when the server says no and `Gone` when the end comes before the answer.
    `turn` is always `update.view.table.turn` of the view that was looked at.
    """

    def __init__(self, ids: str) -> None:
        self._ids = (f"{ids}-{number}" for number in count(1))

    @abstractmethod
    async def send(self, command: Asked) -> Answer:
        """Send any command and wait for its answer; after a drop it is sent again, same id."""

    def new_id(self) -> CommandId:
        """An id no other command has."""
        return next(self._ids)

    # --- play

    async def play(
        self, turn: int, tile: tuple[int, int], branch: SeatName | None = None
    ) -> answers.Done:
        """Play a tile on a branch; with no branch it opens the hand."""
        return await self._done(
            commands.PlayCommand(id=self.new_id(), turn=turn, tile=tile, branch=branch)
        )

    async def pass_(self, turn: int) -> answers.Done:
        """Pass, when nothing fits."""
        return await self._done(commands.PassCommand(id=self.new_id(), turn=turn))

    async def hint(self, turn: int, *, alternatives: bool = False) -> answers.Hint:
        """Ask for a move and why, and what the others cost; nobody else learns of it."""
        command = commands.HintCommand(id=self.new_id(), turn=turn, alternatives=alternatives)
        answer = await self.send(command)
        if not isinstance(answer, answers.Hint):
            raise TypeError(f"a hint was answered with {answer.type}")
        return answer

    async def next(self, turn: int) -> answers.Done:
        """Deal the next hand."""
        return await self._done(commands.Next(id=self.new_id(), turn=turn))

    async def rematch(self, turn: int) -> answers.Done:
        """Begin another match with the same seats and rules."""
        return await self._done(commands.Rematch(id=self.new_id(), turn=turn))

    async def undo(self, turn: int) -> answers.Done:
        """Take back our latest chosen play and everything after it."""
        return await self._done(commands.Undo(id=self.new_id(), turn=turn))

    async def redo(self, turn: int) -> answers.Done:
        """Give back what the latest undo took."""
        return await self._done(commands.Redo(id=self.new_id(), turn=turn))

    async def restart(self, turn: int) -> answers.Done:
        """Play this hand again from the same tiles."""
        return await self._done(commands.Restart(id=self.new_id(), turn=turn))

    # --- the lobby

    async def seat(self, seat: SeatName, to: commands.SeatChange) -> answers.Done:
        """Change who sits where."""
        return await self._done(commands.SeatCommand(id=self.new_id(), seat=seat, to=to))

    async def rules(self, rules: commands.RulesChoice) -> answers.Done:
        """Set the rules, as host."""
        return await self._done(commands.RulesCommand(id=self.new_id(), rules=rules))

    async def start(self) -> answers.Done:
        """Start the match, as host. Seals and nonces follow by themselves."""
        return await self._done(commands.Start(id=self.new_id()))

    async def remove(self, person: PersonId) -> answers.Done:
        """Remove a person, as host."""
        return await self._done(commands.Remove(id=self.new_id(), person=person))

    async def lock(self, locked: bool, *, new_code: bool = False) -> answers.Done:
        """Close the room to newcomers or open it, as host."""
        return await self._done(commands.Lock(id=self.new_id(), locked=locked, new_code=new_code))

    async def let_watch(self, allowed: bool) -> answers.Done:
        """Let people come in to look on, or nobody new, as host."""
        return await self._done(commands.Watching(id=self.new_id(), allowed=allowed))

    async def leave(self, *, forget: bool = False) -> None:
        """Give up our seats and the room for good; with `forget` also our name and lines."""
        await self._last(commands.Leave(id=self.new_id(), forget=forget), "left")

    async def close_room(self) -> None:
        """Close the room for everybody, as host."""
        await self._last(commands.Close(id=self.new_id()), "closed")

    # --- at the table

    async def record(self, match: int | None = None) -> answers.Record:
        """The record of a match of this room: its number from 1, or the latest."""
        answer = await self.send(commands.RecordCommand(id=self.new_id(), match=match))
        if not isinstance(answer, answers.Record):
            raise TypeError(f"a record was answered with {answer.type}")
        return answer

    async def review(
        self, hand: int | None = None, *, match: int | None = None, seat: SeatName | None = None
    ) -> answers.Review:
        """What the choices of one of our seats in a finished hand have cost.

        The latest hand of the latest match, and the first of our seats, unless we name others.
        """
        answer = await self.send(
            commands.ReviewCommand(id=self.new_id(), match=match, hand=hand, seat=seat)
        )
        if not isinstance(answer, answers.Review):
            raise TypeError(f"a review was answered with {answer.type}")
        return answer

    async def answer(self, proposal: int, yes: bool) -> answers.Done:
        """Say yes or no to the proposal on the table."""
        return await self._done(commands.Answer(id=self.new_id(), proposal=proposal, yes=yes))

    async def withdraw(self, proposal: int) -> answers.Done:
        """Take back our own proposal."""
        return await self._done(commands.Withdraw(id=self.new_id(), proposal=proposal))

    async def reading(self, what: Literal["rules", "records"] | None) -> answers.Done:
        """Say that we opened the rules or the records, or closed them."""
        return await self._done(commands.Reading(id=self.new_id(), what=what))

    async def carry_on(self, person: PersonId) -> answers.Done:
        """Let the computers go on while this person reads."""
        return await self._done(commands.CarryOn(id=self.new_id(), person=person))

    async def uncover(self, turn: int, seat: SeatName) -> answers.Done:
        """Show the hand of a seat on the device that holds several."""
        return await self._done(commands.Uncover(id=self.new_id(), turn=turn, seat=seat))

    async def mind(self, seat: SeatName) -> answers.Done:
        """Let a computer mind the seat of somebody who is away."""
        return await self._done(commands.Mind(id=self.new_id(), seat=seat))

    async def decline(self, person: PersonId) -> answers.Done:
        """Say no to somebody who asks for a seat, or take back what was promised to them."""
        return await self._done(commands.Decline(id=self.new_id(), person=person))

    async def nudge(self, seat: SeatName) -> answers.Done:
        """Tell a seat that the table waits for it."""
        return await self._done(commands.Nudge(id=self.new_id(), seat=seat))

    async def say(
        self,
        text: str | None = None,
        *,
        phrase: str | None = None,
        person: PersonId | None = None,
    ) -> answers.Done:
        """Say a line to the table, in words of one's own or as a phrase of the catalogue.

        `person` is who of those on this device says it, if not ourselves.
        """
        return await self._done(
            commands.Say(id=self.new_id(), text=text, phrase=phrase, person=person)
        )

    async def _done(self, command: commands.RoomCommand) -> answers.Done:
        answer = await self.send(command)
        if not isinstance(answer, answers.Done):
            raise TypeError(f"{command.type} was answered with {answer.type}")
        return answer

    async def _last(self, command: commands.RoomCommand, goodbye: str) -> None:
        """Send a command after which the server may say goodbye before it answers."""
        try:
            await self.send(command)
        except Gone as gone:
            if gone.reason != goodbye:
                raise
