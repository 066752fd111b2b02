"""What `pip install .`, pipx and `uv tool install` are given: the wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


ROOT = Path(__file__).parents[2]
PACKAGES = [
    ROOT / folder / f"longana_{folder}" for folder in ("engine", "protocol", "server", "client")
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the build backend itself: as installers do, but without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.iterdir()
    return built


def test_it_runs_on_every_machine(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_it_has_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    there = {
        path.relative_to(package.parent).as_posix()
        for package in PACKAGES
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name for name in names if ".dist-info/" not in name} == there
    assert {f"{package.name}/py.typed" for package in PACKAGES} <= there


def test_it_has_the_licence_and_one_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        texts = {Path(name).name: name for name in archive.namelist() if ".dist-info/" in name}
        licence = archive.read(texts["LICENSE"]).decode()
        commands = archive.read(texts["entry_points.txt"]).decode().split("\n")
    assert licence == (ROOT / "LICENSE").read_text()
    assert [line for line in commands if "=" in line] == ["longana = longana_server.main:main"]
