"""The command line of `longana`: what may be typed, read into plain values.

argparse of the standard library, so that an idle server carries no command-line framework in its
memory. Every setting of the server is a flag of the same name, with the same help.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NoReturn, get_args

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from longana_engine import PRESETS

from .arena.players import KINDS
from .settings import Settings, host_name


USAGE = 64
"""Exit code for a command line that cannot be meant (EX_USAGE of sysexits)."""

_OF_CHECKOUTS = (
    "This checkout has two commands more: test (the whole test suite, or pytest with what follows) "
    "and soak (the long form of the tests that play at random)."
)
"""The launcher carries those out itself."""


class Parser(argparse.ArgumentParser):
    """Exits with 64 where argparse would with 2, which is taken by `replay` for "no record"."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def parser() -> Parser:
    """All commands, their flags and their help."""
    top = Parser(
        prog="longana",
        description="Longana, the Cuban double-nine domino game, for friends on their own devices.",
        epilog=_OF_CHECKOUTS if "LONGANA_COMMAND" in os.environ else None,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"longana {version('longana')}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _host(commands)
    _serve(commands)
    _join(commands)
    _play(commands)
    _replay(commands)
    _verify(commands)
    _rooms(commands)
    _arena(commands)
    return top


def settings_from(given: argparse.Namespace) -> Settings:
    """Flags, then `LONGANA_*` variables, then defaults.

    Raises:
        ValueError: naming the setting and what is wrong with it.

    """
    flags = {name: getattr(given, name, None) for name in Settings.model_fields}
    try:
        return Settings(**{name: value for name, value in flags.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        problem = first["msg"].removeprefix("Value error, ")
        if first["loc"]:
            name = str(first["loc"][0])
            problem = f"--{_flag(name)} or LONGANA_{name.upper()}: {problem}"
        raise ValueError(problem) from None


def _host(commands: Any) -> None:
    host = _command(commands, "host", "start a server with a room, and print its link")
    _add_rules(host)
    host.set_defaults(rules=None, seats=None, target=None, level=None)  # None: as it was before
    host.add_argument(
        "--new-table",
        action="store_true",
        help="a new room; without it, and without rules, your table from last time comes back",
    )
    _add_name(host)
    host.add_argument(
        "--address",
        type=_address,
        metavar="ADDRESS",
        help="the address or name of this machine to put into the link",
    )
    host.add_argument(
        "--terminal",
        action="store_true",
        help="sit down in this terminal; without it, in your browser where one can be opened",
    )
    host.add_argument(
        "--no-join", action="store_true", help="only run the room, and sit down nowhere"
    )
    _add_looks(host)
    _add_settings(host)


def _serve(commands: Any) -> None:
    serve = _command(commands, "serve", "start a server without a room")
    _add_settings(serve)


def _join(commands: Any) -> None:
    join = _command(commands, "join", "sit down at a table, in this terminal")
    join.add_argument(
        "link",
        nargs="?",
        metavar="LINK|CODE",
        help="as your friend sent it; without one, where you sat last; with --new a server's "
        "address",
    )
    join.add_argument("--server", metavar="URL", help="where the room is, for a bare code")
    join.add_argument("--seat", choices=("S", "E", "N", "W"), help="the seat you would like")
    join.add_argument("--watch", action="store_true", help="look on without a seat")
    _add_name(join)
    _add_looks(join)
    new = join.add_argument_group(
        "a room of your own", "Make a room on a server that runs already."
    )
    new.add_argument("--new", action="store_true", help="make a room instead of joining one")
    new.add_argument(
        "--key",
        help="what the server asks of whoever makes rooms, if it does; better out of sight in the "
        "variable LONGANA_CREATE_KEY, or typed when it is asked for",
    )
    _add_rules(new)


def _play(commands: Any) -> None:
    play = _command(commands, "play", "play alone against computers, in this terminal")
    _add_rules(play)
    _add_name(play)
    _add_looks(play)
    play.add_argument(
        "--computer-delay",
        dest="computer_delay",
        type=float,
        metavar="SECONDS",
        help=Settings.model_fields["computer_delay"].description,
    )
    play.add_argument(
        "--test-deals",
        dest="test_deals",
        metavar="FILE",
        help=Settings.model_fields["test_deals"].description,
    )


def _replay(commands: Any) -> None:
    replay = _command(commands, "replay", "play a record again and check it")
    replay.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    replay.add_argument(
        "--review",
        choices="SENW",
        metavar="SEAT",
        help="look back on the choices of a seat (S, E, N or W), too: a few seconds a hand",
    )
    _add_json(replay)


def _verify(commands: Any) -> None:
    verify = _command(commands, "verify", "check that the deals of a record were fair")
    verify.add_argument("file", metavar="RECORD", help="the record, or - for standard input")
    verify.add_argument("--commitment", metavar="HEX", help="the commitment you were shown")
    verify.add_argument(
        "--nonce",
        action="append",
        default=[],
        metavar="SEAT=HEX",
        help="the nonce your own device drew (may be given for several seats)",
    )
    _add_json(verify)


def _rooms(commands: Any) -> None:
    rooms = _command(commands, "rooms", "look after the rooms a server keeps")
    actions = rooms.add_subparsers(dest="action", metavar="ACTION", required=True)
    _action(actions, "list", "list all rooms, the latest visited first")
    export = _action(actions, "export", "print a room's people, tally and records as JSON")
    _add_code(export)
    export.add_argument(
        "--with-secrets",
        action="store_true",
        help="with the log: all tiles of the hand that is played, and of deals to come",
    )
    _add_code(
        _action(actions, "delete", "delete a room for good; a server that is alone must not run")
    )
    backup = _action(actions, "backup", "copy all rooms into one file, also while people play")
    _add_backup(backup)
    restore = _action(actions, "restore", "put a backup in place; the server must not be running")
    _add_backup(restore)
    restore.add_argument(
        "--replace", action="store_true", help="also where there are rooms, which are lost then"
    )


def _arena(commands: Any) -> None:
    arena = _command(commands, "arena", "let computers play many matches against each other")
    arena.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help=f"two to four of {', '.join(KINDS)}, and the names of bots; one sits at each seat, "
        "and each plays the same deals in every seat",
    )
    arena.add_argument(
        "-n",
        dest="matches",
        type=_count,
        default=100,
        metavar="MATCHES",
        help="matches in all, or a few more so that everybody sits everywhere (100)",
    )
    arena.add_argument("--rules", choices=tuple(PRESETS), default="cuban", help="rule set (cuban)")
    _add_target(arena)
    arena.add_argument("--seed", type=int, default=1, help="other deals with another one (1)")
    arena.add_argument(
        "--jobs",
        type=_count,
        default=os.cpu_count() or 1,
        help="matches at a time (one for each processor); the results are the same",
    )
    arena.add_argument(
        "--json", dest="json_file", type=Path, metavar="FILE", help="write all figures there, too"
    )
    arena.add_argument(
        "--bot",
        action="append",
        default=[],
        type=_bot,
        metavar="NAME=COMMAND",
        help="a player from elsewhere, for each seat of that name a process: the command is given "
        "a link as its last argument (or where it says {link}) and in the variable LONGANA_LINK, "
        "joins that room as any client does, and plays",
    )
    arena.add_argument(
        "--records", type=Path, metavar="DIR", help="write a record of each match into that folder"
    )


def _bot(typed: str) -> tuple[str, str]:
    name, is_there, command = typed.partition("=")
    if not is_there or not name.strip() or not command.strip():
        raise argparse.ArgumentTypeError("NAME=COMMAND")
    return name.strip(), command


def _count(typed: str) -> int:
    if not typed.isdecimal() or not 1 <= int(typed) <= 10**6:
        raise argparse.ArgumentTypeError("a number from 1 to 1000000")
    return int(typed)


def _action(actions: Any, name: str, summary: str) -> Parser:
    action = _command(actions, name, summary)
    action.add_argument(
        "--data-dir", dest="data_dir", metavar="DIR", help="the server's (LONGANA_DATA_DIR)"
    )
    action.add_argument(
        "--log", metavar="nats://HOST", help="the NATS servers of a cluster (LONGANA_LOG)"
    )
    _add_json(action)
    return action


def _add_code(action: Parser) -> None:
    action.add_argument("code", metavar="CODE", help="any code the room has or had")


def _add_backup(action: Parser) -> None:
    action.add_argument("file", metavar="FILE", type=Path, help="the backup")


def _command(commands: Any, name: str, summary: str) -> Parser:
    command: Parser = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False
    )
    return command


def _add_rules(command: argparse._ActionsContainer) -> None:
    command.add_argument(
        "--rules", choices=tuple(PRESETS), default="cuban", help="the rule set (cuban)"
    )
    command.add_argument("--seats", type=int, choices=(2, 3, 4), default=4, help="seats (4)")
    _add_target(command)
    command.add_argument(
        "--level",
        choices=("easy", "normal", "hard"),
        default="normal",
        help="of the computers (normal)",
    )


def _add_target(command: argparse._ActionsContainer) -> None:
    command.add_argument(
        "--target", type=_target, default=100, help="points that win the match, 1 to 1000 (100)"
    )


def _target(typed: str) -> int:
    if not typed.isdecimal() or not 1 <= int(typed) <= 1000:
        raise argparse.ArgumentTypeError("a number from 1 to 1000")
    return int(typed)


def _add_name(command: Parser) -> None:
    command.add_argument("--name", help="what the others call you; asked for if not given")


def _add_looks(command: Parser) -> None:
    command.add_argument("--lang", help="en or es (from your system's language)")
    command.add_argument(
        "--ascii", action="store_true", help="draw with letters only (found out by itself)"
    )


def _add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_settings(command: Parser) -> None:
    group = command.add_argument_group(
        "settings", "Each can be set by a variable too: --computer-delay is LONGANA_COMPUTER_DELAY."
    )
    for name, field in Settings.model_fields.items():
        alone: dict[str, Any] = {"nargs": "?", "const": "any"} if name == "tunnel" else {}
        group.add_argument(
            f"--{_flag(name)}", dest=name, metavar=_metavar(name, field), help=_help(field), **alone
        )


def _address(value: str) -> str:
    """An IP address, with brackets or without, or a host name."""
    bare = value.removeprefix("[").removesuffix("]")
    if "%" in bare:
        raise argparse.ArgumentTypeError(f"browsers open no address with a zone: {value}")
    try:
        return ip_address(bare).compressed
    except ValueError:
        pass
    try:
        return host_name(value)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _flag(name: str) -> str:
    return name.replace("_", "-")


def _metavar(name: str, field: FieldInfo) -> str:
    """What a setting may be: its values where they are few, else what kind of thing it is."""
    special = {
        "test_deals": "FILE",
        "cert": "FILE",
        "key": "FILE",
        "tunnel": "PROGRAM",
        "log": "file|memory|nats://HOST",
    }
    parts = [*_parts(field.annotation)]
    values = [part for part in parts if isinstance(part, str)]
    if name in special or values:
        return special.get(name) or "|".join(values)
    if bool in parts:
        return "yes|no"
    if float in parts and "_per_" not in name:
        return "SECONDS"
    is_number = int in parts or float in parts
    return "NUMBER" if is_number and not name.endswith("port") else name.rsplit("_", 1)[-1].upper()


def _parts(annotation: object) -> Iterator[object]:
    """The types and values that an annotation is made of."""
    parts = get_args(annotation)
    if not parts:
        yield annotation
    for part in parts:
        yield from _parts(part)


def _help(field: FieldInfo) -> str:
    return (field.description or "").replace("%", "%%")
