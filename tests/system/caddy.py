"""Debian's Caddy with a Caddyfile of deploy/ before a server: the real proxy, its real TLS."""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

import pytest

from free_ports import free_ports


NO_CADDY = """\
The tests of the proxy need Caddy, and there is none on this machine.
    Debian, Ubuntu:  sudo apt install caddy      Fedora:  sudo dnf install caddy
    macOS:           brew install caddy
Or name one: LONGANA_CADDY=/path/to/caddy. To run all other tests:
    ./longana test --ignore-glob='*test_caddy*'"""

NAME = "games.example.org"
"""What people open; no name server is asked, as the clients know the address."""

FOREIGN = "evil.example"
"""A name that Caddy hands on as well, as a proxy for any name would."""

PATIENCE = 45.0
"""Seconds in which Caddy must be there, its certificate made."""

_FOR_TESTS = """\
    {{
        admin off
        local_certs
        skip_install_trust
        auto_https disable_redirects
        default_bind 127.0.0.1
        http_port {plain}
        https_port {port}
    }}
    """
"""Ports that need no rights, and certificates of Caddy's own authority."""


@dataclass
class Caddy:
    """A Caddy that can be stopped and started; the clients trust its own authority."""

    folder: Path
    caddyfile: str
    upstreams: Sequence[int]
    port: int
    """Where it speaks https, on 127.0.0.1."""
    _process: Process | None = field(default=None, init=False)

    @property
    def authority(self) -> Path:
        return self.folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    @property
    def trusting(self) -> ssl.SSLContext:
        """What a client knows of certificates whose system trusts this Caddy, and nobody else."""
        return ssl.create_default_context(cafile=str(self.authority))

    async def start(self) -> None:
        """Start, and wait until it answers by its name."""
        config = self.folder / "Caddyfile"
        config.write_text(self.caddyfile)
        with (self.folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                find_caddy(),
                "run",
                "--config",
                config,
                "--adapter",
                "caddyfile",
                env={
                    "PATH": os.environ["PATH"],
                    "HOME": str(self.folder),
                    "XDG_DATA_HOME": str(self.folder / "data"),
                    "XDG_CONFIG_HOME": str(self.folder / "config"),
                    "LONGANA_SITE": f"{NAME}, {FOREIGN}, localhost",
                    "LONGANA_UPSTREAM": " ".join(f"127.0.0.1:{each}" for each in self.upstreams),
                },
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=log,
            )
        async with asyncio.timeout(PATIENCE):
            while not await self._answers():
                assert self._process.returncode is None, (self.folder / "log").read_text()
                await asyncio.sleep(0.05)

    async def _answers(self) -> bool:
        if not self.authority.exists():
            return False
        try:
            _, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, ssl=self.trusting, server_hostname=NAME
            )
        except OSError:
            return False
        writer.close()
        return True

    async def stop(self) -> None:
        """As a restart of its service does."""
        if self._process is not None:
            self._process.terminate()
            async with asyncio.timeout(PATIENCE):
                await self._process.wait()
            self._process = None


def find_caddy() -> str:
    found = shutil.which(os.environ.get("LONGANA_CADDY") or "caddy")
    if found is None:
        pytest.fail(NO_CADDY, pytrace=False)
    return found


@asynccontextmanager
async def caddy_before(
    upstreams: Sequence[int], caddyfile: str, folder: Path, port: int
) -> AsyncIterator[Caddy]:
    """Caddy on `port`, with the text of a Caddyfile, before the servers on ports `upstreams`."""
    (plain,) = free_ports(1)
    for_tests = dedent(_FOR_TESTS).format(plain=plain, port=port)
    caddy = Caddy(folder, for_tests + caddyfile, upstreams, port)
    await caddy.start()
    try:
        yield caddy
    finally:
        await caddy.stop()
