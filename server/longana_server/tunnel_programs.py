"""The programs that can open a tunnel: how each is called, and what it means by what it prints.

Nothing runs here. Each of them leads from an https address on the internet to a port of this
machine. They were made for people to read: where the address stands among much else, a pattern
finds it, strict enough not to take a link to the documentation for it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from longana_protocol.catalogue import text

from .plain_text import visible
from .settings import DEFAULT_PORT, Settings


MOST_LAST_WORDS = 8
"""Lines of a program that are shown when it fails."""

_LONGEST_LINE = 300
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True, slots=True)
class TunnelProgram:
    """How to call a program, and how to read what it prints."""

    name: str
    """Of the program, as it is found on PATH."""
    arguments: tuple[str, ...]
    address: re.Pattern[str] | None
    """Finds the address in a line, as its group 1; None when it is known before."""
    known_address: str | None = None
    opened: re.Pattern[str] | None = None
    """Finds the line that says that the address works now, where it is printed before it does."""
    chatter: re.Pattern[str] | None = None
    """Finds lines that say nothing about a failure."""


class NoTunnel(Exception):
    """A tunnel could not be opened, or is open no more."""

    def __init__(
        self,
        why: Literal["none_installed", "missing", "ended", "silent"],
        program: str = "",
        last_words: Sequence[str] = (),
    ) -> None:
        super().__init__(why, program)
        self.why = why
        self.program = program
        self.last_words = tuple(last_words)

    def lines(self, language: str) -> list[str]:
        """What to tell whoever asked for the tunnel; what the program said last comes indented."""
        lines = [text(language, f"tunnel.{self.why}", program=self.program)]
        if self.last_words:
            lines += [text(language, "tunnel.last_words"), *(f"  {it}" for it in self.last_words)]
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines("en"))


def choose_program(
    settings: Settings, port: int, which: Callable[[str], str | None] = shutil.which
) -> TunnelProgram:
    """The program that `settings.tunnel` asks for, called for a tunnel to 127.0.0.1:`port`.

    Raises:
        NoTunnel: when it is not installed, or none is.

    """
    wanted = settings.tunnel
    if wanted is None:
        raise ValueError("no tunnel is asked for")
    if wanted.startswith("ssh:"):
        program = _ssh(wanted.removeprefix("ssh:"), port, settings)
    elif wanted == "any":
        installed = first_installed(which)
        if installed is None:
            raise NoTunnel("none_installed")
        program = _BY_NAME[installed](port)
    else:
        program = _BY_NAME[wanted](port)
    if which(program.name) is None:
        raise NoTunnel("missing", program.name)
    return program


def first_installed(which: Callable[[str], str | None] = shutil.which) -> str | None:
    """The program that `any` would choose."""
    return next((name for name in _BY_NAME if which(name)), None)


class Output:
    """What a program has printed so far, line by line."""

    def __init__(self, program: TunnelProgram) -> None:
        self._program = program
        self._found = program.known_address
        self._is_open = program.opened is None
        self._last: deque[str] = deque(maxlen=MOST_LAST_WORDS)

    @property
    def address(self) -> str | None:
        """The public address, once the tunnel is open; without a slash at its end."""
        return self._found if self._is_open else None

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines that may tell why it failed, fit for a terminal."""
        return tuple(self._last)

    def hear(self, line: str) -> None:
        """Take in a line, without its end."""
        line = _COLOURS.sub("", line).strip()
        program = self._program
        if program.address and (found := program.address.search(line)):
            self._found = found[1]
        if program.opened and self._found and program.opened.search(line):
            self._is_open = True
        if line and not (program.chatter and program.chatter.search(line)):
            self._last.append(visible(_readable(line), _LONGEST_LINE))


