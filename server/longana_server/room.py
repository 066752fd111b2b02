"""The state of a room: a fold over its log. Whoever folds the same entries has the same room.

Nothing here decides whether a command is allowed (`decide.py`) or who may see what (`views.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Literal, assert_never

from longana_engine import Move, Rules, Seat, Unknown, parse_compact, rules_from

from .changing import changed
from .events import (
    Arranged,
    Closed,
    CodeChanged,
    Created,
    Entry,
    Event,
    HandDealt,
    HostNamed,
    Joined,
    Left,
    Level,
    Locked,
    Minded,
    Moved,
    MovedTo,
    NonceShown,
    Redone,
    Restarted,
    Returned,
    RevealShared,
    RulesSet,
    Sealed,
    Seated,
    SeatPromised,
    StartAborted,
    Started,
    Undone,
    WatchingSet,
)
from .match_in_play import MatchInPlay, Starting, secret_of, test_deal
from .occupants import Occupant, Person


Phase = Literal["lobby", "starting", "playing", "hand_over", "match_over"]

REMEMBERED_IDS = 32
"""Answered commands remembered per person; a client resends only what it has no answer to."""


REMEMBERED_DEAD = 256
"""Tokens of persons who are gone that are remembered: far more than are ever about at once."""


@dataclass(frozen=True)
class Room:
    """Everything the log says. Without slots: what follows from the seats is worked out once."""

    code: str
    """What opens it now."""
    codes: tuple[str, ...]
    """All that ever did; the first is where the log is."""
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
    minded: frozenset[Seat] = frozenset()
    """Persons' seats that a computer minds until they are back."""
    promised: Mapping[Seat, int] = field(default_factory=dict)
    """Who has which seat from the next deal on."""
    aborted: Seat | None = None
    """The seat that made the latest start fail, until the next start."""
    dead: tuple[bytes, ...] = ()
    """Hashes of the tokens of persons who left or were removed lately: they open nothing any more,
    and make nobody anew by a `join` that comes late."""
    answered: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """By person in the room: ids of commands carried out, and the turn after each."""
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
    def to_move(self) -> Seat | None:
        if self.match is None or self.starting is not None:
            return None
        return self.match.hand.position.to_move

    CACHED_FROM: ClassVar = frozenset({"seats", "people"})
    """All cached properties are worked out from these alone (`changed`)."""

    @cached_property
    def person_seats(self) -> tuple[Seat, ...]:
        """The seats that persons hold."""
        return tuple(seat for seat, who in self.seats.items() if who.kind == "person")

    @cached_property
    def seated(self) -> frozenset[int]:
        """The persons who hold a seat."""
        return frozenset(who.person for who in self.seats.values() if who.person is not None)

    @cached_property
    def players(self) -> Mapping[Seat, int]:
        """The seats that persons hold, and on whose device each of them is played."""
        return {
            seat: self.people[who.person].device
            for seat, who in self.seats.items()
            if who.person is not None
        }

    @cached_property
    def devices(self) -> frozenset[int]:
        """The persons on whose devices the seats are played."""
        return frozenset(self.players.values())

    def computer_at(self, seat: Seat) -> Level | None:
        """The level of the computer that plays or minds the seat; None where a person plays."""
        who = self.seats[seat]
        return self.level if seat in self.minded else who.level

    def seats_of(self, person: int | None) -> tuple[Seat, ...]:
        """The seats played on this person's device."""
        return self._seats_by_device.get(person, ())

    @cached_property
    def _seats_by_device(self) -> Mapping[int | None, tuple[Seat, ...]]:
        players = self.players.items()
        return {
            device: tuple(seat for seat, player in players if player == device)
            for device in self.devices
        }

    def on_device(self, person: int) -> frozenset[int]:
        """The person and whoever else plays on their device."""
        people = self.people.items()
        return frozenset(id for id, who in people if person in (id, who.device))

    def commitment(self) -> bytes:
        """Of the match being started or played; in the lobby, of the one to come."""
        if self.starting is not None:
            return secret_of(self.starting.chain, 0)
        return self.match.commitment if self.match else secret_of(self.chain, 0)

    def answer_to(self, person: int, command_id: str) -> int | None:
        """The turn after that command, if it was carried out; None if it was not."""
        known = self.answered.get(person)
        return None if known is None else known.get(command_id)


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
        codes=(event.code,),
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
    if event.person is not None:
        room = _joined(room, Joined(person=event.person, token=event.token, seat="S"))
    return changed(room, answered=_answered(room, entry, room.turn))


