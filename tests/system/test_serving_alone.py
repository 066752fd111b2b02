"""`longana serve` as a program: however it is started, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from system.program import LONGANA, environment


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="descriptors and signals")


@pytest.mark.parametrize("closed", [(0,), (0, 1), (0, 1, 2), (2,)])
def test_it_serves_and_ends_without_standard_streams(
    tmp_path: Path, closed: tuple[int, ...]
) -> None:
    """As some supervisors start it: `longana serve <&- >&-`."""
    port_file = tmp_path / "port"
    arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(tmp_path)]
    note = (
        "import longana_server.serving as s; listen = s.listen\n"
        "import longana_server.app as a, pathlib\n"
        "async def noted(*x, **y):\n"
        "    server = await listen(*x, **y)\n"
        f"    pathlib.Path({str(port_file)!r}).write_text(str(server.port))\n"
        "    return server\n"
        "a.listen = noted\n"
        "from longana_server.main import main; main()"
    )

    def close() -> None:
        for descriptor in closed:
            os.close(descriptor)

    process = subprocess.Popen(
        [*LONGANA[:2], note, *arguments],
        env=environment(LONGANA_LOG="file"),
        preexec_fn=close,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 30
        while not (port_file.exists() and port_file.read_text()):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        health = f"http://127.0.0.1:{port_file.read_text()}/healthz"
        with urllib.request.urlopen(health, timeout=10) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.wait()
