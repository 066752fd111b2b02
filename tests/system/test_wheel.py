"""What `pip install .`, pipx and `uv tool install` are given: the wheel, and its sources."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from system.program import LONGANA


ROOT = Path(__file__).parents[2]
PACKAGES = [
    ROOT / folder / f"longana_{folder}" for folder in ("engine", "protocol", "server", "client")
]
PAGE = "longana_server/page/built"


def build(target: str, folder: Path, sources: Path = ROOT) -> Path:
    """Has the build backend itself make the file, as installers do, but in this environment."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder],
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", tmp_path_factory.mktemp("sdist"))


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_it_runs_on_every_machine(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_it_has_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    there = {
        path.relative_to(package.parent).as_posix()
        for package in PACKAGES
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    names = {name for name in names_in(wheel) if ".dist-info/" not in name}
    assert names == there
    assert {f"{package.name}/py.typed" for package in PACKAGES} <= names
    assert f"{PAGE}/index.html" in names


def test_it_has_the_licence_and_one_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        texts = {Path(name).name: name for name in archive.namelist() if ".dist-info/" in name}
        licence = archive.read(texts["LICENSE"]).decode()
        commands = archive.read(texts["entry_points.txt"]).decode().split("\n")
    assert licence == (ROOT / "LICENSE").read_text()
    assert [line for line in commands if "=" in line] == ["longana = longana_server.main:main"]


@pytest.fixture
def python(wheel: Path, tmp_path: Path) -> Path:
    """Of a new environment with the wheel in it; what it depends on is borrowed from this one.

    Unpacked, which is all that installers do with a wheel such as this: pip takes half a minute.
    """
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (site,) = environment.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return environment / "bin" / "python"


@pytest.fixture
def address(python: Path, tmp_path: Path) -> Iterator[tuple[str, int]]:
    """A server of that environment, on a machine without Node."""
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    process = subprocess.Popen(
        [python, *LONGANA[1:], "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=nothing,
        env={"PATH": str(nothing), "HOME": str(nothing), "LANG": "en_US.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := re.search(r"127\.0\.0\.1, port (\d+)|127\.0\.0\.1:(\d+)", line):
                yield "127.0.0.1", int(found[1] or found[2])
                break
        else:
            pytest.fail("the server said no port")
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


def test_installed_it_serves_the_page_without_node(address: tuple[str, int], wheel: Path) -> None:
    def get(path: str) -> bytes:
        connection = HTTPConnection(*address, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200
        body = answer.read()
        connection.close()
        return body

    page = get("/").decode()
    scripts = re.findall(r'src="\./(assets/[\w.-]+)"', page)
    assert scripts
    with zipfile.ZipFile(wheel) as archive:
        for script in scripts:
            assert get(f"/{script}") == archive.read(f"{PAGE}/{script}")


def test_the_sources_are_all_there_and_nothing_that_is_made_of_them(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "hatch_build.py",
        "client/web/build.py",
        "client/web/.npmrc",
        "client/web/index.html",
        "client/web/package-lock.json",
        "client/web/public/picture.png",
        "client/web/src/main.tsx",
        "client/web/tools/catalogue.ts",
        "protocol/schemas/server.schema.json",
    } <= names
    made = ("node_modules", "server/longana_server/page", "client/web/.build", "messages.ts")
    assert [name for name in names if any(each in name for each in made)] == []


def test_a_wheel_can_be_built_from_the_sources(
    sdist: Path, wheel: Path, modules: Path, tmp_path: Path, long_form: bool
) -> None:
    """The short form takes what npm would fetch from the checkout."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (sources,) = tmp_path.iterdir()
    if not long_form:
        (sources / "client" / "web" / "node_modules").symlink_to(modules)
    built = build("wheel", tmp_path / "built", sources)
    assert names_in(built) == names_in(wheel)
