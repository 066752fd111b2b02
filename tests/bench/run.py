"""Longana beside boardgame.io, Colyseus and bare WebSocket servers, measured in one run.

    python tests/bench/run.py [--reps 3] [--only NAME ...] [--engines | --servers] [--json FILE]
    python tests/bench/run.py --report FILE

Prints the tables and what issue 7 asks for, and writes both to tests/bench/results/. About ten
minutes with three repetitions, on a machine that has nothing else to do. README.md says how
to set up the peers.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path


ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from bench.entrants import ENTRANTS, FLOOR, HERE, OURS, OURS_DURABLE  # noqa: E402
from bench.one_run import Row, Setting, measure  # noqa: E402
from bench.report import report  # noqa: E402


CLOSED, PACED = Setting(250, 0), Setting(500, 1)

MATRIX: Sequence[tuple[str, Setting]] = (
    *((name, CLOSED) for name in ENTRANTS if name not in ("bare ws (Node)", "Colyseus, messages")),
    *((OURS, Setting(rooms, 0)) for rooms in (50, 500, 1000)),
    (FLOOR, Setting(500, 0)),
    *((name, PACED) for name in ("boardgame.io", "Colyseus", FLOOR, OURS, OURS_DURABLE)),
)
"""Who is measured with what load, in each repetition."""


def main(words: Sequence[str]) -> int:
    """Measure and report; 0 also where something is slower than it should be."""
    args = _parser().parse_args(words)
    if args.report is not None:
        print(report([json.loads(line) for line in args.report.read_text().splitlines()]))
        return 0
    file = args.json or HERE / "results" / f"{time.strftime('%m%d-%H%M')}.jsonl"
    file.parent.mkdir(exist_ok=True)
    rows = []
    with file.open("w") as out:
        for row in _rows(args):
            rows.append(row)
            out.write(json.dumps(row) + "\n")
            out.flush()
            print(_in_short(row), file=sys.stderr, flush=True)
    tables = report(rows)
    file.with_suffix(".md").write_text(tables + "\n")
    print(tables)
    return 0


def _rows(args: argparse.Namespace) -> Iterator[Row]:
    if not args.engines:
        # Repetitions are the outer loop: what the machine does besides falls on all alike.
        for _ in range(args.reps):
            for name, setting in MATRIX:
                if not args.only or name in args.only:
                    yield measure(name, setting)
    if not args.servers and not args.only:
        yield from _engines()


def _engines() -> Iterator[Row]:
    """Ours with this Python; those of others in the venv they are installed in, if it is there."""
    pythons: Iterable[tuple[Path, str]] = (
        (Path(sys.executable), "engine.py"),
        (HERE / ".venv" / "bin" / "python", "playouts.py"),
    )
    for python, script in pythons:
        if not python.exists():
            print(f"{script}: no {python}, see README.md", file=sys.stderr)
            continue
        command = ["taskset", "-c", "0", str(python), str(HERE / script)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        yield from (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))


def _in_short(row: Row) -> str:
    if "engine" in row:
        return f"{row['engine']}: {row.get('decisions_s')} {row.get('error', '')}"
    found = (f"{key} {row[key]}" for key in ("moves_s", "srv_us_move", "p99_ms") if key in row)
    bad = row.get("error") or row.get("first_errors") or row.get("complaints") or ""
    return f"{row['name']}, {row['rooms']} rooms, rate {row['rate']}: {', '.join(found)} {bad}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure Longana beside its peers.")
    parser.add_argument("--reps", type=int, default=3, help="repetitions")
    parser.add_argument("--only", nargs="+", choices=list(ENTRANTS), help="these servers alone")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--engines", action="store_true", help="no servers")
    part.add_argument("--servers", action="store_true", help="no engines")
    parser.add_argument("--json", type=Path, help="where to write what was found")
    parser.add_argument("--report", type=Path, help="print the tables of a file written before")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
