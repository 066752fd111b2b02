"""What a client knows of its room at one moment."""

from __future__ import annotations

from dataclasses import dataclass

from longana_protocol import answers
from longana_protocol.words import PersonId, SeatName


Heard = answers.Said | answers.Refused
"""Something said at the table, or a refusal that answers no command of ours: a notice to all."""


@dataclass(frozen=True, slots=True)
class Update:
    """The room and its table. It replaces the update before."""

    room: answers.Room
    view: answers.View
    person: PersonId | None
    """Who we are; None for somebody who only watches."""
    online: bool
    """False while the client tries to come back; room and view are then what stood last."""
    heard: tuple[Heard, ...] = ()
    """What was said since the reader's update before, the oldest first."""

    @property
    def here(self) -> frozenset[PersonId]:
        """The persons on this device: ourselves, and others who play on it."""
        if self.person is None:
            return frozenset()
        return frozenset(one.person for one in self.room.people if one.device == self.person)

    @property
    def mine(self) -> tuple[SeatName, ...]:
        """The seats this device controls: our own, and those of others who play on it."""
        here = self.here
        return tuple(
            seat.seat for seat in self.room.seats if seat.kind == "person" and seat.person in here
        )

    @property
    def my_turn(self) -> SeatName | None:
        """The seat of ours that is to move, if one is."""
        to_move = self.view.table.to_move
        return to_move if to_move in self.mine else None
