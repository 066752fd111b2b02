"""Persons who sit at one table, each on a socket of their own, and do what a test says.

Everything here is drawn from a seed: deals, codes, nonces. A test that fails fails again.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from longana_server import app as serving_app
from longana_server import rooms as serving_rooms
from longana_server.app import App
from longana_server.codes import ALPHABET, CODE_LENGTH
from server.scripted_room import SeededChance
from system.table import Message, Raw, served


Deal = Mapping[str, str]

TWO_PASSES: Deal = {
    "S": "9-9 0-9 1-9 2-9 3-9 0-1 0-2 1-2",
    "E": "3-4 3-5 3-6 3-7 3-8 4-5 4-6 4-7",
    "N": "5-6 5-7 5-8 6-7 6-8 7-8 0-3 1-3",
    "W": "4-9 5-9 6-9 7-9 8-9 2-3 2-4 2-5",
}
"""Whoever won before, South opens with 9-9; East and North must pass."""


class Company:
    """The persons at a table by the order they came in; the first is the host."""

    def __init__(self, app: App, persons: Sequence[Raw]) -> None:
        self.app = app
        self.persons = persons
        self._rng = Random("which half of a tile is named first")

    @property
    def host(self) -> Raw:
        return self.persons[0]

    @property
    def table(self) -> Message:
        return self.host.table

    @property
    def seats(self) -> list[str]:
        """The seats of the match, in the order of all lists."""
        return [state["seat"] for state in self.host.room["seats"]]

    def at(self, seat: str) -> Raw:
        """The person in a seat."""
        return next(person for person in self.persons if person.you.get("seat") == seat)

    @property
    def mover(self) -> Raw:
        """The person whose turn it is."""
        return next(person for person in self.persons if person.my_turn)

    def by_seat(self, key: str) -> dict[str, Any]:
        """A list of the view by seat: `ends`, `left`, `reveal`."""
        return dict(zip(self.seats, self.table[key], strict=True))

    async def start(self) -> None:
        """Begin the match; all then see the first hand."""
        await self.host.ask("start")
        await self.host.until(lambda: bool(self.table["phase"] == "playing"))
        await self.all_see(self.table["turn"])

    async def all_see(self, turn: int) -> None:
        for person in self.persons:
            await person.after(turn)

    async def goes_on(self) -> bool:
        """Wait while computers move, until a person is to; False when the hand is over."""
        seats = [person.you.get("seat") for person in self.persons]
        await self.host.until(
            lambda: self.table["phase"] != "playing" or self.table["to_move"] in seats
        )
        await self.all_see(self.table["turn"])
        return bool(self.table["phase"] == "playing")

    async def do(self, person: Raw, type: str, **fields: Any) -> Message:
        """A command that must be carried out, at the turn that person sees; all then see it."""
        done = await person.ask(type, **{"turn": person.table["turn"], **fields})
        assert done["type"] == "done", done
        await self.all_see(done["turn"])
        return done

    async def move(self, move: str) -> Message:
        """A move of a record ("E 3-7>W") or of the wire ("E37W"), by whoever sits there."""
        move = on_the_wire(move)
        return await self.do(self.at(move[0]), **as_command(move, self._rng))

    async def play(self, moves: Iterable[str]) -> None:
        for move in moves:
            await self.move(move)

    async def refused(self, move: str) -> Message:
        """The refusal of a move that must not be taken, by whoever sits there."""
        move = on_the_wire(move)
        person = self.at(move[0])
        answer = await person.ask(turn=person.table["turn"], **as_command(move, self._rng))
        assert answer["type"] == "refused", answer
        return answer


@asynccontextmanager
async def company(
    persons: int, *, seed: str = "", deals: Sequence[Deal] = (), **rules: Any
) -> AsyncIterator[Company]:
    """So many persons in a match that has just been dealt; computers have the other seats.

    `deals`, if there are any, are used in order, over and over, as `--test-deals` does.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deals.json"
        file.write_text(json.dumps(list(deals)))
        async with (
            seeded(seed, test_deals=file if deals else None) as app,
            sitting_down(app, persons, seed, **rules) as together,
        ):
            await together.start()
            yield together


@asynccontextmanager
async def sitting_down(
    app: App, persons: int, seed: str = "", **rules: Any
) -> AsyncIterator[Company]:
    """So many persons in a lobby of the server."""
    raws = [Raw(app, Random(f"{seed} person {number}")) for number in range(persons)]
    host = raws[0]
    for number, raw in enumerate(raws):
        await raw.connect()
        if raw is host:
            await raw.enter("create", name="Host", rules=rules)
        else:
            await raw.enter("join", code=host.code, name=f"Guest {number}")
    await host.until(lambda: len(host.room["people"]) == persons)
    try:
        yield Company(app, raws)
    finally:
        for raw in raws:
            await raw.close()


@asynccontextmanager
async def seeded(seed: str, **settings: Any) -> AsyncIterator[App]:
    """A server whose secrets and codes come from a seed."""
    rng = Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving_app, "SystemChance", lambda: SeededChance(rng))
        patch.setattr(
            serving_rooms, "new_code", lambda _: "".join(rng.choices(ALPHABET, k=CODE_LENGTH))
        )
        async with served(**settings) as app:
            yield app


async def come_back(person: Raw) -> None:
    """Over a new line, until the table is shown again."""
    person.view = {}
    await person.connect()
    await person.enter("resume", code=person.code, token=person.token)


def on_the_wire(move: str) -> str:
    """The short notation: "E37W" for "E 3-7>W", "N" for "N pass".

    >>> on_the_wire("E 3-7>W"), on_the_wire("S 9-9"), on_the_wire("N pass"), on_the_wire("E37W")
    ('E37W', 'S99', 'N', 'E37W')
    """
    return move.replace(" pass", "").translate(str.maketrans("", "", " ->"))


def as_command(move: str, rng: Random) -> Message:
    """The command that makes a move of the wire; either half of the tile may come first."""
    if len(move) == 1:
        return {"type": "pass"}
    tile = rng.sample([int(move[1]), int(move[2])], 2)
    return {"type": "play", "tile": tile} | ({"branch": move[3]} if len(move) == 4 else {})
