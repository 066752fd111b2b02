"""One run: a fresh server on one core, the load on the other, over loopback."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.entrants import ENTRANTS, HERE


Row = dict[str, Any]
"""What `load/main.mjs` prints, with who was measured and when."""

WARM, SECS = 2.0, 4.0
"""Seconds before anything counts, and that are measured."""

PATIENCE = 120.0
"""Seconds after which a run has failed."""

FSYNCS = 300


@dataclass(frozen=True, slots=True)
class Setting:
    """Rooms of four, and how many moves a second each of them makes; 0 is the closed loop."""

    rooms: int
    rate: int


def measure(name: str, setting: Setting) -> Row:
    """Start the server, load it, end it."""
    entrant = ENTRANTS[name]
    row: Row = {"name": name, "rooms": setting.rooms, "rate": setting.rate, "at": int(time.time())}
    with tempfile.TemporaryDirectory(dir=_disk()) as folder:
        if entrant.is_durable:
            row["fsync_p99_ms"] = fsync_p99(Path(folder))
        port = free_port()
        command = _on_core(0, entrant.command(port, Path(folder)))
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            wait_for(port)
            row |= _loaded(entrant.adapter, port, server.pid, setting)
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            row["error"] = str(error)[-400:]
        finally:
            row |= ended(server)
    return row


def fsync_p99(folder: Path) -> float:
    """Milliseconds the disk takes for an append and fsync, at the 99th percentile."""
    took = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(FSYNCS):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return round(sorted(took)[len(took) * 99 // 100] * 1000, 3)


def _disk() -> Path:
    """A folder on a real disk, which /tmp may not be."""
    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    return folder


def _loaded(adapter: str, port: int, pid: int, setting: Setting) -> Row:
    load = [
        *("node", str(HERE / "load" / "main.mjs"), "--adapter", adapter, "--port", str(port)),
        *("--rooms", str(setting.rooms), "--rate", str(setting.rate)),
        *("--warm", str(WARM), "--secs", str(SECS), "--pid", str(pid)),
    ]
    done = subprocess.run(
        _on_core(1, load), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    lines = done.stdout.splitlines()
    if not lines:
        raise ValueError(done.stderr)
    found: Row = json.loads(lines[-1])
    return found


def ended(server: subprocess.Popen[bytes]) -> Row:
    """End it; what it complained of is an error."""
    server.terminate()
    try:
        _, complaints = server.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        _, complaints = server.communicate()
    lines = complaints.decode(errors="replace").strip()
    return {"complaints": lines[-400:]} if lines else {}


def _on_core(core: int, command: list[str]) -> list[str]:
    """Pinned, so that server and load do not share one. taskset keeps the process's id."""
    return ["taskset", "-c", str(core), *command]


def free_port() -> int:
    """With another free one 1000 above it, for boardgame.io's lobby."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1000))
            except (OSError, OverflowError):
                continue
            return port


def wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 0.3).close()
        except OSError:
            time.sleep(0.05)
        else:
            time.sleep(0.4)
            return
    raise OSError("the server does not listen")
