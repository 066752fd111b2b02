"""The console script. The only module that knows server and client both."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from .arguments import USAGE, parser, settings_from


if TYPE_CHECKING:
    from .app import App
    from .hosting import Table
    from .settings import Settings


FAILED = 1
OUTPUT_FAILED = 74
"""EX_IOERR of sysexits."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `longana` with these arguments, and exit with its code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = run(arguments)
        sys.stdout.flush()
    except OSError as error:
        # The output could not be written: a full disk, or whoever read it has seen enough
        # (`| head`). Python's own flush at exit must not fail on it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"longana: {error}", file=sys.stderr)
        code = OUTPUT_FAILED
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command; gives the exit code. Usage errors exit with 64."""
    quiet = "--json" in arguments
    try:
        with contextlib.redirect_stderr(io.StringIO()) if quiet else contextlib.nullcontext():
            given = parser().parse_args(arguments)
    except SystemExit as leaving:
        if quiet and leaving.code == USAGE:
            _print_usage_as_json()
        raise
    match given.command:
        case "replay" | "verify":
            return _check(given)
        case "join":
            return _join(given)
        case "play":
            return _with_settings(given, _play)
        case "serve":
            return _with_settings(given, _serve)
        case "host":
            return _with_settings(given, _host)
    raise AssertionError(given.command)


def _check(given: argparse.Namespace) -> int:
    from .checking import run_replay, run_verify

    if given.command == "replay":
        return run_replay(given.file, given.json, sys.stdout, sys.stderr)
    return run_verify(given.file, given.commitment, given.nonce, given.json, sys.stdout, sys.stderr)


def _join(given: argparse.Namespace) -> int:
    from longana_client.run import NewRoom, run_terminal
    from longana_protocol.commands import RulesChoice

    create = None
    if given.new:
        rules = RulesChoice(preset=given.rules, seats=given.seats, target=given.target)
        create = NewRoom(rules, given.level, watching=True, key=given.key)
    return asyncio.run(
        run_terminal(
            given.link,
            server=given.server,
            create=create,
            name=given.name,
            seat=given.seat,
            watch=given.watch,
            lang=given.lang,
            ascii_only=given.ascii or None,
        )
    )


async def _play(given: argparse.Namespace, settings: Settings) -> int:
    """A server of one's own, on this machine only, and a table of computers."""
    from longana_client.run import NewRoom, run_terminal
    from longana_protocol.commands import RulesChoice

    from .app import running

    _log_to_stderr("warning")
    private = settings.model_copy(update={"host": "127.0.0.1", "port": 0, "public_url": None})
    async with running(private) as app:
        rules = RulesChoice(preset=given.rules, seats=given.seats, target=given.target)
        return await run_terminal(
            f"http://127.0.0.1:{app.server.port}",
            create=NewRoom(rules=rules, level=given.level, start_at_once=True),
            name=given.name,
            lang=given.lang,
            ascii_only=given.ascii or None,
        )


async def _serve(given: argparse.Namespace, settings: Settings) -> int:
    from .app import running

    _log_to_stderr(settings.log_level)
    stopped = _stop_signals()
    async with running(settings) as app:
        print(f"longana serves at {app.base_url}", flush=True)
        await stopped.wait()
    return 0


def _stop_signals() -> asyncio.Event:
    """Set when the process is told to stop."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stopped.set)
        except NotImplementedError:  # Windows' loop has none; Ctrl-C interrupts it all the same
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    return stopped


def _log_to_stderr(level: str) -> None:
    logging.basicConfig(
        level=level.upper(), stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s"
    )


def _print_usage_as_json() -> None:
    message = "the command line is wrong; see longana COMMAND --help"
    print(json.dumps({"ok": False, "error": {"code": "usage", "message": message}}))


async def _host(given: argparse.Namespace, settings: Settings) -> int:
    """A server with a room; in a terminal, its host sits down there too."""
    from longana_client.run import ExitCode, run_terminal
    from longana_client.terminal import find_terminal, language_of, own_command
    from longana_engine import rules_from
    from longana_protocol.catalogue import text

    from . import hosting
    from .addresses import reachable_addresses
    from .app import running
    from .codes import room_link
    from .qr import qr_text

    joins = sys.stdin.isatty() and sys.stdout.isatty() and not given.no_join
    _log_to_stderr("warning" if joins else settings.log_level)
    language = given.lang or language_of(os.environ)
    unicode = find_terminal(ascii_only=given.ascii or None).encoding != "ascii"
    rules = rules_from({"preset": given.rules, "seats": given.seats, "target": given.target})
    async with running(settings) as app:
        code = await app.rooms.open(rules, given.level, watching=True)
        addresses = reachable_addresses(settings.host)
        table = hosting.table(code, app.server.port, addresses, settings, given.address)
        qr = qr_text(table.link, unicode)
        print("\n".join(hosting.ready_lines(table, language, qr, own_command())))
        sys.stdout.flush()
        if joins:
            link = room_link(f"http://127.0.0.1:{app.server.port}", code)
            left = await run_terminal(
                link,
                on_entered=lambda person: app.rooms.name_host(code, person),
                name=given.name,
                invite_from=table.link.rpartition("/#")[0],
                lang=given.lang,
                ascii_only=given.ascii or None,
            )
            if left in (ExitCode.INTERRUPTED, ExitCode.TERMINATED):
                return left
            print(text(language, "host.stop"))
        stopped = _stop_signals()
        hinting = asyncio.create_task(_hint_when_nobody_comes(app, table, language))
        await stopped.wait()
        hinting.cancel()
    return 0


async def _hint_when_nobody_comes(app: App, table: Table, language: str) -> None:
    from . import hosting

    await asyncio.sleep(hosting.PATIENCE)
    if not app.rooms.visitors(table.code):
        print("\n".join(hosting.nobody_lines(table, language, hosting.this_system())), flush=True)


def _with_settings(
    given: argparse.Namespace,
    command: Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int]],
) -> int:
    from .app import BadDeals
    from .sockets import CannotListen

    try:
        settings = settings_from(given)
    except ValueError as error:
        print(f"longana: {error}", file=sys.stderr)
        return USAGE
    try:
        return _run_loop(command(given, settings))
    except (BadDeals, CannotListen) as error:
        print(f"longana: {error}", file=sys.stderr)
        return FAILED


def _run_loop(work: Coroutine[Any, Any, int]) -> int:
    """Run on uvloop where it is installed."""
    factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
