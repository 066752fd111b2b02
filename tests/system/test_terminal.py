"""`longana play` and `longana join` as programs: pipes, code pages, a real terminal."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest


LONGANA = [sys.executable, "-c", "from longana_server.main import main; main()"]
LINK = re.compile(rb"http://[^ ]+/#[A-Z0-9]+")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    return kept | {"LANG": "en_US.UTF-8", "COLUMNS": "80"} | more


def run(*arguments: str, typed: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*LONGANA, *arguments],
        input=typed.encode(),
        capture_output=True,
        timeout=30,
        check=False,
        env=environment(**more),
    )


@pytest.mark.parametrize(
    "more",
    [
        {"LC_ALL": "C", "COLUMNS": "40", "NO_COLOR": "1"},
        {"PYTHONIOENCODING": "cp1252", "COLUMNS": "40"},
    ],
    ids=["LC_ALL=C", "cp1252"],
)
def test_a_match_in_40_columns_of_plain_letters(more: dict[str, str]) -> None:
    """F53."""
    played = run(
        *("play", "--target", "1", "--computer-delay", "0", "--name", "Peña", "--lang", "es"),
        typed="1\n\n" * 60,
        **more,
    )
    assert (played.returncode, played.stderr) == (0, b"")
    encoding = more.get("PYTHONIOENCODING", "ascii")
    lines = played.stdout.decode(encoding).splitlines()
    assert all(len(line) <= 40 for line in lines)
    assert not any("\x1b" in line for line in lines)
    name = "Peña (tú)" if encoding == "cp1252" else "Pena (tu)"
    assert any(name in line for line in lines)
    assert any("gana la partida" in line for line in lines)


def test_the_end_of_input_ends_it() -> None:
    assert run("play", typed="").returncode == 0


def test_a_killed_server_ends_it() -> None:
    """The in-process tests measure the two seconds; here the server says no goodbye."""
    serve = [*LONGANA, "host", "--no-join", "--host", "127.0.0.1", "--port", "0", "--name", "Ana"]
    with (
        subprocess.Popen(serve, stdout=subprocess.PIPE, env=environment()) as server,
        contextlib.ExitStack() as cleaning,
    ):
        cleaning.callback(server.kill)
        assert server.stdout is not None
        link = next(found for line in server.stdout if (found := LINK.search(line)))[0].decode()
        join = [*LONGANA, "join", link, "--name", "Bea"]
        with subprocess.Popen(
            join, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
        ) as guest:
            cleaning.callback(guest.kill)
            assert guest.stdout is not None
            read_until(guest.stdout.fileno(), b"Bea (you)")
            server.kill()
            assert guest.wait(timeout=10) == 2
            assert b"The server is gone." in guest.stdout.read()


@pytest.fixture
def terminal() -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """`longana play` at a real terminal: our end of it, and the process."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*LONGANA, "play", "--name", "Ana", "--computer-delay", "0"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm"),
        start_new_session=True,
    )
    os.close(theirs)
    yield ours, process
    process.kill()
    process.wait()
    os.close(ours)


def read_until(descriptor: int, wanted: bytes, seconds: float = 10) -> bytes:
    """What comes until `wanted` is among it."""
    read = b""
    deadline = time.monotonic() + seconds
    while wanted not in read:
        ready, _, _ = select.select([descriptor], [], [], deadline - time.monotonic())
        assert ready, read.decode(errors="replace")
        read += os.read(descriptor, 4096)
    return read


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals there")
def test_at_a_terminal_keys_are_echoed_colours_shown_and_ctrl_c_leaves(
    terminal: tuple[int, subprocess.Popen[bytes]],
) -> None:
    ours, process = terminal
    shown = read_until(ours, b"Your hand").decode()
    read_until(ours, b" > ")
    assert "─" in shown
    assert "\x1b[1m" in shown
    os.write(ours, b"hel")
    assert b"hel" in read_until(ours, b"hel")
    os.write(ours, b"p\n")
    read_until(ours, b"quit  ")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=5) == 130
