"""Whoever asks for much does not hold up whoever asks for little."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longana_server.fair_queue import FairQueue


def emptied(queue: FairQueue[int]) -> list[int]:
    return [queue.take()[1] for _ in range(len(queue))]


def test_everybody_is_served_in_turn() -> None:
    queue: FairQueue[int] = FairQueue()
    for item in (1, 2, 3):
        queue.put("much", item)
    queue.put("little", 10)
    queue.put("other", 20)
    queue.put("other", 21)
    assert emptied(queue) == [1, 10, 20, 2, 21, 3]
    with pytest.raises(IndexError):
        queue.take()


def test_who_comes_again_waits_behind_the_others() -> None:
    queue: FairQueue[int] = FairQueue()
    queue.put("a", 1)
    queue.put("b", 10)
    assert queue.take() == ("a", 1)
    queue.put("a", 2)
    assert emptied(queue) == [10, 2]


def test_what_could_not_be_served_is_next() -> None:
    queue: FairQueue[int] = FairQueue()
    queue.put("a", 1)
    queue.put("b", 10)
    queue.put("a", 2)
    of, item = queue.take()
    queue.put_back(of, item)
    assert emptied(queue) == [1, 10, 2]


def test_what_is_withdrawn_is_not_served() -> None:
    queue: FairQueue[int] = FairQueue()
    queue.put("a", 1)
    queue.put("b", 10)
    queue.put("b", 11)
    queue.withdraw("a", 1)
    queue.withdraw("b", 10)
    queue.withdraw("b", 99)
    queue.withdraw("c", 1)
    assert emptied(queue) == [11]


@given(st.lists(st.tuples(st.sampled_from(["put", "back", "take", "withdraw"]), st.integers(0, 2))))
def test_it_has_as_many_items_as_it_gives_out(deeds: list[tuple[str, int]]) -> None:
    queue: FairQueue[int] = FairQueue()
    waiting: Counter[int] = Counter()
    for deed, item in deeds:
        if deed in ("put", "back"):
            (queue.put if deed == "put" else queue.put_back)(str(item), item)
            waiting[item] += 1
        elif deed == "withdraw":
            queue.withdraw(str(item), item)
            waiting[item] -= waiting[item] > 0
        elif len(queue):
            waiting[queue.take()[1]] -= 1
        assert len(queue) == waiting.total()
    assert Counter(emptied(queue)) == +waiting
