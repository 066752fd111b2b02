"""Who is here right now and what they are about: what the log does not say, because it ends with
the connections. Pure values; times are seconds of a monotonic clock and given by the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from longana_engine import Seat
from longana_protocol.commands import Redo, Rematch, Restart, Undo

from .answered import Answered
from .events import Redone, Restarted, Started, Undone
from .room import Room


Change = Undo | Redo | Restart | Rematch
Changed = Undone | Redone | Restarted | Started


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the others are asked about before it is done. It is for one `turn`."""

    number: int
    """No other proposal of the room has it, so that no answer is taken for another's."""
    command: Change
    event: Changed
    """What it comes to: the same for as long as its turn lasts."""
    by: int
    """In whose name it is asked."""
    device: int
    """The device that asks."""
    agreed: frozenset[int] = frozenset()
    """Devices that said yes."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The devices of persons are named by the person they belong to."""

    connected: frozenset[int] = frozenset()
    """Devices with a connection."""
    began: float = float("-inf")
    """When the room came into memory; before that nobody was looked for."""
    grace: float = 15.0
    """Seconds a device is gone before others may act for its persons, or without them."""
    away_since: Mapping[int, float] = field(default_factory=dict)
    """When each device that is not connected was lost."""
    watchers: int = 0
    reading: Mapping[int, Literal["rules", "records"]] = field(default_factory=dict)
    """Persons who have the rules or the records open."""
    not_waited_for: frozenset[int] = frozenset()
    """Readers for whom somebody said "carry on"."""
    uncovered: Mapping[int, tuple[Seat, int]] = field(default_factory=dict)
    """The hand each shared device shows, and the `turn` it was uncovered for."""
    asking: Mapping[int, Seat] = field(default_factory=dict)
    """Persons without a seat, and the seat they ask for."""
    wished: Mapping[int, Seat] = field(default_factory=dict)
    """What those asked for whose line is lost: they ask again when they are back."""
    declined: Mapping[int, Seat] = field(default_factory=dict)
    """Persons without a seat whose wish or promise came to nothing, until they ask again."""
    promised: Mapping[Seat, int] = field(default_factory=dict)
    """The promises that everybody was shown last."""
    proposal: Proposal | None = None
    proposed: int = 0
    """The number of the latest proposal, open or not. Each time the room comes into memory it
    counts from elsewhere: an answer may come late, to what was asked before."""
    answered: Answered = field(default_factory=Answered)

    @property
    def anybody(self) -> bool:
        return bool(self.connected) or self.watchers > 0

    def came(self, device: int) -> Presence:
        """A device is connected (anew): nothing on it is open or uncovered."""
        away = {id: since for id, since in self.away_since.items() if id != device}
        wish = {device: self.wished[device]} if device in self.wished else {}
        return replace(
            self.put_away(device),
            connected=self.connected | {device},
            away_since=away,
            asking={**self.asking, **wish},
            wished=_without(self.wished, device),
        )

    def went(self, device: int, now: float) -> Presence:
        """The connection is lost; what was open on the device no longer holds anybody up."""
        return replace(
            self.put_away(device),
            connected=self.connected - {device},
            away_since={**self.away_since, device: now},
            asking=_without(self.asking, device),
            wished={**self.wished, **{id: at for id, at in self.asking.items() if id == device}},
            declined=_without(self.declined, device),
        )

    def watched(self, watchers: int) -> Presence:
        """So many look on without being persons of the room."""
        return self if watchers == self.watchers else replace(self, watchers=watchers)

    def asks(self, person: int, seat: Seat) -> Presence:
        """A person would like a seat; what became of their wishes before is forgotten."""
        declined = _without(self.declined, person)
        return replace(self, asking={**self.asking, person: seat}, declined=declined)

    def does_not_get(self, person: int, seat: Seat) -> Presence:
        """A person's wish has come to nothing."""
        asking = _without(self.asking, person)
        return replace(self, asking=asking, declined={**self.declined, person: seat})

    def put_away(self, device: int) -> Presence:
        """Whatever the device had open or uncovered is no longer so."""
        return replace(
            self.stopped_reading(device),
            uncovered={id: hand for id, hand in self.uncovered.items() if id != device},
        )

    def gone(self, device: int) -> Presence:
        """A device whose person has left the room for good."""
        away = {id: since for id, since in self.away_since.items() if id != device}
        return replace(
            self.went(device, 0.0),
            away_since=away,
            wished=_without(self.wished, device),
            answered=self.answered.without(device),
        )

    def answering(self, person: int, command_id: str, turn: int) -> Presence:
        """A command that the log does not know of was done; `turn` is the one after it."""
        return replace(self, answered=self.answered.noting(person, command_id, turn))

    def valid(self, room: Room) -> Presence:
        """Without wishes and readers that the room no longer has a place for."""
        reading = {id: what for id, what in self.reading.items() if id in room.devices}
        seatless = room.people.keys() - {*room.seated, *room.promised.values()}
        playing = room.match is not None and not room.match.over
        return replace(
            self,
            asking={id: seat for id, seat in self.asking.items() if id in seatless},
            wished={id: seat for id, seat in self.wished.items() if playing and id in seatless},
            declined={id: seat for id, seat in self.declined.items() if id in seatless},
            reading=reading,
            not_waited_for=self.not_waited_for & reading.keys(),
        )

    def stopped_reading(self, person: int) -> Presence:
        if person not in self.reading:
            return self
        return replace(
            self,
            reading={id: what for id, what in self.reading.items() if id != person},
            not_waited_for=self.not_waited_for - {person},
        )

    def is_here(self, room: Room, person: int) -> bool:
        """Whether the device of a person of the room is connected."""
        return room.people[person].device in self.connected

    def away_for(self, room: Room, person: int, now: float) -> float:
        """Seconds a person has been away; 0 while they are here."""
        device = room.people[person].device
        if device in self.connected:
            return 0.0
        return now - self.away_since.get(device, self.began)

    def is_away(self, room: Room, person: int, now: float) -> bool:
        """Whether a person has been gone for longer than a line takes to come back."""
        return self.away_for(room, person, now) >= self.grace

    def next_gone(self, room: Room, persons: Iterable[int], now: float) -> float | None:
        """When the next of those whose line is lost will count as away; None if nobody will."""
        devices = {room.people[person].device for person in persons} - self.connected
        lost = [self.away_since.get(device, self.began) for device in devices]
        # As `is_away` reckons, or the moment would be missed by what floats round.
        return min((at + self.grace for at in lost if now - at < self.grace), default=None)

    def waits_for_reader(self, room: Room) -> bool:
        """Whether the computers wait because somebody seated is reading."""
        return bool(room.devices & self.reading.keys() - self.not_waited_for)

    def shown(self, room: Room, device: int) -> Seat | None:
        """The seat whose hand this device may show: its only one, or the one uncovered.

        Where one of several persons has given up their seat, the other's hand still has to be
        uncovered, until the next deal.
        """
        return self.shown_and_speaking(room, device)[0]

    def speaking(self, room: Room, device: int) -> tuple[Seat, ...]:
        """The seats whose choices the device may ask to take back: the one it shows, or all."""
        return self.shown_and_speaking(room, device)[1]

    def shown_and_speaking(self, room: Room, device: int) -> tuple[Seat | None, tuple[Seat, ...]]:
        """Both, for whoever wants to know both."""
        seats, match = room.seats_of(device), room.match
        dealt = None if match is None or room.starting is not None else match.hand
        if len(seats) == 1 and (dealt is None or device not in dealt.shared_devices):
            return seats[0], seats
        seat, turn = self.uncovered.get(device, (None, -1))
        if seat is None or turn != room.turn or seat not in seats:
            return None, seats
        return seat, (seat,)


def _without(wishes: Mapping[int, Seat], person: int) -> Mapping[int, Seat]:
    return {id: seat for id, seat in wishes.items() if id != person}
