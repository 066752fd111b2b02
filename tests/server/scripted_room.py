"""A room without sockets: what a person commands is decided and folded at once.

Computers, which a live room drives, move here when the test says so, and by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import TypeVar

from longana_engine import Pass, Position, Seat, compact, fair, parse_compact
from longana_protocol.commands import (
    Command,
    Join,
    Next,
    Nonce,
    PassCommand,
    PlayCommand,
    Redo,
    Restart,
    RoomCommand,
    RulesChoice,
    Seal,
    Start,
    TurnCommand,
    Undo,
)
from longana_protocol.words import SEAT_NAMES, SeatName
from longana_server import room as folding
from longana_server.checks import Circumstances
from longana_server.codes import ALPHABET, CODE_LENGTH
from longana_server.decide import decide, rules_of
from longana_server.events import Created, Entry, Event, Level, Moved, RevealShared
from longana_server.match_in_play import MatchInPlay
from longana_server.presence import Presence
from longana_server.refusing import Refused
from longana_server.room import Room
from longana_server.seating import decide_join


Made = TypeVar("Made", bound=Command)
MadeForTurn = TypeVar("MadeForTurn", bound=TurnCommand)

SHORT = {"S": "9-9 1-9 2-9", "N": "0-9 4-9 0-0"}
"""A deal for two whose hand is over soon. South opens with 9-9, and each tile fits the centre."""
SHORT_MOVES = ("S99", "N09N", "S19S", "N00N")
"""Moves that block it: South has 11 pips left and North 13, so South wins 24 points."""

NAMES = {1: "Ana", 2: "Beto", 3: "Carla", 4: "Dora", 5: "Eva"}

_ids = count(1)


class SeededChance:
    """`Chance` that a seed decides."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def secret(self) -> bytes:
        return self._rng.randbytes(32)

    def shuffled(self, seats: Sequence[Seat]) -> list[Seat]:
        return self._rng.sample(seats, len(seats))

    def code(self) -> str:
        return "".join(self._rng.choices(ALPHABET, k=CODE_LENGTH))

    def number(self) -> int:
        return self._rng.getrandbits(32)


