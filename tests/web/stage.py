"""A server that shows what a test wants shown: any room, any position, to a page none the wiser.

It answers entering with a welcome and what stands on the stage, and every other command with
`done`. For what a real server would have to play its way to.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgpack
from playwright.async_api import WebSocketRoute

from longana_engine import Pass, Position, Seat, compact, observe, rules_from
from longana_protocol.answers import (
    Done,
    PersonState,
    Record,
    Result,
    Room,
    SeatState,
    Table,
    View,
    Welcome,
    You,
)
from longana_protocol.codec import encode
from longana_protocol.words import SeatName
from web.hands import random_start


CODE = "7K2M-QX4D"
TOKEN = "abcDEF_-0123456789abcdefghijklmn"
PLACE = f"#{CODE}.{TOKEN}"
"""Behind a page's address: leads person 1 to their seat."""

KNOWS_THE_GAME = {"longana.learnt": '["*"]', "longana.sound": "false"}
"""What is stored by whoever wants no lessons and no sound."""

NAMES = ("Ana", "Bernardino", "Caridad", "Dora Milagros Q.")
SEATS: Mapping[int, tuple[SeatName, ...]] = {
    2: ("S", "N"),
    3: ("S", "E", "N"),
    4: ("S", "E", "N", "W"),
}


@dataclass
class Stage:
    """`room` and `view` may be set at any time; `show` sends them to whoever looks."""

    room: Room
    view: View
    heard: list[dict[str, Any]] = field(default_factory=list)
    sockets: list[WebSocketRoute] = field(default_factory=list)
    answers: bool = True
    """Whether commands get their `done`."""
    person: int | None = 1
    greeting: bytes | None = None
    """Said to whoever comes, instead of letting them in."""
    record: Record | None = None
    """Given to whoever asks for the record of a match."""

    def __call__(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda frame: self._heard(socket, frame))
        socket.on_close(lambda *_: self._left(socket))

    def show(self, view: View | None = None, room: Room | None = None) -> None:
        """Send it to all pages that look; without anything new, as it stands."""
        self.view, self.room = view or self.view, room or self.room
        for socket in self.sockets:
            self._send(socket)

    def say(self, frame: bytes) -> None:
        """Anything else, to all pages that look."""
        for socket in self.sockets:
            socket.send(frame)

    async def hang_up(self) -> None:
        """The lines break; who comes again is let in."""
        for socket in list(self.sockets):
            self.sockets.remove(socket)
            await socket.close(code=1012)

    def _send(self, socket: WebSocketRoute) -> None:
        socket.send(encode(self.room))
        socket.send(encode(self.view))

    def _left(self, socket: WebSocketRoute) -> None:
        if socket in self.sockets:
            self.sockets.remove(socket)

    def _heard(self, socket: WebSocketRoute, frame: str | bytes) -> None:
        assert isinstance(frame, bytes)
        message = msgpack.unpackb(frame)
        self.heard.append(message)
        match message["type"]:
            case "hello":
                pass
            case _ if self.greeting is not None:
                socket.send(self.greeting)
            case "resume" | "watch" | "join" | "create":
                welcome = Welcome(about=message["id"], version=1, code=CODE, person=self.person)
                socket.send(encode(welcome))
                self._send(socket)
            case "record" if self.record is not None:
                record = self.record.model_copy(update={"about": message["id"]})
                socket.send(encode(record))
            case _ if self.answers:
                done = Done(about=message["id"], turn=self.view.table.turn)
                socket.send(encode(done))


def room_of(seats: int = 4, *, persons: int = 4, **more: Any) -> Room:
    """In the middle of a match; person 1, the host, has South."""
    at = SEATS[seats]
    persons = min(persons, seats)
    states = [
        SeatState(seat=seat, kind="person", person=place + 1)
        if place < persons
        else SeatState(seat=seat, kind="computer", level="normal")
        for place, seat in enumerate(at)
    ]
    people = [
        PersonState(person=place + 1, name=NAMES[place], device=place + 1)
        for place in range(persons)
    ]
    given: dict[str, Any] = {
        "number": 1,
        "code": CODE,
        "host": 1,
        "rules": {"preset": "cuban", "seats": seats, "target": 100},
        "seats": tuple(states),
        "order": at,
        "people": tuple(people),
        "match": 1,
        "scores": (34, 61, 12, 88)[:seats],
    }
    return Room(**given | more)


def renamed(room: Room, names: Sequence[str]) -> Room:
    """With people of these names in it, in the order of their numbers."""
    pairs = zip(room.people, names, strict=True)
    people = tuple(person.model_copy(update={"name": name}) for person, name in pairs)
    return room.model_copy(update={"people": people})


