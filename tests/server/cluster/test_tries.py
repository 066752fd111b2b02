from __future__ import annotations

import time

import pytest

from longana_server.cluster.connection import Unreachable
from longana_server.cluster.tries import Tries, passing
from longana_server.log import LogError


async def test_what_is_not_answered_is_asked_again() -> None:
    tries, asked = Tries(), 0

    async def ask(within: float) -> str:
        nonlocal asked
        assert 0 < within <= 1
        asked += 1
        if asked < 4:
            raise Unreachable("not yet")
        return "here"

    assert await tries.answered(ask) == "here"
    assert (asked, tries.count) == (4, 3)


async def test_until_time_is_up() -> None:
    tries = Tries(time.monotonic() + 0.3)

    async def ask(_: float) -> str:
        raise Unreachable("nobody")

    began = time.monotonic()
    with pytest.raises(Unreachable, match="nobody"):
        await tries.answered(ask)
    assert time.monotonic() - began < 3  # the usual patience is 4 s
    assert tries.count > 1


def test_what_passes_is_told_from_what_does_not() -> None:
    for error in ({"code": 503, "err_code": 10008}, {"code": 400, "err_code": 10164}):
        assert str(error["err_code"]) in str(passing(error))
    with pytest.raises(LogError, match=r"too large \(10054\)"):
        passing({"code": 400, "err_code": 10054, "description": "message too large"})
