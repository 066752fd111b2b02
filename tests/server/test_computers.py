"""Computers think off the event loop, and from what they may see alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from engine.permuted import permuted
from longana_engine import Choice, Seat, observe
from longana_server import computers
from longana_server.computers import Thinker
from server.scripted_room import ScriptedRoom


@pytest_asyncio.fixture
async def thinker() -> AsyncIterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


def midgame(seed: int) -> ScriptedRoom:
    """South is to move, some moves into a hand."""
    scripted = ScriptedRoom(1, seed=seed)
    scripted.start()
    scripted.until(Seat.S)
    return scripted


@pytest.mark.parametrize("seed", range(8))
async def test_a_choice_depends_on_what_is_seen_and_the_seed(thinker: Thinker, seed: int) -> None:
    """F08: however the hidden tiles lie, the same move, for the same reason."""
    position, rng = midgame(seed).position, Random(seed)
    choice = await thinker.choose(observe(position, Seat.S), "hard", "a place in the room")
    assert position.can(choice.move)
    for _ in range(10):
        seen = observe(permuted(position, Seat.S, rng), Seat.S)
        assert await thinker.choose(seen, "hard", "a place in the room") == choice


async def test_thoughts_do_not_hold_up_the_event_loop(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F28."""
    may_go_on = threading.Event()
    threads = []
    think = computers._choose

    def ponder(*seen: object) -> Choice:
        threads.append(threading.current_thread())
        assert may_go_on.wait(5)
        return think(*seen)  # type: ignore[arg-type]

    monkeypatch.setattr(computers, "_choose", ponder)
    seen = observe(midgame(1).position, Seat.S)
    thought = asyncio.ensure_future(thinker.choose(seen, "easy", "here"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not thought.done()
    may_go_on.set()
    assert (await thought).move in seen.legal
    assert threads != [threading.main_thread()]


async def test_who_closes_does_not_wait_for_thoughts() -> None:
    thinker = Thinker()
    thinker.close()
    with pytest.raises(RuntimeError):
        await thinker.choose(observe(midgame(1).position, Seat.S), "easy", "here")