def table_of(position: Position, *, number: int = 1, **more: Any) -> Table:
    """What everybody may see of it."""
    seen = observe(position, None)
    result = seen.result
    given: dict[str, Any] = {
        "number": number,
        "turn": 10 + len(seen.moves),
        "phase": "playing" if result is None else "hand_over",
        "hand": 3,
        "to_move": seen.to_move and seen.to_move.value,
        "moves": tuple(compact(move) for move in seen.moves),
        "ends": tuple((seen.ends or {}).values()),
        "opened": tuple(seat.value for seat in seen.opened),
        "left": tuple(seen.left.values()),
        "result": result
        and Result(
            kind=result.kind,
            points=result.points,
            pips=tuple(result.pips.values()),
            winner=None if result.winner is None else result.winner.value,
        ),
        "reveal": tuple(tuple(tuple(tile) for tile in hand) for hand in position.revealed.values()),
    }
    return Table(**given | more)


def you_of(position: Position, seat: Seat, **more: Any) -> You:
    """What the person in that seat may see besides."""
    seen = observe(position, seat)
    given: dict[str, Any] = {
        "seat": seat.value,
        "hand": tuple(tuple(tile) for tile in seen.hand),
        "legal": tuple(compact(move) for move in seen.legal),
        "barred": {barred.value: use.value for barred, use in seen.barred.items()},
        "fits": tuple(seen.fits) if seen.legal and isinstance(seen.legal[0], Pass) else (),
        "undo": True,
        "restart": True,
    }
    return You(**given | more)


def view_of(position: Position, seat: Seat | None = Seat.S, *, number: int = 1) -> View:
    """The whole view of that seat; None for somebody who only watches."""
    return View(
        table=table_of(position, number=number),
        you=None if seat is None else you_of(position, seat),
    )


EXTREMES: Sequence[tuple[int, dict[SeatName, int]]] = (
    (4, {"S": 28}),
    (4, {"W": 28}),
    (4, {"N": 28}),
    (4, {"E": 18, "S": 5, "N": 4, "W": 4}),
    (4, {"S": 8, "E": 8, "N": 8, "W": 7}),
    (4, {"S": 14, "N": 14}),
    (4, {"E": 14, "N": 14}),
    (3, {"S": 20}),
    (3, {"S": 12, "E": 11}),
    (2, {"S": 15}),
    (2, {"S": 8, "N": 7}),
)
"""Seats, and how many tiles lie on each branch: more than any hand that was seen."""


def extreme(seats: int, lengths: dict[SeatName, int], seed: int = 1) -> View:
    """It is South's turn, with a whole hand; its values are made up: no hand has such branches."""
    rng = random.Random(f"{seats} {lengths} {seed}")
    at = SEATS[seats]
    ends = dict.fromkeys(at, 9)
    doubles = set(range(9))
    moves = [f"{at[0]}99"]
    after_double = dict.fromkeys(at, True)
    for branch in [seat for seat, length in lengths.items() for _ in range(length)]:
        end = ends[branch]
        if end in doubles and not after_double[branch] and rng.random() < 0.4:
            doubles.remove(end)
            other = end
        else:
            other = rng.choice([value for value in range(10) if value != end])
        after_double[branch] = other == end
        low, high = sorted((end, other))
        moves.append(f"{branch}{low}{high}{branch}")
        ends[branch] = other
    matching = list(dict.fromkeys(ends.values()))
    pairs = dict.fromkeys((min(end, 9 - end), max(end, 9 - end)) for end in matching)
    hand = tuple(pairs)
    hand += tuple((value, value) for value in range(10))[: 8 - len(hand)]
    legal = [
        f"{at[0]}{low}{high}{branch}"
        for low, high in hand
        for branch in at
        if ends[branch] in (low, high) and low != high
    ]
    table = Table(
        number=1,
        turn=len(moves),
        phase="playing",
        hand=3,
        to_move=at[0],
        moves=tuple(moves),
        ends=tuple(ends.values()),
        opened=tuple(at[1:]),
        left=(8,) * seats,
    )
    return View(table=table, you=You(seat=at[0], hand=hand, legal=tuple(legal), undo=True))


def stored(url: str, values: dict[str, str]) -> dict[str, Any]:
    """For a new visitor: what the device has kept of the page at that address."""
    # As Playwright would do it, a page would be opened for it first.
    return {
        "script": f"""
            if (location.origin === {json.dumps(url.rstrip("/"))} && !sessionStorage.testing) {{
                sessionStorage.testing = 'stored';
                Object.assign(localStorage, {json.dumps(values)});
            }}
        """
    }


def hand_of(seats: int, rng: random.Random) -> list[Position]:
    """Every position of a random hand, from the deal to its end; branches are long."""
    position = random_start(rules_from({"preset": "cuban", "seats": seats}), rng)
    positions = [position]
    while position.to_move is not None:
        position = position.after(rng.choice(position.legal()))
        positions.append(position)
    return positions
