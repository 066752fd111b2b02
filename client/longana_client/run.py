"""The terminal client from its start to its exit code: `longana join` and `longana play`.

The exit codes are those of `exits.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version

from longana_protocol.commands import RulesChoice
from longana_protocol.words import Level, PersonId, SeatName

from .connection import BadLink, Client, ConnectionProblem, Link, Refused, parse_link
from .desk import Desk
from .exits import EXIT_CODES_HELP, PATIENCE, ExitCode
from .keyboard import Keyboard, KeyMode, key_by_key
from .narrator import Narrator
from .pausing import pausing
from .screen import Screen
from .seating import LONGEST_NAME
from .session import Session
from .terminal import Terminal, find_terminal, language_of, own_command
from .wording import Words


__all__ = ["EXIT_CODES_HELP", "ExitCode", "NewRoom", "run_terminal"]

PIPED_PATIENCE = 1.2
"""The same for a script, which shall know within 2 s that the server is gone."""


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
class _Wishes:
    """What was asked for on the command line."""

    link: Link
    create: NewRoom | None
    name: str | None
    seat: SeatName | None
    watch: bool
    invite_from: Callable[[], str] | None
    on_entered: Callable[[PersonId, str], Awaitable[None]] | None


async def run_terminal(
    link: str,
    *,
    server: str | None = None,
    create: NewRoom | None = None,
    name: str | None = None,
    seat: SeatName | None = None,
    watch: bool = False,
    invite_from: Callable[[], str] | None = None,
    notices: AsyncIterator[Sequence[str]] | None = None,
    on_entered: Callable[[PersonId, str], Awaitable[None]] | None = None,
    lang: str | None = None,
    ascii_only: bool | None = None,
    terminal: Terminal | None = None,
) -> int:
    """Sit a person down at a table in this terminal; gives the exit code (see `exits.py`).

    `link` is a link to a room, a return link, a bare code (with `server`), or with `create` the
    address of a server. `name` is asked for when it is needed and not given. `invite_from` gives
    the address friends reach the server under at the moment, where it isn't the one of `link`.
    `notices` are lines to show as they come; those not taken yet at the end are left to whoever
    gave them. `on_entered` is called with who the person is and the token that brings them back,
    once they are in. `lang` is a language tag, by default the locale's. `ascii_only` is found out
    by default.
    """
    terminal = terminal or find_terminal(ascii_only=ascii_only)
    words = Words(lang or language_of(os.environ), terminal.encoding)
    screen = Screen(terminal)
    try:
        wishes = _Wishes(
            parse_link(link, server), create, name, seat, watch, invite_from, on_entered
        )
    except BadLink as bad:
        screen.say([words(bad.key)])
        return ExitCode.USAGE
    if create is None and wishes.link.code is None:
        screen.say([words("connection.bad_link")])
        return ExitCode.USAGE
    with key_by_key(terminal) as mode:
        stay = asyncio.create_task(_stay(wishes, notices, terminal, mode, screen, words))
        with _signals(stay) as signalled:
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


async def _stay(
    wishes: _Wishes,
    notices: AsyncIterator[Sequence[str]] | None,
    terminal: Terminal,
    mode: KeyMode,
    screen: Screen,
    words: Words,
) -> ExitCode:
    keyboard = Keyboard(terminal, screen.typed)
    lines = keyboard.lines()
    client = Client(
        wishes.link.server,
        lang=words.language,
        software=f"longana-terminal/{version('longana')}",
        patience=PIPED_PATIENCE if terminal.typing == "piped" else PATIENCE,
    )
    async with client, _showing(notices, screen):
        with pausing(mode, screen):
            code = await _enter(client, wishes, screen, words, lines)
        if code is not None:
            return code
        if wishes.on_entered and client.person is not None and client.token:
            await wishes.on_entered(client.person, client.token)
        alone = wishes.create is not None and wishes.create.start_at_once

        def here() -> Link:
            server = wishes.invite_from() if wishes.invite_from else wishes.link.server
            return Link(server.rstrip("/"), client.code)

        if client.token and wishes.link.token is None and not alone:
            # Now, because a killed terminal or a flat battery says nothing any more.
            screen.say([words("ui.return_link")])
            screen.say_to_copy(words.plain(here().return_link(client.token)))
        narrator = Narrator(terminal, screen, words, lambda: here().invitation, alone=alone)
        desk = Desk(client, narrator, screen, words, here, alone, keyboard.forget)
        session = Session(desk, lines, terminal.typing)
        code = ExitCode.INTERRUPTED  # or another signal
        try:
            with pausing(mode, session):
                code = await session.run()
        finally:
            # A signal ends a host's server with us, and with it the seat.
            lost = alone or (wishes.on_entered is not None and code is ExitCode.INTERRUPTED)
            if not lost and code is not ExitCode.SENT_AWAY:
                _say_way_back(client, here(), screen, words)
        return code


def _say_way_back(client: Client, here: Link, screen: Screen, words: Words) -> None:
    """How to come back to a seat that is still one's own."""
    gone = client.gone
    if client.token is None or (gone is not None and gone.reason == "left"):
        return
    screen.say([words("ui.way_back" if client.online else "ui.way_back_later")])
    screen.say_to_copy(shlex.join([own_command(), "join", here.return_link(client.token)]))