class ScriptedRoom:
    """The log of a room and what it folds to. Person 1 made it; more persons have joined."""

    def __init__(
        self,
        persons: int = 1,
        rules: RulesChoice | None = None,
        *,
        seed: int = 0,
        level: Level = "normal",
        deals: tuple[Mapping[str, str], ...] = (),
    ) -> None:
        self.rng = Random(seed)
        self.chance = SeededChance(self.rng)
        self.deals = deals
        self.away: frozenset[int] = frozenset()
        """Devices that have been gone for longer than the time of grace."""
        self.presence = Presence()
        """What people are about; who is here is put in by `here`."""
        self.nonces: dict[Seat, bytes] = {}
        created = Created(
            code="K7MP4RWX",
            person=1,
            token=bytes([1]) * 32,
            rules=rules_of(rules or RulesChoice()).settings(),
            level=level,
            watching=True,
            chain=self.chance.secret(),
        )
        self.entries = [Entry(event=created, by=1, id=None, at=0)]
        self.room = folding.begin(self.entries[0])
        for _ in range(persons - 1):
            self.join()

    @property
    def match(self) -> MatchInPlay:
        assert self.room.match is not None
        return self.room.match

    @property
    def position(self) -> Position:
        return self.match.hand.position

    @property
    def circumstances(self) -> Circumstances:
        return Circumstances(self.chance, self.here, now=0.0, deals=self.deals)

    @property
    def here(self) -> Presence:
        """Everybody is, but for those in `away`."""
        return replace(self.presence, connected=frozenset(self.room.people) - self.away)

    def reveal_is_shared(self) -> None:
        """Somebody else has seen all hands of the finished hand."""
        self.add(RevealShared())

    def add(self, event: Event, by: int | None = None, id: str | None = None) -> Room:
        """Something that happens."""
        entry = Entry(event=event, by=by, id=id, at=len(self.entries))
        self.room = folding.after(self.room, entry)
        self.entries.append(entry)
        return self.room

    def join(self, seat: SeatName | None = None) -> int:
        """Somebody new comes in; returns who."""
        person = self.room.next_person
        command = made(Join, code=self.room.code, name=NAMES.get(person, "Fina"), seat=seat)
        joined = decide_join(self.room, command, bytes([person]) * 32, self.circumstances)
        self.add(joined, person, command.id)
        return person

    def do(self, person: int, command: RoomCommand) -> Event:
        """Carry out a command; raises Refused."""
        event = decide(self.room, person, command, self.circumstances)
        self.add(event, person, command.id)
        return event

    def now(self, kind: Callable[..., MadeForTurn], **fields: object) -> MadeForTurn:
        """A command for the turn that is on the table."""
        return made(kind, turn=self.room.turn, **fields)

    def outcome(self, person: int, command: RoomCommand) -> str:
        """The type of the event the command leads to, or the code it is refused with.

        Nothing is carried out.
        """
        try:
            return decide(self.room, person, command, self.circumstances).type
        except Refused as refused:
            return refused.code

    def refused(self, person: int, command: RoomCommand) -> Refused:
        """How the command is refused."""
        try:
            event = decide(self.room, person, command, self.circumstances)
        except Refused as refused:
            return refused
        raise AssertionError(f"{command} leads to {event}")

    def move(self, written: str | None = None) -> str:
        """Whoever is to move does: as written in short, else by lot. Returns the move."""
        seat = self.position.to_move
        assert seat is not None
        move = written or compact(self.rng.choice(self.position.legal()))
        person = self.room.players.get(seat)
        if person is None:
            self.add(Moved(move=move))
        else:
            uncovered = {**self.presence.uncovered, person: (seat, self.room.turn)}
            self.presence = replace(self.presence, uncovered=uncovered)
            self.do(person, self.as_command(move))
        return move

    def moves(self, *written: str) -> None:
        for move in written:
            self.move(move)

    def as_command(self, move: str) -> PlayCommand | PassCommand:
        """A legal move as its person sends it."""
        if isinstance(parse_compact(move), Pass):
            return self.now(PassCommand)
        return self.now(PlayCommand, tile=(int(move[1]), int(move[2])), branch=move[3:] or None)

    def start(self, person: int = 1) -> None:
        """Start a match: seals, nonces, the first deal."""
        self.do(person, made(Start))
        self.deal()

    def deal(self) -> None:
        """Send the seals and the nonces that are waited for."""
        self.send_seals()
        self.send_nonces()

    def send_seals(self) -> None:
        for seat in self.waiting:
            self.send_seal(seat)

    def send_nonces(self) -> None:
        for seat in self.waiting:
            self.send_nonce(seat)

    def send_seal(self, seat: Seat) -> None:
        nonce = self.nonces[seat] = self.rng.randbytes(32)
        self.do(self.person_at(seat), made(Seal, seat=name(seat), seal=fair.seal(seat, nonce)))

    def send_nonce(self, seat: Seat) -> None:
        self.do(self.person_at(seat), made(Nonce, seat=name(seat), nonce=self.nonces[seat]))

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose seal or nonce is waited for."""
        return self.room.starting.waiting if self.room.starting else ()

    def person_at(self, seat: Seat) -> int:
        """The person on whose device the seat is played."""
        return self.room.players[seat]

    def until(self, seat: Seat) -> None:
        """Play until that seat is to move, or the hand is over."""
        while self.position.to_move not in (seat, None):
            self.move()

    def play_hand(self) -> None:
        """Play the hand to its end."""
        while self.position.to_move is not None:
            self.move()

    def play_match(self) -> None:
        """Play the match to its end."""
        self.play_hand()
        while not self.match.over:
            self.do(1, self.now(Next))
            self.play_hand()

    def wander(self) -> Iterator[None]:
        """Play a match to its end, undo, redo and restart by lot; yields after each step."""
        while not self.match.over:
            changes = (self.now(Undo), self.now(Redo), self.now(Restart))
            change: RoomCommand = self.rng.choice(changes)
            may = self.outcome(1, change) in ("undone", "redone", "restarted")
            if may and self.rng.random() < 0.15:
                self.do(1, change)
            elif self.match.hand_over:
                self.do(1, self.now(Next))
            else:
                self.move()
            yield


def for_two(*moves: str, persons: int = 1, target: int = 100) -> ScriptedRoom:
    """A match for two after these moves; each of its hands has the short deal."""
    scripted = ScriptedRoom(persons, RulesChoice(seats=2, target=target), deals=(SHORT,))
    scripted.start()
    scripted.moves(*moves)
    return scripted


def made(kind: Callable[..., Made], **fields: object) -> Made:
    """A command with an id of its own."""
    return kind(id=f"c{next(_ids)}", **fields)


def name(seat: Seat) -> SeatName:
    return SEAT_NAMES[seat.place]


def created(person: int | None = 1, seats: int = 4) -> Created:
    return Created(
        code="K7MP4RWX",
        person=person,
        token=None if person is None else bytes(32),
        rules={"preset": "cuban", "seats": seats},
        level="easy",
        watching=False,
        chain=bytes(32),
    )


def folded(*events: Event) -> Room:
    return folding.fold([Entry(event=event) for event in events])


def occupants(room: Room) -> list[int | str | None]:
    """The persons by number, computers by level, open seats as None."""
    return [who.person or who.level for who in room.seats.values()]
