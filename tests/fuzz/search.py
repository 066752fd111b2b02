"""Search for bytes that a target cannot take, guided by coverage, until stopped or one is found.

    pip install atheris
    python tests/fuzz/search.py commands -max_total_time=600

By hand only: atheris (libFuzzer for Python) has no wheels for every system. What it finds is
written to a file, whose name makes it run that alone: `search.py commands crash-…`.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any


sys.path.insert(0, str(Path(__file__).parents[1]))


def main(arguments: list[str]) -> None:
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(
        include=["longana_engine", "longana_protocol", "longana_server"]
    ):
        from fuzz.targets import TARGETS
    if not arguments or arguments[0] not in TARGETS:
        sys.exit(f"usage: search.py {'|'.join(TARGETS)} [options of libFuzzer]")
    target = TARGETS[arguments[0]]
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(target.seeds):
            (Path(corpus) / str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], *arguments[1:], corpus], target.run)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