@contextlib.asynccontextmanager
async def _showing(
    notices: AsyncIterator[Sequence[str]] | None, screen: Screen
) -> AsyncIterator[None]:
    """Show notices while the block runs, above what is being typed."""

    async def show() -> None:
        if notices is not None:
            async for lines in notices:
                screen.say(lines)

    showing = asyncio.create_task(show())
    try:
        yield
    finally:
        showing.cancel()
        await asyncio.wait([showing])
        if not showing.cancelled():
            showing.result()


async def _enter(
    client: Client, wishes: _Wishes, screen: Screen, words: Words, lines: AsyncIterator[str]
) -> ExitCode | None:
    """Get into the room, asking for a name until the server takes it; None once inside."""
    needed = wishes.link.token is None and not wishes.watch
    name = wishes.name
    if name is None and wishes.create and wishes.create.start_at_once:
        name = words("ui.player")
    to_ask = needed and name is None
    while True:
        if to_ask:
            screen.ask(words("ui.prompt.name"), object())
            name = await anext(lines, None)
            if name is None:
                return ExitCode.LEFT
            screen.entered(name)
            screen.close()
        if needed and not (name or "").strip():
            problem: ConnectionProblem = Refused("bad_name", words("refused.bad_name"), {})
        else:
            try:
                await _knock(client, wishes, (name or "")[:LONGEST_NAME])
            except ConnectionProblem as met:
                problem = met
            else:
                return None
        screen.say([words.plain(str(problem))])
        if _wants_key(problem) and wishes.create is not None and not screen.piped:
            screen.ask(words("ui.prompt.key"), object(), hidden=True)
            key = await anext(lines, None)
            if key is None:
                return ExitCode.NOT_IN
            screen.entered(key)
            screen.close()
            wishes = replace(wishes, create=replace(wishes.create, key=key.strip()))
            to_ask = False
            continue
        if not (to_ask and isinstance(problem, Refused) and problem.code == "bad_name"):
            return ExitCode.NOT_IN


def _wants_key(problem: ConnectionProblem) -> bool:
    return isinstance(problem, Refused) and problem.code == "bad_key"


async def _knock(client: Client, wishes: _Wishes, name: str) -> None:
    link, create = wishes.link, wishes.create
    if create is not None:
        await client.create(
            name, create.rules, create.level, watching=create.watching, key=create.key
        )
    elif link.token is not None:
        await client.resume(link.code or "", link.token)
    elif wishes.watch:
        await client.watch(link.code or "", wishes.name)
    else:
        await client.join(link.code or "", name, wishes.seat)


@contextlib.contextmanager
def _signals(stay: asyncio.Task[ExitCode]) -> Iterator[list[ExitCode]]:
    """Let Ctrl-C and SIGTERM end the stay while the block runs; the list says which did."""
    received: list[ExitCode] = []
    loop = asyncio.get_running_loop()

    def end(code: ExitCode) -> Callable[[], None]:
        def handler() -> None:
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
