"""Moves a second of one, two and three nodes on one machine, beside a server that is alone.

    python tests/bench/nodes.py [--rooms 120] [--secs 4] [--json FILE]

Everything runs on the same processors: nodes, NATS servers and the load. So this does not show how
much more several machines carry, but what a move costs, of nodes and NATS, when they share rooms.
`rooms apart`: all four seats of a room are at one node; `seats apart`: spread over all nodes, so
that each of them folds and shows every move. Closed loop, real sockets, nothing pinned.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any


sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.entrants import HERE, longana
from bench.one_run import PATIENCE, WARM, ended, free_port, wait_for
from nats_servers import NatsServer, cluster, one_server


Row = dict[str, Any]


@contextmanager
def nodes(
    count: int, log: str, folder: Path, replicas: int = 1
) -> Iterator[tuple[list[int], list[int]]]:
    """So many servers with that log; gives their ports and processes."""
    ports, servers = [], []
    try:
        for number in range(count):
            port = free_port()
            own = folder / f"{log.partition(':')[0]}-{count}-{replicas}-{number}"
            own.mkdir()
            command = [*longana(log)(port, own), "--log-replicas", str(replicas)]
            servers.append(
                subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            )
            ports.append(port)
        for port in ports:
            wait_for(port)
        yield ports, [server.pid for server in servers]
    finally:
        for server in servers:
            if complaints := ended(server):
                print(complaints, file=sys.stderr)


def loaded(
    ports: Sequence[int],
    pids: Sequence[int],
    beside: Sequence[int],
    options: argparse.Namespace,
    *more: str,
) -> Row:
    """What the load finds."""
    lists = {"--port": ports, "--pid": pids, "--beside": beside}
    places = [
        word
        for name, numbers in lists.items()
        if numbers
        for word in (name, ",".join(map(str, numbers)))
    ]
    load = [
        *("node", str(HERE / "load" / "main.mjs"), "--adapter", "longana"),
        *places,
        *("--rooms", str(options.rooms), "--warm", str(WARM), "--secs", str(options.secs), *more),
    ]
    done = subprocess.run(load, capture_output=True, text=True, timeout=PATIENCE, check=False)
    found: Row = json.loads(done.stdout.splitlines()[-1])
    if "moves_s" not in found:
        raise SystemExit(f"{' '.join(load)}: {found}")
    return found


def measured(options: argparse.Namespace, folder: Path) -> Iterator[Row]:
    for log in ("memory", "file"):
        with nodes(1, log, folder) as (ports, pids):
            yield {"where": f"alone, {log}", "nodes": 1, **loaded(ports, pids, (), options)}
    for nats_count in (1, 3):
        (own := folder / f"nats-{nats_count}").mkdir()
        with ExitStack() as stack:
            servers: Sequence[NatsServer] = (
                [stack.enter_context(one_server(own))]
                if nats_count == 1
                else stack.enter_context(cluster(own))
            )
            log = ",".join(server.url for server in servers)
            beside = [server.pid for server in servers]
            for count in (1, 2, 3):
                with nodes(count, log, own, nats_count) as (ports, pids):
                    for more in ((), ("--spread",)) if count > 1 else ((),):
                        row = loaded(ports, pids, beside, options, *more)
                        how = "" if count == 1 else ", seats apart" if more else ", rooms apart"
                        where = f"{nats_count} NATS, {nats_count} replicas{how}"
                        yield {"where": where, "nodes": count, **row}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rooms", type=int, default=120)
    parser.add_argument("--secs", type=float, default=4.0)
    parser.add_argument("--json", type=Path, help="write the rows there as well")
    options = parser.parse_args()
    print("| nodes | | moves/s | p50 ms | p99 ms | nodes' CPU µs/move | NATS' CPU µs/move |")
    print("|--:|---|--:|--:|--:|--:|--:|")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for row in measured(options, Path(folder)):
            rows.append(row)
            print(
                f"| {row['nodes']} | {row['where']} | {row['moves_s']:,.0f} | {row['p50_ms']} "
                f"| {row['p99_ms']} | {row['srv_us_move']:.0f} | {row['beside_us_move']:.0f} |",
                flush=True,
            )
            if row["errors"]:
                print(f"  {row['errors']} errors: {row['first_errors']}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
