"""The state of a room: a fold over its log. Whoever folds the same entries has the same room.

Nothing here decides whether a command is allowed (`decide.py`) or who may see what (`views.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from longana_engine import Move, Position, Rules, Seat, Unknown, parse_compact, rules_from

from .events import (
    Arranged,
    Closed,
    Created,
    Entry,
    Event,
    HandDealt,
    HostNamed,
    Joined,
    Left,
    Level,
    Locked,
    Moved,
    NonceShown,
    Redone,
    Restarted,
    RulesSet,
    Sealed,
    Seated,
    StartAborted,
    Started,
    Undone,
)
from .match_in_play import MatchInPlay, Starting, secret_of, test_deal
from .occupants import Occupant, Person


Phase = Literal["lobby", "starting", "playing", "hand_over", "match_over"]

REMEMBERED_IDS = 32
"""Answered commands remembered per person; a client resends only what it has no answer to."""


@dataclass(frozen=True, slots=True)
class Room:
    """Everything the log says."""

    code: str
    version: int
    """Entries folded."""
    turn: int
    """Rises with each start, opening, play, pass, undo, redo, restart and next hand."""
    rules: Rules
    level: Level
    """What a computer that takes an empty seat plays at."""
    seats: Mapping[Seat, Occupant]
    """The seats of `rules`, in the order S, E, N, W."""
    people: Mapping[int, Person]
    next_person: int
    host: int | None
    watching: bool
    locked: bool
    chain: bytes
    """The last secret of the chain of the next match."""
    starting: Starting | None = None
    match: MatchInPlay | None = None
    past: tuple[MatchInPlay, ...] = ()
    """Matches before this one."""
    aborted: Seat | None = None
    """The seat that made the latest start fail, until the next start."""
    answered: Mapping[int, tuple[tuple[str, int], ...]] | None = None
    """By person: ids of commands carried out, and the turn after each."""
    closed: bool = False

    @property
    def phase(self) -> Phase:
        if self.starting is not None:
            return "starting"
        if self.match is None:
            return "lobby"
        if self.match.over:
            return "match_over"
        return "hand_over" if self.match.hand_over else "playing"

    @property
    def position(self) -> Position | None:
        """The hand on the table, finished or not."""
        return self.match.hand.position if self.match else None

    @property
    def to_move(self) -> Seat | None:
        if self.phase != "playing" or self.match is None:
            return None
        return self.match.hand.position.to_move

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        """The seats that persons hold."""
        return tuple(seat for seat, who in self.seats.items() if who.kind == "person")

    def seats_of(self, person: int | None) -> tuple[Seat, ...]:
        """The seats played on this person's device."""
        return tuple(
            seat
            for seat, who in self.seats.items()
            if who.person is not None and self.people[who.person].device == person
        )

    def commitment(self) -> bytes:
        """Of the match being started or played; in the lobby, of the one to come."""
        if self.starting is not None:
            return secret_of(self.starting.chain, 0)
        return self.match.commitment if self.match else secret_of(self.chain, 0)

    def answer_to(self, person: int, command_id: str) -> int | None:
        """The turn after that command, if it was carried out; None if it was not."""
        for known, turn in (self.answered or {}).get(person, ()):
            if known == command_id:
                return turn
        return None


def fold(entries: Iterable[Entry]) -> Room:
    """The room that a whole log describes; raises ValueError if the log does not begin one."""
    room: Room | None = None
    for entry in entries:
        room = begin(entry) if room is None else after(room, entry)
    if room is None:
        raise ValueError("an empty log is no room")
    return room


def begin(entry: Entry) -> Room:
    """The room after its first entry."""
    event = entry.event
    if not isinstance(event, Created):
        raise ValueError("the first event of a room is not its making")
    rules = rules_from(event.rules)
    room = Room(
        code=event.code,
        version=1,
        turn=0,
        rules=rules,
        level=event.level,
        seats={seat: Occupant(level=event.level) for seat in rules.table},
        people={},
        next_person=1,
        host=None,
        watching=event.watching,
        locked=False,
        chain=event.chain,
    )
    if event.person is not None and event.token is not None:
        room = _joined(room, event.person, event.token, Seat.S)
    return _answered(room, entry)


def after(room: Room, entry: Entry) -> Room:
    """The room after one more entry."""
    return _answered(replace(_happened(room, entry.event), version=room.version + 1), entry)


def _answered(room: Room, entry: Entry) -> Room:
    if entry.by is None or entry.id is None:
        return room
    known = (room.answered or {}).get(entry.by, ())
    kept = (*known[1 - REMEMBERED_IDS :], (entry.id, room.turn))
    return replace(room, answered={**(room.answered or {}), entry.by: kept})


