"""What all tests share."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings


if TYPE_CHECKING:
    from nats_servers import NatsServer

# Most tests need no rooms that outlive them, and none may touch those of whoever runs the tests.
os.environ["LONGANA_LOG"] = "memory"
# And none of the seats they have.
_STATE = tempfile.TemporaryDirectory(prefix="longana-tests-")
os.environ["LONGANA_STATE_DIR"] = _STATE.name
# `longana host` opens a browser where there is a screen.
for name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(name, None)


WEB = Path(__file__).parents[1] / "client" / "web"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="the long form of soaks and random play (what `./longana soak` runs)",
    )
    for what in ("rooms", "deaths", "minutes"):
        parser.addoption(f"--{what}", type=float, help=f"so many {what} in soaks (with --long)")


def pytest_configure(config: pytest.Config) -> None:
    """What is drawn at random is the same in each run, so that red is a change's doing.

    Soaks draw anew. How long an example takes says nothing about what is right.
    """
    alike = not config.getoption("--long")
    settings.register_profile("longana", derandomize=alike, deadline=None)
    settings.load_profile("longana")


@pytest.fixture(scope="session")
def long_form(request: pytest.FixtureRequest) -> bool:
    """Whether to take the long form, minutes instead of seconds."""
    return bool(request.config.getoption("--long"))


@dataclass(frozen=True, slots=True)
class Soak:
    """What was asked of a soak; what was not is for the soak to say."""

    rooms: int | None
    deaths: int | None
    minutes: float | None


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest, long_form: bool) -> Soak | None:
    """How long the long form is to be; None in the short form."""
    if not long_form:
        return None
    rooms, deaths, minutes = (
        request.config.getoption(f"--{what}") for what in ("rooms", "deaths", "minutes")
    )
    return Soak(rooms and int(rooms), deaths and int(deaths), minutes)


@pytest.fixture(scope="session")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """A NATS server that many tests share: each has a `house` of its own there."""
    from nats_servers import one_server  # only where it is needed

    with one_server(tmp_path_factory.mktemp("nats")) as server:
        yield server


@pytest.fixture(scope="session")
def modules() -> Path:
    """client/web/node_modules, with what the tests of the page need."""
    _prepare_page("--develop")
    return WEB / "node_modules"


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The folder of the page, built from the sources as they are now."""
    _prepare_page()
    return WEB.parents[1] / "server" / "longana_server" / "page" / "built"


def _prepare_page(*arguments: str) -> None:
    """One of several workers does it, the others wait."""
    done = subprocess.run(
        [sys.executable, WEB / "build.py", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode or done.stderr:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
