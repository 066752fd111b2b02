"""`longana host` as a program: the way to the table, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.fake_programs import CLOUDFLARED, RUNS_ON, Programs, installed_in
from system.program import LINK, LONGANA, Screen, at_a_terminal, environment


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such programs there")

CERTIFICATES = Path(__file__).parents[1] / "server" / "certificates"
HOST = ["host", "--port", "0", "--computer-delay", "0"]
IMPATIENT = [
    sys.executable,
    "-c",
    "from longana_server import hosting, main; hosting.PATIENCE = 0.5; main.main()",
]


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with installed_in(tmp_path) as programs:
        yield programs


@contextmanager
def hosting(*arguments: str) -> Iterator[tuple[Screen, subprocess.Popen[bytes]]]:
    """A table without its host: what it prints, and the process."""
    process = subprocess.Popen(
        [*LONGANA, *HOST, "--no-join", *arguments], stdout=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    with process, process.stdout:
        try:
            yield Screen(process.stdout.fileno()), process
        finally:
            process.kill()


def test_a_tunnels_address_is_in_the_link_and_it_ends_with_the_server(programs: Programs) -> None:
    programs.add("cloudflared", CLOUDFLARED.format(name="one-two") + RUNS_ON)
    with hosting("--tunnel") as (screen, process):
        screen.until(b"Friends open this link:")
        assert screen.until(b"#").split() == [b"https://one-two.trycloudflare.com/#"]
        assert len(programs.running("cloudflared")) == 1
        stopped = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=5) == 0
        assert time.monotonic() - stopped < 5
        assert programs.running("cloudflared") == []


def test_it_can_be_stopped_while_the_tunnel_opens(programs: Programs) -> None:
    programs.add("cloudflared", RUNS_ON)
    with hosting("--tunnel", "cloudflared") as (screen, process):
        screen.until(b"Opening a tunnel with cloudflared")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=5) == 0
        assert programs.running("cloudflared") == []


@pytest.mark.parametrize(
    ("locale", "arguments"), [("en_US.UTF-8", ["--lang", "es-CU"]), ("es_ES.UTF-8", [])]
)
def test_without_a_program_it_says_so_and_is_over(
    programs: Programs, tmp_path: Path, locale: str, arguments: list[str]
) -> None:
    """Nothing is said of a table that nobody was told of."""
    kept = ["--log", "file", "--data-dir", str(tmp_path)]
    tried = subprocess.run(
        [*LONGANA, *HOST, "--no-join", "--tunnel", "ngrok", *kept, *arguments],
        capture_output=True,
        env=environment(LANG=locale),
        timeout=20,
        check=False,
    )
    assert tried.returncode == 1
    assert "\nlongana: ngrok no está instalado" in "\n" + tried.stderr.decode()
    assert tried.stdout == b""


def test_a_host_at_the_table_is_told_what_happens_outside(programs: Programs) -> None:
    """That nobody has come, and that the tunnel broke: above the half-typed line, which stays."""
    programs.add("cloudflared", CLOUDFLARED.format(name="one-two") + RUNS_ON)
    command = [*IMPATIENT, *HOST, "--tunnel", "--name", "Ana"]
    with at_a_terminal(command, PATH=os.environ["PATH"]) as (screen, process):
        screen.until(b"start, or help > ")
        screen.type(b"hel")
        screen.until(b"Nobody has come yet.")
        screen.until(b"> hel")
        programs.add("cloudflared", CLOUDFLARED.format(name="three-four") + RUNS_ON)
        os.kill(programs.running("cloudflared")[0], signal.SIGKILL)
        screen.until(b"The tunnel is down")
        screen.until(b"https://three-four.trycloudflare.com/#")
        screen.until(b"> hel")
        screen.type(b"\x15link\n")
        screen.until(b"https://three-four.trycloudflare.com/#")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=5) == 130
        assert programs.running("cloudflared") == []


def test_closing_the_terminal_ends_the_tunnel_too(programs: Programs) -> None:
    programs.add("cloudflared", CLOUDFLARED.format(name="one-two") + RUNS_ON)
    command = [*LONGANA, *HOST, "--tunnel", "--name", "Ana"]
    with at_a_terminal(command, PATH=os.environ["PATH"]) as (screen, process):
        screen.until(b"start, or help > ")
        screen.close()
        process.wait(timeout=5)
        assert programs.running("cloudflared") == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--cert", str(CERTIFICATES / "certificate.pem"), "--key", str(CERTIFICATES / "key.pem")),
        ("--host", "127.0.0.2"),
    ],
    ids=["a certificate for another name", "not at 127.0.0.1"],
)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address")
def test_the_host_gets_to_the_table_whatever_is_set(arguments: tuple[str, ...]) -> None:
    with at_a_terminal([*LONGANA, *HOST, "--name", "Ana", *arguments]) as (screen, _):
        shown = screen.until(b"Ana (you), host")
        shown += screen.until(b"start, or help > ")
        links = LINK.findall(shown[shown.index(b"Friends open this link:") :])
        assert links[0] == links[-1]  # what the table says is the link as well
        assert links[0].startswith(b"https://" if "--cert" in arguments else b"http://127.0.0.2:")


def test_the_same_table_comes_back_with_the_hosts_own_seat(tmp_path: Path) -> None:
    """The same link works next week: nobody is asked for a name again."""
    kept = {"LONGANA_LOG": "file", "LONGANA_DATA_DIR": str(tmp_path)}
    links = []
    for evening, arguments in enumerate(([], [], ["--new-table"], [], ["--target", "50"])):
        is_new = evening in (0, 2, 4)
        command = [*LONGANA, *HOST, *arguments, *(["--name", "Ana"] if is_new else [])]
        with at_a_terminal(command, **kept) as (screen, process):
            shown = screen.until(b"Ana (you), host")
            shown += screen.until(b"start, or help > ")
            assert (b"is back" in shown) is not is_new
            links.append(LINK.findall(shown)[-1].partition(b"#")[2])
            process.send_signal(signal.SIGINT)
            screen.until(b"The table is kept")
            assert process.wait(timeout=5) == 130
    assert links[0] == links[1]
    assert links[2] == links[3]
    assert len(set(links)) == 3
    assert (tmp_path / "own_table.json").stat().st_mode & 0o777 == 0o600
