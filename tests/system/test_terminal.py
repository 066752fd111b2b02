"""`longana play` and `longana join` as programs: pipes, code pages, a real terminal."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from system.program import LINK, LONGANA, Screen, at_a_terminal, environment


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
            Screen(guest.stdout.fileno()).until(b"Bea (you)")
            server.kill()
            assert guest.wait(timeout=10) == 2
            assert b"The server is gone." in guest.stdout.read()


@pytest.fixture
def terminal() -> Iterator[tuple[Screen, subprocess.Popen[bytes]]]:
    """`longana play` at a real terminal: our end of it, and the process."""
    play = [*LONGANA, "play", "--name", "Ana", "--computer-delay", "0"]
    with at_a_terminal(play) as terminal:
        yield terminal


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals there")
def test_at_a_terminal_keys_are_echoed_colours_shown_and_ctrl_c_leaves(
    terminal: tuple[Screen, subprocess.Popen[bytes]],
) -> None:
    screen, process = terminal
    shown = screen.until(b"Your hand").decode()
    screen.until(b" > ")
    assert "─" in shown
    assert "\x1b[1m" in shown
    screen.type(b"hel")
    screen.until(b"hel")
    screen.type(b"p\n")
    screen.until(b"quit  ")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=5) == 130
