"""Getting into a room: back to one's own seat, in by a link, or into a room of one's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from longana_protocol.commands import RulesChoice
from longana_protocol.words import Level, SeatName

from .connection import BadLink, Client, ConnectionProblem, Link, Refused, parse_link
from .exits import ExitCode
from .own_seats import LOST, OwnSeat, OwnSeats, is_same_name
from .screen import Screen
from .seating import LONGEST_NAME
from .wording import Words


@dataclass(frozen=True, slots=True)
class NewRoom:
    """The room to make instead of joining one.

    `start_at_once`: straight to the first hand against computers, as `longana play` does.
    """

    rules: RulesChoice = field(default_factory=RulesChoice)
    level: Level = "normal"
    watching: bool = False
    key: str | None = None
    start_at_once: bool = False


@dataclass(frozen=True, slots=True)
class Wishes:
    """Where somebody wants to go, and as who."""

    link: Link
    create: NewRoom | None = None
    name: str | None = None
    seat: SeatName | None = None
    watch: bool = False

    @property
    def comes_as_new(self) -> bool:
        """Whether a name is needed, unless this device has a seat in the room."""
        return self.link.token is None and not self.watch


def find_link(text: str | None, server: str | None, seats: OwnSeats) -> Link:
    """The link that was typed; for none the room of the newest seat, for the code of a room where
    this device has a seat that room.

    Raises:
        BadLink: when it is none, or nothing is remembered.

    """
    if text is None:
        latest = next(iter(seats.all()), None)
        if latest is None:
            raise BadLink("connection.no_link")
        return Link(latest.server, latest.code)
    try:
        link = parse_link(text, server)
        own = seats.at(link)
        # Whoever runs the server goes in by its own machine: on the way by which friends come,
        # somebody else may be by now.
        is_at_home = own is not None and urlsplit(own.server).hostname == "127.0.0.1"
        return replace(link, server=own.server) if own is not None and is_at_home else link
    except BadLink as bad:
        seat = seats.with_code(text) if bad.key == "connection.no_server" else None
        if seat is None:
            raise
        return Link(seat.server, seat.code)


class Entering:
    """Asks for what is needed until the server lets us in."""

    def __init__(
        self,
        client: Client,
        wishes: Wishes,
        seats: OwnSeats,
        screen: Screen,
        words: Words,
        lines: AsyncIterator[str],
    ) -> None:
        self._client, self._wishes, self._seats = client, wishes, seats
        self._screen, self._words, self._lines = screen, words, lines
        self._seat: OwnSeat | None = None
        """The seat to go back to."""
        if wishes.create is None and wishes.comes_as_new:
            self._seat = seats.at(wishes.link, wishes.name)

    async def enter(self) -> ExitCode | None:
        """Get into the room; None once inside."""
        wishes = self._wishes
        name = wishes.name
        if name is None and wishes.create is not None and wishes.create.start_at_once:
            name = self._words("ui.player")
        to_ask = wishes.comes_as_new and name is None
        if to_ask:
            try:  # before anybody has to type their name for nothing
                await self._find()
            except ConnectionProblem as met:
                return self._not_in(met)
        while True:
            if to_ask:
                name = await self._ask_name()
                if name is None:
                    return ExitCode.LEFT
            try:
                await self._knock(name or "")
            except ConnectionProblem as met:
                problem = met
            else:
                return None
            if self._seat is not None and isinstance(problem, Refused) and problem.code in LOST:
                self._seats.forget(self._seat.token)
                self._seat = None
                if problem.code == "bad_token":  # somebody new comes in by the same link
                    continue
            self._not_in(problem)
            if _is_about(problem, "bad_key") and not self._screen.piped:
                key = await self._ask("ui.prompt.key", hidden=True)
                if key is None or self._wishes.create is None:
                    return ExitCode.NOT_IN
                create = replace(self._wishes.create, key=key.strip())
                self._wishes = replace(self._wishes, create=create)
                to_ask = False
            elif not (to_ask and _is_about(problem, "bad_name")):
                return ExitCode.NOT_IN

    async def _find(self) -> None:
        """Raises what stands in the way, as far as it can be known without a name."""
        wishes = self._wishes
        if wishes.create is not None or self._seat is not None:
            await self._client.find_server()
        else:
            await self._client.find_room(wishes.link.code or "", wishes.seat)

    def _not_in(self, problem: ConnectionProblem) -> ExitCode:
        self._screen.say([self._words.plain(str(problem))])
        return ExitCode.NOT_IN

    async def _ask_name(self) -> str | None:
        """As who to come in; None at the end of input."""
        seat = self._seat
        if seat is None:
            return await self._ask("ui.prompt.name")
        name = await self._ask("ui.prompt.go_on", name=seat.name)
        if name is not None and name.strip() and not is_same_name(name, seat.name):
            self._seat = None
        return name

    async def _ask(self, key: str, *, hidden: bool = False, **facts: str) -> str | None:
        self._screen.ask(self._words(key, **facts), object(), hidden=hidden)
        line = await anext(self._lines, None)
        if line is not None:
            self._screen.entered(line)
            self._screen.close()
        return line

    async def _knock(self, name: str) -> None:
        wishes, client = self._wishes, self._client
        link = wishes.link if self._seat is None else self._seat.link
        if link.token is not None:
            await client.resume(link.code or "", link.token)
        elif wishes.watch:
            await client.watch(link.code or "")
        elif not name.strip():
            raise Refused("bad_name", self._words("refused.bad_name"), {})
        elif (create := wishes.create) is not None:
            await client.create(
                name[:LONGEST_NAME],
                create.rules,
                create.level,
                watching=create.watching,
                key=create.key,
            )
        else:
            await client.join(link.code or "", name[:LONGEST_NAME], wishes.seat)


def _is_about(problem: ConnectionProblem, code: str) -> bool:
    return isinstance(problem, Refused) and problem.code == code
