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
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, TypeVar

from . import garbage
from .arguments import USAGE, parser, settings_from
from .log_lines import log_to_stderr


if TYPE_CHECKING:
    from .app import App
    from .invitation import Invitation
    from .settings import Settings


Result = TypeVar("Result")

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


def _stopping(stopped: asyncio.Event, settings: Settings) -> Callable[[], None]:
    """What a signal does: the server ends, in time whatever it is at."""
    from .deadline import leave_within

    def stop() -> None:
        stopped.set()
        if settings.tunnel is None:  # whose program must not be left behind
            leave_within()

    return stop


async def _serve(given: argparse.Namespace, settings: Settings) -> int:
    from .app import running
    from .tunnel import Mended, TunnelNews, kept_open
    from .tunnel_programs import choose_program

    log_to_stderr(settings.log_level, settings.log_format)
    stopped, tunnelled = asyncio.Event(), settings.tunnel is not None
    _stop_on_signals(_stopping(stopped, settings))
    async with AsyncExitStack() as at_last, AsyncExitStack() as serving:
        # It may have to wait for what it keeps its rooms in, and be told to stop meanwhile.
        starting = serving.enter_async_context(running(settings, at_home=tunnelled))
        app = await _unless(stopped, starting)
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
            address = await _unless(stopped, at_last.enter_async_context(opening))
        if address is not None:
            announce(address)
        await stopped.wait()
    return 0


def _stop_on_signals(stop: Callable[[], object]) -> None:
    """Call `stop` when the process is told to, or its terminal is closed."""
    loop = asyncio.get_running_loop()
    numbers = [signal.SIGINT, signal.SIGTERM]
    # With nohup the hang-up is ignored, and stays so.
    if os.name == "posix" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    for number in numbers:
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows' loop has none; Ctrl-C interrupts it all the same
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


async def _unless(stopped: asyncio.Event, work: Coroutine[Any, Any, Result]) -> Result | None:
    """What comes of `work`; None when the process is told to stop before it is done."""
    working, stopping = asyncio.create_task(work), asyncio.create_task(stopped.wait())
    await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if working.done():
        return working.result()
    working.cancel()
    await asyncio.wait({working})
    return None


def _print_as_json(message: str) -> None:
    """What is wrong with the command line or a setting, for programs."""
    print(json.dumps({"ok": False, "error": {"code": "usage", "message": message}}))