def _happened(room: Room, event: Event) -> Room:
    match event:
        case Created():
            raise ValueError("a room is made only once")
        case Joined(person=person, token=token, seat=seat):
            return _joined(_cleared(room), person, token, Seat(seat))
        case Left(person=person):
            return _left(room, person)
        case HostNamed(person=person):
            return replace(room, host=person)
        case Seated(seat=seat, person=person, level=level):
            seats = _seated(room, Seat(seat), Occupant(person, level))
            return replace(_cleared(room), seats=seats)
        case Arranged(moves=moves):
            new = {Seat(to): room.seats[Seat(old)] for old, to in moves}
            seats = {seat: new.get(seat, who) for seat, who in room.seats.items()}
            return replace(_cleared(room), seats=seats)
        case RulesSet(rules=rules):
            return _with_rules(_cleared(room), rules_from(rules))
        case Locked(locked=locked):
            return replace(room, locked=locked)
        case Started():
            return _started(room, event)
        case Sealed() | NonceShown():
            return _gathered(room, event)
        case StartAborted(seat=seat):
            return replace(room, starting=None, aborted=Seat(seat), turn=room.turn + 1)
        case Moved() | Undone() | Redone() | Restarted() | HandDealt():
            return _played(room, event)
        case Closed():
            return replace(room, closed=True)
        case _:
            assert_never(event)


def _joined(room: Room, person: int, token: bytes, seat: Seat) -> Room:
    """A newcomer at their seat; where there is no host, they are."""
    return replace(
        room,
        people={**room.people, person: Person(person, token, device=person)},
        next_person=max(room.next_person, person + 1),
        seats=_seated(room, seat, Occupant(person=person)),
        host=person if room.host is None else room.host,
    )


def _cleared(room: Room) -> Room:
    """Back to the lobby after a match: its scores belong to those who sat there."""
    if room.match is None or not room.match.over:
        return room
    return replace(room, match=None, past=(*room.past, room.match), turn=room.turn + 1)


def _seated(room: Room, seat: Seat, occupant: Occupant) -> Mapping[Seat, Occupant]:
    """The seats with a new occupant at one; a person leaves the seat they had to a computer."""
    seats = dict(room.seats)
    if occupant.person is not None:
        for other, who in room.seats.items():
            if who.person == occupant.person:
                seats[other] = Occupant(level=room.level)
    seats[seat] = occupant
    return seats


def _left(room: Room, person: int) -> Room:
    people = {id: who for id, who in room.people.items() if id != person}
    freed = [seat for seat, who in room.seats.items() if who.person == person]
    seats = {**room.seats, **{seat: Occupant(level=room.level) for seat in freed}}
    host = room.host if room.host != person else _next_host(seats, people)
    broken = room.starting is not None and any(seat in room.starting.persons for seat in freed)
    return replace(
        room,
        people=people,
        seats=seats,
        host=host,
        starting=None if broken else room.starting,
        aborted=freed[0] if broken else room.aborted,
        turn=room.turn + broken,
    )


def _next_host(seats: Mapping[Seat, Occupant], people: Mapping[int, Person]) -> int | None:
    """The person seated first in the order S, E, N, W, else whoever came first."""
    seated = [who.person for who in seats.values() if who.person is not None]
    return seated[0] if seated else min(people, default=None)


def _with_rules(room: Room, rules: Rules) -> Room:
    """Persons whose seat is gone move to a computer's or open seat while there is one."""
    seats = {seat: room.seats.get(seat, Occupant(level=room.level)) for seat in rules.table}
    standing = [
        who for seat, who in room.seats.items() if who.kind == "person" and seat not in seats
    ]
    for seat, who in seats.items():
        if standing and who.kind != "person":
            seats[seat] = standing.pop(0)
    return replace(room, rules=rules, seats=seats)


def _started(room: Room, event: Started) -> Room:
    seats = {
        seat: who if who.kind != "open" else Occupant(level=room.level)
        for seat, who in room.seats.items()
    }
    room = replace(room, seats=seats)
    starting = Starting.begin(
        room.chain,
        room.rules.table,
        room.person_seats,
        tuple(test_deal(hands) for hands in event.deals),
    )
    room = replace(
        room, starting=starting, chain=event.next_chain, aborted=None, turn=room.turn + 1
    )
    return _dealt_if_complete(room)


def _gathered(room: Room, event: Sealed | NonceShown) -> Room:
    if room.starting is None:
        raise ValueError("no match is being started")
    if isinstance(event, Sealed):
        return replace(room, starting=room.starting.sealed(Seat(event.seat), event.seal))
    starting = room.starting.shown(Seat(event.seat), event.nonce)
    return _dealt_if_complete(replace(room, starting=starting))


def _dealt_if_complete(room: Room) -> Room:
    if room.starting is None or not room.starting.complete:
        return room
    past = (*room.past, room.match) if room.match else room.past
    return replace(
        room,
        starting=None,
        match=MatchInPlay.begin(len(past) + 1, room.rules, room.starting, room.seats),
        past=past,
        turn=room.turn + 1,
    )


def _played(room: Room, event: Moved | Undone | Redone | Restarted | HandDealt) -> Room:
    if room.match is None:
        raise ValueError("no match is being played")
    match, hand = room.match, room.match.hand
    if isinstance(event, Moved):
        match = match.with_hand(hand.moved(_move(event.move)))
    elif isinstance(event, Undone):
        match = match.with_hand(hand.undone_to(event.to))
    elif isinstance(event, Redone):
        match = match.with_hand(hand.redone())
    elif isinstance(event, Restarted):
        match = match.with_hand(hand.restarted())
    else:
        match = match.next_hand()
    return replace(room, match=match, turn=room.turn + 1)


def _move(text: str) -> Move:
    move = parse_compact(text)
    if isinstance(move, Unknown):
        raise ValueError(f"{text} names no tile or branch")
    return move
