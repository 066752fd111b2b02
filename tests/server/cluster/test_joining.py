"""How a server comes to keep its rooms in NATS, and what it says when that cannot be."""

from __future__ import annotations

import subprocess
import sys

import pytest

from longana_engine import CUBAN
from longana_server import cluster
from longana_server.app import running
from longana_server.cluster import CannotJoin, joined
from longana_server.main import FAILED, run
from longana_server.settings import Settings
from nats_servers import NatsServer, forgotten


NOBODY = "nats://ana:swordfish@127.0.0.1:1"


def test_a_server_that_is_alone_knows_nothing_of_nats() -> None:
    program = "import sys, longana_server.app; print(any('nats' in name for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"False\n"


async def test_without_the_client_library_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [*sys.modules]:
        if name.partition(".")[0] == "nats" or name.startswith("longana_server.cluster."):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nats", None)
    with pytest.raises(CannotJoin, match=r"pip install 'longana\[cluster\]'"):
        async with joined(Settings(log=NOBODY)):
            pass


def test_where_no_server_answers_serve_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "START_PATIENCE", 0.2)
    assert run(["serve", "--port", "0", "--log", NOBODY, "--log-level", "error"]) == FAILED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("longana: Rooms cannot be kept in NATS at 127.0.0.1:1: no server could")
    assert "swordfish" not in err


async def test_a_server_keeps_its_rooms_there(nats: NatsServer) -> None:
    settings = Settings(host="127.0.0.1", port=0, log=nats.url)
    try:
        async with running(settings) as one, running(settings) as other:
            code = await one.rooms.open(CUBAN, "easy", True)
            assert await other.rooms.reopen(code) == code
    finally:
        await forgotten(nats.url, "longana")
