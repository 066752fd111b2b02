"""The console script. With `host_command`, the only module that knows server and client both."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from . import garbage
from .arguments import USAGE, parser, settings_from
from .log_lines import log_to_stderr


if TYPE_CHECKING:
    from longana_protocol.catalogue import Language

    from .settings import Settings


FAILED = 1
INTERRUPTED = 130
OUTPUT_FAILED = 74
"""EX_IOERR of sysexits."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `longana` with these arguments, and exit with its code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    _open_standard_streams()
    try:
        code = run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:  # while it starts; later each command sees to it
        code = INTERRUPTED
    except OSError as error:
        # The output could not be written: a full disk, or whoever read it has seen enough
        # (`| head`). Python's own flush at exit must not fail on it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"longana: {error}", file=sys.stderr)
        code = OUTPUT_FAILED
    # At once: Python takes itself apart for a fifth of a second, on a busy machine for seconds,
    # and whoever waits for a server to stop has waited long enough.
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


def _open_standard_streams() -> None:
    """Started without one (`longana serve <&-`), a socket or the file of rooms would get its place,
    and whatever is printed would go there; uvloop aborts the process when it closes it.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115 - for good


def run(arguments: Sequence[str]) -> int:
    """Run one command; gives the exit code. Usage errors exit with 64."""
    quiet = "--json" in arguments and arguments[0] != "arena"  # whose --json names a file
    try:
        with contextlib.redirect_stderr(io.StringIO()) if quiet else contextlib.nullcontext():
            given = parser().parse_args(arguments)
    except SystemExit as leaving:
        if quiet and leaving.code == USAGE:
            _print_as_json("the command line is wrong; see longana COMMAND --help")
        raise
    match given.command:
        case "replay" | "verify":
            return _check(given)
        case "rooms":
            return _rooms(given)
        case "arena":
            return _arena(given)
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
        return run_replay(given.file, given.json, sys.stdout, sys.stderr, given.review)
    return run_verify(given.file, given.commitment, given.nonce, given.json, sys.stdout, sys.stderr)


def _rooms(given: argparse.Namespace) -> int:
    from .rooms_command import run_rooms

    try:
        settings = settings_from(given)
    except ValueError as error:
        if given.json:
            _print_as_json(str(error))
        else:
            print(f"longana: {error}", file=sys.stderr)
        return USAGE
    log_to_stderr("error")  # whoever looks after rooms hears of the rest by the answer
    return run_rooms(
        given.action,
        settings,
        code=getattr(given, "code", ""),
        file=getattr(given, "file", None),
        with_secrets=getattr(given, "with_secrets", False),
        replace=getattr(given, "replace", False),
        as_json=given.json,
        out=sys.stdout,
        err=sys.stderr,
    )


def _arena(given: argparse.Namespace) -> int:
    from .arena.command import run_arena
    from .arena.plan import BadPlan, Plan

    try:
        plan = Plan.begin(
            given.players,
            given.matches,
            preset=given.rules,
            target=given.target,
            seed=given.seed,
            bots=dict(given.bot),
        )
    except BadPlan as error:
        print(f"longana: {error}", file=sys.stderr)
        return USAGE
    log_to_stderr("error")  # of the servers that bots play on
    return run_arena(
        plan,
        jobs=given.jobs,
        as_json=given.json_file,
        records=given.records,
        out=sys.stdout,
        err=sys.stderr,
    )


def _join(given: argparse.Namespace) -> int:
    from longana_client.run import NewRoom, run_terminal
    from longana_protocol.commands import RulesChoice

    create = None
    if given.new:
        rules = RulesChoice(preset=given.rules, seats=given.seats, target=given.target)
        # The others on this machine can read a command line, but not a variable.
        key = given.key or os.environ.get("LONGANA_CREATE_KEY")
        create = NewRoom(rules, given.level, watching=True, key=key)
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

    log_to_stderr("error")  # whoever plays alone is no operator
    own: dict[str, object] = {"host": "127.0.0.1", "port": 0, "rooms_by": None, "create_key": None}
    own |= {"public_url": None, "cert": None, "key": None, "log": "memory"}
    private = settings.model_copy(update=own)
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
    from .stopping import stop_on_signals, stopping, unless
    from .tunnel import Mended, TunnelNews, kept_open
    from .tunnel_programs import choose_program

    log_to_stderr(settings.log_level, settings.log_format)
    stopped, tunnelled = asyncio.Event(), settings.tunnel is not None
    stop_on_signals(stopping(stopped, settings))
    async with AsyncExitStack() as at_last, AsyncExitStack() as serving:
        # It may have to wait for what it keeps its rooms in, and be told to stop meanwhile.
        starting = serving.enter_async_context(running(settings, at_home=tunnelled))
        app = await unless(stopped, starting)
        if app is None:
            return 0
        await at_last.enter_async_context(garbage.looked_for_seldom())

        def announce(address: str) -> None:
            app.server.publish(address)
            print(f"longana serves at {address}", flush=True)

        def follow(news: TunnelNews) -> None:
            if isinstance(news, Mended):
                announce(news.address)
            else:
                logging.warning("the tunnel is down; opening it again. %s", news.trouble)

        address: str | None = app.base_url
        if tunnelled:
            opening = kept_open(choose_program(settings, app.own_port), follow)
            address = await unless(stopped, at_last.enter_async_context(opening))
        if address is not None:
            announce(address)
        await stopped.wait()
    return 0


def _print_as_json(message: str) -> None:
    """What is wrong with the command line or a setting, for programs."""
    print(json.dumps({"ok": False, "error": {"code": "usage", "message": message}}))


async def _host(given: argparse.Namespace, settings: Settings) -> int:
    from .host_command import host

    return await host(given, settings, _language(given))


def _with_settings(
    given: argparse.Namespace,
    command: Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int]],
) -> int:
    from .app import BadDeals
    from .cluster import CannotJoin
    from .log.sqlite_file import BadFile, InUse
    from .sockets import CannotListen
    from .tls import BadCertificate
    from .tunnel_programs import NoTunnel

    try:
        settings = settings_from(given)
    except ValueError as error:
        print(f"longana: {error}", file=sys.stderr)
        return USAGE
    try:
        return _run_loop(command(given, settings))
    except NoTunnel as trouble:
        print("longana: " + "\n".join(trouble.lines(_language(given))), file=sys.stderr)
    except (BadCertificate, BadDeals, BadFile, CannotJoin, CannotListen, InUse) as error:
        print(f"longana: {error}", file=sys.stderr)
    return FAILED


def _language(given: argparse.Namespace) -> Language:
    """As asked for, else that of the system."""
    from longana_client.terminal import language_of

    return language_of(os.environ, getattr(given, "lang", None))


def _run_loop(work: Coroutine[Any, Any, int]) -> int:
    """Run on uvloop where it is installed."""
    factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        import uvloop

        factory = uvloop.new_event_loop
    garbage.begin()
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