def after(room: Room, entry: Entry) -> Room:
    """The room after one more entry."""
    version = room.version + 1
    if isinstance(entry.event, Moved):
        return _moved(room, entry, entry.event, version)
    room = _happened(room, entry.event, entry.by)
    match = room.match
    if match is not None and room.starting is None:
        match = match.seated(room.seats)
    answered = _answered(room, entry, room.turn)
    return changed(room, version=version, match=match, answered=answered)


def _moved(room: Room, entry: Entry, event: Moved, version: int) -> Room:
    """What happens most changes least."""
    match, turn = _being_played(room), room.turn + 1
    return changed(
        room,
        version=version,
        turn=turn,
        match=match.with_hand(match.hand.moved(_move(event.move), entry.by)),
        answered=_answered(room, entry, turn),
    )


def _answered(room: Room, entry: Entry, turn: int) -> Mapping[int, Mapping[str, int]]:
    """The commands carried out, with the one the entry came from, after which it is that turn."""
    if entry.by is None or entry.id is None or entry.by not in room.people:
        return room.answered
    kept = {**room.answered.get(entry.by, {}), entry.id: turn}
    if len(kept) > REMEMBERED_IDS:
        del kept[next(iter(kept))]
    return {**room.answered, entry.by: kept}


def _happened(room: Room, event: Event, by: int | None) -> Room:
    match event:
        case Moved():
            raise AssertionError("folded by `_moved`")
        case Undone() | Redone() | Restarted() | RevealShared() | HandDealt():
            return _played(room, event, by)
        case Created():
            raise ValueError("a room is made only once")
        case Joined():
            return _joined(room if event.seat is None else _cleared(room), event)
        case Left(person=person):
            return _left(room, person)
        case HostNamed(person=person):
            return replace(room, host=person)
        case Seated(seat=seat, person=person, level=level):
            return _sat_down(_cleared(room), Seat(seat), Occupant(person, level))
        case SeatPromised(seat=seat, person=person, minded=is_minded):
            others = {
                at: who for at, who in room.promised.items() if at.value != seat and who != person
            }
            mine = {} if person is None else {Seat(seat): person}
            minded = room.minded | {Seat(seat)} if is_minded else room.minded
            return replace(room, promised={**others, **mine}, minded=minded)
        case Minded(seat=seat):
            return replace(room, minded=room.minded | {Seat(seat)})
        case Returned(seat=seat):
            promised = {at: who for at, who in room.promised.items() if at.value != seat}
            return replace(room, minded=room.minded - {Seat(seat)}, promised=promised)
        case Arranged(moves=moves):
            room = _cleared(room)  # first: who was promised a seat moves with it
            new = {Seat(to): room.seats[Seat(old)] for old, to in moves}
            seats = {seat: new.get(seat, who) for seat, who in room.seats.items()}
            return _reseated(room, seats)
        case RulesSet(rules=rules):
            return _with_rules(_cleared(room), rules_from(rules))
        case Locked(locked=locked):
            return replace(room, locked=locked)
        case WatchingSet(allowed=allowed):
            return replace(room, watching=allowed)
        case CodeChanged(code=code, locked=locked):
            return replace(room, code=code, codes=(*room.codes, code), locked=locked)
        case MovedTo():
            raise ValueError("this log only says where the room's is")
        case Started():
            return _started(room, event)
        case Sealed() | NonceShown():
            return _gathered(room, event)
        case StartAborted(seat=seat):
            return replace(room, starting=None, aborted=Seat(seat), turn=room.turn + 1)
        case Closed():
            return replace(room, closed=True)
        case _:
            assert_never(event)


def _joined(room: Room, event: Joined) -> Room:
    """A newcomer in the room; where there is no host, they are."""
    person = Person(event.person, event.token, event.device or event.person)
    room = replace(
        room,
        people={**room.people, person.id: person},
        next_person=max(room.next_person, person.id + 1),
        host=person.id if room.host is None else room.host,
    )
    if event.seat is None:
        return room
    return _sat_down(room, Seat(event.seat), Occupant(person=person.id))


def _cleared(room: Room) -> Room:
    """Back to the lobby after a match: its scores belong to those who sat there."""
    if room.match is None or not room.match.over:
        return room
    past = (*room.past, room.match)
    return replace(promises_kept(room), match=None, past=past, turn=room.turn + 1)


def _sat_down(room: Room, seat: Seat, occupant: Occupant) -> Room:
    """A new occupant of a seat; a person leaves the seat they had to a computer."""
    person = occupant.person
    if person is None:
        return _reseated(room, {**room.seats, seat: occupant})
    left = Occupant(level=room.level)
    seats = {at: left if who.person == person else who for at, who in room.seats.items()}
    room = _reseated(room, {**seats, seat: occupant})
    # Whatever was promised about this seat or to this person is settled with it.
    promised = {at: who for at, who in room.promised.items() if at != seat and who != person}
    match = room.match
    if match is not None and not match.hand_over:
        match = replace(match, hand=match.hand.taken_over(seat, room.people[person].device))
    return replace(room, match=match, promised=promised)


