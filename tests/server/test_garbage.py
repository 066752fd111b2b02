from __future__ import annotations

import asyncio
import gc
from weakref import ref

import pytest

from longana_server import garbage


class Circle:
    def __init__(self) -> None:
        self.itself = self


async def test_while_a_server_is_up_garbage_is_looked_for_by_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "until_next", lambda took: 0.01)
    before = gc.get_threshold()
    async with garbage.looked_for_seldom():
        assert gc.get_freeze_count() > 10_000, "the program itself"
        assert gc.get_threshold()[0] == garbage.AT_ONCE
        lost = ref(Circle())
        assert lost() is not None
        async with asyncio.timeout(5):
            while lost() is not None:  # noqa: ASYNC110 - nobody is there to be told
                await asyncio.sleep(0.005)
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before


def test_what_takes_long_is_done_seldom() -> None:
    assert garbage.until_next(0.001) == 60
    assert garbage.until_next(0.3) == pytest.approx(300)
