"""The terminal client from its start to its exit code: `longana join` and `longana play`.

The exit codes are those of `exits.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from longana_protocol.words import PersonId, SeatName

from .connection import BadLink, Client, Link
from .desk import Desk
from .entering import Entering, NewRoom, Wishes, find_link
from .exits import EXIT_CODES_HELP, PATIENCE, ExitCode
from .keyboard import Keyboard, KeyMode, key_by_key
from .narrator import Narrator
from .own_seats import LOST, OwnSeat, OwnSeats
from .own_shuffles import OwnShuffles
from .pausing import pausing
from .reading import Said, Word, read_line
from .screen import Screen
from .session import Session
from .terminal import Terminal, find_terminal, language_of, own_command
from .wording import Words


__all__ = ["EXIT_CODES_HELP", "ExitCode", "NewRoom", "run_terminal"]

PIPED_PATIENCE = 1.2
"""`PATIENCE` of a script, which shall know within 2 s that the server is gone."""
SECOND_CTRL_C = 10.0
"""Seconds within which a second Ctrl-C is one."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What whoever runs the table gives, and what was asked for on the command line."""

    invite_from: Callable[[], str] | None
    notices: AsyncIterator[Sequence[str]] | None
    on_entered: Callable[[PersonId, str], Awaitable[None]] | None
    lang: str | None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the person sits."""

    terminal: Terminal
    mode: KeyMode
    keyboard: Keyboard
    screen: Screen
    words: Words
    seats: OwnSeats


async def run_terminal(
    link: str | None,
    *,
    server: str | None = None,
    create: NewRoom | None = None,
    name: str | None = None,
    seat: SeatName | None = None,
    watch: bool = False,
    invite_from: Callable[[], str] | None = None,
    notices: AsyncIterator[Sequence[str]] | None = None,
    on_entered: Callable[[PersonId, str], Awaitable[None]] | None = None,
    stops_others: Callable[[], bool] = lambda: False,
    lang: str | None = None,
    ascii_only: bool | None = None,
    terminal: Terminal | None = None,
) -> int:
    """Sit a person down at a table in this terminal; gives the exit code (see `exits.py`).

    `link` is a link to a room, a return link, a bare code (with `server`), or with `create` the
    address of a server; None at a terminal leads to the newest seat of this device. `name` is
    asked for when it is needed and not given. `invite_from` gives the address friends reach the
    server under at the moment, where it isn't the one of `link`. `notices` are lines
    to show as they come; those not taken yet at the end are left to whoever gave them. `on_entered`
    is called with who the person is and the token that brings them back, once they are in: the
    table is theirs and here as long as this program, so they are asked back once they have gone.
    Where going away would end the game of others (`stops_others`), the first Ctrl-C only says so.
    `lang` is a language tag, by default the locale's. `ascii_only` is found out by default.
    """
    terminal = terminal or find_terminal(ascii_only=ascii_only)
    words = Words(language_of(os.environ, lang), terminal.encoding)
    screen = Screen(terminal)
    seats = OwnSeats()
    try:
        if link is None and (create is not None or screen.piped):
            raise BadLink("connection.no_link")
        where = find_link(link, server, seats)
        if create is None and where.code is None:
            raise BadLink("connection.bad_link")
    except BadLink as bad:
        screen.say([words(bad.key)])
        return ExitCode.USAGE
    wishes = Wishes(where, create, name, seat, watch)
    table = _Table(invite_from, notices, on_entered, lang)
    with key_by_key(terminal) as mode:
        keyboard = Keyboard(terminal, screen.typed)
        place = _Place(terminal, mode, keyboard, screen, words, seats)
        stay = asyncio.create_task(_stay(wishes, table, place))
        with _signals(stay, _first_says_so(stops_others, screen, words)) as signalled:
            try:
                code = await stay
            except asyncio.CancelledError:
                if not signalled:
                    raise
                code = signalled[0]
                screen.close()
            except BrokenPipeError:  # nobody reads what is printed any more
                _print_nowhere(terminal)
                code = ExitCode.LEFT
            else:
                screen.close()
    return code


async def _stay(wishes: Wishes, table: _Table, place: _Place) -> ExitCode:
    """Until the person has gone; whoever runs the table may come back to it."""
    async with _beside(_show(table.notices, place.screen)):
        while True:
            code, back = await _sit(wishes, table, place)
            if back is None or not await _wants_back(place):
                return code
            wishes = replace(wishes, link=back)


async def _wants_back(place: _Place) -> bool:
    """Whether the person asks to go back to their table; not at the end of input."""
    screen, lines = place.screen, place.keyboard.lines()
    with pausing(place.mode, screen):
        while True:
            screen.ask(place.words("ui.prompt.come_back"), object())
            line = await anext(lines, None)
            if line is None:
                return False
            screen.entered(line)
            match read_line(line):
                case Said(Word.QUIT):
                    continue
                case _:
                    screen.close()
                    return True


async def _sit(wishes: Wishes, table: _Table, place: _Place) -> tuple[ExitCode, Link | None]:
    """One stay, and the way back to a table that is here as long as this program runs."""
    terminal, mode, screen, words = place.terminal, place.mode, place.screen, place.words
    keyboard, seats = place.keyboard, place.seats
    lines = keyboard.lines()
    alone = wishes.create is not None and wishes.create.start_at_once
    client = Client(
        wishes.link.server,
        lang=words.language,
        software=f"longana-terminal/{version('longana')}",
        patience=PIPED_PATIENCE if terminal.typing == "piped" else PATIENCE,
        nonces=None if alone else OwnShuffles().book(),  # alone its server ends with it
    )
    async with client:
        with pausing(mode, screen):
            code = await Entering(client, wishes, seats, screen, words, lines).enter()
        if code is not None:
            return code, None
        if table.on_entered and client.person is not None and client.token:
            await table.on_entered(client.person, client.token)

        def here() -> Link:
            server = table.invite_from() if table.invite_from else wishes.link.server
            return Link(server.rstrip("/"), client.code)

        is_known = any(seat.token == client.token for seat in seats.all())
        if client.token and wishes.link.token is None and not is_known and not alone:
            # Now, because a killed terminal or a flat battery says nothing any more.
            screen.say([words("ui.return_link")])
            screen.say_to_copy(words.plain(here().return_link(client.token)))
        narrator = Narrator(terminal, screen, words, lambda: here().invitation, alone=alone)
        desk = Desk(client, narrator, screen, words, here, alone, keyboard.forget)
        session = Session(desk, lines, terminal.typing)
        code = ExitCode.INTERRUPTED  # or another signal
        try:
            kept = _keeping(client, wishes.link.server, lambda: here().server, seats)
            async with contextlib.nullcontext() if alone else kept:
                with pausing(mode, session):
                    code = await session.run()
        finally:
            # A signal ends a host's server with us, and with it the seat.
            lost = alone or (table.on_entered is not None and code is ExitCode.INTERRUPTED)
            if not lost and code is not ExitCode.SENT_AWAY:
                _say_way_back(client, here(), table.lang, screen, words)
        if table.on_entered is None or (client.gone is not None and client.gone.reason == "closed"):
            return code, None
        return code, Link(wishes.link.server, client.code, _token(client))


def _token(client: Client) -> str | None:
    """What brings the person back to their seat, as long as anything does."""
    is_lost = client.gone is not None and client.gone.reason in LOST
    return None if is_lost else client.token


def _say_way_back(
    client: Client, here: Link, lang: str | None, screen: Screen, words: Words
) -> None:
    """How to come back to a seat that is still one's own."""
    token = _token(client)
    if token is None:
        return
    screen.close()  # nothing is asked any more
    screen.say([words("ui.way_back" if client.online else "ui.way_back_later")])
    language = ["--lang", lang] if lang else []
    command = [own_command(), "join", here.return_link(token), *language]
    screen.say_to_copy(shlex.join(command))