def _reseated(room: Room, seats: Mapping[Seat, Occupant]) -> Room:
    """Other people at the seats: a seat is minded only for the person it was minded for."""
    minded = {seat for seat in room.minded if seats.get(seat) == room.seats[seat]}
    return replace(room, seats=seats, minded=frozenset(minded))


def _left(room: Room, person: int) -> Room:
    """Somebody is gone, with everybody on their device; computers play on for them."""
    gone = room.on_device(person)
    people = {id: who for id, who in room.people.items() if id not in gone}
    freed = [seat for seat, who in room.seats.items() if who.person in gone]
    seats = {**room.seats, **{seat: Occupant(level=room.level) for seat in freed}}
    host = room.host if room.host not in gone else _next_host(seats, people)
    broken = room.starting is not None and any(seat in room.starting.persons for seat in freed)
    dead = [token for id in gone if (token := room.people[id].token) is not None]
    return replace(
        _reseated(room, seats),
        people=people,
        dead=(*room.dead, *dead)[-REMEMBERED_DEAD:],
        answered={id: known for id, known in room.answered.items() if id not in gone},
        host=host,
        locked=room.locked and bool(people),  # nobody is left who could let anybody in
        promised={seat: who for seat, who in room.promised.items() if who not in gone},
        starting=None if broken else room.starting,
        aborted=freed[0] if broken else room.aborted,
        turn=room.turn + broken,
    )


def _next_host(seats: Mapping[Seat, Occupant], people: Mapping[int, Person]) -> int | None:
    """The person seated first in the order S, E, N, W, else whoever came first.

    Only somebody with a device of their own can be host.
    """
    own = [id for id, who in people.items() if who.device == id]
    seated = [who.person for who in seats.values() if who.person in own]
    return seated[0] if seated else min(own, default=None)


def promises_kept(room: Room) -> Room:
    """Whoever was promised a seat has it with this deal."""
    for seat, person in room.promised.items():
        if seat in room.seats and person in room.people:
            room = _sat_down(room, seat, Occupant(person=person))
    return replace(room, promised={})


def _with_rules(room: Room, rules: Rules) -> Room:
    """Persons whose seat is gone move to a computer's or open seat while there is one."""
    seats = {seat: room.seats.get(seat, Occupant(level=room.level)) for seat in rules.table}
    standing = [
        who for seat, who in room.seats.items() if who.kind == "person" and seat not in seats
    ]
    for seat, who in seats.items():
        if standing and who.kind != "person":
            seats[seat] = standing.pop(0)
    return replace(_reseated(room, seats), rules=rules)


def _started(room: Room, event: Started) -> Room:
    seats = {
        seat: who if who.kind != "open" else Occupant(level=room.level)
        for seat, who in room.seats.items()
    }
    room = promises_kept(replace(room, seats=seats))
    # Whose seat is minded is not there to shuffle: the computer does it for them.
    shuffling = [seat for seat in room.person_seats if seat not in room.minded]
    starting = Starting.begin(
        room.chain,
        room.rules.table,
        shuffling,
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
        match=MatchInPlay.begin(len(past) + 1, room.rules, room.starting, room.seats, room.players),
        past=past,
        turn=room.turn + 1,
    )


def _played(
    room: Room,
    event: Undone | Redone | Restarted | RevealShared | HandDealt,
    by: int | None,
) -> Room:
    match = _being_played(room)
    hand = match.hand
    if isinstance(event, HandDealt):
        room = promises_kept(room)
        match = match.next_hand(room.players)
        return replace(room, match=match, turn=room.turn + 1)
    if isinstance(event, RevealShared):
        return replace(room, match=replace(match, hand=replace(hand, shared=True)))
    if isinstance(event, Undone):
        hand = hand.undone_to(event.to)
    elif isinstance(event, Redone):
        hand = hand.redone()
    else:
        hand = hand.restarted()
    if hand.replayed and not match.hand.replayed:
        hand = hand.known_to(by)
    return changed(room, match=match.with_hand(hand), turn=room.turn + 1)


def _being_played(room: Room) -> MatchInPlay:
    if room.match is None:
        raise ValueError("no match is being played")
    return room.match


def _move(text: str) -> Move:
    move = parse_compact(text)
    if isinstance(move, Unknown):
        raise ValueError(f"{text} names no tile or branch")
    return move