def _readable(line: str) -> str:
    """What a line of JSON says, as ngrok writes them; other lines as they are."""
    try:
        entry = json.loads(line)
    except ValueError:
        return line
    if not isinstance(entry, dict):
        return line
    error, message = entry.get("err"), entry.get("msg")
    told = [
        each for each in (message, error) if isinstance(each, str) and each not in ("", "<nil>")
    ]
    return ": ".join(told) or line


def _cloudflared(port: int) -> TunnelProgram:
    """A "quick tunnel": no account, another name each time.

    The user's own configuration is kept out: its rules would answer in our place (404).
    """
    return TunnelProgram(
        "cloudflared",
        (
            *("tunnel", "--no-autoupdate", "--config", os.devnull),
            *("--url", f"http://127.0.0.1:{port}"),
        ),
        address=re.compile(r"(https://(?!api\.)[a-z0-9-]+\.trycloudflare\.com)(?![a-z0-9.-])"),
        # Whoever opens the address before that may be told for minutes that there is none.
        opened=re.compile(r"\bregistered\b", re.IGNORECASE),
        chatter=re.compile(r" INF "),
    )


def _tailscale(port: int) -> TunnelProgram:
    """Funnel in the foreground: it ends with the program."""
    return TunnelProgram(
        "tailscale",
        ("funnel", f"http://127.0.0.1:{port}"),
        address=re.compile(r"^(https://[a-z0-9.-]+\.ts\.net(?::[0-9]+)?)/?$", re.IGNORECASE),
    )


def _ngrok(port: int) -> TunnelProgram:
    return TunnelProgram(
        "ngrok",
        ("http", f"http://127.0.0.1:{port}", "--log", "stdout", "--log-format", "json"),
        address=re.compile(
            r'(?=.*"msg"\s*:\s*"started tunnel").*"url"\s*:\s*"(https://[A-Za-z0-9.-]+)/?"'
        ),
        chatter=re.compile(r'"lvl"\s*:\s*"(?:info|dbug)"|^ERROR:\s*$'),
    )


_BY_NAME = {"cloudflared": _cloudflared, "tailscale": _tailscale, "ngrok": _ngrok}
"""In the order in which they are looked for: the one that needs no account first."""

_SSH_OPTIONS = (
    # Asking for passwords and unknown hosts would be lost among the table's lines.
    "BatchMode=yes",
    "ExitOnForwardFailure=yes",
    "ConnectTimeout=10",
    "ServerAliveInterval=15",
    "ServerAliveCountMax=3",
    # A connection that is shared with other sessions would outlive us.
    "ControlMaster=no",
    "ControlPath=none",
)


_SSH_CHATTER = re.compile(
    r"^(?:debug1:|OpenSSH_|Authenticated to |Transferred:|Bytes per second:|Pseudo-terminal )"
)


def _ssh(host: str, port: int, settings: Settings) -> TunnelProgram:
    """`ssh -R` to `[user@]host[:port]`.

    A server of one's own has a public address that is known, and a proxy that expects Longana at
    the port it was set up for. A service (localhost.run, serveo.net …) asks for port 80 and prints
    the address it gave into the session.
    """
    options = [part for option in _SSH_OPTIONS for part in ("-o", option)]
    to_port = f"127.0.0.1:{port}"
    if settings.public_url is not None:
        return TunnelProgram(
            "ssh",
            # Only -v tells that the other end listens.
            (
                *options,
                "-N",
                "-v",
                "-R",
                f"{settings.port or DEFAULT_PORT}:{to_port}",
                f"ssh://{host}",
            ),
            address=None,
            known_address=settings.public_url,
            opened=re.compile(r"^debug1: remote forward success for:"),
            chatter=_SSH_CHATTER,
        )
    return TunnelProgram(
        "ssh",
        (*options, "-T", "-R", f"80:{to_port}", f"ssh://{host}"),
        address=re.compile(
            r"(?:^|termination,\s+|traffic from\s+|HTTPS:\s+)(https://[a-z0-9.-]+)/?$",
            re.IGNORECASE,
        ),
        chatter=_SSH_CHATTER,
    )
