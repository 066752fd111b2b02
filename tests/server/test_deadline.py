"""F37: whatever a server is at when it is told to stop, it ends."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest


@pytest.mark.parametrize(
    "at",
    [
        "time.sleep(60)",
        "while True: pass",
        "threading.Thread(target=time.sleep, args=[60]).start()",
    ],
)
def test_a_process_ends_in_time_and_says_why(at: str) -> None:
    program = (
        "import threading, time\n"
        "from longana_server.deadline import leave_within\n"
        f"leave_within(0.1)\n{at}\n"
    )
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False
    )
    assert time.monotonic() - began < 20
    assert done.returncode == 0
    assert "ends all the same" in done.stderr


def test_whoever_is_done_before_leaves_at_once() -> None:
    program = "from longana_server.deadline import leave_within\nleave_within(60)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, b"")
