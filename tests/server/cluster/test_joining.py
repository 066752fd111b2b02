"""How a server comes to keep its rooms in NATS, and what it says when that cannot be."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from longana_engine import CUBAN
from longana_server import cluster
from longana_server.app import running
from longana_server.cluster import CannotJoin, looked_into, shared_rooms
from longana_server.kept_rooms import Kept
from longana_server.log import NoRoom
from longana_server.main import FAILED, run
from longana_server.settings import Settings
from nats_servers import NatsServer, forgotten
from system.program import LONGANA


NOBODY = "nats://ana:swordfish@127.0.0.1:1"


def test_a_server_that_is_alone_knows_nothing_of_nats() -> None:
    program = "import sys, longana_server.app; print(any('nats' in name for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"False\n"


def test_without_the_client_library_serve_says_what_to_install() -> None:
    program = f"""
import sys
sys.modules["nats"] = None
from longana_server.main import main
main(["serve", "--port", "0", "--log", "{NOBODY}"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert done.stderr.startswith("longana: To keep rooms in NATS, ")
    assert done.stderr.endswith("pip install 'longana[cluster]'\n")


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
            async with looked_into(settings) as shared:
                (kept,) = await shared_rooms.listed(shared)
                assert isinstance(kept, Kept)
                assert (kept.code, kept.people, kept.entries) == (code, (), 1)
                assert kept.visited > time.time() - 60
                with_secrets = await shared_rooms.exported(shared, code, with_secrets=True)
                public = await shared_rooms.exported(shared, code.lower())
                assert (public["code"], "log" in public, len(with_secrets["log"])) == (
                    code,
                    False,
                    1,
                )
                await shared_rooms.deleted(shared, code)
                assert await shared_rooms.listed(shared) == []
                with pytest.raises(NoRoom):
                    await shared_rooms.exported(shared, code)
    finally:
        await forgotten(nats.url, "longana")


async def test_who_looks_after_rooms_makes_none(nats: NatsServer) -> None:
    with pytest.raises(CannotJoin, match="there are no rooms there"):
        async with looked_into(Settings(log=nats.url)):
            pass


def test_who_waits_for_nats_stops_when_told_to() -> None:
    command = [*LONGANA, "serve", "--port", "0", "--log", NOBODY]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as serving:
        assert serving.stderr is not None
        assert "NATS: waiting" in serving.stderr.readline()
        serving.terminate()
        began = time.monotonic()
        assert (serving.wait(15), serving.stderr.read()) == (0, "")
        assert time.monotonic() - began < 15, "it waits for 20 s"