async def _host(given: argparse.Namespace, settings: Settings) -> int:
    """A server with a room; in a terminal, its host sits down there too."""
    from longana_client.characters import encodable, showable
    from longana_client.run import ExitCode, run_terminal
    from longana_client.terminal import find_terminal, own_command
    from longana_engine import rules_from
    from longana_protocol.catalogue import text

    from . import hosting, own_browser, own_table
    from .addresses import reachable_addresses
    from .app import running
    from .codes import claim_link, room_link
    from .invitation import Invitation
    from .qr import HALF_BLOCKS, qr_text
    from .tunnel import kept_open
    from .tunnel_programs import choose_program, first_installed

    sits_down = sys.stdin.isatty() and sys.stdout.isatty() and not given.no_join
    in_browser = sits_down and not given.terminal and own_browser.is_there(os.environ)
    joins = sits_down and not in_browser
    log_to_stderr("warning" if joins else settings.log_level, settings.log_format)
    language = _language(given)
    terminal = find_terminal(ascii_only=given.ascii or None)
    encoding = terminal.encoding
    wished = {"preset": given.rules, "seats": given.seats, "target": given.target}
    anew = given.new_table or given.level is not None or any(wished.values())
    rules = rules_from({**hosting.USUAL, **{key: wish for key, wish in wished.items() if wish}})
    settings = hosting.for_one_table(settings, given.address)
    stopped = asyncio.Event()
    stop = _stopping(stopped, settings)
    _stop_on_signals(stop)

    def show(lines: Sequence[str]) -> None:
        columns, rows = terminal.size()
        if rows is not None:  # a log breaks its lines by itself
            lines = hosting.set_in(lines, columns)
        print("\n".join(showable(line, encoding) for line in lines), flush=True)

    async with AsyncExitStack() as at_last, running(settings, at_home=True) as app:
        await at_last.enter_async_context(garbage.looked_for_seldom())
        folder = settings.data_dir if settings.log == "file" else None
        level = given.level or hosting.USUAL_LEVEL
        opened = await own_table.opened(app.rooms, folder, rules, level, anew=anew)
        code = opened.code
        if folder is not None:  # said last, however it ends
            at_last.callback(show, [text(language, "host.kept", command=own_command())])
        addresses = reachable_addresses(settings.host)
        table = hosting.table(
            code, app.server.port, addresses, settings, given.address, first_installed()
        )
        invitation = Invitation(table, language, app.server.publish)
        if given.address is not None:  # the page invites with the same one
            app.server.publish(invitation.base_url)
        if settings.tunnel is not None:
            program = choose_program(settings, app.own_port)
            show([text(language, "tunnel.opening", program=program.name)])
            opening = at_last.enter_async_context(kept_open(program, invitation.hear))
            address = await _unless(stopped, opening)
            if address is None:
                return 0
            invitation.move_to(address)
        qr = qr_text(invitation.table.link, encodable(HALF_BLOCKS, encoding))
        if opened.is_back:
            show([text(language, "host.again")])
        show(hosting.ready_lines(invitation.table, language, qr, own_command()))
        hinting = asyncio.create_task(_hint_when_nobody_comes(app, invitation))
        at_last.callback(hinting.cancel)

        def keep(token: str) -> None:
            if folder is not None:
                own_table.save(folder, own_table.OwnTable(code, token))

        async def sit_down(person: int, token: str) -> None:
            keep(token)
            await app.rooms.name_host(code, person)

        if in_browser:
            own = f"http://127.0.0.1:{app.own_port}"
            claim = app.rooms.claim(code, opened.token, keep)
            if await own_browser.show(claim_link(own, code, claim)):
                show([text(language, "host.browser")])
            else:
                show([text(language, "host.no_browser", link=room_link(own, code))])
            if opened.token is not None:  # for another browser, where that one is not wanted
                show([text(language, "ui.return_link"), room_link(own, code, opened.token)])
        if joins:
            left = await run_terminal(
                room_link(f"http://127.0.0.1:{app.own_port}", code, opened.token),
                invite_from=lambda: invitation.base_url,
                notices=invitation.notices,
                on_entered=sit_down,
                stops_others=lambda: app.rooms.visitors(code) > 1,
                name=given.name,
                lang=given.lang,
                ascii_only=given.ascii or None,
            )
            if left in (ExitCode.INTERRUPTED, ExitCode.TERMINATED):
                stop()
                return left
            _stop_on_signals(stop)  # the terminal had them
            show([text(language, "host.stop")])
        showing = asyncio.create_task(_show_all(invitation, show))
        at_last.callback(showing.cancel)
        await stopped.wait()
    return 0


async def _show_all(invitation: Invitation, show: Callable[[Sequence[str]], None]) -> None:
    async for lines in invitation.notices:
        show(lines)


async def _hint_when_nobody_comes(app: App, invitation: Invitation) -> None:
    """One visitor of this machine is the host, in the terminal or in a browser."""
    from . import hosting

    await asyncio.sleep(hosting.PATIENCE)
    if not app.server.met_others and app.rooms.visitors(invitation.table.code) <= 1:
        invitation.remind(hosting.this_system())


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


def _language(given: argparse.Namespace) -> str:
    """As asked for, else that of the system."""
    from longana_client.terminal import language_of

    return getattr(given, "lang", None) or language_of(os.environ)


def _run_loop(work: Coroutine[Any, Any, int]) -> int:
    """Run on uvloop where it is installed."""
    factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        import uvloop

        factory = uvloop.new_event_loop
    garbage.begin()
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
