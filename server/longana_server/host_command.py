"""`longana host`: a server with a table, whose host sits down in a browser or in the terminal."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from longana_client.characters import encodable, showable
from longana_client.run import ExitCode, run_terminal
from longana_client.terminal import Terminal, find_terminal, own_command
from longana_engine import rules_from
from longana_protocol.catalogue import text

from . import garbage, hosting, own_browser, own_table
from .addresses import reachable_addresses
from .app import App, running
from .codes import claim_link, room_link
from .invitation import Invitation
from .log_lines import log_to_stderr
from .own_table import OpenedTable, OwnTable
from .qr import HALF_BLOCKS, qr_text
from .settings import Settings
from .stopping import stop_on_signals, stopping, unless
from .tunnel import kept_open
from .tunnel_programs import choose_program, first_installed


Show = Callable[[Sequence[str]], None]
"""Prints lines for whoever typed the command."""

Place = Literal["terminal", "browser", "nowhere"]
"""Where the host sits down at the table."""


async def host(given: argparse.Namespace, settings: Settings, language: str) -> int:
    """Serve a table until told to stop; gives the exit code."""
    place = _place_of_host(given)
    log_to_stderr("warning" if place == "terminal" else settings.log_level, settings.log_format)
    terminal = find_terminal(ascii_only=given.ascii or None)
    show = partial(_show, terminal)
    settings = hosting.for_one_table(settings, given.address)
    stopped = asyncio.Event()
    stop = stopping(stopped, settings)
    stop_on_signals(stop)
    async with AsyncExitStack() as at_last, running(settings, at_home=True) as app:
        await at_last.enter_async_context(garbage.looked_for_seldom())
        folder = settings.data_dir if settings.log == "file" else None
        opened = await _opened_table(given, app, folder)
        invitation = _invitation(given, settings, app, opened.code, language)
        if settings.tunnel is not None:
            program = choose_program(settings, app.own_port)
            show([text(language, "tunnel.opening", program=program.name)])
            opening = at_last.enter_async_context(kept_open(program, invitation.hear))
            address = await unless(stopped, opening)
            if address is None:
                return 0
            invitation.move_to(address)
        if opened.is_back:
            show([text(language, "host.again")])
        qr = qr_text(invitation.table.link, encodable(HALF_BLOCKS, terminal.encoding))
        show(hosting.ready_lines(invitation.table, language, qr, own_command()))
        if folder is not None:  # said at the end, however it comes
            at_last.callback(show, [text(language, "host.kept", command=own_command())])
        hinting = asyncio.create_task(remind_when_nobody_comes(app, invitation))
        at_last.callback(hinting.cancel)
        seat = _OwnSeat(app, opened, folder)
        if place == "browser":
            await _open_browser(seat, show, language)
        if place == "terminal":
            left = await _play_here(given, seat, invitation)
            if left in (ExitCode.INTERRUPTED, ExitCode.TERMINATED):
                stop()
                return left
            stop_on_signals(stop)  # the terminal had them
            show([text(language, "host.stop")])
        showing = asyncio.create_task(_show_notices(invitation, show))
        at_last.callback(showing.cancel)
        await stopped.wait()
    return 0


@dataclass(slots=True)
class _OwnSeat:
    """The way of whoever typed the command to their own table, which no other machine has."""

    app: App
    table: OpenedTable
    folder: Path | None
    """Where the next `longana host` finds the seat again; None where nothing is kept."""
    person: int | None = None
    """Who has sat down on it in this terminal."""

    @property
    def server(self) -> str:
        return f"http://127.0.0.1:{self.app.own_port}"

    def link(self, token: str | None = None) -> str:
        """To the room; with a token, to the seat that it stands for."""
        return room_link(self.server, self.table.code, token)

    def keep(self, token: str) -> None:
        """Note the token of the seat for the next time."""
        if self.folder is not None:
            own_table.save(self.folder, OwnTable(self.table.code, token))

    async def sit_down(self, person: int, token: str) -> None:
        """Whoever sits down here is the host, also if a friend opened the link first; but not
        again after a break, for they may have passed it on.
        """
        if person != self.person:
            self.person = person
            self.keep(token)
            await self.app.rooms.name_host(self.table.code, person)

    def has_company(self) -> bool:
        """Whether anybody else is at the table now."""
        return self.app.rooms.visitors(self.table.code, besides=self.person) > 0


def _place_of_host(given: argparse.Namespace) -> Place:
    if given.no_join or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "nowhere"
    if not given.terminal and own_browser.is_there(os.environ):
        return "browser"
    return "terminal"


def _show(terminal: Terminal, lines: Sequence[str]) -> None:
    columns, rows = terminal.size()
    if rows is not None:  # a log breaks its lines by itself
        lines = hosting.set_in(lines, columns)
    print("\n".join(showable(line, terminal.encoding) for line in lines), flush=True)


async def _opened_table(given: argparse.Namespace, app: App, folder: Path | None) -> OpenedTable:
    """The table from before, unless another was asked for."""
    wished = {"preset": given.rules, "seats": given.seats, "target": given.target}
    wished = {key: wish for key, wish in wished.items() if wish}
    rules = rules_from({**hosting.USUAL, **wished})
    level = given.level or hosting.USUAL_LEVEL
    anew = given.new_table or given.level is not None or bool(wished)
    return await own_table.opened(app.rooms, folder, rules, level, anew=anew)


def _invitation(
    given: argparse.Namespace, settings: Settings, app: App, code: str, language: str
) -> Invitation:
    addresses = reachable_addresses(settings.host)
    table = hosting.table(
        code, app.server.port, addresses, settings, given.address, first_installed()
    )
    invitation = Invitation(table, language, app.server.publish)
    if given.address is not None:  # the page invites with the same one
        app.server.publish(invitation.base_url)
    return invitation


async def _open_browser(seat: _OwnSeat, show: Show, language: str) -> None:
    """The host sits down in the browser; what opens it there opens it once."""
    claim = seat.app.rooms.claim(seat.table.code, seat.table.token, seat.keep)
    if await own_browser.show(claim_link(seat.server, seat.table.code, claim)):
        show([text(language, "host.browser")])
    else:
        show([text(language, "host.no_browser", link=seat.link())])
    if seat.table.token is not None:  # for another browser, where that one is not wanted
        show([text(language, "ui.return_link"), seat.link(seat.table.token)])


async def _play_here(given: argparse.Namespace, seat: _OwnSeat, invitation: Invitation) -> int:
    """The host sits down in this terminal; gives the exit code."""
    return await run_terminal(
        seat.link(seat.table.token),
        invite_from=lambda: invitation.base_url,
        notices=invitation.notices,
        on_entered=seat.sit_down,
        stops_others=seat.has_company,
        name=given.name,
        lang=given.lang,
        ascii_only=given.ascii or None,
    )


async def _show_notices(invitation: Invitation, show: Show) -> None:
    async for lines in invitation.notices:
        show(lines)


async def remind_when_nobody_comes(app: App, invitation: Invitation) -> None:
    """Who came and went again has found the way: then there is nothing to look at."""
    await asyncio.sleep(hosting.PATIENCE)
    if not app.server.met_others and not app.rooms.had_company(invitation.table.code):
        invitation.remind(hosting.this_system())
