"""Computers think from what they may see alone; for long only beside the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from engine.permuted import permuted
from longana_engine import Level, Move, Observation, Pass, Position, Seat, observe, think
from longana_engine.computers import Decision, advice, decisions, judged
from longana_server import thoughts
from longana_server.metrics import Metrics
from longana_server.thinker import Thinker
from server.scripted_room import ScriptedRoom


HERE = "K7MP4RWX 1 0 5"


@pytest_asyncio.fixture
async def thinker() -> AsyncIterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


def midgame(seed: int) -> Position:
    """South is to move, some moves into a hand, and may choose."""
    scripted = ScriptedRoom(1, seed=seed)
    scripted.start()
    scripted.until(Seat.S)
    while len(scripted.position.legal()) < 2:
        scripted.move()
        scripted.until(Seat.S)
    return scripted.position


def a_choice() -> Decision:
    """South's first, of a finished hand."""
    scripted = ScriptedRoom(1, seed=1)
    scripted.start()
    while not scripted.match.hand_over:
        scripted.move()
    match = scripted.match
    return next(decisions(match.standing.hands[0], Seat.S, dict.fromkeys(match.sat, 0)))


@pytest.mark.parametrize("seed", range(8))
async def test_a_choice_depends_on_what_is_seen_and_the_seed(thinker: Thinker, seed: int) -> None:
    """F08: however the hidden tiles lie, the same move, for the same reason."""
    position, rng = midgame(seed), Random(seed)
    seen = observe(position, Seat.S)
    move, hint = await thinker.choose(seen, "hard", HERE), await thinker.hint(seen, HERE)
    assert position.can(move)
    assert hint.move == move
    for _ in range(2):
        seen = observe(permuted(position, Seat.S, rng), Seat.S)
        assert await thinker.choose(seen, "hard", HERE) == move
        assert await thinker.hint(seen, HERE) == hint


async def test_in_a_process_it_is_the_same_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where strings have other hashes: nothing depends on the order of a set."""
    seen, choice = observe(midgame(3), Seat.S), a_choice()
    for hashes in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", hashes)
        thinker = Thinker(processes=1)
        ranked = think(seen, "hard", Random(HERE))
        assert await thinker.choose(seen, "hard", HERE) == ranked[0].move
        assert await thinker.hint(seen, HERE) == advice(seen, ranked)
        review = judged(choice, lambda seed: think(choice.seen, "hard", Random(seed)), HERE)
        assert await thinker.review(choice, HERE) == review
        thinker.close()
        await thinker.wait_closed()


async def test_long_thoughts_do_not_hold_up_the_event_loop(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F28."""
    may_go_on = threading.Event()
    threads = []
    think = thoughts.move

    def ponder(seen: Observation, level: Level, seed: str) -> Move:
        threads.append(threading.current_thread())
        assert may_go_on.wait(5)
        return think(seen, level, seed)

    monkeypatch.setattr(thoughts, "move", ponder)
    seen = observe(midgame(1), Seat.S)
    thought = asyncio.ensure_future(thinker.choose(seen, "hard", HERE))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not thought.done()
    may_go_on.set()
    assert await thought in seen.legal
    assert threads != [threading.main_thread()]


@pytest.mark.parametrize("level", ["easy", "normal"])
async def test_quick_thoughts_need_no_process(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio, "create_subprocess_exec", None)
    thinker = Thinker(processes=1)
    seen = observe(midgame(1), Seat.S)
    assert await thinker.choose(seen, level, HERE) in seen.legal
    thinker.close()


async def test_a_move_without_alternative_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "create_subprocess_exec", None)
    scripted = ScriptedRoom(1, seed=1)
    scripted.start()
    while not isinstance(scripted.position.legal()[0], Pass):
        scripted.move()
    seat = scripted.position.to_move
    thinker = Thinker(processes=1)
    seen = observe(scripted.position, seat)
    assert await thinker.choose(seen, "hard", HERE) == scripted.position.legal()[0]
    assert (await thinker.hint(seen, HERE)).reason.key == "must_pass"
    thinker.close()


async def test_it_is_counted_how_long_they_think_and_wait_to_think() -> None:
    metrics = Metrics()
    thinker = Thinker(0, metrics)
    seen = observe(midgame(1), Seat.S)
    await asyncio.gather(*(thinker.choose(seen, "hard", f"ROOM{n} 1") for n in range(3)))
    await thinker.choose(seen, "easy", HERE)
    text = metrics.text()
    assert "longana_thinking_seconds_count 4" in text
    assert "longana_waiting_seconds_count 4" in text
    thought, waited = (
        float(text.partition(f"longana_{what}_seconds_sum ")[2].split("\n")[0])
        for what in ("thinking", "waiting")
    )
    assert waited > 0.5 * thought > 0  # the second waits for one, the third for two
    thinker.close()


async def test_after_it_is_closed_nothing_is_thought() -> None:
    thinker = Thinker()
    thinker.close()
    with pytest.raises(RuntimeError):
        await thinker.choose(observe(midgame(1), Seat.S), "hard", HERE)


async def test_what_has_time_is_thought_about_one_at_a_time(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all rooms: most processes stay free for whoever is to move."""
    under_way, most = 0, 0

    async def run(*_: object, **given: object) -> None:
        nonlocal under_way, most
        assert given["later"]
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.01)
        under_way -= 1

    monkeypatch.setattr(thinker._workers, "run", run)
    choice = a_choice()
    await asyncio.gather(*(thinker.review(choice, f"{room} 1 0 5") for room in "ABC"))
    assert most == 1
