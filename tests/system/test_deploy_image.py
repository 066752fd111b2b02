"""The Dockerfile as far as it can be tried without an engine: what goes in, what runs, as whom."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tarfile
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

import pytest

from longana_server.app import running
from longana_server.settings import Settings
from server.wire import set_to
from system.test_deploy import DEPLOY, variables
from system.test_wheel import build


ROOT = DEPLOY.parent
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


def instructions(text: str) -> list[tuple[str, str]]:
    """Each instruction and its arguments, on one line."""
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(word, rest) for word, _, rest in (each.partition(" ") for each in joined.split("\n"))]


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, FROM included."""
    found: list[list[tuple[str, str]]] = []
    for instruction in instructions(DOCKERFILE):
        if instruction[0] == "FROM":
            found.append([])
        found[-1].append(instruction)
    return found


def of(stage: list[tuple[str, str]], wanted: str) -> list[str]:
    return [rest for word, rest in stage if word == wanted]


def environment() -> dict[str, str]:
    (text,) = of(stages()[-1], "ENV")
    return dict(pair.split("=", 1) for pair in text.split())


def ignored(path: str) -> bool:
    """Whether .dockerignore keeps a file out: the last rule that fits it or a folder of it."""
    parts = PurePosixPath(path).parts
    prefixes = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    out = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line and not line.startswith("#"):
            rule = line.removeprefix("!")
            if any(_fits(prefix, rule) for prefix in prefixes):
                out = rule == line
    return out


def _fits(path: str, rule: str) -> bool:
    if rule.startswith("**/"):
        return fnmatch(path.rpartition("/")[2], rule[3:])
    return path.count("/") == rule.count("/") and fnmatch(path, rule)


def test_it_builds_in_one_stage_and_runs_in_another() -> None:
    first, last = stages()
    assert of(first, "FROM") == ["--platform=$BUILDPLATFORM python:3.13-slim AS build"]
    assert of(last, "FROM") == ["python:3.13-slim"]
    assert "COPY" not in [word for word, _ in last], "only the wheel comes along"
    installs = " ".join(of(last, "RUN"))
    assert "--only-binary :all:" in installs  # or pip would look for a compiler
    assert not re.search(r"\bapt|\bgcc|build-essential", installs)


def test_it_runs_as_nobody_in_particular() -> None:
    (user,) = of(stages()[-1], "USER")
    assert int(user) >= 1000
    assert f"--uid {user}" in " ".join(of(stages()[-1], "RUN"))


def test_it_knows_no_secret() -> None:
    for word, rest in instructions(DOCKERFILE):
        if word in ("ARG", "ENV", "LABEL"):
            assert not re.search(r"key|token|secret|password", rest, re.IGNORECASE), rest


def test_what_it_sets_are_settings() -> None:
    assert variables(DOCKERFILE) <= set(Settings.model_fields)
    fields = {name.removeprefix("LONGANA_").lower(): value for name, value in environment().items()}
    settings = Settings.model_validate(fields)
    assert of(stages()[-1], "EXPOSE") == [str(settings.port)]
    assert of(stages()[-1], "VOLUME") == [str(settings.data_dir)]


def test_what_it_copies_is_what_the_wheel_is_built_from(tmp_path: Path) -> None:
    copied = [source for line in of(stages()[0], "COPY") for source in line.split()[:-1]]
    sdist = build("sdist", tmp_path)
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    wanted = [
        name
        for name in names
        if any(name == source or name.startswith(f"{source}/") for source in copied)
    ]
    needed = ("pyproject.toml", "hatch_build.py", "LICENSE", "client/web/.npmrc")
    assert {*needed, "client/web/package-lock.json", "protocol/schemas/server.schema.json"} <= {
        *wanted
    }
    lost = [name for name in wanted if ignored(name) and not name.endswith(".gitignore")]
    assert lost == []


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".venv/bin/python",
        ".env",
        "deploy/.env",
        "tests/conftest.py",
        "client/web/node_modules/vite/package.json",
        "client/web/.build/built-from",
        "server/longana_server/page/built/index.html",
        "server/longana_server/__pycache__/app.pyc",
        "client/web/src/protocol/messages.ts",
    ],
)
def test_nothing_else_goes_to_the_engine(path: str) -> None:
    assert ignored(path)


async def test_its_health_check_knows_a_server_that_takes_players() -> None:
    (check,) = of(stages()[-1], "HEALTHCHECK")
    command = json.loads(check.partition(" CMD ")[2])
    assert command[0] == "python"

    def fails(port: int) -> bool:
        done = subprocess.run(
            [sys.executable, *command[1:]],
            env={**os.environ, "LONGANA_PORT": str(port)},
            capture_output=True,
            check=False,
        )
        return done.returncode != 0

    async with running(set_to(log="memory")) as app:
        port = app.server.port
        assert not await asyncio.to_thread(fails, port)
    assert await asyncio.to_thread(fails, port)
