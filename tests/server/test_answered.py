"""Commands the log does not know of, by the ids they had."""

from __future__ import annotations

from longana_server.answered import Answered
from longana_server.room import REMEMBERED_IDS


def test_what_was_done_is_known_by_person_and_id() -> None:
    """F18: another's command of the same id is another command."""
    answered = Answered()
    answered = answered.noting(1, "a", 7)
    assert [answered.turn_after(1, "a"), answered.turn_after(1, "b")] == [7, None]
    assert answered.turn_after(2, "a") is None


def test_nothing_is_known_of_who_is_gone() -> None:
    answered = Answered()
    answered = answered.noting(1, "a", 7)
    answered = answered.noting(2, "a", 8)
    answered = answered.without(1)
    answered = answered.without(3)
    assert [answered.turn_after(1, "a"), answered.turn_after(2, "a")] == [None, 8]


def test_so_many_are_remembered_for_each() -> None:
    answered = Answered()
    answered = answered.noting(2, "0", 0)
    for number in range(REMEMBERED_IDS + 1):
        answered = answered.noting(1, str(number), number)
    assert answered.turn_after(1, "0") is None
    assert answered.turn_after(1, "1") == 1
    assert answered.turn_after(2, "0") == 0
