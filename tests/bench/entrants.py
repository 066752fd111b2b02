"""Who is measured, and how each of them is started."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Entrant:
    """A server: the adapter that `load/main.mjs` speaks to it with, and its command."""

    adapter: str
    command: Callable[[int, Path], list[str]]
    """Of a port and a folder for whatever it keeps."""
    is_durable: bool = False
    """Whether a move is on the disk before anybody sees it."""


def _peer(*words: str) -> Callable[[int, Path], list[str]]:
    program, script, *more = words
    return lambda port, _: [program, str(HERE / "peers" / script), str(port), *more]


def longana(log: str) -> Callable[[int, Path], list[str]]:
    """Ours, with the limits lifted that are there for people and against floods.

    The load comes from one address, as if from a proxy, and moves as fast as it can.
    """
    lifted = {
        "max-connections": 9000,
        "max-connections-per-address": 9000,
        "commands-per-second": 100_000,
        "commands-burst": 100_000,
        "entries-per-day": 1_000_000_000,
    }
    options = [word for name, value in lifted.items() for word in (f"--{name}", str(value))]
    program = [str(Path(sys.executable).with_name("longana")), "serve", "--host", "127.0.0.1"]
    return lambda port, folder: [
        *program,
        *("--port", str(port), "--log", log, "--data-dir", str(folder)),
        *("--log-level", "warning", *options),
    ]


ENTRANTS = {
    "boardgame.io": Entrant("bgio", _peer("node", "boardgame.cjs")),
    "Colyseus": Entrant("colyseus", _peer("node", "colyseus.mjs", "schema")),
    "Colyseus, messages": Entrant("colyseus", _peer("node", "colyseus.mjs", "msg")),
    "bare ws (Node)": Entrant("ws", _peer("node", "bare.mjs")),
    "bare websockets, 1 encoding": Entrant("ws", _peer(sys.executable, "bare.py", "1")),
    "bare websockets, 4 encodings": Entrant("ws", _peer(sys.executable, "bare.py", "4")),
    "Longana": Entrant("longana", longana("memory")),
    "Longana, SQLite": Entrant("longana", longana("file"), is_durable=True),
}

FLOOR = "bare websockets, 4 encodings"
"""What hidden hands cost a Python server before any rule is looked at."""

OURS, OURS_DURABLE = "Longana", "Longana, SQLite"
