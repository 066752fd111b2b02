"""Programs that open no tunnel but print as if they did: shell scripts, first on PATH."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


CLOUDFLARED = """
echo '2026-01-02T03:04:05Z INF See https://www.cloudflare.com/terms/' >&2
sleep 0.05
echo '2026-01-02T03:04:05Z INF |  https://{name}.trycloudflare.com  |' >&2
echo '2026-01-02T03:04:05Z INF Registered tunnel connection connIndex=0' >&2
"""
"""Slow to start, and it says everything on standard error, as the real one does."""

RUNS_ON = "exec sleep 60\n"


@dataclass(frozen=True, slots=True)
class Programs:
    """A folder of programs."""

    folder: Path

    def add(self, name: str, script: str) -> None:
        """Install a program; each of its runs notes its number and its arguments."""
        note = f'echo "$$ $*" >> "{self.folder}/{name}.runs"\n'
        new = self.folder / f"{name}.new"
        new.write_text(f"#!/bin/sh\n{note}{script}")
        new.chmod(0o755)
        new.replace(self.folder / name)  # a shell reads on in a script that is written over

    def runs(self, name: str) -> list[tuple[int, str]]:
        """The process number and arguments of each run so far."""
        file = self.folder / f"{name}.runs"
        lines = file.read_text().splitlines() if file.exists() else []
        return [(int(number), rest) for number, _, rest in (line.partition(" ") for line in lines)]

    def running(self, name: str) -> list[int]:
        """Those of its runs that have not ended."""
        return [number for number, _ in self.runs(name) if is_running(number)]


def is_running(number: int) -> bool:
    """Not when it is dead and only its parent has not noticed yet."""
    try:
        os.kill(number, 0)
        return " Z " not in Path(f"/proc/{number}/stat").read_text()
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # gone meanwhile, or a system without such files
        return not Path("/proc").exists()


@contextmanager
def installed_in(folder: Path) -> Iterator[Programs]:
    """Programs in `folder` are found first; the shell's own are still there."""
    path = os.environ["PATH"]
    os.environ["PATH"] = f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin"
    try:
        yield Programs(folder)
    finally:
        os.environ["PATH"] = path