@contextlib.asynccontextmanager
async def _keeping(
    client: Client, server: str, invites_from: Callable[[], str], seats: OwnSeats
) -> AsyncIterator[None]:
    """Remember on this device what brings the person back, while there is something to remember.

    Whoever runs the server is in it by another address than friends; links name that one.
    """
    kept: OwnSeat | None = None

    async def keep() -> None:
        nonlocal kept
        async for update in client.updates():
            names = [one.name for one in update.room.people if one.person == client.person]
            if names and client.token:
                seat = OwnSeat(server, update.room.code, names[0], client.token)
                seat = replace(seat, others=(invites_from(),))
                if seat != kept:
                    seats.keep(seat)
                    kept = seat

    try:
        async with _beside(keep()):
            yield
    finally:
        if kept is not None and _token(client) is None:
            seats.forget(kept.token)


async def _show(notices: AsyncIterator[Sequence[str]] | None, screen: Screen) -> None:
    """Show notices above what is being typed."""
    if notices is not None:
        async for lines in notices:
            screen.say(lines)


@contextlib.asynccontextmanager
async def _beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let it go on while the block runs."""
    working = asyncio.create_task(work)
    try:
        yield
    finally:
        working.cancel()
        await asyncio.wait([working])
        if not working.cancelled():
            working.result()


def _first_says_so(
    stops_others: Callable[[], bool], screen: Screen, words: Words
) -> Callable[[], bool]:
    """Whether a Ctrl-C is the first of two, and was only answered with what a second would do."""
    said = -SECOND_CTRL_C

    def holds_back() -> bool:
        nonlocal said
        if time.monotonic() - said < SECOND_CTRL_C or not stops_others():
            return False
        said = time.monotonic()
        screen.shout(words("ui.stops_others"))
        return True

    return holds_back


@contextlib.contextmanager
def _signals(
    stay: asyncio.Task[ExitCode], holds_back: Callable[[], bool]
) -> Iterator[list[ExitCode]]:
    """Let Ctrl-C and SIGTERM end the stay while the block runs; the list says which did.

    A Ctrl-C that `holds_back` is true for does not.
    """
    received: list[ExitCode] = []
    loop = asyncio.get_running_loop()

    def end(code: ExitCode) -> Callable[[], None]:
        def handler() -> None:
            if code is ExitCode.INTERRUPTED and holds_back():
                return
            received.append(code)
            stay.cancel()

        return handler

    handled = {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED}
    former = {number: signal.getsignal(number) for number in handled}
    # Not on Windows, and not outside the main thread: there Ctrl-C raises as everywhere.
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        for number, code in handled.items():
            loop.add_signal_handler(number, end(code))
    try:
        yield received
    finally:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            for number, handler in former.items():
                loop.remove_signal_handler(number)
                signal.signal(number, handler)


def _print_nowhere(terminal: Terminal) -> None:
    """Keep Python's own flush at exit from failing on the broken pipe."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, terminal.stdout.fileno())
    os.close(nowhere)
